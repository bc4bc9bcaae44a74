"""The end of a won game: the cards fan out once, anything pressed ends that, and then comes what one wants to know."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, ready

DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

MEASURED = """() => {
    const box = (element) => element.getBoundingClientRect();
    const stage = box(document.querySelector('#stage'));
    const home = box(document.querySelector('.homes .slot'));
    return [...document.querySelectorAll('.sky .card')].map((card) => {
        for (const flight of card.getAnimations()) flight.currentTime = 750;
        const { left, right, top, bottom } = box(card);
        return {
            inside: left >= stage.left - 1 && right <= stage.right + 1 && top >= stage.top - 1 && bottom <= stage.bottom + 1,
            away: left > home.right || right < home.left || top > home.bottom || bottom < home.top,
            width: card.offsetWidth / home.width,
            ground: getComputedStyle(card).backgroundColor,
        };
    });
}"""
"""Where the cards are in the middle of their flight."""


def almost_won(browser: Browser, watched: Watched, service: str, **options: Any) -> Page:
    """Open deal 617 before the move that wins it; what moves does so a hundred times as slowly."""
    result = solve(617)
    assert isinstance(result, Solved)
    context = browser.new_context(locale="en", has_touch=True, **options)
    page = watched(context.new_page())
    page.goto(f"{service}617#{''.join(map(str, result.moves))}")
    ready(page)
    page.evaluate("freecell.undo()")
    session = context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    return page


def win(page: Page) -> None:
    """Make the last move, and wait for nothing that comes of it."""
    page.evaluate("void freecell.play(freecell.game.steps[freecell.game.cursor].move)")


@pytest.mark.parametrize(
    ("viewport", "skip"),
    [
        (DESKTOP, lambda page: page.keyboard.press("z")),
        (DESKTOP, lambda page: page.keyboard.press("Escape")),
        (PHONE, lambda page: page.touchscreen.tap(100, 300)),
    ],
    ids=["key", "Escape", "tap"],
)
def test_the_cards_fan_out_until_something_is_pressed(
    browser: Browser,
    watched: Watched,
    service: str,
    viewport: dict[str, int],
    skip: Callable[[Page], None],
) -> None:
    page = almost_won(browser, watched, service, viewport=viewport)
    win(page)
    expect(page.locator(".sky .card")).to_have_count(52)
    expect(page.locator("#panel")).to_be_hidden()
    cards = page.evaluate(MEASURED)
    assert all(card["inside"] for card in cards)
    assert sum(card["away"] for card in cards) > 39
    assert {round(card["width"], 1) for card in cards} == {1.0}  # as large as those on the table
    assert {card["ground"] for card in cards} == {"rgb(255, 255, 255)"}
    skip(page)
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    expect(page.locator(".sky")).to_have_count(0)
    assert page.evaluate("freecell.game.won")  # what was pressed did nothing else
    page.context.close()


def test_without_motion_there_is_no_fan(browser: Browser, watched: Watched, service: str) -> None:
    page = almost_won(browser, watched, service, viewport=DESKTOP, reduced_motion="reduce")
    page.evaluate(
        """() => new MutationObserver((changes) => {
            if (changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.className === 'sky')))
                document.documentElement.dataset.fanned = '';
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    win(page)
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    assert page.locator("html[data-fanned], .flying").count() == 0
    page.context.close()
