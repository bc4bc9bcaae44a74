import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Board, ConversionError, Move, deal
from freecell.text.adapting import adapted, fullest_count
from tests.games import won_games
from tests.strategies import lines

KINDS = st.sampled_from(["none", "horne", "fcpro"])


@given(lines(max_moves=60), KINDS)
def test_the_same_game_is_told_with_safe_automatic_play(line, autoplay):
    start, moves = line
    end = start
    for move in moves:
        end = end.play(move)
    board = start
    for step in adapted(start, moves, autoplay):
        assert step.before == board
        board = board.play(step.move).play_home(autoplay)
        assert step.after == board
        to_empty = step.move.target < 8 and not step.before.columns[step.move.target]
        if to_empty and not step.must_say:
            assert step.move.count == fullest_count(step.before, *step.move[:2])
    if autoplay == "none":
        assert (board.columns, set(board.cells), board.homes) == (
            end.columns,
            set(end.cells),
            end.homes,
        )
    else:
        assert all(ours >= theirs for ours, theirs in zip(board.homes, end.homes, strict=True))


@pytest.mark.parametrize("autoplay", ["none", "horne", "fcpro"])
def test_a_won_game_stays_won(autoplay):
    for game in won_games():
        assert list(adapted(game.start, game.moves, autoplay))[-1].after.won


def test_part_of_a_run_goes_through_a_cell():
    board = Board(
        [[48, 45, 40], [], *([card] for card in (49, 50, 51, 44, 46)), [47, 41, 42, 43]],
        homes=(10, 10, 10, 10),
    )
    steps = list(adapted(board, [Move(0, 1, 1)], "none"))
    assert [str(step) for step in steps] == ["1a", "a2"]
    assert steps[-1].after == board.play(Move(0, 1, 1))


def test_where_there_is_no_way_round_the_number_is_said():
    told = [step for game in won_games() for step in adapted(game.start, game.moves, "horne")]
    said = [step for step in told if step.must_say]
    assert [str(step) for step in said][:1] == ["34v1"]
    assert all(step.move.count < fullest_count(step.before, *step.move[:2]) for step in said)


def test_a_card_on_a_card_that_maximal_play_takes_is_refused():
    # 2H is to go on 3S while AH is buried; with maximal play 3S has gone home by then.
    columns = [[46, 11], [2, 51, 6], [50, 10], [49], [48], [], [], [*range(12, 46), 47]]
    board = Board(columns, homes=(3, 3, 0, 2))
    moves = [Move(3, 8), Move(1, 0)]
    assert [str(step) for step in adapted(board, moves, "horne")] == ["4a", "21"]
    with pytest.raises(ConversionError, match="automatic play 'max': 21: 2H does not fit on QH"):
        list(adapted(board, moves, "max"))


def test_no_moves_are_no_moves():
    assert list(adapted(deal(617), [], "max")) == []
