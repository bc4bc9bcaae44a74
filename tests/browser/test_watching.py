"""Solutions that are watched, and the shortest with its proof."""

import re

from playwright.sync_api import Page, expect

from freecell.board import deal
from tests.browser.conftest import moves_in_address, needs_worker, ready, rows


def test_a_solution_is_watched(page: Page) -> None:
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    slider = page.get_by_role("slider", name="Move")
    assert int(slider.get_attribute("max") or 0) > 20
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator("#count")).to_have_text("1 move")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#count")).to_have_text("0 moves")
    page.get_by_role("combobox", name="Speed").select_option("0.5")  # so that it is not over soon
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#count")).to_have_text(re.compile(r"^([2-9]|\d\d+) moves"))
    page.get_by_role("button", name="Pause").click()
    slider.fill(slider.get_attribute("max") or "")
    assert page.evaluate("freecell.game.won") is True
    page.get_by_role("button", name="Back to my game").click()
    assert rows(page) == str(deal(617))
    assert moves_in_address(page) == ""


def choose_shortest(page: Page, address: str) -> None:
    """Open a deal and ask for the shortest solution, as a player would."""
    page.goto(address)
    ready(page)
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    which = page.get_by_role("combobox", name="Which solution")
    which.select_option(label="Shortest with proof, from the start")


@needs_worker
def test_a_shortest_solution_is_proved_and_watched(page: Page, service: str) -> None:
    choose_shortest(page, f"{service}3")
    proved = "Proved: no solution has fewer moves than this one (18)."
    expect(page.locator("#status")).to_have_text(proved)
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()
    slider = page.get_by_role("slider", name="Move")
    slider.fill(slider.get_attribute("max") or "")
    assert page.evaluate("freecell.game.won") is True
    expect(page.locator("#count")).to_have_text("18 moves")


@needs_worker
def test_a_shortest_solution_is_proved_from_the_position_on_the_table(
    page: Page, service: str
) -> None:
    choose_shortest(page, f"{service}3")
    expect(page.locator("#status")).to_contain_text("Proved:")
    page.get_by_role("slider", name="Move").fill("8")
    expect(page.locator("#count")).to_have_text("6 moves")
    which = page.get_by_role("combobox", name="Which solution")
    which.select_option(label="Shortest with proof, from here")
    proved = "Proved: no solution has fewer moves than this one (12)."  # the other 6 are made
    expect(page.locator("#status")).to_have_text(proved)
    expect(page.locator("#count")).to_have_text("6 moves")


@needs_worker
def test_the_search_for_a_shortest_solution_tells_how_far_it_is_and_can_be_stopped(
    page: Page, service: str
) -> None:
    choose_shortest(page, f"{service}27")
    between = re.compile(r"The shortest solution has \d+ to \d+ moves\. Searching on…")
    expect(page.locator("#status")).to_have_text(between)
    page.get_by_role("button", name="Step forward").click()  # what is watched stays there
    expect(page.locator("#count")).to_have_text("1 move")
    page.get_by_role("button", name="Stop the search").click()
    stopped = re.compile(r"Stopped\. The shortest solution has \d+ to \d+ moves\.")
    expect(page.locator("#status")).to_have_text(stopped)
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()


@needs_worker
def test_going_back_ends_the_search_for_a_shortest_solution(page: Page, service: str) -> None:
    choose_shortest(page, f"{service}27")
    expect(page.get_by_role("button", name="Stop the search")).to_be_visible()
    page.get_by_role("button", name="Back to my game").click()
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()
