"""A board as a drawing (SVG).

A picture needs no script, no font and nothing from elsewhere, so it can be kept, mailed or put into
a document. How the cards look is in `card_art`; `film` makes pictures that move.

>>> from freecell.board import deal
>>> picture(deal(617), title="Game #617").count('href="#fc-card"')
52
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Place
from freecell.cards import SUITS, Card, card_of, check_text, suit_of
from freecell.drawing.card_art import (
    HEIGHT,
    RADIUS,
    THEMES,
    WIDTH,
    Colours,
    Theme,
    colours,
    drawn_card,
    rules,
    symbols,
)
from freecell.errors import check_choice


class Look(NamedTuple):
    """What a picture is to look like: the keywords that `picture` and `animation` share."""

    title: str = ""
    four_colours: bool = False
    theme: Theme = "light"
    language: str = "en"


_GAP, _MARGIN = 14, 20
_STEP = 37
"""How far a card in a column lies below the one before it, so that its index can be seen."""
_TALLEST = 1000
"""A column that would reach further down is compressed."""


def picture(
    board: Board,
    *,
    title: str = "",
    four_colours: bool = False,
    theme: Theme = "light",
    language: str = "en",
) -> str:
    """Draw a board as an SVG document.

    `theme="auto"` follows the viewer's own light or dark setting; `language` chooses the letters in
    the corners of the cards, which are international but for Russian.
    """
    layout = layout_for([board])
    parts = [drawn_places(layout.cells)]
    for place, depth, card in lying(board):
        parts += (_moved_to(layout, place, depth, card & 3), drawn_card(card, language), "</g>")
    return document(layout, title, painted(theme, four_colours=four_colours), parts)


def lying(board: Board) -> Iterable[tuple[Place, int, Card]]:
    """Yield the cards that can be seen or stick out, in the order they are to be drawn."""
    for suit, size in enumerate(board.homes):
        if size:
            yield HOME, 0, card_of(size - 1, suit)
    for place, cell in enumerate(board.cells, FIRST_CELL):
        if cell is not None:
            yield place, 0, cell
    for place, cards in enumerate(board.columns):
        for depth, card in enumerate(cards):
            yield place, depth, card


# Where everything lies


class Layout:
    """Where everything lies, so that all boards of a line of play fit into the picture."""

    def __init__(self, cells: int, deepest: int) -> None:
        self.cells = cells
        self.wide = cells > COLUMN_COUNT - len(SUITS)
        room = _TALLEST - self.top() - HEIGHT - _MARGIN
        self.step = min(_STEP, round(room / max(1, deepest - 1), 2))
        self.width = 2 * _MARGIN + COLUMN_COUNT * WIDTH + (COLUMN_COUNT - 1) * _GAP
        bottom = self.top() + HEIGHT + self.step * max(6, deepest - 1) + _MARGIN
        self.height = round(bottom)

    def top(self) -> int:
        """Return where the columns begin; with many cells the homes have a row of their own."""
        return _MARGIN + (HEIGHT + 24) * (2 if self.wide else 1)

    def position(self, place: Place, depth: int, card: Card) -> tuple[float, float]:
        """Return the upper left corner of a card."""
        if place < COLUMN_COUNT:
            return self._x(place), round(self.top() + self.step * depth, 2)
        if place == HOME:
            row = HEIGHT + 24 if self.wide else 0
            return self._x(COLUMN_COUNT - len(SUITS) + suit_of(card)), _MARGIN + row
        return self._x(place - FIRST_CELL), _MARGIN

    def _x(self, column: int) -> float:
        return _MARGIN + column * (WIDTH + _GAP)

    def places(self) -> Iterable[tuple[float, float]]:
        """Yield where cells, homes and columns are, to be drawn under the cards."""
        for cell in range(self.cells):
            yield self.position(FIRST_CELL + cell, 0, 0)
        for suit in range(len(SUITS)):
            yield self.position(HOME, 0, suit)
        for column in range(COLUMN_COUNT):
            yield self.position(column, 0, 0)


def layout_for(boards: Sequence[Board]) -> Layout:
    """Return the layout in which all these boards have room."""
    deepest = max(len(cards) for board in boards for cards in board.columns)
    return _layout(len(boards[0].cells), deepest)


@cache
def _layout(cells: int, deepest: int) -> Layout:
    return Layout(cells, deepest)


@lru_cache(maxsize=4096)
def _moved_to(layout: Layout, place: Place, depth: int, suit: int) -> str:
    """Return the begin of a group that lies at a place; every fresh deal has the same ones."""
    x, y = layout.position(place, depth, suit)
    return f'<g transform="translate({x} {y})">'


# How a picture is put together


@cache
def drawn_places(cells: int) -> str:
    """Return the outlines of the places on a board with this many cells; a home shows its suit."""
    layout = _layout(cells, deepest=7)  # where the places are does not depend on the depth
    outlines = [f'<use href="#fc-place" x="{x}" y="{y}"/>' for x, y in layout.places()]
    for suit, name in enumerate(SUITS):
        x, y = layout.position(HOME, 0, suit)
        place = f"translate({x + 28} {y + 48}) scale(.44)"
        outlines.append(f'<use href="#fc-{name}" class="fc-o" transform="{place}"/>')
    return "".join(outlines)


@cache
def painted(theme: str, *, four_colours: bool) -> str:
    """Return the style rules of a theme; `auto` has those of two."""
    check_choice("theme", theme, THEMES)
    if theme == "auto":
        light, dark = (painted(each, four_colours=four_colours) for each in ("light", "dark"))
        return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return _rules(colours(theme, four_colours=four_colours))


def _rules(ink: Colours) -> str:
    table = f".fc-t{{fill:{ink.table}}}.fc-p{{fill:{ink.place}}}.fc-o{{fill:{ink.table}}}"
    return table + rules("fc-", ink)


def document(layout: Layout, title: str, style: str, parts: Iterable[str], cards: str = "") -> str:
    """Return the whole document: style, shapes, the table, and the parts on it."""
    check_text(title)
    name = f"<title>{escape(title)}</title>" if title else ""
    label = f' aria-label="{escape(title)}"' if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" '
        f'role="img"{label}>{name}<style>{style}</style><defs>{symbols("fc-")}'
        f'<rect id="fc-card" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" '
        f'rx="{RADIUS}"/><rect id="fc-place" class="fc-p" width="{WIDTH}" height="{HEIGHT}" '
        f'rx="{RADIUS}"/>{cards}</defs>'
        f'<rect class="fc-t" width="{layout.width}" height="{layout.height}" rx="16"/>'
        f"{''.join(parts)}</svg>\n"
    )
