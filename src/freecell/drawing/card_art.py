"""How the cards look: outlines of suits, indexes and court figures, and the colours of the themes.

Every shape is drawn here, for pictures and films in Python and for the page, which gets the same
shapes as symbols. Letters are outlines too, so that a card looks the same where no font is.

A card is 100 units wide and 140 high. A court figure is the upper half of a card, used twice, once
upside down.

>>> drawn_card(50).count("<use")  # its paper, its index, the figure, and two small suits
6
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from freecell.cards import RANKS, SUITS, Card, index_letters, rank_of, suit_of

Theme: TypeAlias = Literal["light", "plain", "dark", "auto"]
"""Green felt, a plain light table, a dark one; `auto` is felt or dark as the viewer prefers."""
THEMES: tuple[str, ...] = get_args(Theme)

WIDTH, HEIGHT = 100, 140
"""The size of a card; everything else is measured by it."""
RADIUS = 9

SUIT_SHAPES = {
    "C": "M50 7a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM27 38a21 21 0 1 1 0 42a21 21 0 1 1 0-42z"
    "M73 38a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM40 40h20v20h-20z"
    "M53 60C54 78 57 88 64 94L36 94C43 88 46 78 47 60z",
    "D": "M50 5C59 23 73 39 87 50C73 61 59 77 50 95C41 77 27 61 13 50C27 39 41 23 50 5z",
    "H": "M50 92C20 68 8 52 8 33C8 17 19 8 31 8C40 8 47 13 50 22C53 13 60 8 69 8C81 8 92 17 92 33"
    "C92 52 80 68 50 92z",
    "S": "M50 6C76 30 92 45 92 62C92 75 83 83 72 83C64 83 57 79 53.5 73C54 82 57 89 64 94L36 94"
    "C43 89 46 82 46.5 73C43 79 36 83 28 83C17 83 8 75 8 62C8 45 24 30 50 6z",
}
"""Outlines of the suits, in a square of 100."""

INDEX_STROKES = {
    "A": "M8 92L33 8L58 92M17 66H49",
    "2": "M10 31a22 23 0 0 1 44 0c0 11-6 18-13 26L10 92h46",
    "3": "M11 21C15 13 21 8 31 8C44 8 52 15 52 27C52 39 43 46 29 46C46 46 55 55 55 69"
    "C55 83 45 92 31 92C19 92 11 86 8 76",
    "4": "M46 92V8L8 66H58",
    "5": "M51 8H16L12 48C17 42 24 39 31 39C46 39 55 50 55 65C55 81 45 92 31 92C20 92 12 87 8 78",
    "6": "M32 92a23 26 0 1 1 0-52a23 26 0 1 1 0 52zM9 66C9 38 22 18 43 8",
    "7": "M8 8H54L25 92",
    "8": "M32 46a20 19 0 1 1 0-38a20 19 0 1 1 0 38a24 23 0 1 1 0 46a24 23 0 1 1 0-46z",
    "9": "M32 8a23 26 0 1 1 0 52a23 26 0 1 1 0-52zM55 34C55 62 42 82 21 92",
    "10": "M8 23L22 8V92M44 34a20 26 0 0 1 40 0v32a20 26 0 0 1-40 0z",
    "J": "M50 8V66C50 83 42 92 29 92C16 92 8 84 8 72",
    "Q": "M8 38a26 30 0 0 1 52 0v24a26 30 0 0 1-52 0zM40 70L61 94",
    "K": "M10 8V92M55 8L10 58M27 40L57 92",
    "\N{CYRILLIC CAPITAL LETTER TE}": "M8 8H56M32 8V92",
    "\N{CYRILLIC CAPITAL LETTER VE}": "M10 47V8H30C43 8 51 15 51 27S43 47 30 47H10V92H32"
    "C46 92 56 84 56 69S46 47 32 47",
    "\N{CYRILLIC CAPITAL LETTER DE}": "M8 92V75H60V92M16 75C23 60 25 38 25 8H50V75",
    "\N{CYRILLIC CAPITAL LETTER KA}": "M10 8V92M55 8L10 58M27 40L57 92",
}
"""What stands in the corners, as lines 17 wide whose ends are round, 100 high."""
_ADVANCE, _ADVANCE_OF_TEN = 72, 98
"""How far behind the begin of a rank its suit begins."""

Paint: TypeAlias = Literal["ink", "tint", "gold", "skin", "paper", "line", "mark", "eye", "slit"]
"""How a part of a figure is painted: a filled and outlined area, or lines of some colour."""


def _dot(x: float, y: float, radius: float) -> str:
    arc = f"a{radius:g} {radius:g} 0 1 1"
    return f"M{x - radius:g} {y:g}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0z"


COURT_PARTS: dict[str, list[tuple[Paint, str]]] = {
    # Young: fair hair, a cap with a feather, a sash over the shoulder.
    "J": [
        ("tint", "M3 61V55C3 47 16 43 35 41H65C84 43 97 47 97 55V61z"),
        ("ink", "M14 44.5L42 61H58L31 42z"),
        ("skin", "M36 38C40 45 60 45 64 38L72 45C62 55 38 55 28 45z"),
        ("gold", "M33 10H67C67 22 68 30 72 35C69 41 62 43 57 40H43C38 43 31 41 28 35C32 30 33 22 33 10z"),
        ("skin", "M39 12H61V26C61 35 56 41 50 41S39 35 39 26z"),
        ("gold", "M38 10H62V19C58 18 55 16 53 14C49 17 44 19 38 19z"),
        ("eye", _dot(44.7, 23, 1.5) + _dot(55.3, 23, 1.5)),
        ("mark", "M50 23V28M46.5 33.5C48.5 35 51.5 35 53.5 33.5"),
        ("paper", "M40 9C31-1 18-5 5 1C11 10 24 15 40 12z"),
        ("line", "M13 3C22 3.5 30 6 36 9"),
        ("ink", "M29 14C26 5 37-3 53-2C68-1 76 6 73 13C58 8.5 44 8.5 29 14z"),
    ],
    # Long hair, a coronet with balls, a jewel at the neck.
    "Q": [
        ("tint", "M5 61V57C5 49 19 45 37 42H63C81 45 95 49 95 57V61z"),
        ("gold", "M20 46.5L34 61H66L80 46.5L72 44L58 61H42L28 44z"),
        ("ink", "M50 6C36 6 30 15 29.5 28C29 41 27 48 20 55C26 60 38 60 50 60S74 60 80 55C73 48 71 41 70.5 28C70 15 64 6 50 6z"),
        ("skin", "M45 33H55V41C60 42 64 43 66 44.5C63 53 57 59 50 61C43 59 37 53 34 44.5C36 43 40 42 45 41z"),
        ("skin", "M38 22C38 14 43 10 50 10S62 14 62 22C62 32 56 39 50 39S38 32 38 22z"),
        ("ink", "M50 9C43 9 37 14 37.5 25C43 22 48 17 50 12C52 17 57 22 62.5 25C63 14 57 9 50 9z"),
        ("mark", "M41.5 44C46 48 54 48 58.5 44M50 24.5V28.5"),
        ("gold", _dot(50, 50, 2.8)),
        ("eye", _dot(44.7, 24, 1.5) + _dot(55.3, 24, 1.5)),
        ("eye", "M46.5 33C48.5 31.8 49.5 32 50 32.5C50.5 32 51.5 31.8 53.5 33C51.5 35.5 48.5 35.5 46.5 33z"),
        ("gold", _dot(36.5, 5, 3.4) + _dot(63.5, 5, 3.4) + _dot(50, 1.5, 4)),
        ("gold", "M35 13L38 7L44 10L50 4L56 10L62 7L65 13C55 8.5 45 8.5 35 13z"),
    ],
    # Broad: a beard, a crown with points, a robe with golden borders.
    "K": [
        ("ink", "M3 61V55C3 46 16 41 33 38H67C84 41 97 46 97 55V61z"),
        ("gold", "M27 39L50 60L73 39L86 42.5L64 61H36L14 42.5z"),
        ("ink", "M32 12H68V34C68 41 63 45 58 45H42C37 45 32 41 32 34z"),
        ("skin", "M38 11H62V27C62 36 57 40 50 40S38 36 38 27z"),
        ("ink", "M37 25C40 30 45 30.5 50 27.5C55 30.5 60 30 63 25L64 35C63 46 57 53 50 58C43 53 37 46 36 35z"),
        ("slit", "M46 34.5H54M44 42V47M50 41V51M56 42V47"),
        ("mark", "M41.5 16.5H46.5M53.5 16.5H58.5M50 18.5V24"),
        ("eye", _dot(44.5, 20, 1.5) + _dot(55.5, 20, 1.5)),
        ("gold", "M33 13L28 1L40 6L50-2L60 6L72 1L67 13C56 10 44 10 33 13z"),
        ("mark", "M34.5 8.5C45 6 55 6 65.5 8.5"),
    ],
}  # fmt: skip
"""The upper halves of the court figures, 100 wide and 60 high; the lower are rotated copies."""


class Colours(NamedTuple):
    """The colours of a theme: the table, the cards, the four suits and the court figures."""

    table: str
    place: str
    card: str
    edge: str
    suits: tuple[str, str, str, str]
    robes: tuple[str, str, str, str]
    """The ink of the figures, suit by suit: on dark cards calmer than the suit's own."""
    gold: str
    skin: str
    mark: str
    """The lines in a face; empty where they have the ink of the figure."""


