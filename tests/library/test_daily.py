"""The deal of the day: the same for everybody, winnable, and harder towards Sunday."""

from datetime import date, datetime, timedelta

import pytest

import freecell
from freecell.daily import deal_of_the_day
from freecell.solver import FewestCells, Solved, fewest_cells, solve

MONDAY = date(2026, 11, 16)


def test_the_list_is_frozen() -> None:
    """These days had these deals; no later choice may change them."""
    days = [date(2026, 11, 15), MONDAY, date(2027, 2, 28), date(2025, 12, 31), date(2031, 7, 1)]
    assert [deal_of_the_day(day) for day in days] == FROZEN


FROZEN = [31052, 21593, 239, 14449, 4114]


def test_without_a_date_it_is_todays() -> None:
    before = date.today()
    number = freecell.deal_of_the_day()
    assert number in (deal_of_the_day(before), deal_of_the_day(date.today()))


def test_a_day_with_a_time_is_that_day() -> None:
    assert deal_of_the_day(datetime(2026, 11, 16, 23, 59)) == deal_of_the_day(MONDAY)


def test_every_day_of_a_year_has_a_deal_of_its_own() -> None:
    numbers = [deal_of_the_day(MONDAY + timedelta(days=day)) for day in range(365)]
    assert len(set(numbers)) == 365


@pytest.mark.parametrize("days", range(0, 364, 13))
def test_the_deal_of_a_day_can_be_won(days: int) -> None:
    assert isinstance(solve(deal_of_the_day(MONDAY + timedelta(days=days))), Solved)


def test_mondays_need_fewer_cells_than_sundays() -> None:
    def needed(weekday: int) -> int:
        days = [MONDAY + timedelta(days=weekday, weeks=week) for week in range(4)]
        found = [fewest_cells(deal_of_the_day(day)) for day in days]
        return sum(each.cells for each in found if isinstance(each, FewestCells))

    assert needed(0) < needed(2) < needed(6)
