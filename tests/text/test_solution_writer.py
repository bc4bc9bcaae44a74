import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Game, IllegalMoveError, Move, deal, replay
from freecell.text.solution_writer import DIALECTS, write_moves
from tests.games import won_games
from tests.strategies import lines

LINE = [Move(7, 8), Move(7, 9), Move(7, 10), Move(7, 6), Move(8, 1), Move(10, 1)]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("snx", "8a 8b 8c 87 a2 c2"),
        ("sn", "8a 8b 8c 87 a2 c2"),
        ("microsoft", "8a 8b 8c 87 a2 c2"),
        ("fcpro", "#617 Attempt: 1 NumFcs=4 (FCPro)\n8a 8b 8c 87 a2 c2"),
        ("macroxue", "617:8r8r8r87a2b2"),
        ("steps", "8a 8b 8c 87 a2 c2"),
    ],
)
def test_a_line_in_every_short_dialect(dialect, text):
    assert write_moves(deal(617), LINE, dialect) == text
    assert Game(deal(617), LINE).write(dialect) == text


def test_words_count_from_zero():
    assert write_moves(deal(617), LINE, "sentences").splitlines()[-3:] == [
        "Move 1 cards from stack 7 to stack 6",
        "Move a card from freecell 0 to stack 1",
        "Move a card from freecell 2 to stack 1",
    ]


def test_boards_are_those_of_freecell_solver():
    assert write_moves(deal(617), LINE[:1], "boards").split("\n\n\n====================\n\n")[
        1
    ] == (
        "Foundations: H-0 C-0 D-0 S-0 \nFreecells:  QH            \n"
        ": 7D TD TH KD 4C 4S JD\n: AD 7S QC 5H QS TS KS\n: 5C QD 3H 9S 9C 2H KC\n"
        ": 3S AC 9D 3C 9H 5D 4H\n: 5S 6D 6S 8S 7C JC\n: 8C 8H 8D 7H 6H 6C\n"
        ": 2D AS 3D 4D 2C JH\n: AH KH TC JS 2S"
    )


def test_a_board_without_a_number_has_no_number():
    start = deal(617).play(Move(7, 8))
    assert write_moves(start, [Move(7, 9)], "macroxue") == "8r"
    assert write_moves(start, [Move(7, 9)], "fcpro").startswith("#custom Attempt: 1 NumFcs=4")


def test_ten_moves_a_line_and_counts_to_empty_columns_only():
    text = won_games()[-1].write("snx")
    assert all(len(line.split()) == 10 for line in text.splitlines()[:-1])
    assert 1 <= text.count("v") < sum(move.count > 1 for move in won_games()[-1].moves)


def test_steps_move_single_cards():
    game = won_games()[0]
    result = replay(game.start, game.write("steps"))
    assert result.won
    assert {move.count for move in result.game.moves} == {1}
    assert result.game == game.single_steps()


def test_another_dialect_is_refused():
    with pytest.raises(ValueError, match="no such dialect: 'morse'"):
        write_moves(deal(617), LINE, "morse")  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize("dialect", DIALECTS)
def test_won_games_are_won_again_in_every_dialect(dialect):
    for game in won_games():
        assert replay(game.start, game.write(dialect)).won


@given(lines(), st.sampled_from(["snx", "sn", "sentences", "boards", "steps"]))
def test_what_says_every_move_is_read_to_the_same_board(line, dialect):
    start, moves = line
    game = Game(start, moves)
    if not moves:
        return
    result = replay(start, game.write(dialect))
    assert result.error is None
    if dialect == "sentences":
        assert result.game == game
    elif dialect == "boards":
        assert result.game.board.columns == game.board.columns


@given(lines(), st.sampled_from(["microsoft", "fcpro", "macroxue"]))
def test_what_leaves_moves_out_is_read_without_error(line, dialect):
    start, moves = line
    if moves:
        assert replay(start, Game(start, moves).write(dialect)).error is None


def test_an_illegal_move_is_not_written():
    with pytest.raises(IllegalMoveError, match=r"^move 2: illegal move 12: JD does not fit on KS$"):
        write_moves(deal(617), [Move(7, 8), Move(0, 1)])
