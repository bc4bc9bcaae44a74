"""`check_certificate`: verifies the claim of a certificate.

>>> from freecell.certificate import certify
>>> check_certificate(certify(781948)).positions
5355
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from freecell.certificate_check.easier_game import check_impossible
from freecell.certificate_check.form import (
    FACES,
    IMPOSSIBLE,
    SHORTEST,
    Certificate,
    CertificateError,
    Start,
    refusal,
)
from freecell.certificate_check.shortest_win import check_shortest
from freecell.errors import OptionError
from freecell.words import Message

__all__ = ["MOST_POSITIONS", "CertificateError", "Confirmed", "check_certificate"]

MOST_POSITIONS = 5_000_000
"""Default limit on listed positions; each takes some 300 bytes."""

_TICK_POSITIONS = 256


class Confirmed(NamedTuple):
    """What a certificate says, and what was found to be true."""

    kind: Literal["impossible", "shortest"]
    start: Start
    """The board: homes, cells and columns, with cards as "9S"."""
    positions: int
    """How many were listed."""
    distinguished: tuple[str, ...] = ()
    """Of an impossible board: the twins that were distinguished, such as "9r"."""
    length: int | None = None
    """Of a shortest win."""
    unit: str | None = None
    """Of a shortest win, what its length counts: moves, or cards."""

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return len(self.start.cells)

    def message(self, number: int | None = None) -> Message:
        """Say what was confirmed, of the deal with this number."""
        board = Message(
            "certificate_board" if number is None else "certificate_deal", number=str(number)
        )
        known: dict[str, str | int] = {
            "board": board, "cells": self.cells, "positions": self.positions
        }  # fmt: skip
        if self.kind == "shortest":
            return Message(f"certificate_is_shortest_{self.unit}", length=self.length or 0, **known)
        twins: str = " ".join(self.distinguished) or Message("certificate_no_twins")
        if len(self.distinguished) == len(FACES):
            twins = Message("certificate_all_twins")
        return Message("certificate_is_impossible", twins=twins, **known)


def check_certificate(
    text: str,
    *,
    positions: int = MOST_POSITIONS,
    progress: Callable[[int], None] | None = None,
) -> Confirmed:
    """Check a certificate of either kind; what cannot be confirmed is a `CertificateError`.

    A certificate that says more `positions` than this is refused before they are listed. `progress`
    is called now and then with the positions listed so far.
    """
    if not isinstance(text, str):
        raise refusal("not", line=ascii(text)[:60], one=IMPOSSIBLE, other=SHORTEST)
    if positions < 0:
        raise OptionError(f"not a number of positions: {positions!r:.40} (expected 0 or more)")
    certificate = Certificate(text)

    def tick(listed: int) -> None:
        if progress is not None and listed % _TICK_POSITIONS == 0:
            progress(listed)

    if certificate.kind == IMPOSSIBLE:
        found, distinguished = check_impossible(certificate, positions, tick)
        return Confirmed("impossible", certificate.start, found, distinguished)
    found, length = check_shortest(certificate, positions, tick)
    unit = certificate["unit"]
    return Confirmed("shortest", certificate.start, found, length=length, unit=unit)
