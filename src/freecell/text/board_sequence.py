"""Moves inferred from a sequence of boards, as Freecell Solver prints them with `-p -t`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from freecell.board import Board, BoardError, Move
from freecell.cards import NotationError
from freecell.text.board_reader import parse_board
from freecell.text.line_player import follow_boards
from freecell.text.solution_reader import BOARD_HEAD
from freecell.text.tokens import Line
from freecell.words import Message, message_of


class Inferred(NamedTuple):
    """The moves between boards, as far as they are legal, and why not further."""

    start: Board
    moves: list[Move]
    done: int
    """How many of the boards after the first could be reached."""
    error: str | None


def moves_between(lines: Sequence[Line], start: Board | None) -> Inferred:
    """Return the moves that lead from each board of a text to the next one.

    With a `start`, the first board of the text must be it.
    """
    boards = list(_boards(lines, 4 if start is None else len(start.cells)))
    first = boards[0] if start is None else start
    moves, reached = follow_boards(first, boards)
    if not reached:
        raise NotationError(Message("wrong_first_board"))
    all_reached = reached == len(boards)
    error = None if all_reached else Message("impossible_board", at=str(reached + 1))
    return Inferred(first, moves, reached - 1, error)


def _boards(lines: Sequence[Line], cells: int) -> Iterable[Board]:
    """Yield the boards; each starts with a line that holds the homes."""
    starts = [at for at, line in enumerate(lines) if BOARD_HEAD.search(line.text)]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        block = [line for line in lines[at:end] if line.is_blank or _belongs(line.text)]
        text = "\n".join(line.text for line in block)
        try:
            yield parse_board(text, cells)
        except (NotationError, BoardError) as error:
            why = message_of(error)
            raise NotationError(
                Message("board_at_line", at=str(lines[at].number), why=why)
            ) from None


def _belongs(text: str) -> bool:
    """Whether a line is part of a board and not a sentence under it."""
    return text.lstrip().startswith(":") or ":" in text or not text.rstrip().endswith(".")
