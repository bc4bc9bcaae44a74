r"""Boards, moves and refusals as the core takes and returns them: bytes, made and read here only.

>>> from freecell.board import Move
>>> moves_to_core([Move(0, 8), Move(3, 2, 2)])
b'\x00\x08\x01\x03\x02\x02'
>>> moves_from_core(moves_to_core([Move(3, 2, 2)])) == [Move(3, 2, 2)]
True
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeAlias

from freecell.board import HOME, Board, Move
from freecell.board.moves import Refusal

CoreBoard: TypeAlias = tuple[list[bytes], bytes, bytes]
"""Columns, cells and homes; a byte is a card, or for a home the number of its cards."""

NOTHING = 255
"""An empty cell, no card, or a number of cards that the text leaves open."""


def board_to_core(board: Board) -> CoreBoard:
    """Return the columns, cells and homes as bytes."""
    cells = bytes(NOTHING if card is None else card for card in board.cells)
    return [bytes(column) for column in board.columns], cells, bytes(board.homes)


def moves_to_core(moves: Iterable[Move]) -> bytes:
    """Return moves as bytes, three each: source, target, count."""
    return bytes(chain.from_iterable(moves))


def moves_from_core(numbers: bytes) -> list[Move]:
    """Return the moves in bytes of the core."""
    return list(map(Move, numbers[::3], numbers[1::3], numbers[2::3]))


def player_count(numbers: bytes) -> int:
    """Count moves of the core as players do: a run is one move, and moves home are free."""
    targets = numbers[1::3]
    return len(targets) - targets.count(HOME)


def written_to_core(line: Iterable[tuple[str, str, int | None]]) -> bytes:
    """Return written moves as bytes, three each: two characters, and the cards where stated."""
    return b"".join(
        bytes((ord(source), ord(target), NOTHING if cards is None else cards))
        for source, target, cards in line
    )


def refusal_from_core(refusal: tuple[str, int, int, int, int, int] | None) -> Refusal | None:
    """Return why the core refuses a move, or None where the move is legal."""
    if refusal is None:
        return None
    reason, place, card, other, count, most = refusal
    return Refusal(
        reason,
        place,
        None if card == NOTHING else card,
        None if other == NOTHING else other,
        count,
        most,
    )
