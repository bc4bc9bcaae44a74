"""The deal of the day on the bar, the calendar of the months, the streak, and the result that is shared."""

import json
from datetime import date, timedelta

from playwright.sync_api import BrowserContext, Page, expect

from freecell.daily import deal_of_the_day
from freecell.difficulty import measure
from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, ready, until

TODAY = date(2026, 11, 18)
ALONE = """try { localStorage.setItem('freecell.settings', '{"autoplay": "none"}') } catch {}"""
"""No card goes home by itself, so that the solver's line is the game."""


def visit(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def win(page: Page, number: int) -> int:
    """Play the deal on the table to its end, and return how many moves that took."""
    result = solve(number)
    assert isinstance(result, Solved)
    moves = [move._asdict() for move in result.moves]
    page.evaluate("(moves) => moves.forEach((move) => freecell.play(move))", moves)
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    return result.game.player_count()


def opened(context: BrowserContext, watched: Watched, today: date) -> Page:
    """A page whose clock stands at noon of a day, and plays without automatic moves."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(ALONE)
    page = watched(context.new_page())
    page.clock.set_fixed_time(f"{today.isoformat()}T12:00:00")
    page.emulate_media(reduced_motion="reduce")
    return page


def test_the_bar_has_the_day_and_says_when_it_is_won(
    context: BrowserContext, watched: Watched, service: str
) -> None:
    page = opened(context, watched, TODAY)
    visit(page, f"{service}617")
    day = page.locator("#day")
    level = measure(deal_of_the_day(TODAY)).level.capitalize()
    expect(day).to_have_accessible_name(f"Deal of the day, 18 Nov {level}, not yet won")
    day.click()
    page.get_by_role("button", name="Play deal").click()
    number = deal_of_the_day(TODAY)
    expect(page).to_have_url(f"{service}{number}")
    count = win(page, number)
    expect(day).to_have_accessible_name(f"Deal of the day, 18 Nov {level}, won")
    day.click()
    expect(page.get_by_role("button", name="18 November 2026: won")).to_contain_text("✓")
    expect(page.locator("dialog")).to_contain_text("1 day in a row; most so far: 1")
    page.get_by_role("button", name="Share the result").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"Deal of the day ({number})" in text
    assert f"{count} moves" in text
    assert text.endswith(f"?deal={number}"), "nothing of the solution is in it"


def test_an_earlier_day_can_be_played_and_breaks_no_streak(
    context: BrowserContext, watched: Watched, service: str
) -> None:
    page = opened(context, watched, TODAY)
    yesterday, before = TODAY - timedelta(days=1), TODAY - timedelta(days=2)
    kept = {before.isoformat(): deal_of_the_day(before)}
    context.add_init_script(
        f"""if (!localStorage.getItem('freecell.results'))
            localStorage.setItem('freecell.results', {json.dumps(json.dumps({"days": kept}))})"""
    )
    visit(page, f"{service}617")
    page.locator("#day").click()
    expect(page.locator("dialog")).to_contain_text("0 days in a row; most so far: 1")
    page.get_by_role("button", name="17 November 2026: not yet won").click()
    page.get_by_role("button", name="Play deal").click()
    number = deal_of_the_day(yesterday)
    expect(page).to_have_url(f"{service}{number}")
    win(page, number)
    until(page, "localStorage.getItem('freecell.days')")
    page.locator("#day").click()
    expect(page.get_by_role("button", name="17 November 2026: won on a later day")).to_be_visible()
    expect(page.get_by_role("button", name="16 November 2026: won")).to_be_visible()
    expect(page.locator("dialog")).to_contain_text("0 days in a row; most so far: 1")


def test_the_months_go_back_to_the_first_day_and_not_beyond_today(
    context: BrowserContext, watched: Watched, service: str
) -> None:
    page = opened(context, watched, date(2026, 2, 3))
    visit(page, f"{service}617")
    page.locator("#day").click()
    expect(page.get_by_role("button", name="Next month")).to_be_disabled()
    expect(
        page.get_by_role("button", name="4 February 2026: not yet won", exact=True)
    ).to_be_disabled()
    page.get_by_role("button", name="Month before").click()
    expect(page.locator(".month-head")).to_contain_text("January 2026")
    expect(page.get_by_role("button", name="Month before")).to_be_disabled()
    expect(
        page.get_by_role("button", name="4 January 2026: not yet won", exact=True)
    ).to_be_disabled()
    expect(page.get_by_role("button", name="31 January 2026: not yet won")).to_be_enabled()
