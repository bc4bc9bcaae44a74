import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import freecell
from freecell import CARD_NAMES, DealNumberError, _core, deal_freecell, deals, shuffled
from freecell.dealing import deal_cards, draws
from freecell.numbers import LAST_DEAL
from tests.known import known_deals
from tests.needed import not_on_windows
from tests.strategies import deal_numbers

GAME_1 = """\
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H"""

GAME_617 = """\
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H"""


def test_the_five_checks_of_the_task():
    for function in (freecell.deal_freecell, freecell.dealFreeCell):
        assert callable(function)
        assert type(function(1)) is list
        assert len(function(1)) == 7
        assert function(1) == [line.split() for line in GAME_1.splitlines()]
        assert function(617) == [line.split() for line in GAME_617.splitlines()]


def test_the_rows_are_new_lists_each_time():
    deal_freecell(617)[0][0] = "changed"
    assert deal_freecell(617)[0][0] == "7D"


@pytest.mark.parametrize(("number", "cards"), known_deals())
def test_known_deals_are_right_in_python_and_in_the_core(number, cards):
    assert [CARD_NAMES[card] for card in shuffled(number)] == cards
    assert [CARD_NAMES[card] for card in _core.deal_cards(number)] == cards
    assert [CARD_NAMES[card] for card in deals([number])[0]] == cards
    assert [name for row in deal_freecell(number) for name in row] == cards


@pytest.mark.no_cover  # measuring it would take ten times as long
@pytest.mark.parametrize(
    "numbers",
    [
        range(-4, 10_001),
        pytest.param(range(10_001, 100_001), marks=pytest.mark.long),
        range(2**31 - 2_000, 2**31 + 2_000),
        range(2**32 - 2_000, 2**32 + 2_000),
        range(2**33 - 2_000, 2**33),
    ],
    ids=str,
)
def test_the_core_deals_as_python_does(numbers):
    many = deals(numbers.start, numbers.stop)
    for number, cards in zip(numbers, many.tolist(), strict=True):
        assert cards == shuffled(number), number
    scattered = np.array(numbers)[::-1]
    np.testing.assert_array_equal(deals(scattered), many[::-1])
    np.testing.assert_array_equal(deals(numbers, threads=3), many)


@pytest.mark.parametrize("dealer", _core.dealers())
@pytest.mark.parametrize("start", [-4, 1, 2**31 - 1_000, 2**32 - 1_000, 2**33 - 2_000])
def test_every_dealer_of_this_processor_deals_alike(dealer, start):
    numbers = np.arange(start, start + 2_000)
    expected = [shuffled(number) for number in numbers.tolist()]
    cards = np.zeros((len(numbers), 52), dtype=np.uint8)
    _core.deal_range(start, cards, 1, dealer=dealer)
    assert cards.tolist() == expected
    _core.deal_numbers(numbers[::-1].copy(), cards, 1, dealer=dealer)
    assert cards.tolist() == expected[::-1]


def test_the_last_dealer_works_everywhere():
    assert _core.dealers()[-1] == "plain"
    with pytest.raises(ValueError, match="this processor has no such dealer: abacus"):
        _core.deal_range(1, np.zeros((1, 52), np.uint8), 1, dealer="abacus")


@given(deal_numbers())
def test_one_deal_of_the_core_is_as_in_python(number):
    assert list(deal_cards(number)) == shuffled(number)
    assert deal_freecell(number) == [
        [CARD_NAMES[card] for card in shuffled(number)[row : row + 8]] for row in range(0, 52, 8)
    ]


@given(st.lists(deal_numbers(), max_size=200), st.integers(1, 4))
def test_any_numbers_at_once_are_as_one_by_one(numbers, threads):
    assert deals(numbers, threads=threads).tolist() == [shuffled(number) for number in numbers]


@given(deal_numbers(), st.integers(0, 150), st.integers(1, 4))
def test_a_range_at_once_is_as_one_by_one(start, length, threads):
    stop = min(start + length, LAST_DEAL + 1)
    expected = [shuffled(number) for number in range(start, stop)]
    assert deals(start, stop, threads=threads).tolist() == expected


def test_a_deal_is_a_permutation_of_the_deck():
    assert (np.sort(deals(0, 50_000), axis=1) == np.arange(52)).all()


