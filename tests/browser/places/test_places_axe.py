"""axe-core looks at puzzles, days, map and challenges, in every way that they can be seen."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watched, ready
from tests.browser.test_axe import AXE, VIEWS, violations
from tests.needed import needs

pytestmark = needs(AXE.exists(), "axe-core is not installed: `npm ci` brings it")

Action = Callable[[Page], None]


def open_entry(name: str) -> Action:
    """Open an entry of the menu, by the name that is the same in every language."""

    def act(page: Page) -> None:
        page.locator("#menu").click()
        page.locator(f'dialog [data-entry="{name}"]').click()
        expect(page.locator("dialog")).to_have_count(1)

    return act


def a_level(page: Page) -> None:
    open_entry("puzzle")(page)
    page.locator("details.level summary").first.click()
    expect(page.locator(".numbers button").first).to_be_visible()


def the_map(page: Page) -> None:
    open_entry("map")(page)
    expect(page.locator("canvas.map")).to_be_visible()
    page.locator(".map-list summary").click()


def the_calendar(page: Page) -> None:
    page.locator("#day").click()
    expect(page.locator(".days button").first).to_be_visible()


def a_wrong_answer(page: Page) -> None:
    expect(page.locator("#offers button")).to_have_count(1)
    moves = page.evaluate("freecell.game.board.legalMoves().length")
    for at in range(moves):
        page.evaluate("(at) => freecell.play(freecell.game.board.legalMoves()[at])", at)
        if page.locator("#chip").get_attribute("data-kind") == "lost":
            return
        page.evaluate("freecell.restart()")


STATES: dict[str, tuple[str, Action]] = {
    "puzzles": ("617", a_level),
    "a puzzle": ("?puzzle=1", lambda page: expect(page.locator("#offers button")).to_have_count(1)),
    "a wrong answer": ("?puzzle=1", a_wrong_answer),
    "the calendar": ("617", the_calendar),
    "the map": ("617", the_map),
    "a new challenge": ("617", open_entry("challenge")),
    "a challenge": (
        "?challenge=617,1",
        lambda page: expect(page.locator("dialog ol")).to_be_visible(),
    ),
    "a forged result": (
        "?challenge=617#played=1a.5",
        lambda page: page.get_by_role("alert").wait_for(),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es", "ru", "it", "pt"])
@pytest.mark.parametrize("view", ["desktop", "phone, dark"])
def test_axe_finds_no_violation(
    browser: Browser, watched: Watched, service: str, view: str, language: str
) -> None:
    look: dict[str, Any] = VIEWS[view]
    context = browser.new_context(locale=language, reduced_motion="reduce", **look)
    found = {}
    for name, (path, act) in STATES.items():
        page = watched(context.new_page())
        page.goto(service + path)
        ready(page)
        act(page)
        found[name] = violations(page)
        assert "{" not in page.locator("body").inner_text(), f"a word is missing in {name}"
        page.close()
    context.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
