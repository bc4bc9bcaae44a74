import pytest
from hypothesis import given

from freecell import Board, Move, NotationError
from freecell.board import HOME
from freecell.text.address import format_position, parse_moves, parse_position
from tests.strategies import boards


@given(boards())
def test_a_position_survives_being_written_and_read(board: Board) -> None:
    assert parse_position(format_position(board)) == board


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7D~AD", "not a position: '7D~AD' (expected columns_cells_homes)"),
        ("7D_--_00x0", "not four homes: '00x0'"),
        ("7X_--_0000", "not a card: '7X'"),
        ("_" * 5000, "not a position: '___"),
    ],
)
def test_what_is_no_position_is_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(expected)


def test_moves_are_read_one_after_the_other() -> None:
    assert parse_moves("2a 27v3\n5h", 4) == [Move(1, 8), Move(1, 6, 3), Move(4, HOME)]
    assert parse_moves("2aa2" * 10_000, 4) == [Move(1, 8), Move(8, 1)] * 10_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2a9z", "not a move: '9z'"),
        ("2ad1", "there is no cell d"),
    ],
)
def test_what_is_no_move_is_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_moves(text, 3)
    assert str(caught.value) == expected
