"""Calls the core's player of written lines.

`core/lines` plays, completes, refuses and writes lines of play, for Python and for the page alike.
This module only calls it and decides nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from freecell import _core
from freecell.board import Autoplay, Board, Move
from freecell.board.moves import Refusal
from freecell.core_values import (
    board_to_core,
    moves_from_core,
    moves_to_core,
    refusal_from_core,
    written_to_core,
)


class WrittenMove(NamedTuple):
    """A written move: the characters of its places, the cards where stated, and its line."""

    source: str
    target: str
    cards: int | None
    text: str
    line: int


class Played(NamedTuple):
    """How far written moves could be played."""

    moves: list[Move]
    """All of them legal, the automatic ones included."""
    autoplay: Autoplay
    """Which cards went home by themselves."""
    done: int
    """How many of the written moves could be played."""
    won: bool
    refusal: Refusal | None
    """Why the next one could not."""


def play_written(start: Board, line: Sequence[WrittenMove], kind: str) -> Played:
    """Play written moves in the reading of them that wins, or else goes furthest.

    `standard`, `fcpro` and `macroxue` leave things open, which are found by trying; any other kind
    says everything.
    """
    written = written_to_core(move[:3] for move in line)
    found = _core.replay_written(*board_to_core(start), written, kind)
    autoplay: Autoplay = found.autoplay  # type: ignore[assignment]  # the core has the same names
    return Played(
        moves_from_core(found.moves),
        autoplay,
        found.done,
        found.won,
        refusal_from_core(found.refusal),
    )


def single_steps(board: Board, moves: Iterable[Move]) -> list[Move]:
    """Return the single-card moves that legal moves stand for, as few as the method needs.

    A run goes card by card through the empty cells and the empty columns other than its target.
    Where these are enough for all its cards but one, each holds one card; a longer run is parted,
    and its front part waits in order in one of the empty columns.

    >>> from freecell.board import deal
    >>> print(*single_steps(deal(617), [Move(7, 2)]))
    83
    """
    return moves_from_core(_core.single_steps(*board_to_core(board), moves_to_core(moves)))


def follow_boards(start: Board, boards: Iterable[Board]) -> tuple[list[Move], int]:
    """Go from board to board, and return the moves and how many of the boards could be reached.

    The first is to be the start. Between two neighbours lies one move, or one and moves home.
    Cells are compared by what they hold, as programs differ in which of the empty ones they take.
    """
    found = _core.follow_boards(*board_to_core(start), list(map(board_to_core, boards)))
    return moves_from_core(found.moves), found.reached
