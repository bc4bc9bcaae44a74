"""Boards and moves as bytes, as the core takes and returns them."""

from hypothesis import given

from freecell import Board, Move, _core
from freecell.core_values import (
    board_to_core,
    moves_from_core,
    moves_to_core,
    player_count,
    refusal_from_core,
    written_to_core,
)
from freecell.game import Game
from tests.strategies import boards, lines


@given(lines())
def test_moves_survive_being_made_bytes_and_back(line: tuple[Board, list[Move]]):
    start, moves = line
    numbers = moves_to_core(moves)
    assert len(numbers) == 3 * len(moves)
    assert moves_from_core(numbers) == moves
    assert player_count(numbers) == Game(start, moves).player_count()


@given(boards())
def test_the_core_reads_the_bytes_of_a_board_as_that_board(board: Board):
    columns, cells, homes = board_to_core(board)
    assert sum(map(len, columns)) + sum(cell != 255 for cell in cells) + sum(homes) == 52
    legal = _core.legal_moves(columns, cells, homes)
    assert moves_from_core(legal) == board.legal_moves()


def test_an_open_number_of_cards_is_255():
    assert written_to_core([("1", "a", None), ("2", "7", 3)]) == b"1a\xff27\x03"


def test_a_legal_move_has_no_refusal():
    assert refusal_from_core(None) is None
