"""No game is ever lost: what is kept, what a link opens, and what the address says meanwhile."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from freecell.board import deal
from freecell.game import Game
from freecell.solver import Solved, solve
from freecell.text.address import parse_moves
from tests.browser.conftest import Watched, moves_in_address, ready, rows, status, until
from tests.browser.walker import Walker, kept
from tests.waiting import eventually


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A window without a service worker, which would load all files of the page for every test."""
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    return context


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    ready(page)
    return page


def after(number: int, moves: str) -> str:
    return str(Game(deal(number), parse_moves(moves, 4)).board)


def expect_kept(page: Page, *moves: str) -> None:
    """Wait until these games are kept; what one tab writes reaches the others a little later."""

    def check() -> None:
        assert sorted(each["moves"] for each in kept(page)) == sorted(moves)

    eventually(check)


def test_a_game_is_there_again_by_its_number_and_by_the_plain_address(
    context: BrowserContext, service: str
) -> None:
    page = opened(context, f"{service}5000")
    page.keyboard.type("1a2b")
    expected = rows(page)
    page.close()
    for address in ("5000", ""):
        page = opened(context, service + address)
        assert rows(page) == expected == after(5000, "1a2h2b")  # an ace goes home by itself
        assert moves_in_address(page) == "1a2h2b"
        page.close()


def test_start_over_is_offered_and_keeps_what_was_played(
    context: BrowserContext, service: str
) -> None:
    opened(context, f"{service}5000").keyboard.type("1a2b")
    page = opened(context, f"{service}5000")
    page.get_by_role("button", name="Start over").click()
    assert rows(page) == str(deal(5000))
    assert moves_in_address(page) == ""
    page.keyboard.type("3c")
    assert sorted(each["moves"] for each in kept(page)) == ["1a2h2b", "3c2h"]
    page.reload()
    ready(page)
    assert moves_in_address(page) == "3c2h"


def test_a_link_with_moves_keeps_the_own_game_aside(context: BrowserContext, service: str) -> None:
    opened(context, f"{service}617").keyboard.type("828a")
    page = opened(context, f"{service}617#83")
    assert rows(page) == after(617, "83")
    assert "Your own game of this deal is kept" in status(page)
    page.get_by_role("button", name="Back to my own game").click()
    assert (rows(page), moves_in_address(page)) == (after(617, "828a"), "828a")


def test_a_link_can_be_played_on_and_both_lines_stay(context: BrowserContext, service: str) -> None:
    opened(context, f"{service}617").keyboard.type("828a")
    page = opened(context, f"{service}617#83")
    page.keyboard.type("1d")
    page.reload()
    ready(page)
    assert moves_in_address(page) == "831d"
    assert sorted(each["moves"] for each in kept(page)) == ["828a", "831d"]


def test_undone_moves_survive_a_reload(context: BrowserContext, service: str) -> None:
    page = opened(context, f"{service}617")
    page.keyboard.type("828a8bzz")
    page.reload()
    ready(page)
    assert moves_in_address(page) == "82"
    page.keyboard.type("yy")
    assert moves_in_address(page) == "828a8b"
    page.keyboard.type("zzz")
    page.close()
    page = opened(context, f"{service}617")  # undone to the start is not forgotten
    page.keyboard.type("yyy")
    assert moves_in_address(page) == "828a8b"


@pytest.mark.parametrize("way", ["button", "reload", "deal", "Escape"])
def test_watching_gives_back_exactly_the_game_that_was_there(
    context: BrowserContext, service: str, way: str
) -> None:
    page = opened(context, f"{service}617")
    page.keyboard.type("828a8bz")
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#player")).to_be_visible()
    page.get_by_role("combobox", name="Which solution").select_option(label="From the start")
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("0")
    slider.fill("5")
    assert moves_in_address(page) == page.evaluate(
        "freecell.game.moves().map(({source, target, count}) =>"
        " '12345678abcdefgkh'[source] + '12345678abcdefgkh'[target] +"
        " (count > 1 ? 'v' + count.toString(16) : '')).join('')"
    )
    if way == "button":
        page.get_by_role("button", name="Back to my game").click()
    elif way == "Escape":
        slider.press("Escape")
    elif way == "deal":
        page.get_by_role("button", name="Next deal").click()
        page.get_by_role("button", name="Previous deal").click()
    else:
        page.reload()
        ready(page)
    assert (rows(page), moves_in_address(page)) == (after(617, "828a"), "828a")
    page.keyboard.type("y")
    assert moves_in_address(page) == "828a8b"


def beside_own_game(
    context: BrowserContext, service: str, moves: str
) -> tuple[Page, list[dict[str, Any]]]:
    """Begin a game of deal 617, and open another line of it in a second page."""
    opened(context, f"{service}617").keyboard.type("828a")
    page = opened(context, f"{service}617#{moves}")
    return page, kept(page)


def test_help_with_an_opened_line_changes_not_what_the_number_opens(
    context: BrowserContext, service: str
) -> None:
    page, own = beside_own_game(context, service, "83")
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#player [data-name=on]")).to_be_enabled()
    page.get_by_role("button", name="Back to my game").click()
    assert (moves_in_address(page), kept(page)) == ("83", own)
    page.reload()
    ready(page)
    assert (moves_in_address(page), kept(page)) == ("83", own)
    for address in ("617", ""):
        assert moves_in_address(opened(context, service + address)) == "828a"
    page.keyboard.type("1d")  # the help was not forgotten by the reload
    games = {each["moves"]: each["helped"] for each in kept(page)}
    assert games == {"828a": False, "831d": True}


