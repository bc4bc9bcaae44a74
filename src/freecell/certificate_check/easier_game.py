"""Checks that a board cannot be won, by listing every position of an easier game.

**What is proved.** The board of the certificate has no win: no sequence of legal moves sends all
cards home.

**The easier game.** A card of a column is *fixed* while it and all cards behind it lie where they
started, up to the last card that does not fit on the one behind it (fit: one rank lower, and of the
other colour). All other cards are *loose*: those in cells, those that were moved, and those at the
front of a column that lie in order from the start. In a column the fixed cards come first, and the
loose ones after them lie in order. Two cards of one rank and colour are *twins*. A loose card is
known by its rank and colour alone, unless the certificate says that twins of this rank and colour
are distinguished; then its suit is known as well. The moves are those of single cards:

- a card at the front of a column, or in a cell, may go onto a column whose front card it fits on,
  into an empty column, or, from a column, into an empty cell. A card that moves is loose from then
  on.
- it may go home as the next card of a suit, if it may be that card: a fixed card as itself; a loose
  card whose suit is known as itself; another loose card as either card of its rank and colour that
  is not fixed anywhere.
- when a fixed card leaves, cards of its column that now lie in order at the front become loose.

No card moves by itself. Columns have no order, and neither have cells.

**Why that is a proof.** Forget the suits of the loose cards that are not distinguished: every
position of the real game becomes a position of this one. Every move of the real game becomes a move
of this one: moves between columns and cells ask for rank and colour only, runs are moved card by
card, and a card that goes home is the next of its suit and, if it is loose, not fixed anywhere. So
the real game, move by move, is played inside the easier one, and a win of the real game would be a
win here. All positions that can be reached here are listed, none of them has all cards home; so
there is no such win. (A win of the easier game would prove nothing: a card may have gone home as
its twin.) With all twins distinguished the easier game is the real one.

Nothing of this is shared with the search that wrote the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from freecell.certificate_check.form import (
    COLUMNS,
    FACES,
    RANKS,
    SUITS,
    Certificate,
    Listing,
    refusal,
)

_RED = "DHdhr"
_SUITS_OF = {"r": "DH", "b": "CS"}


class EasierPosition(NamedTuple):
    """A position; fixed cards are written "9S", loose ones "9b" or, distinguished, "9s"."""

    homes: tuple[int, ...]
    """How many cards of each suit are home."""
    cells: tuple[str, ...]
    """The cards in cells, in the order of their texts."""
    columns: tuple[str, ...]
    """The columns that are not empty, from back to front, in the order of their texts."""

    def text(self) -> str:
        """Return the text that is hashed; positions are the same when their texts are."""
        homes = " ".join(map(str, self.homes))
        return "|".join([homes, "".join(self.cells), *self.columns])


def colour(card: str) -> str:
    """Return "r" or "b"."""
    return "r" if card[1] in _RED else "b"


def is_fixed(card: str) -> bool:
    """Whether a card is written in capitals."""
    return card[1] in SUITS


def fits(card: str, under: str) -> bool:
    """Whether a card may lie on another in a column."""
    rank, other = RANKS.index(card[0].upper()), RANKS.index(under[0].upper())
    return rank + 1 == other and colour(card) != colour(under)


class EasierGame:
    """The moves of the easier game, with these twins distinguished."""

    def __init__(self, cell_count: int, distinguished: frozenset[str]) -> None:
        self._cell_count = cell_count
        self._distinguished = distinguished
        loose = [rank.lower() + kind for rank in RANKS for kind in "cdhsbr"]
        fixed = [rank + suit for rank in RANKS for suit in SUITS]
        self._fits = {
            (card, under) for card in loose for under in (*fixed, *loose) if fits(card, under)
        }
        self._split: dict[str, str] = {}  # the fixed cards of a column: the same, written anew

    def loose(self, card: str) -> str:
        """Return how a card of the deck is written when it is loose."""
        face = card[0].lower() + colour(card)
        return card.lower() if face in self._distinguished else face

    def start(self, certificate: Certificate) -> EasierPosition:
        """Return the position of the certificate's board."""
        start = certificate.start
        cells = tuple(sorted(map(self.loose, start.in_cells())))
        columns = sorted(self._loosened("".join(column)) for column in start.columns if column)
        return EasierPosition(start.homes, cells, tuple(columns))

    def _loosened(self, cards: str) -> str:
        """Return a column of cards in their first places; those in order at its front are loose."""
        if cards not in self._split:
            at = len(cards)
            while at > 2 and fits(cards[at - 2 : at], cards[at - 4 : at - 2]):
                at -= 2
            at = 0 if at == 2 else at
            loose = [self.loose(cards[i : i + 2]) for i in range(at, len(cards), 2)]
            self._split[cards] = cards[:at] + "".join(loose)
        return self._split[cards]

    def children(self, position: EasierPosition) -> Iterator[EasierPosition]:
        """Yield the positions after each move; some may be there twice."""
        homes, cells, columns = position
        for at, column in enumerate(columns):
            card, rest = column[-2:], column[:-2]
            others = columns[:at] + columns[at + 1 :]
            if is_fixed(card):
                rest = self._loosened(rest)
            kept = (rest,) if rest else ()
            left = others + kept
            moved = self.loose(card) if is_fixed(card) else card
            for after in self._sent_home(position, card):
                yield EasierPosition(after, cells, tuple(sorted(left)))
            if len(cells) < self._cell_count:
                yield EasierPosition(homes, tuple(sorted((*cells, moved))), tuple(sorted(left)))
            for laid in self._laid(moved, others, empty=len(left) < COLUMNS):
                yield EasierPosition(homes, cells, tuple(sorted(laid + kept)))
        for at, card in enumerate(cells):
            left_cells = cells[:at] + cells[at + 1 :]
            for after in self._sent_home(position, card):
                yield EasierPosition(after, left_cells, columns)
            for laid in self._laid(card, columns, empty=len(columns) < COLUMNS):
                yield EasierPosition(homes, left_cells, tuple(sorted(laid)))

    def _laid(
        self, card: str, columns: tuple[str, ...], *, empty: bool
    ) -> Iterator[tuple[str, ...]]:
        """Yield the columns after a card was laid on each that it fits on, or on an empty one."""
        if empty:
            yield (*columns, card)
        for at, column in enumerate(columns):
            if (card, column[-2:]) in self._fits:
                yield (*columns[:at], column + card, *columns[at + 1 :])

    def _sent_home(self, position: EasierPosition, card: str) -> Iterator[tuple[int, ...]]:
        """Yield the homes after a card went home, as every card that it may be."""
        rank, homes = RANKS.index(card[0].upper()), position.homes
        is_known = card[1].upper() in SUITS
        for suit in card[1].upper() if is_known else _SUITS_OF[card[1]]:
            at, name = SUITS.index(suit), card[0].upper() + suit
            if homes[at] != rank:
                continue
            if is_known or not any(name in column for column in position.columns):
                yield (*homes[:at], rank + 1, *homes[at + 1 :])


def check_impossible(
    certificate: Certificate, most: int, tick: Callable[[int], None]
) -> tuple[int, tuple[str, ...]]:
    """Return how many positions the game has, and which twins are distinguished in it."""
    distinguished = _distinguished(certificate)
    game = EasierGame(len(certificate.start.cells), frozenset(distinguished))
    listing = Listing(certificate, most)
    waiting = [game.start(certificate)]
    listing.add(waiting[0].text())
    while waiting:
        position = waiting.pop()
        tick(len(listing))
        if position.homes == (13, 13, 13, 13):
            raise refusal("won")
        for child in game.children(position):
            if (text := child.text()) not in listing:
                listing.add(text)
                waiting.append(child)
    return listing.compare(certificate.heading), distinguished


def _distinguished(certificate: Certificate) -> tuple[str, ...]:
    value = certificate["distinguished"]
    if value in ("none", "all"):
        return FACES if value == "all" else ()
    faces = value.split(" ")
    in_order = [face for face in FACES if face in faces]
    if faces != in_order or len(faces) == len(FACES):
        raise certificate.inexact("distinguished")
    return tuple(faces)
