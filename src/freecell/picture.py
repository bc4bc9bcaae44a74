"""A board as a drawing (SVG), and a whole line of play as one that moves.

Every shape is drawn here; the page uses the same ones. A picture needs no script, no font file and
nothing from elsewhere, so it can be kept, mailed or put into a document.

>>> from freecell.board import deal
>>> picture(deal(617), title="Game #617").count("<text")
52
>>> animation(deal(617), [Move(7, 2)]).count("@keyframes")  # it leaves, flies and lies
3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Literal, NamedTuple, TypeAlias, get_args

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Move, Place
from freecell.cards import RANKS, SUITS, Card, card_of, rank_of, suit_of
from freecell.errors import OptionError
from freecell.words import index_letters

Theme: TypeAlias = Literal["light", "dark", "auto"]
THEMES: tuple[str, ...] = get_args(Theme)

SHAPES = {
    "C": "M50 7a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM27 38a21 21 0 1 1 0 42a21 21 0 1 1 0-42z"
    "M73 38a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM40 40h20v20h-20z"
    "M53 60C54 78 57 88 64 94L36 94C43 88 46 78 47 60z",
    "D": "M50 5C59 23 73 39 87 50C73 61 59 77 50 95C41 77 27 61 13 50C27 39 41 23 50 5z",
    "H": "M50 92C20 68 8 52 8 33C8 17 19 8 31 8C40 8 47 13 50 22C53 13 60 8 69 8C81 8 92 17 92 33"
    "C92 52 80 68 50 92z",
    "S": "M50 6C76 30 92 45 92 62C92 75 83 83 72 83C64 83 57 79 53.5 73C54 82 57 89 64 94L36 94"
    "C43 89 46 82 46.5 73C43 79 36 83 28 83C17 83 8 75 8 62C8 45 24 30 50 6z",
    # A shield for the jack, a tiara for the queen, a crown for the king.
    "J": "M15 8h70v36C85 68 70 84 50 95C30 84 15 68 15 44zM25 58L36 68L77 30L66 20z",
    "Q": "M17 92L10 40L30 64L37 26L50 60L63 26L70 64L90 40L83 92z"
    "M10 26a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM37 12a6 6 0 1 1 0 12a6 6 0 1 1 0-12z"
    "M63 12a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM90 26a6 6 0 1 1 0 12a6 6 0 1 1 0-12z",
    "K": "M16 76L8 30L31 50L50 12L69 50L92 30L84 76zM16 81h68v11h-68z",
}
"""Outlines of the suits and of the signs of the court cards, in a square of 100."""


class Colours(NamedTuple):
    """The colours of a picture: the table, the cards and the four suits."""

    table: str
    place: str
    card: str
    edge: str
    suits: tuple[str, str, str, str]


class Look(NamedTuple):
    """What a picture is to look like: the keywords that `picture` and `animation` share."""

    title: str = ""
    four_colours: bool = False
    theme: Theme = "light"
    language: str = "en"


_TWO = {
    "light": Colours("#2c6e57", "#24604b", "#fff", "#b9c4bf", ("#1d2327", "#c8202f") * 2),
    "dark": Colours("#14211c", "#1d2e27", "#262c30", "#48535a", ("#e8ecee", "#ff7d76") * 2),
}
_FOUR = {
    # Diamonds and hearts stay warm, clubs and spades cool, so that red and black remain apart.
    "light": ("#14693a", "#b8500a", "#c8202f", "#1d2327"),
    "dark": ("#7ad0a0", "#ffb066", "#ff7d76", "#e8ecee"),
}

WIDTH, HEIGHT = 100, 140
"""The size of a card; everything else is measured by it."""
_GAP, _MARGIN, _RADIUS = 14, 20, 9
_STEP = 37
"""How far a card in a column lies below the one before it, so that its index can be seen."""
_TALLEST = 1000
"""A column that would reach further down is compressed."""


def colours(theme: str, *, four_colours: bool = False) -> Colours:
    """Return the colours of a theme, `light` or `dark`."""
    chosen = _TWO[theme]
    black, red = chosen.suits[:2]
    suits = _FOUR[theme] if four_colours else (black, red, red, black)
    return chosen._replace(suits=suits)


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
    layout = _layout_for([board])
    ink = _ink(theme, four_colours=four_colours)
    parts = [_places(layout.cells)]
    for place, depth, card in _lying(board):
        parts += (_moved_to(layout, place, depth, card & 3), _card(card, language), "</g>")
    return _document(layout, title, ink, parts)


def animation(
    start: Board,
    moves: Sequence[Move],
    *,
    title: str = "",
    four_colours: bool = False,
    theme: Theme = "light",
    language: str = "en",
    seconds: float = 0.9,
) -> str:
    """Draw a line of play as one SVG document that moves by itself, over and over, with no script.

    Every move takes so many `seconds`; viewers who asked for less motion see the start only.
    """
    boards = [start]
    for move in moves:
        boards.append(boards[-1].play(move))
    layout = _layout_for(boards)
    film = _Film(layout, boards, moves, seconds)
    parts = [_places(layout.cells), *film.elements()]
    ink = _ink(theme, four_colours=four_colours)
    cards = "".join(f'<g id="fc-{card}">{_card(card, language)}</g>' for card in range(52))
    return _document(layout, title, ink + film.style(), parts, cards)


# How a picture is put together


def _lying(board: Board) -> Iterable[tuple[Place, int, Card]]:
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


class _Layout:
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


def _layout_for(boards: Sequence[Board]) -> _Layout:
    deepest = max(len(cards) for board in boards for cards in board.columns)
    return _layout(len(boards[0].cells), deepest)


@cache
def _layout(cells: int, deepest: int) -> _Layout:
    return _Layout(cells, deepest)


@lru_cache(maxsize=4096)
def _moved_to(layout: _Layout, place: Place, depth: int, suit: int) -> str:
    """Return the begin of a group that lies at a place; every fresh deal has the same ones."""
    x, y = layout.position(place, depth, suit)
    return f'<g transform="translate({x} {y})">'


@cache
def _places(cells: int) -> str:
    """Return the outlines of the places on a board with so many cells; a home shows its suit."""
    layout = _layout(cells, deepest=7)  # where the places are does not depend on the depth
    outlines = [f'<use href="#fc-place" x="{x}" y="{y}"/>' for x, y in layout.places()]
    for suit, name in enumerate(SUITS):
        x, y = layout.position(HOME, 0, suit)
        place = f"translate({x + 28} {y + 48}) scale(.44)"
        outlines.append(f'<use href="#fc-{name}" class="fc-o" transform="{place}"/>')
    return "".join(outlines)


@cache
def _card(card: Card, language: str) -> str:
    """Return a card whose upper left corner is at the origin."""
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    index = escape(index_letters(language)[rank_of(card)])
    after = 8 + (36 if len(index) > 1 else 24)
    wide = ' textLength="33"' if len(index) > 1 else ""
    head = [(rank, 24, 48, 52), (suit, 36, 102, 28)] if rank in "JQK" else [(suit, 20, 58, 60)]
    shapes = [(suit, after, 9, 20), *head]
    uses = "".join(
        f'<use href="#fc-{shape}" transform="translate({x} {y}) scale({size / 100:g})"/>'
        for shape, x, y, size in shapes
    )
    # The text has its weight and place here, and the colour from the class of its suit.
    text = f'<text x="8" y="29" font-size="28"{wide}>{index}</text>'
    return f'<g class="fc-{suit.lower()}"><use href="#fc-card" class="fc-x"/>{text}{uses}</g>'


@cache
def _ink(theme: str, *, four_colours: bool) -> str:
    """Return the style rules of a theme; `auto` has those of both."""
    if theme not in THEMES:
        raise OptionError(f"no such theme: {theme!r} (expected one of {', '.join(THEMES)})")
    light, dark = (_rules(colours(name, four_colours=four_colours)) for name in ("light", "dark"))
    if theme == "auto":
        return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return light if theme == "light" else dark


def _rules(ink: Colours) -> str:
    suits = "".join(f".fc-{s.lower()}{{fill:{c}}}" for s, c in zip(SUITS, ink.suits, strict=True))
    return (
        f".fc-t{{fill:{ink.table}}}.fc-p{{fill:{ink.place}}}.fc-o{{fill:{ink.table}}}"
        f".fc-x{{fill:{ink.card};stroke:{ink.edge}}}{suits}"
    )


def _document(
    layout: _Layout, title: str, style: str, parts: Iterable[str], cards: str = ""
) -> str:
    name = f"<title>{escape(title)}</title>" if title else ""
    label = f' aria-label="{escape(title)}"' if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" '
        f'role="img"{label} font-family="Arial,Helvetica,sans-serif" font-weight="700">{name}'
        f"<style>{style}</style><defs>{symbols('fc-')}"
        f'<rect id="fc-card" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" '
        f'rx="{_RADIUS}"/><rect id="fc-place" class="fc-p" width="{WIDTH}" height="{HEIGHT}" '
        f'rx="{_RADIUS}"/>{cards}</defs>'
        f'<rect class="fc-t" width="{layout.width}" height="{layout.height}" rx="16"/>'
        f"{''.join(parts)}</svg>\n"
    )


@cache
def symbols(prefix: str) -> str:
    """Return the shapes as paths with identifiers, to be used by `<use>`."""
    return "".join(f'<path id="{prefix}{name}" d="{path}"/>' for name, path in SHAPES.items())


# Pictures that move


class _Stay(NamedTuple):
    """A card that lies somewhere from one moment to another, counted in moves."""

    place: Place
    depth: int
    card: Card
    first: int
    last: int


class _Flight(NamedTuple):
    """A card on its way, during one move."""

    card: Card
    source: tuple[float, float]
    target: tuple[float, float]
    move: int


_PAUSE = 2
"""So many moves' time the picture rests at its start and at its end."""
_FLYING = 0.6
"""The share of a move's time that the cards are under way; the rest they lie still."""