def test_going_back_in_an_opened_line_changes_not_what_the_number_opens(
    context: BrowserContext, service: str
) -> None:
    page, own = beside_own_game(context, service, "838a8b")
    page.keyboard.type("zz")
    for left in ("83", ""):
        assert (moves_in_address(page), kept(page)) == (left, own)
        page.reload()
        ready(page)
        assert (rows(page), moves_in_address(page), kept(page)) == (after(617, left), left, own)
        page.keyboard.type("z")
    for address in ("617", ""):
        assert moves_in_address(opened(context, service + address)) == "828a"
    page.keyboard.type("yyy")  # what was undone is there after reloads
    assert moves_in_address(page) == "838a8b"


def test_a_move_in_what_is_watched_takes_it_over_beside_the_own_game(
    context: BrowserContext, service: str
) -> None:
    page = opened(context, f"{service}617")
    page.keyboard.type("82")
    page.get_by_role("button", name="Watch").click()
    page.get_by_role("combobox", name="Which solution").select_option(label="From the start")
    expect(page.get_by_role("slider", name="Move")).to_have_value("0")
    page.locator("#table").focus()
    page.keyboard.type("1d")
    expect(page.locator("#player")).to_be_hidden()
    assert moves_in_address(page) == "1d"
    games = {each["moves"]: each["helped"] for each in kept(page)}
    assert games == {"82": True, "1d": True}


def test_the_same_deal_in_two_tabs_keeps_both_lines(context: BrowserContext, service: str) -> None:
    first = opened(context, f"{service}617")
    first.keyboard.type("82")
    second = opened(context, f"{service}617")
    second.keyboard.type("8a")
    first.keyboard.type("1b")
    second.keyboard.type("8c")
    expect_kept(first, "821b", "828a8c")
    for page, moves in ((first, "821b"), (second, "828a8c")):
        page.reload()
        ready(page)
        assert moves_in_address(page) == moves


def test_tabs_share_their_settings(context: BrowserContext, service: str) -> None:
    first, second = opened(context, f"{service}617"), opened(context, f"{service}618")
    first.locator("#language").select_option("it")
    expect(second.locator("#language")).to_have_value("it")  # heard at once
    second.evaluate("localStorage.getItem('freecell.settings')")
    for page, label in ((first, "Menu"), (second, "Menu")):
        page.get_by_role("button", name=label).click()
        page.get_by_role("button", name="Impostazioni").click()
    first.locator("dialog .tick input").nth(0).check()
    until(second, "JSON.parse(localStorage.getItem('freecell.settings')).fourColours")
    second.locator("dialog .tick input").nth(1).check()
    until(first, "JSON.parse(localStorage.getItem('freecell.settings')).ownLetters")
    settings = json.loads(first.evaluate("localStorage.getItem('freecell.settings')"))
    assert (settings["fourColours"], settings["ownLetters"]) == (True, True)


def test_what_earlier_pages_kept_is_read(context: BrowserContext, service: str) -> None:
    old = {
        "unfinished": {"games": [["617", "828a"], ["1/3", "2a"]]},
        "statistics": {
            "played": 7, "won": 3, "helped": 1, "streak": 2, "bestStreak": 2, "deals": {"5": 41},
        },
    }  # fmt: skip
    page = opened(context, service + "11982")
    page.evaluate(
        "(old) => Object.entries(old).forEach(([name, value]) =>"
        " localStorage.setItem('freecell.' + name, JSON.stringify(value)))",
        old,
    )
    page.goto(f"{service}617")
    ready(page)
    assert moves_in_address(page) == "828a"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Statistics").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Games begun7Won4Won without help3Win rate57 %")
    expect(dialog.get_by_role("button", name="Game #1: 1 move, 3 cells")).to_be_visible()


def test_a_browser_that_limits_the_history_does_not_break_play(
    context: BrowserContext, service: str, watched: Watched
) -> None:
    page = watched(context.new_page())
    page.add_init_script(
        """let left = 3;
        const write = history.replaceState;
        history.replaceState = function (...all) {
            if (left-- <= 0) throw new DOMException('too often', 'SecurityError');
            return write.apply(this, all);
        };
        window.allowAgain = () => (left = 1000);"""
    )
    page.goto(f"{service}617")
    ready(page)
    page.keyboard.type("828a8b1c")
    assert rows(page) == after(617, "828a8b1c")
    page.evaluate("allowAgain()")
    expect(page).to_have_url(f"{service}617#828a8b1c")
    page.reload()
    ready(page)
    assert rows(page) == after(617, "828a8b1c")


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, 40), *(pytest.param(seed, 300, marks=pytest.mark.long) for seed in (2, 3, 4))],
)
def test_a_random_walk_loses_nothing(
    context: BrowserContext, service: str, watched: Watched, seed: int, steps: int
) -> None:
    page = watched(context.new_page())
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{service}617")
    ready(page)
    walker = Walker(page, service, seed)
    done = {walker.step() for _ in range(steps)}
    assert len(done) >= 10
    assert len(walker.games) >= 4


def test_a_won_game_is_no_longer_unfinished(context: BrowserContext, service: str) -> None:
    result = solve(617)
    assert isinstance(result, Solved)
    page = opened(context, f"{service}617")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("localStorage.setItem('freecell.settings', '{\"autoplay\": \"none\"}')")
    page.reload()
    ready(page)
    for move in result.moves:
        page.evaluate("(move) => freecell.play(move)", move._asdict())
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    assert kept(page) == []
    page.reload()
    ready(page)
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    assert kept(page) == []
