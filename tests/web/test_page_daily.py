"""The deal of the day is the same on the page and in Python, on every date and wherever the player is."""

import json
import os
import shutil
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from freecell.daily import deal_of_the_day

SCRIPT = Path(__file__).parents[1] / "js" / "daily.mjs"
MONDAY = date(2026, 1, 5)
"""The day that the list begins with; it has 78 weeks and then begins again."""

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node runs the page's modules")


def ask(zone: str = "UTC", **questions: object) -> Any:
    asked = {"dates": [], "moments": [], **questions}
    done = subprocess.run(
        ["node", str(SCRIPT)],
        input=json.dumps(asked),
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_page_and_python_name_the_same_deal_before_in_and_after_the_list() -> None:
    days = [MONDAY + timedelta(days=day) for day in range(-2 * 546, 4 * 546)]
    days += [date(1970, 1, 1), date(1999, 12, 31), date(2099, 12, 31), date(9999, 12, 31)]
    told = ask(dates=[day.isoformat() for day in days])["dates"]
    assert told == [deal_of_the_day(day) for day in days]
    assert len(set(told)) == 546  # each of the list's days has a deal of its own


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
    told = ask(zone, moments=[moment.timestamp() for moment in moments])["moments"]
    assert told == [[day.isoformat(), deal_of_the_day(day)] for day in days]
