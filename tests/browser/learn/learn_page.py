"""What the tests of the page for learners share."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from freecell.cards import CARD_NAMES
from freecell.own_dealer.board_check import deal_with_bugs

DEALERS = sorted((Path(__file__).parents[2] / "js" / "dealers").glob("*/*.js"))

Opener = Callable[..., Page]


def board(page: Page) -> list[str]:
    """Return the cards that the page shows as dealt, as letters."""
    cards = page.locator("#board .small:not(.none)").all_inner_texts()
    letters = dict(zip("♣♦♥♠", "CDHS", strict=True))
    return [card[:-1].replace("10", "T") + letters[card[-1]] for card in cards]


def check_boards(page: Page, text: str) -> None:
    page.locator("#boards").fill(text)
    page.locator("#check-form [type=submit]").click()
    page.locator("#check-form [type=submit]:enabled").wait_for()  # it is not while it is checked


def run_function(page: Page, source: str) -> str:
    page.locator("#source").fill(source)
    page.locator("#run-button").click()
    page.locator("#run-button:enabled").wait_for()
    assert page.locator("iframe").count() == 0
    return page.locator("#report").inner_text()


def as_text(number: int, *bugs: str, suits: str = "") -> str:
    names = [CARD_NAMES[card] for card in deal_with_bugs(number, bugs, suits)]
    lines = [" ".join(names[first : first + 8]) for first in range(0, 52, 8)]
    return f"Game #{number}\n" + "\n".join(lines)


def right_source() -> str:
    return next(path for path in DEALERS if "right-01" in path.name).read_text(encoding="utf-8")
