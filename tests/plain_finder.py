"""The finder in plain Python: the method of core/deal/find.cpp, to be read and to check the core with.

A band is how its numbers make random values: where it starts, how many bits of the state above the
lowest 16 are used, and what is added to them.
"""

from collections.abc import Iterator
from typing import TypeAlias

from freecell.board import Board
from freecell.cards import CARD_NAMES, Card
from freecell.dealing import SPECIAL_DEALS, Rows, states
from freecell.finder import dealt_cards

_Band: TypeAlias = tuple[int, int, int]
_BANDS: tuple[_Band, ...] = ((0, 15, 0), (2**31, 15, 2**15), (2**32, 16, 1))


def find_in_python(board: Board | Rows | str) -> int | None:
    """Return the same as `find`, about a hundred times slower."""
    cards = dealt_cards(board)
    if cards is None:
        return None
    for number, special in SPECIAL_DEALS.items():
        if tuple(cards) == special:
            return number
    return _find_shuffle(cards)


def _find_shuffle(cards: list[Card]) -> int | None:
    places = _places(cards)
    same, opposite = _low_parts(places)
    for band in _BANDS:
        odd = band[2] % 2  # then all parities are the other way round
        for part in [low + odd * 2**16 for low in same] + [
            low + (1 - odd) * 2**16 for low in opposite
        ]:
            for seed in _grown(part, band, places):
                return band[0] + seed
    return None


def _places(cards: list[Card]) -> list[int]:
    """Return the place in the deck that each card was drawn from."""
    deck = list(range(len(CARD_NAMES)))
    places = []
    for card in cards:
        places.append(deck.index(card))
        deck[places[-1]] = deck[-1]
        deck.pop()
    return places


def _low_parts(places: list[int]) -> tuple[list[int], list[int]]:
    """Return the lowest 16 bits of numbers whose values are all as odd as drawn, or all not so.

    From an even number of cards an odd place means an odd value, which is bit 16 of the state; and
    bit 16 of the number itself turns all of these round. Each such card leaves half of the parts.
    """
    same = opposite = list(range(2**16))
    for index, (factor, term) in enumerate(_jumps()):
        if index % 2 == 0:
            turn = 0 if places[index] % 2 else 2**16  # adding it to an even value makes it odd
            same = _odd_ones(same, factor, term + turn)
            opposite = _odd_ones(opposite, factor, term + 2**16 - turn)
    return same, opposite


def _odd_ones(parts: list[int], factor: int, term: int) -> list[int]:
    """Return the parts that lead to an odd value; only 17 bits of the state matter."""
    factor, term = factor % 2**17, term % 2**17
    return [part for part in parts if part * factor + term & 65536]


def _jumps() -> list[tuple[int, int]]:
    """Return factor and term with which each state follows from the number, modulo 2^32."""
    factors = [pow(214013, index, 2**32) for index in range(1, len(CARD_NAMES) + 1)]
    return list(zip(factors, states(0), strict=False))


def _grown(part: int, band: _Band, places: list[int]) -> Iterator[int]:
    """Yield the numbers with these lowest 17 bits, within their band.

    A place in 48, 32 or 16 cards determines four bits of the value; the others are tried one by one.
    """
    _, bits, added = band
    parts = [part]
    for modulus in (4, 8, 16):
        longer = [part + bit * modulus * 2**15 for part in parts for bit in (0, 1)]
        parts = [part for part in longer if _fits(part, added, places, modulus)]
    for part in parts:
        for seed in range(part, 2 ** (16 + bits), 2**20):
            if _deals(seed, band, places):
                yield seed


def _fits(part: int, added: int, places: list[int], modulus: int) -> bool:
    return all(
        ((state >> 16) + added - place) % modulus == 0
        for index, (state, place) in enumerate(zip(states(part), places, strict=False))
        if (len(CARD_NAMES) - index) % modulus == 0
    )


def _deals(seed: int, band: _Band, places: list[int]) -> bool:
    _, bits, added = band
    return all(
        ((state >> 16) % 2**bits + added) % (len(CARD_NAMES) - index) == place
        for index, (state, place) in enumerate(zip(states(seed), places, strict=False))
    )