def _by_suit(black: str, red: str) -> tuple[str, str, str, str]:
    return (black, red, red, black)


_LIGHT_SUITS = _by_suit("#1d2327", "#c8202f")
_TWO = {
    "light": Colours(
        "#2c6e57", "#24604b", "#fff", "#b9c4bf", _LIGHT_SUITS, _LIGHT_SUITS, "#f0b73a", "#fff", ""
    ),
    "plain": Colours(
        "#e4e7e3", "#d7dbd6", "#fff", "#b4bab6", _LIGHT_SUITS, _LIGHT_SUITS, "#f0b73a", "#fff", ""
    ),
    "dark": Colours(
        "#14211c",
        "#1d2e27",
        "#262c30",
        "#48535a",
        _by_suit("#e8ecee", "#ff7d76"),
        _by_suit("#8496a5", "#d9605a"),
        "#e0ab3c",
        "#f3e9de",
        "#262c30",
    ),
}
# Diamonds and hearts stay warm, clubs and spades cool, so that red and black remain apart.
_FOUR_LIGHT = ("#14693a", "#b8500a", "#c8202f", "#1d2327")
_FOUR_DARK = ("#7ad0a0", "#ffb066", "#ff7d76", "#e8ecee")
_FOUR_ROBES_DARK = ("#559b77", "#c98242", "#d9605a", "#8496a5")


