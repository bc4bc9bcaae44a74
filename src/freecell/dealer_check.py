"""A board that somebody's own dealer printed: right, or the first wrong card and the likely bug.

Learners who write a dealer have games 1 and 617 to compare with, and see only that theirs is wrong.
Here the number is dealt with each of the usual bugs, and with several of them together; the fewest
that give exactly their board are named.

>>> by_columns = Board([deal_cards(617)[start : start + size] for start, size in COLUMN_PARTS])
>>> print(check_deal(617, by_columns))
wrong: card 2 (row 1, column 2) is AH, expected AD
likely cause: dealt column by column (expected row by row: a card to each column, then again)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import NamedTuple, SupportsIndex, TypeAlias

from freecell.board import Board
from freecell.cards import CARD_NAMES, SUITS, Card
from freecell.dealing import deal_cards
from freecell.finder import find
from freecell.numbers import DealNumberError, check_number
from freecell.text.board_writer import is_fresh

Bug: TypeAlias = str
"""The name of a mistake, one of `BUGS`, or `suits` for the suits in another order."""

BUGS: dict[Bug, str] = {
    "32 bits": "the state has 32 bits: take it modulo 2^31 before the division by 2^16",
    "no modulus": "the state grows without `mod 2^31`",
    "signed": "the state overflows a signed 32-bit integer: take it modulo 2^31",
    "signed, made positive": "the state overflows a signed 32-bit integer: take it modulo 2^31, "
    "not its absolute value",
    "floating point": "the state outgrows exact floating point: take it modulo 2^31 in every step",
    "not shifted": "the random values are not divided by 2^16",
    "low bits": "the low 15 bits of the state are used (expected the upper ones: state // 2^16)",
    "one step early": "the number itself gives the first value (expected: step the generator first)",
    "one step late": "the generator makes one step too many before the first card",
    "deck by suits": "the deck is sorted by suits (expected by ranks: AC AD AH AS 2C ...)",
    "deck from king": "the deck starts with the kings (expected with the aces)",
    "not swapped": "the card is removed and the rest moves up (expected: swapped with the last card)",
    "one card too few": "the index is taken modulo one less than the cards that are left",
    "by columns": "dealt column by column (expected row by row: a card to each column, then again)",
    "from the other end": "the shuffled deck is dealt from its other end",
}
COLUMN_PARTS = tuple((7 * column - max(0, column - 4), 7 - column // 4) for column in range(8))
"""Where each column starts, and its size, if cards are dealt column by column."""

_Values: TypeAlias = Callable[[int], Iterator[int]]


class DealCheck(NamedTuple):
    """What there is to say about somebody's board of a number."""

    number: int
    wrong_at: int | None
    """The index of the first wrong card in the order of dealing, 0 to 51; None: it is right."""
    found: Card | None
    expected: Card | None
    bugs: tuple[tuple[Bug, ...], ...]
    """What explains the board wholly: the fewest bugs, and others just as few."""
    suits: str
    """The order of the suits in their deck, as far as `bugs` have `suits`."""
    dealt: int | None
    """The number whose board it really is, where there is one."""

    @property
    def right(self) -> bool:
        """Whether it is the deal."""
        return self.wrong_at is None

    def __str__(self) -> str:
        """Say it in a line or a few."""
        if self.wrong_at is None or self.found is None or self.expected is None:
            return f"right: this is deal {self.number}"
        row, column = divmod(self.wrong_at, 8)
        lines = [
            f"wrong: card {self.wrong_at + 1} (row {row + 1}, column {column + 1}) is "
            f"{CARD_NAMES[self.found]}, expected {CARD_NAMES[self.expected]}"
        ]
        lines += [
            f"{'or' if at else 'likely cause'}: {'; and '.join(map(self._explain, bugs))}"
            for at, bugs in enumerate(self.bugs)
        ]
        if self.dealt is not None:
            lines.append(f"this is the board of deal {self.dealt}")
        elif not self.bugs:
            lines.append("no bug that is known here explains it")
        return "\n".join(lines)

    def _explain(self, bug: Bug) -> str:
        if bug == "suits":
            return f"the suits are in the order {self.suits} (expected {SUITS})"
        return BUGS[bug]


