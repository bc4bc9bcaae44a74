"""Boards as text.

Written here, for a fresh deal and for a board in the middle of a game:

- `rows`: as the cards lie on the table, row by row, `--` for an empty place; above them lines
  `Cells:` and `Home:` unless all cells (four of them) and homes are empty. What `print` shows.
- `columns`: a column a line, from its back card to its front card, with the same lines above; in
  the middle of a game each column after a `:`, so that an empty one is seen.
- `fc-solve`: columns in the same way, with Freecell Solver's own `Foundations:` and `Freecells:`
  lines above them unless both are empty. It never has a comment, which Freecell Solver would
  refuse, and it does not say how many cells there are, which Freecell Solver takes as an option.
- `fcpro`: FreeCell Pro's custom game: a name, the rows with `--` for an empty place, and last a
  line with `+`, the cells and the homes.
- `lines`: the whole deal in one line, cards in the order they are dealt. Fresh deals only.
- `json`: one JSON object in one line: `rows` as above, `cells` (null for an empty one) and `home`
  (how many cards of each suit).

`freecell.text.board_reader` reads all of them again.

>>> from freecell.board import deal
>>> print(format_board(deal(617), "columns").splitlines()[0])
7D TD TH KD 4C 4S JD
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from freecell.board import COLUMN_COUNT, Board, BoardError
from freecell.board.moves import NO_CARD
from freecell.cards import CARD_NAMES, RANKS, SUITS, Card
from freecell.errors import check_choice

BoardFormat: TypeAlias = Literal["rows", "columns", "lines", "json", "fc-solve", "fcpro"]
BOARD_FORMATS: tuple[BoardFormat, ...] = get_args(BoardFormat)


def format_board(board: Board, form: BoardFormat = "rows") -> str:
    """Write a board as text, in one of `BOARD_FORMATS`; the docstring above describes them."""
    check_choice("board format", form, BOARD_FORMATS)
    return _WRITERS[form](board)


def is_fresh(board: Board) -> bool:
    """Whether the board is as a deal leaves it: columns of 7, 7, 7, 7, 6, 6, 6, 6, nothing else."""
    sizes = [len(column) for column in board.columns]
    return sizes == [7, 7, 7, 7, 6, 6, 6, 6]


def _write_columns(board: Board) -> str:
    head = [line for line in str(board).splitlines() if line.startswith(("Cells:", "Home:"))]
    return "\n".join(head + _column_lines(board))


def _write_fc_solve(board: Board) -> str:
    head = []
    if any(board.homes) or any(card is not None for card in board.cells):
        # Freecell Solver writes the suits in this order, and 0 for a suit with no card home.
        ranks = [f"{suit}-{_rank_home(board.homes[SUITS.index(suit)])}" for suit in "HCDS"]
        cells = ["-" if card is None else CARD_NAMES[card] for card in board.cells]
        head = [f"Foundations: {' '.join(ranks)}", f"Freecells: {' '.join(cells)}".rstrip()]
    return "\n".join(head + _column_lines(board))


def _write_fcpro(board: Board) -> str:
    rows = [" ".join(row + [NO_CARD] * (COLUMN_COUNT - len(row))) for row in board.rows()]
    cells = [NO_CARD if card is None else CARD_NAMES[card] for card in board.cells]
    homes = [
        RANKS[size - 1] + suit if size else NO_CARD
        for size, suit in zip(board.homes, SUITS, strict=True)
    ]
    return "\n".join(["FreeCell", *rows, f"+ {' '.join(cells + homes)}"])


def _write_line(board: Board) -> str:
    return " ".join(name for row in _fresh_rows(board) for name in row)


def _write_json(board: Board) -> str:
    import json

    cells = [None if card is None else CARD_NAMES[card] for card in board.cells]
    home = dict(zip(SUITS, board.homes, strict=True))
    return json.dumps({"rows": board.rows(), "cells": cells, "home": home})


_WRITERS: dict[str, Callable[[Board], str]] = {
    "rows": str,
    "columns": _write_columns,
    "lines": _write_line,
    "json": _write_json,
    "fc-solve": _write_fc_solve,
    "fcpro": _write_fcpro,
}


def _fresh_rows(board: Board) -> list[list[str]]:
    if not is_fresh(board):
        raise BoardError("only a fresh deal can be written in one line, not a game in progress")
    return board.rows()


def _column_lines(board: Board) -> list[str]:
    lines = [" ".join(_names(column)) for column in board.columns]
    return lines if is_fresh(board) else [f": {line}".rstrip() for line in lines]


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _rank_home(size: int) -> str:
    return RANKS[size - 1] if size else "0"
