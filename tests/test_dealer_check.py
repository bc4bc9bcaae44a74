import random
from itertools import permutations

import pytest
from hypothesis import given

from freecell import Board, BoardError, DealNumberError, Move, check_deal, deal
from freecell.dealer_check import BUGS, deal_with_bugs
from freecell.dealing import deal_cards
from tests.strategies import deal_numbers

RANDOM = random.Random(617)
NUMBERS = [RANDOM.randrange(1, 1_000_001) for _ in range(100)]


def board_of(cards: list[int]) -> Board:
    return Board([cards[column::8] for column in range(8)])


@pytest.mark.parametrize("bug", BUGS)
def test_each_bug_is_recognised(bug):
    recognised = 0
    for number in NUMBERS:
        check = check_deal(number, board_of(deal_with_bugs(number, [bug])))
        recognised += check.right or (bug,) in check.bugs
    assert recognised >= 99


@pytest.mark.parametrize("order", [o for o in permutations(range(4)) if o != (0, 1, 2, 3)])
def test_suits_in_another_order_are_recognised(order):
    for number in NUMBERS[:10]:
        cards = [card // 4 * 4 + order[card % 4] for card in deal_cards(number)]
        check = check_deal(number, board_of(cards))
        assert check.bugs == (("suits",),)
        assert check.suits == "".join("CDHS"[suit] for suit in order)


@given(deal_numbers())
def test_a_right_board_is_never_called_wrong(number):
    if number >= 0:
        check = check_deal(number, deal(number))
        assert check.right
        assert str(check) == f"right: this is deal {number}"


def test_two_bugs_together_are_recognised():
    for number in NUMBERS[:20]:
        cards = deal_with_bugs(number, ["not shifted", "by columns"])
        assert check_deal(number, board_of(cards)).bugs == (("not shifted", "by columns"),)
        suits = [card // 4 * 4 + 3 - card % 4 for card in deal_with_bugs(number, ["not swapped"])]
        assert check_deal(number, board_of(suits)).bugs == (("not swapped", "suits"),)


def test_the_message_names_card_place_and_cause():
    check = check_deal(617, board_of(deal_with_bugs(617, ["not swapped"])))
    assert str(check).splitlines() == [
        "wrong: card 3 (row 1, column 3) is 5D, expected 5C",
        "likely cause: the card is removed and the rest moves up (expected: swapped with the last card)",
    ]
    suits = [card // 4 * 4 + 3 - card % 4 for card in deal_cards(617)]
    assert str(check_deal(617, board_of(suits))).endswith(
        "likely cause: the suits are in the order SHDC (expected CDHS)"
    )


def test_another_deal_is_named():
    check = check_deal(617, deal(618))
    assert (check.right, check.dealt, check.bugs) == (False, 618, ())
    assert str(check).endswith("this is the board of deal 618")


def test_what_nothing_explains_is_told():
    cards = list(range(52))
    RANDOM.shuffle(cards)
    assert str(check_deal(617, board_of(cards))).endswith("no bug that is known here explains it")


def test_explanations_that_are_as_good_are_all_told():
    # A number whose values are small enough for both to be the same.
    cards = deal_with_bugs(617, ["32 bits"])
    check = check_deal(617, board_of(cards))._replace(bugs=(("32 bits",), ("signed",)))
    assert [line.partition(":")[0] for line in str(check).splitlines()] == [
        "wrong",
        "likely cause",
        "or",
    ]


def test_the_special_games_and_games_in_progress_are_no_shuffles():
    with pytest.raises(DealNumberError, match="nothing to check: -1"):
        check_deal(-1, deal(-1))
    with pytest.raises(
        (DealNumberError, BoardError), match="not a deal: columns of 7 7 8 7 6 6 6 5"
    ):
        check_deal(617, deal(617).play(Move(7, 2)))
