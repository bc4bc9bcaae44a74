"""Places and moves: their names, why a move is refused, and which cards go home by themselves."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

from freecell.cards import CARD_NAMES, Card, is_red, rank_of, suit_of
from freecell.errors import FreecellError, check_choice
from freecell.words import Message

COLUMN_COUNT = 8
MAX_CELLS = 8

Place: TypeAlias = int
"""Where a card can lie: columns 0 to 7, cells 8 to 15, and 16 for home."""

FIRST_CELL: Place = 8
HOME: Place = 16
CELL_NAMES = "abcdefgk"
"""The letters of the cells. `h` is home, so the eighth is `k`, as Freecell Solver writes it."""
PLACE_NAMES = "12345678" + CELL_NAMES + "h"
"""The character of every place; each has its own."""

NO_CARD = "--"
"""What is written for an empty place."""

Autoplay: TypeAlias = Literal["none", "horne", "fcpro", "max"]
"""Which cards go home by themselves: none; those of Microsoft's FreeCell, found by Jim Horne;
the few more of FreeCell Pro; every card that can. `horne` and `fcpro` never cost a win."""


class BoardError(FreecellError):
    """The cards do not make a board: one is missing, is there twice, or contradicts the homes."""


class IllegalMoveError(FreecellError):
    """The move is well formed, but the rules forbid it on this board."""


class Move(NamedTuple):
    """A move of `count` cards from one place to another; more than one only between columns."""

    source: Place
    target: Place
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, of no use for a move

    def __str__(self) -> str:
        """Write the move in standard notation, such as `2a`, `a5`, `5h`, `27v3` for three cards."""
        suffix = f"v{self.count:x}" if self.count > 1 else ""
        return PLACE_NAMES[self.source] + PLACE_NAMES[self.target] + suffix


class Refusal(NamedTuple):
    """Why a move is refused: the reason, and the cards and places that it is about."""

    reason: str
    place: Place = 0
    card: Card | None = None
    """The card that would have moved, or that is in the way."""
    other: Card | None = None
    """The card that it does not fit on, or that must go home before it."""
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, as in a move
    """How many cards should have moved."""
    most: int = 0
    """How many could have."""

    def message(self) -> Message:
        """Return the reason as a message."""
        cards = {"card": self.card, "name": self.card, "other": self.other}
        return Message(
            f"refused_{self.reason}",
            place=place_name(self.place),
            number=repr(self.place),
            letter=PLACE_NAMES[self.place] if self.place in range(HOME) else "",
            n=self.most,
            count=self.count,
            **{name: CARD_NAMES[card] for name, card in cards.items() if card is not None},
        )


def place_name(place: Place) -> Message | str:
    """Name a place as people do: column 1, cell a, home; an unknown place by its number."""
    if place == HOME:
        return Message("place_home")
    if place not in range(HOME):
        return repr(place)
    kind = "place_column" if place < FIRST_CELL else "place_cell"
    return Message(kind, letter=PLACE_NAMES[place])


def move_name(move: Move) -> str:
    """Write a move for a message, also one between places that do not exist."""
    in_range = all(0 <= place <= HOME for place in move[:2])
    return str(move) if in_range and move.count >= 0 else repr(move)


def check_cells(cells: int) -> int:
    """Return a number of cells; refuse any but 0 to 8."""
    if type(cells) is not int or not 0 <= cells <= MAX_CELLS:
        raise BoardError(f"not a number of cells: {cells!r} (expected 0 to {MAX_CELLS})")
    return cells


def check_autoplay(autoplay: str) -> None:
    """Refuse an unknown kind of automatic play."""
    check_choice("automatic play", autoplay, get_args(Autoplay))


def goes_by_itself(card: Card, homes: tuple[int, ...], autoplay: Autoplay) -> bool:
    """Whether automatic play of this kind sends home a card that is the next of its suit."""
    if autoplay in ("none", "max"):
        return autoplay == "max"
    rank, suit = rank_of(card), suit_of(card)
    others = min(homes[other] for other in ((0, 3) if is_red(card) else (1, 2)))
    if rank <= 1 or others >= rank:  # both cards of the other colour that it could carry
        return True
    same = homes[3 - suit]  # clubs and spades, diamonds and hearts
    return autoplay == "fcpro" and others >= rank - 1 and same >= rank - 2
