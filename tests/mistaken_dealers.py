"""Dealers with one mistake each, written plainly as learners write them, to compare the core with."""

import math
from collections.abc import Callable, Iterator
from itertools import count, islice

Values = Callable[[int], Iterator[int]]

A, C = 214013, 2531011


def states(
    number: int, step: Callable[[int], int], value: Callable[[int], int] = lambda s: s >> 16
) -> Iterator[int]:
    """Yield the values of a generator: a step of its state, then the value of the state."""
    state = number
    while True:
        state = step(state)
        yield value(state)


def right(state: int) -> int:
    return (state * A + C) % 2**31


def signed(state: int) -> int:
    return (state * A + C + 2**31) % 2**32 - 2**31


def floating(number: int) -> Iterator[float]:
    state = float(number)
    while True:
        state = state * A + C
        yield state


def not_kept(number: int) -> Iterator[int]:
    while True:
        yield right(number) >> 16


def with_the_number_first(number: int) -> Iterator[int]:
    yield number % 2**31 >> 16
    yield from states(number, right)


def bsd_floating(number: int, modulus: int, values: int, shift: int) -> Iterator[int]:
    """The constants of BSD and of the C standard, in the arithmetic of JavaScript."""
    state = float(number)
    while True:
        state = math.fmod(state * 1103515245.0 + 12345.0, modulus)
        yield (int(state) >> shift) % values


def gnu(number: int) -> Iterator[int]:
    """`rand` of the GNU C library, as it is described in its documentation of the formula."""
    r = [number or 1]
    for _ in range(30):
        r.append(16807 * r[-1] % 2147483647)
    r += r[:3]
    while True:
        r.append((r[-3] + r[-31]) % 2**32)
        if len(r) > 344:
            yield r[-1] >> 1