def colours(theme: str, *, four_colours: bool = False) -> Colours:
    """Return the colours of a theme: `light`, `plain` or `dark`."""
    chosen = _TWO[theme]
    if not four_colours:
        return chosen
    if theme == "dark":
        return chosen._replace(suits=_FOUR_DARK, robes=_FOUR_ROBES_DARK)
    return chosen._replace(suits=_FOUR_LIGHT, robes=_FOUR_LIGHT)


# Shapes to be used by name

_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


@cache
def symbols(prefix: str) -> str:
    """Return all shapes with identifiers, to be used by `<use>`; who uses them gives the colours.

    Suits take the fill of what uses them, indexes its stroke, figures its colour; what else is in
    a figure is painted by the classes of its parts: see `rules`.
    """
    suits = [f'<path id="{prefix}{name}" d="{path}"/>' for name, path in SUIT_SHAPES.items()]
    ranks = [
        f'<path id="{prefix}{index_name(letter)}" fill="none" stroke-width="17" '
        f'{_ROUND} d="{path}"/>'
        for letter, path in INDEX_STROKES.items()
    ]
    return "".join([*suits, *ranks, *(_court(prefix, rank) for rank in COURT_PARTS)])


def index_name(letter: str) -> str:
    """Return the name of an index among the symbols, plain ASCII for any letter."""
    return "i" + (letter if letter.isascii() else f"{ord(letter):x}")


