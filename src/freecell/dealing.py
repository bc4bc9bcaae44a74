"""From a deal number to its cards, exactly as Microsoft's FreeCell deals them.

Microsoft's games are 1 to 32,000, later 1 to 1,000,000. FreeCell Pro extended the numbers to
8,589,934,591 with two further ways of drawing a random value; Microsoft's -1 and -2 are two boards
that cannot be won, and -3 and -4 (Windows Vista and 7) two that win themselves. They are lists and
not drawn at all. -1 and -2 are well attested, -3 has one source, and -4 was reconstructed from one
damaged source.

`shuffled` is the whole algorithm in plain Python, to be read beside a description of it and to
check the compiled core with. Everything else here uses the core.

>>> [CARD_NAMES[card] for card in shuffled(617)][:8]
['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
>>> deal_freecell(617)[6]
['JD', 'KS', 'KC', '4H']
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypeAlias

from freecell import _core
from freecell.cards import CARD_NAMES, Card
from freecell.errors import OptionError
from freecell.numbers import FIRST_DEAL, LAST_DEAL, DealNumberError, check_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_THREADS = 1024

Rows: TypeAlias = list[list[str]]
"""A board as the well-known task wants it: seven rows of card names, 8, 8, 8, 8, 8, 8 and 4."""

_SPECIAL_DECKS = {
    # Written by rows of eight, as they lie on the table.
    -1: """AC AD AH AS QC QD QH QS 3C 3D 3H 3S TC TD TH TS 5C 5D 5H 5S 8C 8D 8H 8S
           7C 7D 7H 7S 6C 6D 6H 6S 9C 9D 9H 9S 4C 4D 4H 4S JC JD JH JS 2C 2D 2H 2S KC KD KH KS""",
    -2: """AS AH AD AC 7S 7H 7D 7C KS KH KD KC 6S 6H 6D 6C QS QH QD QC 5S 5H 5D 5C
           JS JH JD JC 4S 4H 4D 4C TS TH TD TC 3S 3H 3D 3C 9S 9H 9D 9C 2S 2H 2D 2C 8S 8H 8D 8C""",
    -3: """KS KH KD KC 6S 6H 6D 6C QS QH QD QC 5S 5H 5D 5C JS JH JD JC 4S 4H 4D 4C
           TS TH TD TC 3S 3H 3D 3C 9S 9H 9D 9C 2S 2H 2D 2C 8S 8H 8D 8C AS AH AD AC 7S 7H 7D 7C""",
    -4: """KS QC TD 8H 6S 5D 3S 2D KH JS TC 8D 6H 5C 3H 2C KD JH 9S 8C 6D 4S 3D AS
           KC JD 9H 7S 6C 4H 3C AH QS JC 9D 7H 5S 4D 2S AD QH TS 9C 7D 5H 4C 2H AC QD TH 8S 7C""",
}
SPECIAL_DEALS: dict[int, tuple[Card, ...]] = {
    number: tuple(CARD_NAMES.index(name) for name in names.split())
    for number, names in _SPECIAL_DECKS.items()
}
"""Microsoft's four games that are no shuffles, -1 to -4, in the order they are dealt."""


_deal_rows = _core.deal_rows

_AT_ONCE = 1_000_000
"""How many deals the core makes in one call: a tenth of a second without AVX2."""


class Draw(NamedTuple):
    """One step of the dealing: the generator's state and value, and the card they choose."""

    state: int
    """The state by the rule of the number's band: modulo 2^31 below 2^32, else modulo 2^32."""
    value: int
    """The random value that the state stands for; how it is taken depends on the number."""
    left: int
    """How many cards the deck still holds before this one is dealt."""
    place: int
    """The place of the card in the deck: value modulo `left`."""
    card: Card


def states(number: int) -> Iterator[int]:
    """Yield the states of the generator that `rand` of Microsoft's C library uses, without end."""
    state = number
    while True:
        state = (state * 214013 + 2531011) % 2**32
        yield state


def value_of(state: int, number: int) -> int:
    """Return the random value that a state stands for, which depends on the band of the number."""
    if number < 2**31:
        return state % 2**31 // 2**16  # Microsoft's own rule: 0 to 32,767
    if number < 2**32:
        return state % 2**31 // 2**16 + 2**15  # FreeCell Pro: 32,768 to 65,535
    return state // 2**16 + 1  # FreeCell Pro: 1 to 65,536


def draws(number: int) -> Iterator[Draw]:
    """Yield the 52 steps that deal a number; the special games have none."""
    deck = list(range(52))
    modulus = 2**31 if number < 2**32 else 2**32
    for whole_state in islice(states(number), 52):
        state, left = whole_state % modulus, len(deck)
        value = value_of(state, number)
        place = value % left
        deck[place], deck[-1] = deck[-1], deck[place]
        yield Draw(state, value, left, place, deck.pop())


