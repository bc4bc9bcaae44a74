from functools import reduce

from freecell.board import Board, Move
from freecell.cards import card_of
from freecell.text.steps import single_steps


def with_a_run(length: int, cells: int, empty_columns: int) -> Board:
    """Return a board with a run in column 1, a king's column as target 2, and so much room."""
    run = [card_of(12 - i, (0, 1)[i % 2]) for i in range(length)]
    rest = [card for card in range(52) if card not in run]
    parts = 7 - empty_columns
    columns = [run, *([] for _ in range(empty_columns)), *(rest[i::parts] for i in range(parts))]
    return Board(columns, cells=[None] * cells)


def test_a_single_card_is_a_single_step() -> None:
    assert single_steps(with_a_run(3, 2, 1), Move(0, 8)) == [Move(0, 8)]


def test_a_short_run_takes_the_cells() -> None:
    board = with_a_run(3, 2, 1)
    assert " ".join(map(str, single_steps(board, Move(0, 1, 3)))) == "1a 1b 12 b2 a2"


def test_empty_columns_serve_as_cells_while_they_suffice() -> None:
    board = with_a_run(3, 1, 2)
    assert " ".join(map(str, single_steps(board, Move(0, 1, 3)))) == "1a 13 12 32 a2"


def test_a_longer_run_is_parted() -> None:
    board = with_a_run(4, 1, 2)
    steps = " ".join(map(str, single_steps(board, Move(0, 1, 4))))
    assert steps == "1a 13 a3 1a 12 a2 3a 32 a2"


def test_every_run_that_may_move_can_be_moved_card_by_card() -> None:
    for cells in range(9):
        for empty_columns in range(1, 7):
            for length in range(1, 14):
                board = with_a_run(length, cells, empty_columns)
                count = min(length, board.longest_run(1))
                move = Move(0, 1, count)
                steps = single_steps(board, move)
                assert reduce(Board.play, steps, board) == board.play(move)
                assert all(step.count == 1 for step in steps)
                if count <= cells + empty_columns:
                    assert len(steps) == 2 * count - 1
