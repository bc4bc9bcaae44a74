"""Which number is this board? From all 52 cards, from the top row, or from a few cards.

`find` looks through all of 0 to 8,589,934,591 and the special games in well under a millisecond;
`find_in_python` is the same search in plain Python, to be read and to check the core with.

>>> from freecell.board import deal
>>> find(deal(617))
617
>>> list(find_partial("7D AD 5C 3S 5S 8C 2D AH"))
[617]
>>> list(find_partial({0: "7D", 13: "8H", 20: "6S", 33: "QS"}, range(1, 32_001)))
[617]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from freecell import _core
from freecell.board import Board
from freecell.cards import CARD_NAMES, Card, NotationError, parse_card, shorten
from freecell.dealing import SPECIAL_DEALS, Rows, deal_cards, states
from freecell.messages import Message
from freecell.numbers import ACCEPTED, FIRST_DEAL, LAST_DEAL, DealNumberError
from freecell.text.board_reader import LONGEST_BOARD, parse_board
from freecell.text.board_writer import is_fresh
from freecell.text.tokens import at_line, check_length, lines

KnownCards: TypeAlias = Mapping[int, Card | str]
"""Some cards of a deal by their index in it, 0 to 51: 0 to 7 are the top row."""

ALL_NUMBERS = range(FIRST_DEAL, LAST_DEAL + 1)
_UNKNOWN = frozenset(["--", "-", "??", "?", "..", "__", "**", "xx"])
_SCAN_STEP = 2**24
"""How many numbers are looked at between two chances to stop: a tenth of a second's work."""

_ENOUGH = 4
"""With so many first cards known the numbers can be computed; with less there are too many."""


def find(board: Board | Rows | str) -> int | None:
    """Return the number that deals a board, or None where no number does.

    The board may also be text in any form that `parse_board` reads, or the rows that
    `deal_freecell` returns. A board in the middle of a game is no deal.
    """
    cards = _dealt_cards(board)
    return None if cards is None else _core.find_deal(bytes(cards))


def find_in_python(board: Board | Rows | str) -> int | None:
    """Return the same as `find`, by the same method in plain Python: about a hundredth as fast."""
    cards = _dealt_cards(board)
    if cards is None:
        return None
    for number, special in SPECIAL_DEALS.items():
        if tuple(cards) == special:
            return number
    return _find_shuffle(cards)


def find_partial(
    known: KnownCards | str,
    numbers: range = ALL_NUMBERS,
    progress: Callable[[int], object] | None = None,
) -> Iterator[int]:
    """Yield every number of a range that deals these cards at these places, the smallest first.

    The cards are given by their index in the deal, or as text: rows from the top one on, with
    `--` or `??` for a card that is not known. Where the first four cards are known, all numbers are
    answered at once; otherwise each number of the range is looked at, a hundred million or more
    a second, and `progress` is told from time to time the first number not yet looked at. The
    search goes on only as far as the iterator is asked.
    """
    cards = _known_from_text(known) if isinstance(known, str) else _checked(known)
    if not cards:
        raise NotationError("no cards are known (expected one at least)")
    if numbers.step != 1 or (numbers and (numbers[0] < FIRST_DEAL or numbers[-1] > LAST_DEAL)):
        raise DealNumberError(
            f"not a range of deal numbers: {numbers} (expected {ACCEPTED}, step 1)"
        )
    return _search(cards, numbers, progress or _tell_nobody)


def _tell_nobody(_: int) -> None:
    """Take a report of progress that nobody wants."""


def _search(
    cards: dict[int, Card], numbers: range, progress: Callable[[int], object]
) -> Iterator[int]:
    for number in range(numbers.start, min(0, numbers.stop)):
        if _has_cards(number, cards):
            yield number
    start = max(0, numbers.start)
    first = [cards[index] for index in range(_count_from_first(cards))]
    if len(first) >= _ENOUGH and numbers.stop - start > _SCAN_STEP:
        for number in _core.find_first_cards(bytes(first)):
            if number in numbers and _has_cards(number, cards):
                yield number
        progress(numbers.stop)
        return
    known = sorted(cards.items())
    for chunk in range(start, numbers.stop, _SCAN_STEP):
        end = min(chunk + _SCAN_STEP, numbers.stop)
        yield from _core.scan_for_cards(known, chunk, end)
        progress(end)


def _has_cards(number: int, cards: dict[int, Card]) -> bool:
    dealt = deal_cards(number)
    return all(dealt[index] == card for index, card in cards.items())


def _count_from_first(cards: dict[int, Card]) -> int:
    """Return how many cards are known without a gap from the first one on."""
    return next(index for index in range(len(CARD_NAMES) + 1) if index not in cards)


def _known_from_text(text: str) -> dict[int, Card]:
    """Read rows of cards from the top one on, some of them unknown."""
    check_length(text, LONGEST_BOARD, "some_cards")
    known: dict[int, Card | str] = {}
    for row, line in enumerate(lines(text)):
        names = [token.text for token in line.tokens()]
        if len(names) > 8:
            why = Message("too_many_in_a_row", count=str(len(names)), text=shorten(line.text))
            raise at_line(line.number, why)
        for column, word in enumerate(names):
            if word.lower() not in _UNKNOWN:
                known[row * 8 + column] = word
    return _checked(known)


def _checked(known: KnownCards) -> dict[int, Card]:
    """Refuse places that there are not, words that are no cards, and a card at two places."""
    cards: dict[int, Card] = {}
    for index, card in known.items():
        if type(index) is not int or not 0 <= index < len(CARD_NAMES):
            raise NotationError(
                f"no such place in a deal: {shorten(str(index))} (expected 0 to 51)"
            )
        number = parse_card(card) if isinstance(card, str) else card
        if number not in range(len(CARD_NAMES)):
            raise NotationError(f"not a card: {shorten(str(number))} (expected 0 to 51)")
        if number in cards.values():
            raise NotationError(f"twice: {CARD_NAMES[number]} (expected each card at one place)")
        cards[index] = number
    return cards


def _dealt_cards(board: Board | Rows | str) -> list[Card] | None:
    """Return a board's cards in the order they were dealt; None in the middle of a game."""
    if isinstance(board, str):
        board = parse_board(board)
    elif not isinstance(board, Board):
        board = parse_board("\n".join(" ".join(row) for row in board))
    if not is_fresh(board):
        return None
    return [board.columns[index % 8][index // 8] for index in range(len(CARD_NAMES))]


# The search in plain Python; core/deal/find.cpp explains the method. A band is how its numbers make
# random values: where it starts, how many bits of the state above the lowest 16 are used, and what
# is added to them.

_Band: TypeAlias = tuple[int, int, int]
_BANDS: tuple[_Band, ...] = ((0, 15, 0), (2**31, 15, 2**15), (2**32, 16, 1))


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

    A place in 48, 32 or 16 cards tells four bits of the value; so many are tried one by one.
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
