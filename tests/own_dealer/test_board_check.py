import random
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Board, BoardError, DealNumberError, Move, check_deal, check_deals, deal
from freecell.dealing import deal_cards, draws
from freecell.own_dealer.board_check import BUGS, check_cards, deal_with_bugs
from freecell.words import LANGUAGES, words
from tests.mistaken_dealers import DECKS, LAYOUTS, PICKS, VALUES, deal_plainly
from tests.strategies import deal_numbers

RANDOM = random.Random(617)
NUMBERS = [RANDOM.randrange(1, 1_000_001) for _ in range(100)]
SUIT_ORDERS = ["".join(order) for order in permutations("CDHS")][1:]

ALL_BUGS = [bug for kind in BUGS for bug in kind]
PAIRS = [(a, b) for kind, other in combinations(BUGS, 2) for a in kind for b in other]


def board_of(cards: list[int] | bytes) -> Board:
    return Board([cards[column::8] for column in range(8)])


# The mistakes


def test_the_core_knows_the_mistakes_that_are_written_here_and_described_in_words():
    assert [list(kind) for kind in BUGS] == [list(all_) for all_ in (VALUES, DECKS, PICKS, LAYOUTS)]
    assert set(words()["mistakes"]) == {*ALL_BUGS, "suits"}
    assert all(set(texts) == set(LANGUAGES) for texts in words()["mistakes"].values())


@pytest.mark.parametrize("bug", ALL_BUGS)
def test_the_core_deals_each_mistake_as_a_learner_writes_it(bug):
    for number in [0, 1, 617, 31999, 1_000_000, 2**31 - 1, *NUMBERS]:
        assert deal_with_bugs(number, [bug]) == deal_plainly(number, [bug])


CHOICES = st.tuples(*(st.sampled_from(["", *kind]) for kind in BUGS))


@given(st.integers(0, 2**31 - 1), CHOICES)
def test_the_core_deals_mistakes_together_as_a_learner_writes_them(number, chosen):
    bugs = [bug for bug in chosen if bug]
    core = deal_with_bugs(number, bugs)
    if not core:  # scaled from more than 15 bits: there is no such index
        assert "scaled" in bugs
    else:
        assert core == deal_plainly(number, bugs)


@given(deal_numbers())
def test_a_dealer_without_a_mistake_deals_rightly(number):
    if number >= 0:
        assert deal_with_bugs(number, []) == list(deal_cards(number))


def test_a_mistake_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="no such mistake: forgotten"):
        deal_with_bugs(617, ["forgotten"])


# What is recognised


def assert_recognised(number: int, bugs: tuple[str, ...], suits: str = "") -> None:
    """The bugs are named, or others no more that deal the same board; or it is right by chance."""
    cards = deal_with_bugs(number, bugs, suits)
    if not cards:
        return
    check = check_cards(number, bytes(cards))
    if check.right:
        assert cards == list(deal_cards(number))
        return
    named = (*bugs, "suits") if suits else tuple(bugs)
    assert check.bugs, (number, named)
    assert len(check.bugs[0]) <= len(named)
    assert len(check.bugs[0]) < len(named) or named in check.bugs
    for found in check.bugs:
        assert deal_with_bugs(number, found, check.suits if "suits" in found else "") == cards


@pytest.mark.parametrize("bug", ALL_BUGS)
def test_each_mistake_is_recognised(bug):
    for number in NUMBERS:
        assert_recognised(number, (bug,))


def assert_pairs_recognised(first: str, numbers: list[int]) -> None:
    for number in numbers:
        for pair in PAIRS:
            if pair[0] == first:
                assert_recognised(number, pair)
    for at, number in enumerate(numbers):
        assert_recognised(number, (first,), SUIT_ORDERS[at % len(SUIT_ORDERS)])


@pytest.mark.parametrize("first", ALL_BUGS)
def test_each_pair_of_mistakes_is_recognised(first):
    assert_pairs_recognised(first, NUMBERS[:8])


@pytest.mark.long
@pytest.mark.parametrize("first", ALL_BUGS)
def test_each_pair_of_mistakes_is_recognised_with_a_hundred_numbers(first):
    assert_pairs_recognised(first, NUMBERS)