def shuffled(number: SupportsIndex | str) -> list[Card]:
    """Return the 52 cards of a number in the order they are dealt, in plain Python.

    The first eight cards start the columns from left to right, the next eight go on them, and so
    on.
    """
    number = check_number(number)
    if number in SPECIAL_DEALS:
        return list(SPECIAL_DEALS[number])
    return [draw.card for draw in draws(number)]


def deal_cards(number: SupportsIndex | str) -> bytes:
    """Return the 52 cards of a number in the order they are dealt, one byte a card."""
    return _core.deal_cards(check_number(number))


def deal_freecell(number: SupportsIndex | str) -> Rows:
    """Return the board of a deal number as seven rows of card names, such as `"TH"`.

    The rows have 8, 8, 8, 8, 8, 8 and 4 cards, in the order they are dealt.
    """
    # Most callers have a number that needs no reading; a call less is a tenth of the time.
    if type(number) is not int or not FIRST_DEAL <= number <= LAST_DEAL:
        number = check_number(number)
    return _deal_rows(number)


dealFreeCell = deal_freecell  # noqa: N816 - the name that the well-known task gives it
"""The same function, under the name that the well-known task gives it."""


def deals(
    start: SupportsIndex | Iterable[int],
    stop: SupportsIndex | None = None,
    *,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Deal many numbers at once: `deals(start, stop)` or `deals(numbers)`.

    Return a numpy array of shape (how many, 52), a row of cards in deal order for each number;
    or fill `out`, an array of yours of that shape (uint8, in C order), and return it.
    As in `range`, `stop` itself is not dealt. `threads` share the work.

    >>> deals(1, 1_000_001)[616][:8].tolist()
    [25, 1, 16, 11, 19, 28, 5, 2]
    >>> deals([617, 11982]).shape
    (2, 52)
    """
    import numpy as np

    numbers: range | NDArray[np.int64]
    if stop is not None:
        numbers = _consecutive(start, stop)
    elif isinstance(start, range) and start.step == 1:
        numbers = _consecutive(start.start, start.stop)
    else:
        numbers = _array_of(start)
    check_threads(threads)
    if out is None:
        out = np.empty((len(numbers), 52), dtype=np.uint8)
    _check_out(out, len(numbers))
    for begin in range(0, len(numbers), _AT_ONCE):  # between two pieces Python answers Ctrl-C
        piece = slice(begin, begin + _AT_ONCE)
        if isinstance(numbers, range):
            _core.deal_range(numbers.start + begin, out[piece], threads)
        else:
            _core.deal_numbers(numbers[piece], out[piece], threads)
    return out


def check_threads(threads: int) -> int:
    """Return a number of threads that a machine can have."""
    if not 1 <= operator.index(threads) <= MOST_THREADS:
        raise OptionError(f"not a number of threads: {threads!r} (expected 1 to {MOST_THREADS:,})")
    return threads


def _check_out(out: NDArray[np.uint8], count: int) -> None:
    """Refuse an array that cannot take these deals: the core does not check it."""
    fits = out.shape == (count, 52) and out.dtype == "uint8"
    if not (fits and out.flags.c_contiguous and out.flags.writeable):
        raise OptionError(
            f"cannot deal into an array of shape {out.shape} and type {out.dtype} "
            f"(expected a writeable uint8 array of shape ({count}, 52) in C order)"
        )


def _consecutive(start: SupportsIndex | Iterable[int], stop: SupportsIndex) -> range:
    """Return the numbers from start to stop, checked at both ends."""
    if not isinstance(start, SupportsIndex):
        raise DealNumberError(f"not a deal number: {start!r} (expected a start before a stop)")
    numbers = range(operator.index(start), operator.index(stop))
    if numbers:
        check_number(numbers[0])
        check_number(numbers[-1])
    return numbers or range(0)  # never pass an out-of-range number to the core


def _array_of(numbers: SupportsIndex | Iterable[int]) -> NDArray[np.int64]:
    """Return any numbers as an array for the core, each of them checked."""
    import numpy as np

    if not isinstance(numbers, Iterable) or isinstance(numbers, str):
        raise DealNumberError(f"not a range: {numbers!r} (expected a start and a stop, or numbers)")
    array = np.asarray(numbers if hasattr(numbers, "__array__") else list(numbers))
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise DealNumberError(
            f"not deal numbers: an array of {array.dtype} with {array.ndim} dimensions "
            "(expected whole numbers in one dimension)"
        )
    for bad in array[(array < FIRST_DEAL) | (array > LAST_DEAL)][:1].tolist():
        check_number(bad)
    return np.ascontiguousarray(array, dtype=np.int64)
