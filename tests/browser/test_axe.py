"""axe-core looks at every state of the page, in every way that it can be seen."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from freecell.board import Move, deal
from freecell.game import Game
from freecell.game_review import review
from freecell.solver import Solved, solve
from freecell.text.address import format_position
from tests.browser.conftest import Watched, ready
from tests.browser.test_advice import lost_position, stuck_game
from tests.browser.test_engine import reload_offline
from tests.needed import needs

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = [
    pytest.mark.long,  # about a minute a view
    pytest.mark.service_worker,
    needs(AXE.exists(), "axe-core is not installed: `npm ci` brings it"),
]

Action = Callable[[Page], None]

MENU = {"new": "random", "fewest": "about"}
"""Entries of the menu that have another name here than there."""


def violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong, and where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


# Ways into a state


def nothing(_: Page) -> None:
    """Leave the page as it opens."""


def press(selector: str, times: int = 1) -> Action:
    """Press a button, and wait for what the page then says."""

    def act(page: Page) -> None:
        for _ in range(times):
            page.locator(selector).click()
            expect(page.locator("#status")).not_to_have_text(re.compile("…|^Game #"))

    return act


def typed(text: str) -> Action:
    return lambda page: page.keyboard.type(text)


def verdict(page: Page) -> None:
    page.locator("#verdict").click()
    expect(page.locator("#chip")).to_have_text(re.compile("[^…]$"))


def undecided(page: Page) -> None:
    """Show the sentence; a search that ends so takes half a minute."""
    page.evaluate(
        """async () => {
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            const { t } = await import(folder + 'words.js');
            freecell.notices.chip('unknown', t('chip_unknown'));
        }"""
    )


def a_wrong_number(page: Page) -> None:
    page.locator("#number").fill("8589934592")
    page.locator("#number").press("Enter")


def watch(page: Page) -> None:
    page.locator("#watch").click()
    expect(page.locator("#player input")).not_to_have_attribute("max", "0")


def watch_playing(page: Page) -> None:
    watch(page)
    page.locator('[data-name="play"]').click()
    expect(page.locator("#player input")).not_to_have_value("0")


def watch_to_the_end(page: Page) -> None:
    watch(page)
    slider = page.locator("#player input")
    slider.fill(slider.get_attribute("max") or "")


def reviewed(page: Page) -> None:
    """Wait until everything is known, and the moves that keep the win are listed, where there is one."""
    page.locator("#review").wait_for()
    expect(page.locator(".summary")).not_to_contain_text("…")
    if page.locator("#chip").get_attribute("data-kind") == "winnable":
        page.locator(".keeping li").first.wait_for()


def win(page: Page) -> None:
    """The last move is made again by hand, so that the game is won here and now."""
    page.evaluate("freecell.undo(); freecell.play(freecell.game.steps[freecell.game.cursor].move)")
    page.locator("#panel").wait_for()


def menu(entry: str, then: Action = nothing) -> Action:
    def act(page: Page) -> None:
        page.locator("#menu").click()
        page.locator(f'dialog [data-entry="{MENU.get(entry, entry)}"]').click()
        if entry != "new":
            page.locator("dialog:not(:has(.list))").wait_for()
        then(page)

    return act


def paste(text: str) -> Action:
    def act(page: Page) -> None:
        page.locator("dialog textarea").fill(text)
        page.locator("dialog .row .primary").first.click()
        expect(page.locator("dialog [role=status] p").first).not_to_contain_text("…")

    return menu("paste", act)


def find(*cards: str) -> Action:
    def act(page: Page) -> None:
        for field, card in zip(page.locator("dialog .grid input").all(), cards, strict=False):
            field.fill(card)
        page.locator("dialog [type=submit]").click()
        expect(page.locator("dialog [role=status] p").first).not_to_contain_text("…")

    return menu("find", act)


def begun_before(page: Page) -> None:
    page.keyboard.type("82")
    page.reload()
    ready(page)


def some_unfinished(page: Page) -> None:
    page.keyboard.type("82")
    page.locator("#next").click()
    menu("statistics")(page)


def asked_to_clear(page: Page) -> None:
    menu("statistics")(page)
    page.locator("dialog .row button").nth(-1).click()
    page.locator("dialog .primary").wait_for()


def cleared(page: Page) -> None:
    asked_to_clear(page)
    page.locator("dialog .primary").click()


def left_handed(page: Page) -> None:
    menu("settings")(page)
    page.get_by_role("checkbox").nth(2).check()
    page.keyboard.press("Escape")
    expect(page.locator(".table.left-handed")).to_have_count(1)


def better_line(page: Page) -> None:
    reviewed(page)
    page.locator("#review .actions button").nth(1).click()
    expect(page.locator("#status")).to_contain_text("more moves in the best line")


def without_a_network(page: Page) -> None:
    reload_offline(page)
    verdict(page)
    page.context.set_offline(False)


def own_letters(page: Page) -> None:
    menu("settings")(page)
    page.locator("dialog .tick input").nth(1).check()
    page.keyboard.press("Escape")


# All of them: the address, and what is done there


def solution() -> str:
    result = solve(617)
    assert isinstance(result, Solved)
    return "".join(map(str, result.moves))


@cache
def states() -> dict[str, tuple[str, Action]]:
    """Return the address of every state, and what is done there; some are searched for."""
    won = solution()
    lost = "".join(map(str, lost_position()[1]))
    stuck = stuck_game()
    stuck_address = "{}#{}".format(stuck[0], "".join(map(str, stuck[1])))
    losing = review(Game(deal(stuck[0]), stuck[1])).losing_move
    middle = format_position(deal(617).play(Move(7, 1)))
    return {
        "as it opens": ("617", nothing),
        "a card is held": ("617", typed("8")),
        "some moves": ("617", typed("828a")),
        "long columns": (f"617#{won[:80]}", nothing),
        "no cells": ("617?cells=0", nothing),
        "eight cells, three taken": ("617?cells=8#8a8b8c", nothing),
        "a board without a number": (f"?board={middle}", nothing),
        "letters of the language": ("617", own_letters),
        "a move that is not allowed": ("617", typed("17")),
        "a wrong number": ("617", a_wrong_number),
        "winnable": ("617", verdict),
        "no longer winnable": (f"617#{lost}", verdict),
        "impossible": ("11982", verdict),
        "undecided": ("617", undecided),
        "hint: where": ("617", press("#hint")),
        "hint: which card": ("617", press("#hint", 2)),
        "hint: the move": ("617", press("#hint", 3)),
        "watch": ("617", watch),
        "watch, playing": ("617", watch_playing),
        "watch, at the end": ("617", watch_to_the_end),
        "won": (f"617#{won}", win),
        "won, by a link": (f"617#{won}", nothing),
        "stuck": (stuck_address, nothing),
        "review of a won game": (f"617#{won}&review=20", reviewed),
        "review at the losing move": (f"{stuck_address}&review={losing}", reviewed),
        "review after it": (f"{stuck_address}&review", reviewed),
        "review, not decided": ("27?cells=1#1a&review=0", reviewed),
        "a game that was begun before": ("617", begun_before),
        "new deal": ("617", menu("new")),
        "menu": ("617", lambda page: page.locator("#menu").click()),
        "paste": ("617", menu("paste")),
        "a pasted board": ("617", paste(str(deal(11982)))),
        "a pasted solution": ("617", paste("8a 8b 8c 87 a2 c2")),
        "a pasted solution with a mistake": ("617", paste("8a 8b 17")),
        "a pasted text that is nothing": ("617", paste("hello, world")),
        "find": ("617", menu("find")),
        "found": ("617", find("7D", "AD", "5C", "3S", "5S", "8C", "2D", "AH")),
        "find, not a card": ("617", find("7X")),
        "fewest cells": ("617", menu("fewest")),
        "share, no moves": ("617", menu("share")),
        "share": (f"617#{won[:40]}", menu("share")),
        "statistics": ("617", menu("statistics")),
        "statistics, unfinished games": ("617", some_unfinished),
        "statistics, asked to clear": ("617", asked_to_clear),
        "statistics, cleared": ("617", cleared),
        "cells on the right": ("617", left_handed),
        "the best line in a review": (f"617#{won}&review=20", better_line),
        "settings": ("617", menu("settings")),
        "help": ("617", menu("help")),
        "offline": ("617", without_a_network),
    }


DESKTOP, PHONE, LOW = (
    {"width": 1024, "height": 768},
    {"width": 320, "height": 568},
    {"width": 812, "height": 375},
)
VIEWS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone, dark": {"viewport": PHONE, "color_scheme": "dark"},
    "low and wide, four colours": {"viewport": LOW},
    "forced colours": {"viewport": DESKTOP, "forced_colors": "active"},
}
SETTINGS = {"low and wide, four colours": "{fourColours: true}"}

LANGUAGES = ["en", "es", "ru", "it", "pt"]
WORDY = [
    "as it opens",
    "impossible",
    "watch",
    "a pasted solution",
    "settings",
    "help",
    "won",
    "review at the losing move",
]
"""States with most words: those where a language could make a difference."""


@pytest.fixture
def window(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Open windows that are closed in the end."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        opened.append(browser.new_context(reduced_motion="reduce", **options))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


def wrong_in(page: Page, address: str, act: Action) -> list[str]:
    """Bring a fresh page into a state, and return what is wrong with it."""
    page.goto(address)
    ready(page)
    act(page)
    found = violations(page)
    page.evaluate("localStorage.clear()")
    page.close()
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_violation_in_any_state(
    window: Callable[..., BrowserContext], watched: Watched, service: str, view: str
) -> None:
    context = window(locale="en", **VIEWS[view])
    if view in SETTINGS:
        kept = f"localStorage.setItem('freecell.settings', JSON.stringify({SETTINGS[view]}))"
        context.add_init_script(kept)
    found = {
        name: wrong_in(watched(context.new_page()), service + path, act)
        for name, (path, act) in states().items()
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_no_violation_in_any_language(
    window: Callable[..., BrowserContext], watched: Watched, service: str, language: str
) -> None:
    context = window(locale=language, viewport=PHONE)
    found = {
        name: wrong_in(watched(context.new_page()), service + states()[name][0], states()[name][1])
        for name in WORDY
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