VALUES: dict[str, Values] = {
    "wraps at 2^31": lambda n: states(n, right),
    "32 bits": lambda n: states(n, lambda s: (s * A + C) % 2**32),
    "64 bits": lambda n: states(n, lambda s: (s * A + C) % 2**64),
    "no modulus": lambda n: states(n, lambda s: s * A + C),
    "modulus 2^31 - 1": lambda n: states(n, lambda s: (s * A + C) % (2**31 - 1)),
    "signed": lambda n: states(n, signed),
    "signed, made positive": lambda n: states(n, signed, lambda s: abs(s) >> 16),
    "signed, made positive late": lambda n: states(n, signed, lambda s: abs(s >> 16)),
    "floating point": lambda n: (int(s / 2**16) for s in floating(n)),
    "floating point, masked": lambda n: (int(s) % 2**31 >> 16 for s in floating(n)),
    "clamped": lambda n: states(n, lambda s: min(s * A + C, 2**32 - 1) & 0x7FFFFFFF),
    "not shifted": lambda n: states(n, right, lambda s: s),
    "low bits": lambda n: states(n, right, lambda s: s & 0x7FFF),
    "14 bits": lambda n: states(n, right, lambda s: s >> 16 & 0x3FFF),
    "shifted by 15": lambda n: states(n, right, lambda s: s >> 15),
    "shifted by 8": lambda n: states(n, right, lambda s: s >> 8),
    "rounded": lambda n: states(n, right, lambda s: math.floor(s / 2**16 + 0.5)),
    "caret": lambda n: states(n, lambda s: (s * A + C) % 2 ^ 31, lambda s: s // 2 ^ 16),
    "caret in the modulus": lambda n: states(n, lambda s: (s * A + C) % 2 ^ 31),
    "caret in the division": lambda n: states(n, right, lambda s: s // 2 ^ 16),
    "state not kept": not_kept,
    "number one higher": lambda n: states(n + 1, right),
    "number one lower": lambda n: states(n - 1, right),
    "number counted up": lambda n: (right(n + card) >> 16 for card in count()),
    "value kept as state": lambda n: states(n, lambda s: right(s) >> 16, lambda s: s),
    "value lost before each card": lambda n: islice(states(n, right), 1, None, 2),
    "value lost after each card": lambda n: islice(states(n, right), 0, None, 2),
    "one step early": with_the_number_first,
    "one step late": lambda n: islice(states(n, right), 1, None),
    "constants swapped": lambda n: states(n, lambda s: (s * C + A) % 2**31),
    "BSD generator": lambda n: states(n, lambda s: (s * 1103515245 + 12345) % 2**31, lambda s: s),
    "BSD generator, floating point": lambda n: bsd_floating(n, 2**31, 2**31, 0),
    "ANSI C generator": lambda n: states(n, lambda s: (s * 1103515245 + 12345) % 2**31),
    "ANSI C generator, 32 bits": lambda n: states(n, lambda s: (s * 1103515245 + 12345) % 2**32),
    "ANSI C generator, floating point": lambda n: bsd_floating(n, 2**31, 2**15, 16),
    "ANSI C generator, 32 bits in floating point": lambda n: bsd_floating(n, 2**32, 2**15, 16),
    "GNU generator": gnu,
}

RANKS, SUITS = range(13), range(4)

DECKS: dict[str, list[int]] = {
    "deck by suits": [4 * rank + suit for suit in SUITS for rank in RANKS],
    "deck from king": [4 * rank + suit for rank in RANKS[::-1] for suit in SUITS],
    "deck with ace last": [4 * rank + suit for rank in [*RANKS[1:], 0] for suit in SUITS],
    "deck by suits from king": [4 * rank + suit for suit in SUITS for rank in RANKS[::-1]],
    "deck by suits with ace last": [4 * rank + suit for suit in SUITS for rank in [*RANKS[1:], 0]],
}

Pick = Callable[[list[int], Iterator[int]], list[int]]


def swapping(index_of: Callable[[int, int], int]) -> Pick:
    """Make a dealer that swaps with the last card, from what it takes for the index."""

    def pick(deck: list[int], values: Iterator[int]) -> list[int]:
        dealt = []
        while deck:
            index = index_of(next(values), len(deck))
            deck[index], deck[-1] = deck[-1], deck[index]
            dealt.append(deck.pop())
        return dealt

    return pick


def removing(deck: list[int], values: Iterator[int]) -> list[int]:
    return [deck.pop(next(values) % len(deck)) for _ in range(52)]


def to_the_front(deck: list[int], values: Iterator[int]) -> list[int]:
    for at in range(52):
        chosen = at + next(values) % (52 - at)
        deck[at], deck[chosen] = deck[chosen], deck[at]
    return deck


def of_always(modulus: int) -> Pick:
    """Make a dealer whose modulus stays the same, so that it swaps what it dealt already, too."""

    def pick(deck: list[int], values: Iterator[int]) -> list[int]:
        for at in range(51, -1, -1):
            chosen = next(values) % modulus
            deck[at], deck[chosen] = deck[chosen], deck[at]
        return deck[::-1]

    return pick


pick_right = swapping(lambda value, left: value % left)

PICKS: dict[str, Pick] = {
    "not swapped": removing,
    "one card too few": swapping(lambda value, left: value % max(1, left - 1)),
    "swapped with the first": to_the_front,
    "modulus stays 52": of_always(52),
    "modulus stays 51": of_always(51),
    "scaled": swapping(lambda value, left: int(value / 32768 * left)),
    "index one too low": swapping(lambda value, left: value % left - 1),
    "last card always": swapping(lambda _, __: -1),
}


def rows_of(cards: list[int]) -> list[list[int]]:
    return [cards[first : first + 8] for first in range(0, 52, 8)]


def upside_down(cards: list[int]) -> list[int]:
    columns = [cards[column::8][::-1] for column in range(8)]
    return [columns[place % 8][place // 8] for place in range(52)]


def by_columns(cards: list[int]) -> list[int]:
    rest = iter(cards)
    columns = [[next(rest) for _ in range(7 if column < 4 else 6)] for column in range(8)]
    return [columns[place % 8][place // 8] for place in range(52)]


LAYOUTS: dict[str, Callable[[list[int]], list[int]]] = {
    "by columns": by_columns,
    "from the other end": lambda cards: cards[::-1],
    "snake": lambda cards: [
        card for at, row in enumerate(rows_of(cards)) for card in (row[::-1] if at % 2 else row)
    ],
    "rows right to left": lambda cards: [card for row in rows_of(cards) for card in row[::-1]],
    "columns upside down": upside_down,
}


def deal_plainly(number: int, bugs: list[str]) -> list[int]:
    """Deal a number below 2^31 with some of the mistakes above, at most one of each kind."""
    values = next((VALUES[bug] for bug in bugs if bug in VALUES), VALUES["wraps at 2^31"])
    deck = next((DECKS[bug] for bug in bugs if bug in DECKS), range(52))
    pick = next((PICKS[bug] for bug in bugs if bug in PICKS), pick_right)
    layout = next((LAYOUTS[bug] for bug in bugs if bug in LAYOUTS), list)
    return layout(pick(list(deck), values(number)))