def _court(prefix: str, rank: str) -> str:
    parts = "".join(f'<path class="{prefix}{name}" d="{d}"/>' for name, d in COURT_PARTS[rank])
    half = f"{prefix}{rank}-half"
    return (
        f'<g id="{half}" fill="currentColor" stroke="currentColor" stroke-width="1.6" {_ROUND}>'
        f'{parts}</g><g id="{prefix}{rank}">'
        f'<use href="#{half}" transform="rotate(180 50 60)"/><use href="#{half}"/></g>'
    )


def rules(prefix: str, ink: Colours) -> str:
    """Return the style rules that paint the symbols; a group of the class of a suit is a card."""
    cards = "".join(
        f".{prefix}{suit.lower()}{{fill:{colour};stroke:{colour};stroke-width:0;color:{robe}}}"
        for suit, colour, robe in zip(SUITS, ink.suits, ink.robes, strict=True)
    )
    mark = ink.mark or "currentColor"
    return (
        f".{prefix}x{{fill:{ink.card};stroke:{ink.edge};stroke-width:1}}{cards}"
        f".{prefix}gold{{fill:{ink.gold}}}.{prefix}skin{{fill:{ink.skin}}}"
        f".{prefix}paper{{fill:{ink.card}}}.{prefix}tint{{fill-opacity:.25}}"
        f".{prefix}line{{fill:none}}.{prefix}mark{{fill:none;stroke:{mark}}}"
        f".{prefix}eye{{fill:{mark};stroke:none}}"
        f".{prefix}slit{{fill:none;stroke:{ink.card}}}"
    )


# A card


class _Used(NamedTuple):
    """A shape on a card: its name, its upper left corner and its size."""

    shape: str
    x: float
    y: float
    size: float
    turned: bool = False


@cache
def drawn_card(card: Card, language: str = "en", prefix: str = "fc-") -> str:
    """Return a card whose upper left corner is at the origin."""
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    letter = index_letters(language)[rank_of(card)]
    shapes = [*_index(letter, suit), *(_figure(rank, suit) if rank in "JQK" else _pip(suit))]
    uses = "".join(_use(prefix, each) for each in shapes)
    return (
        f'<g class="{prefix}{suit.lower()}"><use href="#{prefix}card" class="{prefix}x"/>{uses}</g>'
    )


def _index(letter: str, suit: str) -> list[_Used]:
    size = 25
    advance = _ADVANCE_OF_TEN if len(letter) > 1 else _ADVANCE
    return [_Used(index_name(letter), 8, 8, size), _Used(suit, 8 + advance * size / 100, 8, size)]


def _pip(suit: str) -> list[_Used]:
    return [_Used(suit, 20, 60, 60)]


def _figure(rank: str, suit: str) -> list[_Used]:
    """Return a court figure; its suit stands beside the head, and again when it is turned."""
    return [
        _Used(rank, 11, 40, 78),
        _Used(suit, 73, 42, 17),
        _Used(suit, 27, 131.6, 17, turned=True),
    ]


def _use(prefix: str, used: _Used) -> str:
    turn = " rotate(180)" if used.turned else ""
    place = f"translate({used.x:g} {used.y:g}){turn} scale({used.size / 100:g})"
    return f'<use href="#{prefix}{used.shape}" transform="{place}"/>'