def test_the_draws_are_the_steps_of_the_shuffle():
    steps = list(draws(617))
    assert steps[0] == (134577032, 2053, 52, 25, CARD_NAMES.index("7D"))
    assert [step.left for step in steps] == list(range(52, 0, -1))
    assert [step.card for step in steps] == shuffled(617)
    assert all(step.place == step.value % step.left for step in steps)


def test_many_deals_fill_an_array_of_the_caller():
    mine = np.zeros((100, 52), dtype=np.uint8)
    assert deals(1, 101, out=mine) is mine
    assert mine.tolist() == [shuffled(number) for number in range(1, 101)]


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((99, 52), np.uint8),
        np.zeros((100, 51), np.uint8),
        np.zeros((100, 52), np.int64),
        np.zeros((52, 100), np.uint8).T,
        np.zeros((200, 52), np.uint8)[::2],
        np.frombuffer(bytes(5200), np.uint8).reshape(100, 52),
    ],
    ids=["rows", "columns", "type", "order", "gaps", "read-only"],
)
def test_an_array_that_does_not_fit_is_refused(out):
    with pytest.raises(ValueError, match="cannot deal into an array of shape"):
        deals(1, 101, out=out)


@pytest.mark.parametrize("number", ["x" * 100_000, -5, 2**33, "1,00", b"617", 6.0])
def test_the_plain_dealer_refuses_what_the_fast_one_refuses(number):
    with pytest.raises(DealNumberError) as fast:
        deal_freecell(number)
    with pytest.raises(DealNumberError) as plain:
        shuffled(number)
    assert str(plain.value) == str(fast.value)


@pytest.mark.parametrize(
    "arguments",
    [
        (-5, 3),
        (0, 2**33 + 1),
        (2**33, 2**33 + 1),
        ([1, 2**33],),
        ([-5],),
        ([1.0],),
        ([True],),
        (["617"],),
        ([[1, 2]],),
        (617,),
        ("617",),
        ([1], 2),
        (np.array([2**63], np.uint64),),
    ],
    ids=repr,
)
def test_numbers_that_cannot_be_dealt_are_refused(arguments):
    with pytest.raises(DealNumberError, match=r"\(expected "):
        deals(*arguments)


def test_numbers_can_be_a_range():
    assert deals(range(7, 9)).tolist() == [shuffled(7), shuffled(8)]
    assert deals(range(9, 5, -2)).tolist() == [shuffled(9), shuffled(7)]


def test_nothing_to_deal_is_an_empty_array():
    assert deals(5, 5).shape == deals(5, 1).shape == deals([]).shape == (0, 52)
    assert deals(2**70, 5).shape == (0, 52)  # the core never gets such a number


@pytest.mark.parametrize("threads", [0, -1, 1025, 2**31, 10**400])
def test_a_number_of_threads_is_one_that_a_machine_can_have(threads):
    with pytest.raises(ValueError, match=f"not a number of threads: {threads}"):
        deals(1, 2, threads=threads)


def test_many_threads_can_deal_at_once():
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda start: deals(start, start + 10_000), [7] * 16):
            np.testing.assert_array_equal(result, deals(7, 10_007))


def test_a_board_does_not_depend_on_hash_seed_or_locale():
    code = "import freecell; print(freecell.deal(617), hash(freecell.deal(617)) == 0)"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
        ).stdout
        for env in (
            {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C"},
            {**os.environ, "PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "20"},
        )
    }
    assert texts == {GAME_617 + " False\n"}


@not_on_windows("signal that a timer sends")
@pytest.mark.parametrize("threads", [1, 2])
def test_dealing_many_answers_ctrl_c(threads):
    """The rest is not dealt: the array, of which the system gives only what is used, stays empty."""
    out = np.zeros((40_000_000, 52), np.uint8)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            deals(1, 40_000_001, out=out, threads=threads)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not out[-1].any()


def test_pieces_that_are_dealt_together_fit_together():
    numbers = range(-4, 2_100_000)
    for all_of_them in (deals(numbers), deals(np.array(numbers))):
        for at in (0, 5, 999_999, 1_000_000, 1_000_001, 2_000_000, len(numbers) - 1):
            assert bytes(all_of_them[at]) == deal_cards(numbers[at])
