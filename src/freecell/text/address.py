"""Positions and moves without spaces, as the page keeps them in an address."""

import re

from freecell.board import FIRST_CELL, Board, Move
from freecell.board.moves import PLACE_NAMES
from freecell.cards import CARD_NAMES, NotationError, parse_card, shorten

_MOVE = re.compile(r"([1-8a-gk])([1-8a-hk])(?:v([0-9a-f]))?")
_LONGEST_POSITION = 200


def format_position(board: Board) -> str:
    """Write a board without spaces: columns, cells and homes.

    >>> from freecell.board import deal
    >>> format_position(deal(617))[:20]
    '7DTDTHKD4C4SJD~AD7SQ'
    """
    columns = "~".join("".join(CARD_NAMES[card] for card in column) for column in board.columns)
    cells = "".join("--" if card is None else CARD_NAMES[card] for card in board.cells)
    return f"{columns}_{cells}_{''.join(f'{size:x}' for size in board.homes)}"


def parse_position(text: str) -> Board:
    """Read what `format_position` wrote."""
    parts = text.split("_")
    if len(parts) != 3 or len(text) > _LONGEST_POSITION:
        raise NotationError(f"not a position: {shorten(text)} (expected columns_cells_homes)")
    columns, cells, homes = parts
    if not re.fullmatch("[0-9a-d]{4}", homes):
        raise NotationError(f"not four homes: {shorten(homes)}")
    return Board(
        [[parse_card(name) for name in _names(column)] for column in columns.split("~")],
        [None if name == "--" else parse_card(name) for name in _names(cells)],
        [int(size, 16) for size in homes],
    )


def _names(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def parse_moves(text: str, cells: int) -> list[Move]:
    """Read moves one after the other, each with its number of cards: `2a27v35h`.

    As many as there are: a win that the exhaustive search meets may have tens of thousands.
    """
    moves, at, plain = [], 0, re.sub(r"\s+", "", text)
    while at < len(plain):
        match = _MOVE.match(plain, at)
        if match is None:
            raise NotationError(f"not a move: {shorten(plain[at : at + 4])}")
        source, target = PLACE_NAMES.index(match[1]), PLACE_NAMES.index(match[2])
        if source >= FIRST_CELL + cells:
            raise NotationError(f"there is no cell {match[1]}")
        moves.append(Move(source, target, int(match[3] or "1", 16)))
        at = match.end()
    return moves