def check_deal(number: SupportsIndex | str, board: Board) -> DealCheck:
    """Compare a board with the deal of a number, and look for the bug where they differ."""
    number = check_number(number)
    if number < 0:
        raise DealNumberError(
            f"nothing to check: {number} is one of Microsoft's special games (expected 0 or more)"
        )
    if not is_fresh(board):
        sizes = " ".join(str(len(column)) for column in board.columns)
        raise DealNumberError(f"not a deal: columns of {sizes} cards (expected 7 7 7 7 6 6 6 6)")
    cards = [board.columns[index % 8][index // 8] for index in range(len(CARD_NAMES))]
    expected = deal_cards(number)
    wrong = next((at for at in range(len(cards)) if cards[at] != expected[at]), None)
    if wrong is None:
        return DealCheck(number, None, None, None, (), "", None)
    bugs, suits = _explanations(number, cards)
    return DealCheck(number, wrong, cards[wrong], expected[wrong], bugs, suits, find(board))


def _explanations(number: int, cards: Sequence[Card]) -> tuple[tuple[tuple[Bug, ...], ...], str]:
    """Return the smallest sets of bugs that deal these cards, and the order of suits in them."""
    found: list[tuple[Bug, ...]] = []
    suits = ""
    for bugs in _combinations():
        if found and len(bugs) > len(found[0]):
            break
        order = _suit_order(deal_with_bugs(number, bugs), cards)
        if order == SUITS:
            found.append(bugs)
        elif order is not None:
            found.append((*bugs, "suits"))
            suits = order
    fewest = min(map(len, found), default=0)
    return tuple(bugs for bugs in found if len(bugs) == fewest), suits


def _suit_order(dealt: Sequence[Card], cards: Sequence[Card]) -> str | None:
    """Return the order of suits with which the one deal is the other; None if there is none."""
    order: dict[int, int] = {}
    for ours, theirs in zip(dealt, cards, strict=True):
        if ours // 4 != theirs // 4 or order.setdefault(ours % 4, theirs % 4) != theirs % 4:
            return None
    return "".join(SUITS[order[suit]] for suit in range(4))


@cache
def _combinations() -> list[tuple[Bug, ...]]:
    """Return all sets of bugs with at most one of each kind, the smallest first."""
    choices = ([None, *names] for names in (_VALUES, _DECKS, _PICKS, _LAYOUTS))
    sets = [tuple(bug for bug in chosen if bug) for chosen in product(*choices)]
    return sorted(sets, key=len)


def deal_with_bugs(number: int, bugs: Sequence[Bug]) -> list[Card]:
    """Deal a number as a dealer with these bugs does, at most one of each kind."""
    chosen = set(bugs)
    values = next((make for name, make in _VALUES.items() if name in chosen), _right_values)
    deck = next((make for name, make in _DECKS.items() if name in chosen), _by_ranks)()
    pick = next((make for name, make in _PICKS.items() if name in chosen), _swapped)
    layout = next((make for name, make in _LAYOUTS.items() if name in chosen), list)
    cards = [pick(deck, value) for value in islice(values(number), len(CARD_NAMES))]
    return layout(cards)


# The random values

_A, _C = 214013, 2531011


def _right_values(number: int) -> Iterator[int]:
    state = number
    while True:
        state = (state * _A + _C) % 2**31
        yield state // 2**16


def _with_32_bits(number: int) -> Iterator[int]:
    state = number
    while True:
        state = (state * _A + _C) % 2**32
        yield state // 2**16


def _growing(number: int) -> Iterator[int]:
    state = number
    while True:
        state = state * _A + _C
        yield state // 2**16


def _signed_states(number: int) -> Iterator[int]:
    state = number
    while True:
        state = (state * _A + _C + 2**31) % 2**32 - 2**31
        yield state


def _signed(number: int) -> Iterator[int]:
    return (state // 2**16 for state in _signed_states(number))


def _made_positive(number: int) -> Iterator[int]:
    return (abs(state) // 2**16 for state in _signed_states(number))


def _floating(number: int) -> Iterator[int]:
    state = float(number)
    while True:
        state = state * _A + _C
        yield int(state / 2**16)


def _not_shifted(number: int) -> Iterator[int]:
    state = number
    while True:
        state = (state * _A + _C) % 2**31
        yield state


def _low_bits(number: int) -> Iterator[int]:
    return (state % 2**15 for state in _not_shifted(number))


def _one_early(number: int) -> Iterator[int]:
    yield number % 2**31 // 2**16
    yield from _right_values(number)


def _one_late(number: int) -> Iterator[int]:
    return islice(_right_values(number), 1, None)


_VALUES: dict[Bug, _Values] = {
    "32 bits": _with_32_bits,
    "no modulus": _growing,
    "signed": _signed,
    "signed, made positive": _made_positive,
    "floating point": _floating,
    "not shifted": _not_shifted,
    "low bits": _low_bits,
    "one step early": _one_early,
    "one step late": _one_late,
}


# The deck before the shuffle


def _by_ranks() -> list[Card]:
    return list(range(len(CARD_NAMES)))


def _by_suits() -> list[Card]:
    return [rank * 4 + suit for suit in range(4) for rank in range(13)]


def _from_king() -> list[Card]:
    return [rank * 4 + suit for rank in reversed(range(13)) for suit in range(4)]


_DECKS: dict[Bug, Callable[[], list[Card]]] = {
    "deck by suits": _by_suits,
    "deck from king": _from_king,
}


# How a value chooses a card


def _swapped(deck: list[Card], value: int) -> Card:
    index = value % len(deck)
    deck[index], deck[-1] = deck[-1], deck[index]
    return deck.pop()


def _not_swapped(deck: list[Card], value: int) -> Card:
    return deck.pop(value % len(deck))


def _too_few(deck: list[Card], value: int) -> Card:
    index = value % max(1, len(deck) - 1)
    deck[index], deck[-1] = deck[-1], deck[index]
    return deck.pop()


_PICKS: dict[Bug, Callable[[list[Card], int], Card]] = {
    "not swapped": _not_swapped,
    "one card too few": _too_few,
}


# Where the cards go


def _by_columns(cards: list[Card]) -> list[Card]:
    columns = [cards[start : start + size] for start, size in COLUMN_PARTS]
    return [columns[index % 8][index // 8] for index in range(len(CARD_NAMES))]


def _reversed(cards: list[Card]) -> list[Card]:
    return cards[::-1]


_LAYOUTS: dict[Bug, Callable[[list[Card]], list[Card]]] = {
    "by columns": _by_columns,
    "from the other end": _reversed,
}
