"""The deal of the day is the same on the page and in Python, on every date and wherever the player is."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from freecell.daily import deal_of_the_day
from tests.web.page_modules import ask_page, needs_node

MONDAY = date(2026, 1, 5)
"""The day that the list begins with; it has 78 weeks and then begins again."""

pytestmark = needs_node


def test_page_and_python_name_the_same_deal_before_in_and_after_the_list() -> None:
    days = [MONDAY + timedelta(days=day) for day in range(-2 * 546, 4 * 546)]
    days += [date(1970, 1, 1), date(1999, 12, 31), date(2099, 12, 31), date(9999, 12, 31)]
    asked = {"dates": [day.isoformat() for day in days], "moments": []}
    answer = ask_page("daily.mjs", asked)["dates"]
    assert answer == [deal_of_the_day(day) for day in days]
    assert len(set(answer)) == 546  # each of the list's days has a deal of its own


@pytest.mark.parametrize(
    "zone",
    [
        "Pacific/Kiritimati",  # the first to have a new day
        "Pacific/Pago_Pago",  # the last
        "Asia/Kathmandu",  # a quarter of an hour off
        "America/Sao_Paulo",
        "Europe/Lisbon",
        "America/Santiago",  # midnight does not exist on the day that the clocks change
        "Australia/Lord_Howe",  # they change by half an hour
    ],
)
def test_the_date_is_that_of_the_place_where_the_player_is(zone: str) -> None:
    begin = datetime(2026, 1, 5, tzinfo=UTC)
    moments = [begin + timedelta(minutes=each) for each in range(0, 600 * 24 * 60, 53)]
    days = [moment.astimezone(ZoneInfo(zone)).date() for moment in moments]
    asked = {"dates": [], "moments": [moment.timestamp() for moment in moments]}
    answer = ask_page("daily.mjs", asked, zone)["moments"]
    assert answer == [[day.isoformat(), deal_of_the_day(day)] for day in days]
