"""Honest statistics: what counts as help, what ends a streak, and what is counted apart."""

import json
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from freecell.board import deal
from freecell.daily import deal_of_the_day
from freecell.game import Game
from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, ready

PLAYER = """localStorage.setItem('freecell.settings', '{"autoplay": "none"}');
    if (!localStorage.getItem('freecell.results')) localStorage.setItem('freecell.results',
        JSON.stringify({ cells: { 4: { begun: 9, won: 5, unaided: 5, streak: 3, bestStreak: 4 } } }));"""
"""Somebody who has won three games in a row."""


@pytest.fixture
def player(context: BrowserContext, watched: Watched) -> Page:
    context.add_init_script(PLAYER)
    page = watched(context.new_page())
    page.emulate_media(reduced_motion="reduce")
    return page


def visit(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def results(page: Page) -> Any:
    """Return the statistics as they are kept."""
    return json.loads(page.evaluate("localStorage.getItem('freecell.results')"))


def win(page: Page, number: int, cells: int = 4) -> Game:
    """Play the deal on the table to its end, and return the game."""
    result = solve(deal(number, cells))
    assert isinstance(result, Solved)
    moves = [move._asdict() for move in result.moves]
    page.evaluate("(moves) => moves.forEach((move) => freecell.play(move))", moves)
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    return result.game


def open_statistics(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Statistics").click()


def test_a_win_without_help_counts_for_the_streak(player: Page, service: str) -> None:
    visit(player, f"{service}617")
    game = win(player, 617)
    expect(player.get_by_role("row", name="Wins in a row")).to_contain_text("4")
    score = results(player)["cells"]["4"]
    assert (score["begun"], score["won"], score["unaided"], score["streak"]) == (10, 6, 6, 4)
    assert results(player)["deals"]["617"]["moves"] == game.player_count()


def test_help_stays_with_the_game_over_a_reload(player: Page, service: str) -> None:
    visit(player, f"{service}617")
    player.get_by_role("button", name="Hint").click()
    expect(player.locator("#status")).to_contain_text("Look at")
    player.reload()
    ready(player)
    win(player, 617)
    expect(player.get_by_role("dialog", name="Won!")).to_contain_text("Won with help")
    score = results(player)["cells"]["4"]
    assert (score["begun"], score["won"], score["unaided"], score["streak"]) == (10, 6, 5, 0)
    assert results(player)["deals"] == {}  # no best of its own


def test_a_game_thrown_away_ends_the_streak_and_is_gone(player: Page, service: str) -> None:
    visit(player, f"{service}617")
    player.keyboard.type("82")
    open_statistics(player)
    player.get_by_role("checkbox", name="Throw away: Game #617").check()
    player.get_by_role("button", name="Throw 1 game away").click()
    player.get_by_role("button", name="Cancel").click()
    assert results(player)["cells"]["4"]["streak"] == 3  # it was not meant
    player.get_by_role("checkbox", name="Throw away: Game #617").check()
    player.get_by_role("button", name="Throw 1 game away").click()
    player.get_by_role("dialog", name="Throw 1 game away").get_by_role("button").nth(1).click()
    expect(player.get_by_role("dialog")).to_contain_text("Thrown away.")
    expect(player.get_by_role("row", name="Given up")).to_contain_text("1")
    score = results(player)["cells"]["4"]
    assert (score["streak"], score["bestStreak"], score["givenUp"]) == (0, 4, 1)
    visit(player, service)
    visit(player, f"{service}617")
    assert player.url == f"{service}617"  # nothing of it is left


def test_kept_games_have_a_date_and_a_picture_and_go_together(player: Page, service: str) -> None:
    for number in (617, 618, 619):
        visit(player, f"{service}{number}")
        player.keyboard.type("1a")
        expect(player.locator("#count")).to_have_text("1 move")
    player.keyboard.press("z")  # a game without a move is no game to go on with
    expect(player.locator("#count")).to_have_text("0 moves")
    open_statistics(player)
    dialog = player.get_by_role("dialog")
    expect(dialog.locator(".games li")).to_have_count(2)
    expect(dialog.locator(".small-board")).to_have_count(2)
    assert dialog.locator(".small-board").first.locator("rect").count() == 52 + 3 + 4
    expect(dialog.locator(".games .note").first).to_contain_text("20")  # of the year
    for box in dialog.locator(".games").get_by_role("checkbox").all():
        box.check()
    player.get_by_role("button", name="Throw 2 games away").click()
    player.get_by_role("dialog").get_by_role("button", name="Throw 2 games away").click()
    expect(player.get_by_role("dialog")).to_contain_text("None yet.")


def test_games_with_other_numbers_of_cells_are_counted_apart(player: Page, service: str) -> None:
    visit(player, f"{service}617?cells=8")
    win(player, 617, 8)
    open_statistics(player)
    head = player.locator("dialog .scores thead")
    expect(head).to_contain_text("4 cells8 cells")
    expect(player.get_by_role("row", name="Win rate")).to_contain_text("56 %100 %")
    assert results(player)["cells"]["4"]["won"] == 5


def test_the_deal_of_the_day_has_a_line_of_its_own(player: Page, service: str) -> None:
    day = date(2026, 11, 16)
    player.clock.set_fixed_time(f"{day}T12:00:00")
    visit(player, service)
    player.get_by_role("button", name="Menu").click()
    player.get_by_role("button", name="New deal").click()
    number = deal_of_the_day(day)
    player.get_by_role("button", name="Deal of the day (").click()
    expect(player).to_have_url(f"{service}{number}")
    win(player, number)
    open_statistics(player)
    expect(player.get_by_role("row", name="Deals of the day won")).to_contain_text("1")
    assert results(player)["days"] == {str(day): number}