class _Film:
    """When each card is where.

    A card that lies still is one element, shown for a while only; a card that moves is another,
    above all others. So cards never have to change places in the order of drawing.
    """

    def __init__(
        self, layout: _Layout, boards: Sequence[Board], moves: Sequence[Move], seconds: float
    ) -> None:
        self.layout = layout
        self.length = len(moves) + 2 * _PAUSE
        self.seconds = round(self.length * seconds, 3)
        self.stays: list[_Stay] = []
        self.flights: list[_Flight] = []
        since = {(card, place, depth): 0 for place, depth, card in _lying(boards[0])}
        for index, move in enumerate(moves):
            self._fly(boards[index], boards[index + 1], move, index)
            there = set(_lying(boards[index + 1]))
            for lying in [key for key in since if (key[1], key[2], key[0]) not in there]:
                self.stays.append(self._stay(lying, since.pop(lying), index, move))
            for place, depth, card in there:
                since.setdefault((card, place, depth), index + 1)
        self.stays += [self._stay(key, first, len(moves), None) for key, first in since.items()]
        self.stays.sort(key=lambda stay: (stay.place == HOME, stay.depth, stay.first))

    def _stay(
        self, lying: tuple[Card, Place, int], first: int, last: int, move: Move | None
    ) -> _Stay:
        """End a stay: a card that leaves is gone as its move begins, a covered one as it ends."""
        card, place, depth = lying
        covered = move is not None and move.target == HOME and place == HOME
        return _Stay(place, depth, card, first, last + covered)

    def _fly(self, before: Board, after: Board, move: Move, index: int) -> None:
        source = before.columns[move.source] if move.source < COLUMN_COUNT else ()
        cell = before.cells[move.source - FIRST_CELL] if not source else None
        moved = source[-move.count :] if source else (cell,)
        for number, card in enumerate(moved):
            assert card is not None
            start = len(source) - move.count + number if source else 0
            target = move.target
            depth = len(after.columns[target]) - move.count + number if target < COLUMN_COUNT else 0
            self.flights.append(
                _Flight(
                    card,
                    self.layout.position(move.source, start, card),
                    self.layout.position(target, depth, card),
                    index,
                )
            )

    def _percent(self, moves: float) -> str:
        return f"{100 * moves / self.length:.3f}".rstrip("0").rstrip(".") + "%"

    def elements(self) -> Iterable[str]:
        """Yield the cards at rest, then those that fly."""
        for number, stay in enumerate(self.stays):
            x, y = self.layout.position(stay.place, stay.depth, stay.card)
            kind = "fc-a" if stay.first == 0 else "fc-l"
            name = f' style="animation-name:s{number}"' if self._changes(stay) else ""
            yield f'<use href="#fc-{stay.card}" x="{x}" y="{y}" class="{kind}"{name}/>'
        for number, flight in enumerate(self.flights):
            name = f"animation-name:f{number}"
            yield f'<use href="#fc-{flight.card}" class="fc-l" style="{name}"/>'

    def _changes(self, stay: _Stay) -> bool:
        return stay.first > 0 or stay.last < self.length - 2 * _PAUSE

    def style(self) -> str:
        """Return the rules that show and move the cards."""
        rules = [
            ".fc-l{visibility:hidden}",
            "@media(prefers-reduced-motion:no-preference){.fc-a,.fc-l{"
            f"animation:{self.seconds}s step-end infinite}}}}",
        ]
        for number, stay in enumerate(self.stays):
            if self._changes(stay):
                rules.append(f"@keyframes s{number}{{{self._stay_frames(stay)}}}")
        for number, flight in enumerate(self.flights):
            rules.append(f"@keyframes f{number}{{{self._flight_frames(flight)}}}")
        return "".join(rules)

    def _stay_frames(self, stay: _Stay) -> str:
        """Return when a card lies there: from the end of one flight to the begin of the next."""
        frames = []
        if stay.first > 0:
            shown = self._percent(_PAUSE + stay.first - 1 + _FLYING)
            frames += ["0%{visibility:hidden}", f"{shown}{{visibility:visible}}"]
        else:
            frames.append("0%{visibility:visible}")
        if stay.last < self.length - 2 * _PAUSE:
            frames.append(f"{self._percent(_PAUSE + stay.last)}{{visibility:hidden}}")
        return "".join(frames)

    def _flight_frames(self, flight: _Flight) -> str:
        begin = self._percent(_PAUSE + flight.move)
        end = self._percent(_PAUSE + flight.move + _FLYING)
        (x, y), (to_x, to_y) = flight.source, flight.target
        return (
            f"0%{{visibility:hidden;transform:translate({x}px,{y}px)}}"
            f"{begin}{{visibility:visible;transform:translate({x}px,{y}px);"
            "animation-timing-function:ease-in-out}"
            f"{end}{{visibility:hidden;transform:translate({to_x}px,{to_y}px)}}"
        )
