"""Stored solutions replayed by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Move, deal
from freecell.surveys.plan import SurveyError

if TYPE_CHECKING:
    import pyarrow as pa


def replay_table(path: Path, table: pa.Table) -> int:
    """Replay the solutions of a part, each of which must win; return how many there are."""
    solved = table.filter(table["solution"].is_valid())
    columns = (solved[name].to_pylist() for name in ("number", "cells", "solution"))
    for number, cells, text in zip(*columns, strict=True):
        try:
            won = replay_text(deal(number, cells), text).won
        except (ValueError, IndexError) as error:
            raise SurveyError(
                f"{path}: the solution of deal {number} is no line: {error}"
            ) from error
        if not won:
            raise SurveyError(f"{path}: the solution of deal {number} does not win")
    return len(solved)


def replay_text(board: Board, text: str) -> Board:
    """Play moves with counts, as they are stored, and return the last board."""
    for word in text.split():
        board = board.play(read_move(board, word))
    return board


def read_move(board: Board, word: str) -> Move:
    """Read a stored move: the count is said for an empty column, and determined elsewhere."""
    source, target = _place(word[0], board), _place(word[1], board)
    if target >= COLUMN_COUNT or source >= COLUMN_COUNT:
        return Move(source, target)
    if not board.columns[target]:
        return Move(source, target, int(word[3:], 16) if len(word) > 2 else 1)
    moves = [m for m in board.legal_moves() if m.source == source and m.target == target]
    return moves[0] if moves else Move(source, target)


def _place(letter: str, board: Board) -> int:
    if letter == "h" and len(board.cells) < 8:
        return HOME
    return int(letter) - 1 if letter.isdigit() else FIRST_CELL + "abcdefg".index(letter)
