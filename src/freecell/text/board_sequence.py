"""Moves inferred from a sequence of boards, as Freecell Solver prints them with `-p -t`.

Between two neighbours lies one move, or one and then moves home. Cells are compared by what they
hold, as programs differ in which of the empty ones they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from freecell.board import HOME, Board, BoardError, Move
from freecell.cards import Card, NotationError
from freecell.text.board_reader import parse_board
from freecell.text.solution_reader import BOARD_HEAD
from freecell.text.tokens import Line

_Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], frozenset[Card | None], tuple[int, ...]]


class Inferred(NamedTuple):
    """The moves between boards, as far as they are legal, and why not further."""

    start: Board
    moves: list[Move]
    error: str | None


def moves_between(lines: Sequence[Line], start: Board | None) -> Inferred:
    """Return the moves that lead from each board of a text to the next one.

    With a `start`, the first board of the text must be it.
    """
    boards = list(_boards(lines, 4 if start is None else len(start.cells)))
    first = boards[0] if start is None else start
    if _key(first) != _key(boards[0]):
        raise NotationError("the first board of the text is not the deal it should be")
    board = first
    moves: list[Move] = []
    for at, following in enumerate(boards[1:], 2):
        found = _moves_to(board, following)
        if found is None:
            return Inferred(first, moves, f"board {at}: no legal move leads to it")
        moves += found
        for move in found:
            board = board._play(move)
    return Inferred(first, moves, None)


def _boards(lines: Sequence[Line], cells: int) -> Iterable[Board]:
    """Yield the boards; each starts with a line that holds the homes."""
    starts = [at for at, line in enumerate(lines) if BOARD_HEAD.search(line.text)]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        block = [line for line in lines[at:end] if line.is_blank or _belongs(line.text)]
        text = "\n".join(line.text for line in block)
        try:
            yield parse_board(text, cells)
        except (NotationError, BoardError) as error:
            raise NotationError(f"the board at line {lines[at].number}: {error}") from None


def _belongs(text: str) -> bool:
    """Whether a line is part of a board and not a sentence under it."""
    return text.lstrip().startswith(":") or ":" in text or not text.rstrip().endswith(".")


def _key(board: Board) -> _Key:
    return board.columns, frozenset(board.cells), board.homes


def _moves_to(board: Board, wanted: Board) -> list[Move] | None:
    """Return one move, and moves home after it, that make the wanted board."""
    key = _key(wanted)
    for move in board.legal_moves():
        after = board._play(move)
        if _key(after) == key:
            return [move]
    for move in sorted(board.legal_moves(), key=lambda move: move.target != HOME):
        after, moves = board._play(move), [move]
        while homes := [home for home in after.legal_moves() if _is_wanted(after, home, wanted)]:
            after = after._play(homes[0])
            moves.append(homes[0])
        if _key(after) == key:
            return moves
    return None


def _is_wanted(board: Board, move: Move, wanted: Board) -> bool:
    """Whether a move sends a card home that is home on the wanted board."""
    if move.target != HOME:
        return False
    card = board._cards_at(move.source)[-1]
    return card // 4 < wanted.homes[card % 4]
