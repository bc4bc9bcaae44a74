"""What can be seen of a deal without playing it, for many deals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from freecell.dealing import deals

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COLUMNS, _SUITS = 8, 4
_ON_TOP = np.array([(6 if place % _COLUMNS < 4 else 5) - place // _COLUMNS for place in range(52)])
"""How many cards lie on the card at each place, in the order of dealing."""


def features(first: int, stop: int) -> dict[str, NDArray[Any]]:
    """Return for each deal of a range what its layout looks like, by the name of the feature."""
    cards = deals(first, stop)
    rank = cards // _SUITS
    return {
        "cards on the aces": _on_top(rank == 0),
        "cards on the aces and twos": _on_top(rank <= 1),
        "kings that lie on no card": _count(rank[:, :_COLUMNS] == 12),
        "cards on a lower card of their suit": _on_lower(cards),
        "pairs that lie in order": _in_order(cards),
    }


def _on_top(wanted: NDArray[np.bool_]) -> NDArray[Any]:
    return _count(wanted * _ON_TOP)


def _count(found: NDArray[Any]) -> NDArray[Any]:
    counts: NDArray[Any] = found.sum(axis=1)
    return counts


def _on_lower(cards: NDArray[Any]) -> NDArray[Any]:
    """Count the cards that must be taken off before some card under them can go home."""
    blocks = np.zeros(cards.shape, np.bool_)
    for place in range(_COLUMNS, 52):
        for under in range(place % _COLUMNS, place, _COLUMNS):
            same = cards[:, place] % _SUITS == cards[:, under] % _SUITS
            blocks[:, place] |= same & (cards[:, place] > cards[:, under])
    return _count(blocks)


def _in_order(cards: NDArray[Any]) -> NDArray[Any]:
    """Count the cards that lie on one of the other colour and the next higher rank."""
    over, under = cards[:, _COLUMNS:], cards[:, :-_COLUMNS]
    red = [np.isin(each % _SUITS, (1, 2)) for each in (over, under)]
    return _count((under // _SUITS == over // _SUITS + 1) & (red[0] != red[1]))
