"""Which number is this board? From all 52 cards, from the top row, or from a few cards.

`find` searches all of 0 to 8,589,934,591 and the special games in well under a millisecond.

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
from freecell.dealing import Rows, deal_cards
from freecell.numbers import ACCEPTED, FIRST_DEAL, LAST_DEAL, DealNumberError
from freecell.text.board_reader import LONGEST_BOARD, parse_board
from freecell.text.board_writer import is_fresh
from freecell.text.tokens import at_line, check_length, lines
from freecell.words import Message

KnownCards: TypeAlias = Mapping[int, Card | str]
"""Some cards of a deal by their index in it, 0 to 51: 0 to 7 are the top row."""

ALL_NUMBERS = range(FIRST_DEAL, LAST_DEAL + 1)
_UNKNOWN = frozenset(["--", "-", "??", "?", "..", "__", "**", "xx"])
_SCAN_STEP = 2**24
"""How many numbers are tried between two checks for a stop: a tenth of a second's work."""

_ENOUGH = 4
"""From this many known first cards on, the numbers are computed; with fewer there are too many."""


def find(board: Board | Rows | str) -> int | None:
    """Return the number that deals a board, or None where no number does.

    The board may also be text in any form that `parse_board` reads, or the rows that
    `deal_freecell` returns. A board in the middle of a game is no deal.
    """
    cards = dealt_cards(board)
    return None if cards is None else _core.find_deal(bytes(cards))


def find_partial(
    known: KnownCards | str,
    numbers: range = ALL_NUMBERS,
    progress: Callable[[int], object] | None = None,
) -> Iterator[int]:
    """Yield every number of a range that deals these cards at these places, the smallest first.

    The cards are given by their index in the deal, or as text: rows from the top one on, with
    `--` or `??` for a card that is not known. Where the first four cards are known, all numbers are
    answered at once; otherwise every number of the range is tried, a hundred million or more a
    second, and `progress` is called from time to time with the next number to try. The
    search goes on only as far as the iterator is asked.
    """
    cards = _known_from_text(known) if isinstance(known, str) else _checked(known)
    if not cards:
        raise NotationError("no cards are known (expected one at least)")
    if numbers.step != 1 or (numbers and (numbers[0] < FIRST_DEAL or numbers[-1] > LAST_DEAL)):
        raise DealNumberError(
            f"not a range of deal numbers: {numbers} (expected {ACCEPTED}, step 1)"
        )
    return _search(cards, numbers, progress or _ignore)


def _ignore(_: int) -> None:
    """Ignore a report of progress."""


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
    """Refuse unknown places, words that are not cards, and a card at two places."""
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


def dealt_cards(board: Board | Rows | str) -> list[Card] | None:
    """Return a board's cards in the order they were dealt; None in the middle of a game."""
    if isinstance(board, str):
        board = parse_board(board)
    elif not isinstance(board, Board):
        board = parse_board("\n".join(" ".join(row) for row in board))
    if not is_fresh(board):
        return None
    return [board.columns[index % 8][index // 8] for index in range(len(CARD_NAMES))]
