"""A challenge of three deals between two people who share nothing but links."""

from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, ready, until

DEALS = [617, 1, 2]
ALONE = """try { localStorage.setItem('freecell.settings', '{"autoplay": "none"}') } catch {}"""
"""No card goes home by itself, so that the solver's line is the game."""


@cache
def line_of(number: int) -> tuple[dict[str, int], ...]:
    result = solve(number)
    assert isinstance(result, Solved)
    return tuple(move._asdict() for move in result.moves)


@pytest.fixture
def people(browser: Browser, watched: Watched) -> Iterator[list[Page]]:
    """Two windows that have nothing in common."""
    contexts = [browser.new_context(locale="en-GB") for _ in range(2)]
    pages = []
    for context in contexts:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.add_init_script(ALONE)
        page = watched(context.new_page())
        page.emulate_media(reduced_motion="reduce")
        pages.append(page)
    yield pages
    for context in contexts:
        context.close()


def visit(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def win(page: Page, number: int) -> None:
    until(page, f"freecell.game.number === {number} && !freecell.game.cursor")
    page.evaluate("(moves) => moves.forEach((move) => freecell.play(move))", line_of(number))
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()


def play_all(page: Page) -> None:
    """Play the deals of the challenge in turn; its result is then on the screen."""
    for number in DEALS[:-1]:
        win(page, number)
        page.get_by_role("button", name="Next deal of the challenge").click()
    win(page, DEALS[-1])
    page.get_by_role("button", name="Result of the challenge").click()


def sent(page: Page) -> str:
    """Return the link at the end of what was copied."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text.splitlines()[-1]


def make_challenge(page: Page, service: str, deals: str) -> None:
    """Write the deals of a challenge, and copy its link."""
    visit(page, f"{service}617")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Challenge").click()
    page.get_by_label("Deals (up to 10)").fill(deals)
    page.get_by_role("button", name="Copy link").click()


def test_two_people_play_three_deals_and_compare(people: list[Page], service: str) -> None:
    one, other = people
    make_challenge(one, service, "617, 1, 2")
    expect(one.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    link = sent(one)
    assert link == f"{service}?challenge=617,1,2"
    one.get_by_role("button", name="Play the challenge").click()
    play_all(one)
    expect(one.locator("dialog")).to_contain_text("You: 3 of 3 won")
    one.get_by_role("button", name="Share the result").click()
    expect(one.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    result = sent(one)
    assert result.startswith(f"{link}#played=")

    visit(other, link)
    expect(other.locator("dialog")).to_contain_text("You are challenged to 3 deals")
    other.get_by_role("button", name="Play the challenge").click()
    play_all(other)
    other.locator("dialog .close").click()
    other.goto("about:blank")
    visit(other, result)
    expect(other.locator("dialog")).to_contain_text("You are even.")
    expect(other.locator("dialog")).to_contain_text("Times are claimed")
    expect(other.locator("dialog tbody tr")).to_have_count(3)


def test_a_forged_result_is_refused(people: list[Page], service: str) -> None:
    page, _ = people
    moves = "".join("12345678abcd----h"[m["source"]] + "12345678abcd----h"[m["target"]] + (f"v{m['count']}" if m["count"] > 1 else "") for m in line_of(617))  # fmt: skip
    visit(page, f"{service}?challenge=617#played={moves}.60")
    expect(page.locator("dialog")).to_contain_text("The other: 1 of 1 won")
    page.goto("about:blank")
    visit(page, f"{service}?challenge=618#played={moves}.60")
    expect(page.get_by_role("alert")).to_have_text(
        "This result does not hold: its moves do not win deal 618."
    )
    page.goto("about:blank")
    visit(page, f"{service}?challenge=617#played={moves[:-2]}.60")
    expect(page.get_by_role("alert")).to_have_text(
        "This result does not hold: its moves do not win deal 617."
    )


def test_a_list_that_is_none_is_refused(people: list[Page], service: str) -> None:
    page, _ = people
    make_challenge(page, service, "1 1")
    expect(page.locator("dialog")).to_contain_text(
        "Not a list of one to 10 different deals from 1 to 1,000,000: 1 1"
    )
    page.goto("about:blank")
    visit(page, f"{service}?challenge=0,x")
    expect(page.locator("#status")).to_have_text("This link is no challenge of one to 10 deals.")
