"""How hard deals are for simulated players: against what people say, and against chance."""

import random
from statistics import correlation

import pytest

from freecell import _core
from freecell.difficulty import LEVEL_STARTS, LEVELS, NOT_KNOWN, RANK_STARTS, measure, of_score
from freecell.numbers import DealNumberError

AUSTEGA = [
    169, 617, 3701, 3710, 4806, 6837, 10623, 12384, 12445, 16624, 17565, 18938, 19253, 22272, 25206,
    25450, 25995, 27478, 27657, 28138, 28588, 29788, 30663,
    454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856,
]  # fmt: skip
"""The hard and the extra hard games of http://www.austega.com/diversions/FreeCell/freecell.htm."""

PIXELTHEATRE = [10, 21, 25, 57, 63]
"""Of the hard games of http://webspace.webring.com/people/xp/pixeltheatre/freecell/index.html."""

IMPOSSIBLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


def scores(numbers: list[int], seed: int = 0) -> list[int]:
    return [_core.difficulties(number, number, seed)[0] for number in numbers]


def some_deals(count: int) -> list[int]:
    return random.Random(617).sample(range(1, 32_001), count)


def area_under_curve(hard: list[int], others: list[int]) -> float:
    """Return how likely it is that a hard one has a higher score than another one."""
    pairs = [(a > b) + (a == b) / 2 for a in hard for b in others]
    return sum(pairs) / len(pairs)


def rank_correlation(first: list[int], second: list[int]) -> float:
    return correlation(*([sorted(each).index(score) for score in each] for each in (first, second)))


def test_what_people_call_hard_is_hard_for_the_players():
    others = scores(some_deals(600))
    assert area_under_curve(scores(AUSTEGA), others) > 0.8
    assert area_under_curve(scores(PIXELTHEATRE), others) > 0.7
    assert area_under_curve(scores(AUSTEGA + PIXELTHEATRE), others) > 0.8


def test_another_evening_gives_the_same_order():
    numbers = some_deals(400)
    first, second = scores(numbers), scores(numbers, seed=1)
    assert first != second
    assert rank_correlation(first, second) > 0.9


def test_the_players_cannot_win_what_cannot_be_won():
    for number in IMPOSSIBLE:
        played, won, left = _core.play_games(number)
        assert (played, won) == (24, 0)
        assert left > 0
        assert measure(number).rank >= 50


def test_a_deal_has_the_same_score_on_every_machine():
    assert measure(617) == (246, 99, "very hard")
    assert list(_core.difficulties(1, 8)) == [measure(number).score for number in range(1, 9)]
    assert list(_core.difficulties(610, 616)) == [99, 113, 48, 134, 71, 158, 90]
    assert measure("8,589,934,591") == measure(2**33 - 1)


def test_the_words_are_quintiles_and_the_ranks_hundredths():
    found = list(_core.difficulties(1, 3_000))
    counts = [sum(of_score(score).level == level for score in found) for level in LEVELS]
    assert all(500 < count < 700 for count in counts)
    below = [sum(score < start for score in found) / 30 for start in RANK_STARTS[5:]]
    assert all(abs(share - rank) < 3.5 for rank, share in enumerate(below, 5))


def test_ranks_and_words_grow_with_the_score():
    answer = [of_score(score) for score in range(NOT_KNOWN)]
    assert [each.rank for each in answer] == sorted(each.rank for each in answer)
    assert {each.level for each in answer} == set(LEVELS)
    assert [answer[start].level for start in LEVEL_STARTS] == list(LEVELS)
    assert [answer[start - 1].level for start in LEVEL_STARTS[1:]] == list(LEVELS[:-1])


def test_a_number_that_is_none_is_refused():
    with pytest.raises(DealNumberError):
        measure(-5)
