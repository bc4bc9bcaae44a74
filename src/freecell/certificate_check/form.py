"""The text of a certificate: read line by line, in the exact form that docs/proofs.md describes.

Every field is there once, in its place, and every value is written in one way only. So whatever is
changed in a certificate changes what it says, or is refused here.
"""

from __future__ import annotations

from typing import NamedTuple

from freecell.errors import FreecellError
from freecell.words import Message

RANKS, SUITS = "A23456789TJQK", "CDHS"
COLUMNS, MOST_CELLS = 8, 8
IMPOSSIBLE = "freecell impossible, certificate 1"
SHORTEST = "freecell shortest win, certificate 1"
MOST_TEXT = 100_000
"""Characters; a certificate has some hundred, and one with a long line some thousand."""

_BOARD = ("homes", "cells", *(f"column {number}" for number in range(1, COLUMNS + 1)))
_CHECKED = ("positions", "checksum")
_FIELDS = {
    IMPOSSIBLE: ("distinguished", *_BOARD, *_CHECKED),
    SHORTEST: ("unit", "length", *_BOARD, "moves", *_CHECKED),
}
FACES = tuple(rank.lower() + colour for rank in RANKS for colour in "br")
"""A rank and a colour each: "ab" is a black ace, "9r" a red nine."""


class CertificateError(FreecellError):
    """A certificate is refused; the message says why."""


class Start(NamedTuple):
    """The board that a certificate is about; cards are written as "9S"."""

    homes: tuple[int, ...]
    cells: tuple[str | None, ...]
    columns: tuple[tuple[str, ...], ...]

    def in_cells(self) -> list[str]:
        """Return the cards in cells."""
        return [card for card in self.cells if card is not None]


class Certificate:
    """The fields of a certificate, and the board."""

    def __init__(self, text: str) -> None:
        lines = text[: MOST_TEXT + 1].split("\n")
        self.kind = lines[0]
        if self.kind not in _FIELDS:
            raise refusal("not", line=_shown(lines[0]), one=IMPOSSIBLE, other=SHORTEST)
        if len(text) > MOST_TEXT:
            raise refusal("long", most=MOST_TEXT)
        if lines.pop():
            raise refusal("unfinished")
        self._fields = _fields(lines, _FIELDS[self.kind])
        self.start = self._start()
        self.heading = text[: text.index("\npositions: ") + 1]
        """Everything above the positions: what the certificate is about."""

    def __getitem__(self, field: str) -> str:
        return self._fields[field]

    def number(self, field: str) -> int:
        """Return a field that is a whole number."""
        value = self[field]
        if (
            not (value.isascii() and value.isdigit() and len(value) < 19)
            or str(int(value)) != value
        ):
            raise self.inexact(field)
        return int(value)

    def checksum(self) -> int:
        """Return the checksum: 16 digits in base 16."""
        value = self["checksum"]
        if len(value) != 16 or not set(value) <= set("0123456789abcdef"):
            raise self.inexact("checksum")
        return int(value, 16)

    def inexact(self, field: str) -> CertificateError:
        """Return the refusal of a value that is not in its form."""
        return refusal("value", field=field, value=_shown(self[field]))

    def _start(self) -> Start:
        homes = tuple(str(home) for home in range(14))
        words = self["homes"].split(" ")
        if len(words) != len(SUITS) or not set(words) <= set(homes):
            raise self.inexact("homes")
        cells = [] if self["cells"] == "none" else self["cells"].split(" ")
        if len(cells) > MOST_CELLS:
            raise self.inexact("cells")
        start = Start(
            tuple(map(int, words)),
            tuple(None if card == "-" else self._card(card, "cells") for card in cells),
            tuple(self._column(f"column {number}") for number in range(1, COLUMNS + 1)),
        )
        home = [
            rank + suit for suit, n in zip(SUITS, start.homes, strict=True) for rank in RANKS[:n]
        ]
        found = [*home, *start.in_cells(), *(card for column in start.columns for card in column)]
        if len(found) != 52 or len(set(found)) != 52:
            raise refusal("cards")
        return start

    def _column(self, field: str) -> tuple[str, ...]:
        value = self[field]
        return () if value == "-" else tuple(self._card(card, field) for card in value.split(" "))

    def _card(self, word: str, field: str) -> str:
        if len(word) != 2 or word[0] not in RANKS or word[1] not in SUITS:
            raise self.inexact(field)
        return word


def _fields(lines: list[str], names: tuple[str, ...]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for at, line in enumerate(lines[1:], 2):
        name, colon, value = line.partition(": ")
        if not colon or name not in names:
            raise refusal("unknown", line=at, text=_shown(line))
        if name in fields:
            raise refusal("twice", line=at, field=name)
        fields[name] = value
    for name in names:
        if name not in fields:
            raise refusal("missing", field=name)
    for at, (name, expected) in enumerate(zip(fields, names, strict=True), 2):
        if name != expected:
            raise refusal("order", line=at, field=name, expected=expected)
    return fields


def refusal(why: str, **values: str | int) -> CertificateError:
    """Return the error with one of the sentences `certificate_...`."""
    return CertificateError(Message(f"certificate_{why}", **values))


def _shown(text: str) -> str:
    return ascii(text[:60])


def text_hash(text: str) -> int:
    """Return the 64-bit FNV-1a hash of a text."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


class Listing:
    """The positions of a game, each met once, with the checksum over their texts.

    It is compared with what the certificate says: as soon as there are more, and at the end.
    """

    def __init__(self, certificate: Certificate, most: int) -> None:
        self._texts: set[str] = set()
        self._positions, self._checksum = certificate.number("positions"), certificate.checksum()
        self._sum = 0
        if self._positions > most:
            raise refusal("large", n=self._positions, most=most)

    def __len__(self) -> int:
        return len(self._texts)

    def __contains__(self, text: str) -> bool:
        return text in self._texts

    def add(self, text: str) -> None:
        """Add a position that is new."""
        if len(self._texts) == self._positions:
            raise refusal("more", n=self._positions)
        self._texts.add(text)
        self._sum += text_hash(text)

    def compare(self, heading: str = "") -> int:
        """Refuse the certificate unless count and checksum are its own; return the count.

        The `heading` is hashed too, where the kind of certificate asks for it.
        """
        if len(self) != self._positions:
            raise refusal("fewer", n=self._positions, found=len(self))
        total = (self._sum + (text_hash(heading) if heading else 0)) % 2**64
        if total != self._checksum:
            raise refusal("checksum", found=f"{total:016x}", stated=f"{self._checksum:016x}")
        return len(self)
