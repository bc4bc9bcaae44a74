import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import (
    CARD_NAMES,
    DealNumberError,
    Move,
    NotationError,
    _core,
    deal,
    deal_freecell,
    find,
    find_partial,
)
from freecell.dealing import deal_cards
from tests.plain_finder import find_in_python
from tests.strategies import BAND_EDGES, deal_numbers

RANDOM = random.Random(3)


def test_numbers_of_all_bands_are_found():
    numbers = [RANDOM.randrange(2**33) for _ in range(10_000)]
    assert [find_cards(number) for number in numbers] == numbers


def test_small_numbers_and_the_special_games_are_found():
    numbers = range(-4, 20_001)
    assert [find_cards(number) for number in numbers] == list(numbers)


def test_the_edges_of_the_bands_are_found():
    numbers = [edge + step for edge in BAND_EDGES for step in range(-40, 40)]
    numbers = [number for number in numbers if -4 <= number < 2**33]
    assert [find_cards(number) for number in numbers] == numbers


def find_cards(number: int) -> int | None:
    return _core.find_deal(deal_cards(number))


def test_a_board_that_no_number_deals_has_none():
    for _ in range(10_000):
        cards = list(range(52))
        RANDOM.shuffle(cards)
        assert _core.find_deal(bytes(cards)) is None


@given(deal_numbers())
def test_a_board_its_text_and_its_rows_have_its_number(number):
    assert find(deal(number)) == number
    assert find(str(deal(number))) == number
    assert find(deal_freecell(number)) == number


def test_python_finds_what_the_core_finds():
    numbers = [-4, -1, 0, 1, 617, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
    numbers += [RANDOM.randrange(2**33) for _ in range(10)]
    assert [find_in_python(deal(number)) for number in numbers] == numbers


def test_python_finds_nothing_where_the_core_does_not():
    cards = list(range(52))
    RANDOM.shuffle(cards)
    rows = [[CARD_NAMES[card] for card in cards[row : row + 8]] for row in range(0, 52, 8)]
    assert find_in_python(rows) is None
    assert find(rows) is None


def test_a_game_in_progress_is_no_deal():
    board = deal(617).play(Move(7, 2))
    assert find(board) is None
    assert find_in_python(board) is None


def test_the_core_refuses_what_is_not_52_cards():
    with pytest.raises(ValueError, match="not 52 cards"):
        _core.find_deal(b"")


def test_the_top_row_fixes_the_number():
    assert list(find_partial("7D AD 5C 3S 5S 8C 2D AH")) == [617]


@pytest.mark.parametrize("number", [617, 2**31 + 617, 2**32 + 617, 2**33 - 1])
def test_some_first_cards_give_what_a_scan_gives(number):
    known = dict(enumerate(deal_cards(number)[:4]))
    computed = list(find_partial(known))
    assert number in computed
    around = range(max(0, number - 2**23), min(2**33, number + 2**23))
    more = {**known, 30: deal_cards(number)[30]}
    assert number in find_partial(more)
    assert set(find_partial(more)) < set(computed)
    assert [found for found in computed if found in around] == list(find_partial(known, around))


@given(deal_numbers(), st.lists(st.integers(0, 51), min_size=6, max_size=12, unique=True))
def test_any_six_cards_are_found_in_a_range(number, places):
    cards = deal_cards(number)
    known = {place: cards[place] for place in places}
    numbers = range(max(-4, number - 100), min(2**33, number + 100))
    assert number in find_partial(known, numbers)


def test_a_scan_finds_all_numbers_with_a_card_and_no_others():
    known = {45: "7D", 51: "AS"}
    for start in (0, 2**31 - 1_000, 2**32 - 1_000):
        numbers = range(start, start + 30_001)
        wanted = [n for n in numbers if (deal_cards(n)[45], deal_cards(n)[51]) == (25, 3)]
        assert list(find_partial(known, numbers)) == wanted


def test_cards_seen_in_a_screenshot_have_gaps():
    seen = "7D ?? -- 3S -- 8C\n\n-- 7S QD\nxx qc 3h"
    assert list(find_partial(seen, range(1, 1_000_001))) == [617]


def test_the_search_reports_progress_and_stops_when_the_iterator_is_left():
    answer: list[int] = []
    numbers = find_partial({20: "6S"}, range(2**33), answer.append)
    assert next(numbers) >= 0
    assert answer == []
    rest = find_partial({3: 11, 20: 23}, range(2**24 + 5), answer.append)
    assert 617 in list(rest)
    assert answer == [2**24, 2**24 + 5]
    answer.clear()
    assert list(find_partial("7D AD 5C 3S 5S 8C 2D AH", progress=answer.append)) == [617]
    assert answer == [2**33]


def test_the_special_games_are_found_too():
    assert list(find_partial("AC AD AH AS QC", range(-4, 1))) == [-1]


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("", "no cards are known (expected one at least)"),
        ("-- -- ??", "no cards are known (expected one at least)"),
        ("7D 7D", "twice: 7D (expected each card at one place)"),
        ("7D 7X", "not a card: '7X' (expected a rank of A23456789TJQK and a suit of CDHS)"),
        ("7D " * 9, "line 1: 9 places in a row: '7D 7D 7D 7D 7D 7D 7D 7D 7D' (expected at most 8, "
         "-- or ?? for a card that is not known)"),
        ("7D\n" * 30_000, "too long for some cards"),
        ({52: "7D"}, "no such place in a deal: '52' (expected 0 to 51)"),
        ({0: 52}, "not a card: '52' (expected 0 to 51)"),
    ],
)  # fmt: skip
def test_cards_that_make_no_sense_are_refused(known, message):
    with pytest.raises(NotationError) as caught:
        find_partial(known)
    assert str(caught.value).startswith(message)


def test_a_range_beyond_the_numbers_is_refused():
    for numbers in (range(-5, 1), range(2**33 + 1), range(0, 10, 2)):
        with pytest.raises(DealNumberError, match="not a range of deal numbers"):
            find_partial("7D", numbers)
    assert list(find_partial("7D", range(5, 5))) == []


def test_the_plain_scan_finds_the_number_too():
    for number in (617, 2**31 + 617, 2**32 + 617):
        cards = deal_cards(number)
        assert _core.scan_for_deal(cards, number - 617, number + 1) == number
        assert _core.scan_for_deal(cards, number - 617, number) is None
    assert _core.scan_for_deal(bytes(52), 0, 10) is None
