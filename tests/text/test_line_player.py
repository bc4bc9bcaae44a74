"""The core's player of lines: runs card by card, lines of any length, what is open found by trying."""

from functools import reduce

import pytest

from freecell import Board, Game, Move, _core, check_lines, deal, replay
from freecell.cards import card_of
from freecell.core_values import board_to_core
from freecell.text.line_player import WrittenMove, follow_boards, play_written, single_steps


def with_a_run(length: int, cells: int, empty_columns: int) -> Board:
    """Return a board with a run in column 1, a king's column as target 2, and so much room."""
    run = [card_of(12 - i, (0, 1)[i % 2]) for i in range(length)]
    rest = [card for card in range(52) if card not in run]
    parts = 7 - empty_columns
    columns = [run, *([] for _ in range(empty_columns)), *(rest[i::parts] for i in range(parts))]
    return Board(columns, cells=[None] * cells)


def steps_of(board: Board, move: Move) -> str:
    return " ".join(map(str, single_steps(board, [move])))


def test_a_single_card_is_a_single_step() -> None:
    assert steps_of(with_a_run(3, 2, 1), Move(0, 8)) == "1a"


def test_a_short_run_takes_the_cells() -> None:
    assert steps_of(with_a_run(3, 2, 1), Move(0, 1, 3)) == "1a 1b 12 b2 a2"


def test_empty_columns_serve_as_cells_while_they_suffice() -> None:
    assert steps_of(with_a_run(3, 1, 2), Move(0, 1, 3)) == "1a 13 12 32 a2"


def test_a_longer_run_is_parted() -> None:
    assert steps_of(with_a_run(4, 1, 2), Move(0, 1, 4)) == "1a 13 a3 1a 12 a2 3a 32 a2"


def test_every_run_that_may_move_can_be_moved_card_by_card() -> None:
    for cells in range(9):
        for empty_columns in range(1, 7):
            for length in range(1, 14):
                board = with_a_run(length, cells, empty_columns)
                count = min(length, board.longest_run(1))
                move = Move(0, 1, count)
                steps = single_steps(board, [move])
                assert reduce(Board.play, steps, board) == board.play(move)
                assert all(step.count == 1 for step in steps)
                if count <= cells + empty_columns:
                    assert len(steps) == 2 * count - 1


def test_the_core_refuses_what_are_no_moves() -> None:
    board = board_to_core(deal(617))
    with pytest.raises(ValueError, match="not a legal move"):
        _core.single_steps(*board, bytes(Move(0, 1)))
    with pytest.raises(ValueError, match="not a written move"):
        _core.replay_written(*board, b"9a\xff", "standard")
    with pytest.raises(ValueError, match="not a written move"):
        _core.replay_written(*board, b"1x\xff", "standard")
    with pytest.raises(ValueError, match="no such dialect"):
        _core.write_line(*board, b"", "morse", None)
    with pytest.raises(ValueError, match="no such automatic play"):
        _core.moves_home(*board, "some")
    with pytest.raises(ValueError, match="not one move"):
        _core.refusal(*board, b"")
    with pytest.raises(ValueError, match="there are 0 to 8 cells"):
        _core.check_lines([], 9)


def test_boards_are_followed_as_far_as_moves_lie_between_them() -> None:
    start, there = deal(617), Move(7, 8)
    after = start.play(there)
    assert follow_boards(start, []) == ([], 0)
    assert follow_boards(start, [after, start]) == ([], 0)
    assert follow_boards(start, [start, after, start]) == ([there], 2)
    assert follow_boards(start, [start, after]) == ([there], 2)


def to_and_fro(times: int) -> Game:
    """Return a win with a card that went many times to a cell and back before."""
    board = Board([[], [50, 47], [49], [51], [], [], [], [48, 44, 45, 46]], homes=(11, 11, 11, 11))
    there_and_back = [Move(1, 8), Move(8, 1)] * times
    return Game(board, [*there_and_back, *board.moves_home("max")])


@pytest.mark.no_cover
def test_a_win_of_any_length_is_written_and_read_again() -> None:
    game = to_and_fro(20_000)
    assert game.won
    for dialect in ("snx", "sn", "steps"):
        again = replay(game.start, game.write(dialect))
        assert (again.won, again.error, len(again.game)) == (True, None, len(game))


def test_the_search_gives_up_after_a_stated_number_of_moves() -> None:
    runs = [[card_of(rank, rank % 2 + 2 * each) for rank in range(12, -1, -1)] for each in (0, 1)]
    rest = [card for card in range(52) if card not in runs[0] + runs[1]]
    board = Board([*runs, rest, [], [], [], [], []], [None] * 8)
    words = [
        WrittenMove(text[0], text[1], None, text, 1)
        for text in ["14", "15", "16", "27", "28", "3h"]
    ]
    played = play_written(
        board, words, "standard"
    )  # more than a million ways to play the first five
    assert played.refusal is not None
    assert (played.refusal.reason, played.done) == ("not_yet_home", 5)


@pytest.mark.parametrize("cells", [-1, 9, 100, 1.0, "4", None])
def test_a_wrong_number_of_cells_is_refused_at_once(cells: object) -> None:
    with pytest.raises(ValueError, match="not a number of cells"):
        check_lines(["617: 8a"], cells)  # type: ignore[arg-type]  # what is refused


def test_the_number_of_cells_reaches_lines_that_are_not_simple() -> None:
    simple, counted = check_lines(["617: 8a 8b 8c", "617: 1. 8a 2. 8b 3. 8c"], cells=1)
    assert simple.error == counted.error == "move 2, 8b: there is no cell b"
    assert simple.moves == counted.moves == 1


def test_moves_are_the_written_ones_however_a_line_is_read() -> None:
    game = "617: 8a 8b 8c 87 a2 c2 8d 8h 2a 2c 28 21"
    simple, counted = check_lines([game, game.replace(" 8b", " (so) 8b")])
    assert simple.moves == counted.moves == 12
    autoplayed = next(check_lines(["-4: 1. 1a"]))
    assert autoplayed.moves == 1