@pytest.mark.parametrize("order", SUIT_ORDERS)
def test_suits_in_another_order_are_recognised(order):
    for number in NUMBERS[:10]:
        check = check_cards(number, bytes(deal_with_bugs(number, [], order)))
        assert check.bugs == (("suits",),)
        assert check.suits == order


def test_one_board_distinguishes_nearly_every_mistake_from_every_other():
    alone = 0
    for bug in ALL_BUGS[1:]:  # the first one is none below 2^31
        check = check_cards(617, bytes(deal_with_bugs(617, [bug])))
        assert (bug,) in check.bugs
        alone += check.bugs == ((bug,),)
    assert alone == len(ALL_BUGS) - 1


@given(deal_numbers())
def test_a_right_board_is_never_called_wrong(number):
    if number >= 0:
        check = check_deal(number, deal(number))
        assert check.right
        assert str(check) == f"right: this is deal {number}"


def test_a_number_that_wraps_at_2_to_the_31_is_recognised():
    check = check_deal(2**31 + 617, deal(617))
    assert check.bugs == (("wraps at 2^31",),)
    assert check.dealt == 617


# The report


def test_the_message_names_card_place_and_cause():
    check = check_deal(617, board_of(deal_with_bugs(617, ["not swapped"])))
    assert str(check).splitlines() == [
        "wrong: card 3 (row 1, column 3) is 5D, expected 5C",
        "likely cause: the card is removed and the rest moves up (expected: swapped with the last card)",
    ]
    assert str(check_deal(617, board_of(deal_with_bugs(617, [], "SHDC")))).endswith(
        "likely cause: the suits are in the order SHDC (expected CDHS)"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_is_in_every_language(language):
    check = check_deal(617, board_of(deal_with_bugs(617, ["caret", "by columns"], "SHDC")))
    described = words()["mistakes"]
    answer = check.say(language)
    assert described["caret"][language] in answer
    assert described["by columns"][language] in answer
    assert "SHDC" in answer
    assert "8C" in answer or "7D" in answer


def test_another_deal_is_named():
    check = check_deal(617, deal(620))
    assert (check.right, check.dealt, check.bugs) == (False, 620, ())
    assert str(check).endswith("this is the board of deal 620")


def test_the_next_number_and_the_one_before_are_named_as_bugs():
    assert check_deal(617, deal(618)).bugs == (("number one higher",),)
    assert check_deal(617, deal(616)).bugs == (("number one lower",),)
    checks = check_deals({number: deal(number + 1) for number in (1, 617, 11982)})
    assert "all boards together: likely cause: the generator starts with the number + 1" in str(
        checks
    )


def test_explanations_that_are_as_good_are_all_reported():
    check = check_deal(617, board_of(deal_with_bugs(617, ["32 bits"])))
    check = check._replace(bugs=(("32 bits",), ("signed",)))
    assert [line.partition(":")[0] for line in str(check).splitlines()] == [
        "wrong",
        "likely cause",
        "or",
    ]


# Where nothing explains it


def parted_at(step: int, index: int, number: int = 617) -> Board:
    """Deal rightly, but at one step take the card at another index."""
    deck, cards = list(range(52)), []
    for at, draw in enumerate(draws(number)):
        place = index if at == step else draw.place
        deck[place], deck[-1] = deck[-1], deck[place]
        cards.append(deck.pop())
    return board_of(cards)


def test_the_step_and_the_index_at_which_the_shuffles_part_are_reported():
    draw = list(draws(617))[20]
    other = (draw.place + 5) % draw.left
    check = check_deal(617, parted_at(20, other))
    divergence = check.divergence
    assert divergence is not None
    assert (divergence.step, divergence.left, divergence.place, divergence.drawn) == (
        20,
        32,
        draw.place,
        other,
    )
    assert (divergence.state, divergence.value) == (draw.state, draw.value)
    lines = str(check).splitlines()
    assert lines[1] == "no bug that is known here explains it"
    assert lines[2] == (
        f"the shuffles part at card 21: with 32 cards left your program took index {other}; "
        f"expected {draw.place} = {draw.value} mod 32"
    )
    assert lines[-1].startswith("the first 20 cards are right, so the deck")


@pytest.mark.parametrize(
    ("clue", "index"),
    [
        ("modulus", lambda draw: draw.value % (draw.left - 1)),
        ("not_divided", lambda draw: draw.state % draw.left),
        ("from_the_end", lambda draw: draw.left - 1 - draw.place),
        ("one_higher", lambda draw: (draw.place + 1) % draw.left),
        ("one_lower", lambda draw: (draw.place - 1) % draw.left),
    ],
)
def test_what_could_have_led_to_the_index_is_reported(clue, index):
    answer = 0
    for number in NUMBERS:
        draw = list(draws(number))[12]
        wrong = index(draw)
        if wrong in (draw.place, draw.left) or wrong > draw.left:
            continue
        divergence = check_deal(number, parted_at(12, wrong, number)).divergence
        assert divergence is not None
        assert divergence.clue
        answer += divergence.clue == clue
        assert any(str(wrong) in line for line in divergence.lines()) or "one too" in clue
    assert answer > 30


def test_the_nearest_dealer_with_a_bug_is_named():
    cards = deal_with_bugs(617, ["low bits"])
    cards[40:] = cards[:39:-1]
    check = check_deal(617, board_of(cards))
    assert check.divergence is not None
    assert (check.divergence.nearest, check.divergence.nearest_cards) == (("low bits",), 40)
    assert "the first 40 cards are those of a dealer with a known bug: the low" in str(check)


# Several boards


def test_one_mistake_explains_several_boards():
    boards = {number: board_of(deal_with_bugs(number, ["snake"])) for number in (1, 617)}
    checks = check_deals(boards)
    assert not checks.right
    assert [each.bugs for each in checks.explanations] == [("snake",)]
    assert str(checks).splitlines() == [
        "1: wrong: card 9 (row 2, column 1) is 3H, expected KD",
        "617: wrong: card 9 (row 2, column 1) is KH, expected TD",
        "all boards together: likely cause: every second row is dealt from right to left "
        "(expected each from left to right)",
    ]


@pytest.mark.parametrize("bug", ALL_BUGS)
def test_a_right_board_among_wrong_ones_must_be_explained_too(bug):
    boards = {number: board_of(deal_with_bugs(number, [bug])) for number in (1, 617, 11982)}
    checks = check_deals(boards)
    if not checks.right:
        assert (bug,) in [each.bugs for each in checks.explanations]
        first = next(check for check in checks.checks if not check.right)
        mixed = check_deals({**boards, 5: deal(5), first.number: boards[first.number]})
        assert all(
            deal_with_bugs(5, each.bugs, each.suits) == list(deal_cards(5))
            for each in mixed.explanations
        )


def test_several_right_boards_are_right():
    checks = check_deals({1: deal(1), 617: deal(617)})
    assert checks.right
    assert str(checks) == "1: right: this is deal 1\n617: right: this is deal 617"


def test_a_deck_in_any_order_is_found_from_two_boards():
    deck = RANDOM.sample(range(52), 52)
    boards = {n: board_of([deck[card] for card in deal_cards(n)]) for n in (1, 617)}
    checks = check_deals(boards)
    assert checks.deck == tuple(deck)
    assert "a deck in another order explains all of these boards: " in str(checks)
    assert check_deals({1: boards[1]}).deck is None


def test_any_other_places_are_found_from_two_boards():
    places = RANDOM.sample(range(52), 52)
    boards = {n: board_of([deal_cards(n)[place] for place in places]) for n in (1, 617)}
    checks = check_deals(boards)
    assert checks.places == tuple(places)
    first = " ".join(str(place + 1) for place in places[:8])
    assert f"the first row holds cards {first} of the deal" in str(checks)


def test_boards_that_nothing_explains_together_are_explained_one_by_one():
    cards = RANDOM.sample(range(52), 52)
    checks = check_deals({1: board_of(deal_with_bugs(1, ["snake"])), 617: board_of(cards)})
    assert checks.explanations == ()
    answer = str(checks).splitlines()
    assert "1: likely cause: every second row" in answer[1]
    assert answer[3] == "617: no bug that is known here explains it"


def test_the_special_games_and_games_in_progress_are_no_shuffles():
    with pytest.raises(DealNumberError, match="nothing to check: -1"):
        check_deal(-1, deal(-1))
    with pytest.raises(
        (DealNumberError, BoardError), match="not a deal: columns of 7 7 8 7 6 6 6 5"
    ):
        check_deal(617, deal(617).play(Move(7, 2)))
