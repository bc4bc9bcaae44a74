"""The deal of the day: the same for everybody, winnable, easiest on Mondays, hardest on Sundays.

The deals stand in a list that was chosen once (tools/choose_daily.py) and is not made again, so
that no later search changes what a day's deal was. The page reads the same list.

>>> monday = date(2026, 1, 5)
>>> deal_of_the_day(monday) == deal_of_the_day(date.fromordinal(monday.toordinal()))
True
"""

import json
from datetime import date
from functools import cache
from pathlib import Path


def deal_of_the_day(day: date | None = None) -> int:
    """Return the number of a day's deal (default: today, by the local clock)."""
    first, weekdays = _calendar()
    days = (day or date.today()).toordinal() - first.toordinal()  # a day may have a time as well
    week, weekday = divmod(days, 7)
    deals = weekdays[weekday]
    return deals[week % len(deals)]


def calendar_file() -> Path:
    """Return where the list is kept."""
    return Path(__file__).with_name("daily.json")


@cache
def _calendar() -> tuple[date, list[list[int]]]:
    """Return the Monday that the list begins with, and the deals of every weekday."""
    content = json.loads(calendar_file().read_text(encoding="utf-8"))
    return date.fromisoformat(content["first"]), content["weekdays"]
