"""The atlas in a real browser: kept after its first use, and the difficulty computed there too."""

import re
from itertools import islice

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from freecell.deal_atlas import FOLDER, shipped
from freecell.difficulty import LEVELS, measure
from freecell.solver import Solved, solve
from freecell.web import assets
from tests.browser.conftest import Watched, ready, until
from tools.atlas.shortest_report import intervals

MODULES = """const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const { Atlas } = await import(folder + 'engine/atlas.js');
    const { completed } = await import(folder + 'engine/about.js');"""

needs_atlas = pytest.mark.skipif(
    not (FOLDER / "index.fca").exists(), reason="this build has no atlas"
)


def test_the_players_in_the_browser_are_those_of_python(page: Page) -> None:
    numbers = [617, 11982, 1, 164, 2**33 - 1, -3]
    known = {"verdict": "solved", "moves": 1, "fewest": 1, "fewestProved": True, "difficulty": None}
    asked = [{"number": number, **known} for number in numbers]
    found = page.evaluate(f"async (asked) => {{ {MODULES} return Promise.all(asked.map((each) => completed(each))) }}", asked)  # fmt: skip
    assert [each["tried"] for each in found] == [["difficulty"]] * len(numbers)
    answers = [(each["known"]["difficulty"], each["known"]["level"]) for each in found]
    assert answers == [measure(number)[1:] for number in numbers]


@pytest.mark.service_worker
@needs_atlas
def test_a_block_is_kept_after_its_first_use(page: Page, context: BrowserContext) -> None:
    ask = f"async (number) => {{ {MODULES} return new Atlas().about(number) }}"
    first = page.evaluate(ask, 617)
    assert (first["fewest"], first["level"]) == (shipped().about(617).fewest, shipped().about(617).level)  # fmt: skip
    context.set_offline(True)
    assert page.evaluate(ask, 617) == first
    assert page.evaluate(ask, 999_999) is None  # never asked for: it is computed then
    context.set_offline(False)
    assert page.evaluate(ask, 999_999)["number"] == 999_999


HELD = """const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
navigator.serviceWorker.register = (...all) => new Promise((done) => {
    window.updatePage = () => register(...all).then(done);
});"""
"""Hold the service worker back until it is wanted."""

UPDATED = """async () => {
    await caches.open("freecell older"); // as an earlier page named its files
    await window.updatePage();
    await navigator.serviceWorker.ready;
}"""
KEPT = """async () => Promise.all((await caches.keys()).map(async (name) =>
    [name, (await (await caches.open(name)).keys()).length]))"""
"""What is kept: the names, and how many files each has."""


@pytest.mark.service_worker
@needs_atlas
def test_blocks_outlive_an_update_of_the_page(
    context: BrowserContext, service: str, watched: Watched
) -> None:
    context.add_init_script(HELD)
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    ask = f"async (number) => {{ {MODULES} return new Atlas().about(number) }}"
    first = page.evaluate(ask, 617)
    until(page, "!!window.updatePage")
    page.evaluate(UPDATED)
    until(page, "caches.has('freecell older').then((there) => !there)")
    kept = dict(page.evaluate(KEPT))
    assert kept["freecell-atlas"] >= 2  # index and block, and perhaps the block of the day
    assert len(kept) == 2
    context.set_offline(True)
    assert page.evaluate(ask, 617) == first


@pytest.fixture
def without(context: BrowserContext, service: str, watched: Watched) -> Page:
    """Return the page of a host that has no atlas."""
    page = watched(context.new_page())
    page.route("**/atlas/*", lambda route: route.fulfill(status=404))
    page.goto(f"{service}617")
    ready(page)
    return page


def test_a_page_without_the_atlas_computes(without: Page, complaints: list[str]) -> None:
    ask = f"async () => {{ {MODULES} return [await new Atlas().about(617), await new Atlas().draw(['hard'], 4)] }}"
    assert without.evaluate(ask) == [None, None]
    without.evaluate("freecell.random({ level: 'easy', cells: 3 })")
    number = without.evaluate("freecell.game.number")
    assert measure(number).level == "easy"
    assert isinstance(solve(number, cells=3), Solved)
    assert all("404" in each for each in complaints)
    complaints.clear()
    assert assets.content_type("index.fca") == "application/octet-stream"


# What players see of it


def about(page: Page) -> Locator:
    """Open the facts of the deal on the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="About this deal").click()
    return page.get_by_role("dialog")


@needs_atlas
def test_about_a_deal_the_page_says_what_the_atlas_knows(page: Page) -> None:
    known = shipped().about(617)
    message = about(page)
    expect(message).to_contain_text("With four cellsCan be won")
    expect(message).to_contain_text(f"It can be won with {known.fewest} cell")
    expect(message).to_contain_text(f"{known.moves} moves")
    expect(message).to_contain_text(f"Very hard. Harder than {known.difficulty} % of the deals.")
    expect(message).not_to_contain_text("Computed")


@needs_atlas
def test_about_a_deal_the_page_says_what_is_proved_of_its_moves(page: Page, service: str) -> None:
    message = {46: "16 moves; it is proved"}
    for number, (least, _most) in islice(intervals(shipped()).open.items(), 1):  # if any is open
        message[number] = f"none has fewer than {least}"
    for number, text in message.items():
        page.goto(f"{service}{number}")
        ready(page)
        expect(about(page)).to_contain_text(text)


def test_about_a_deal_beyond_the_million_it_is_computed(page: Page, service: str) -> None:
    page.goto(f"{service}2000000")
    ready(page)
    message = about(page)
    difficulty = measure(2_000_000)
    expect(message).to_contain_text(f"Harder than {difficulty.rank} % of the deals.")
    expect(message).to_contain_text("Computed just now: Shortest solution, Difficulty, Fewest cells.")  # fmt: skip
    expect(message).to_contain_text("It can be won with")
    expect(page.locator("#par")).to_have_text("")


@needs_atlas
def test_par_stands_beside_the_moves(page: Page) -> None:
    expect(page.locator("#par")).to_have_text(f"par {shipped().about(617).moves}")
    page.get_by_role("textbox", name="Deal number").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#par")).to_have_text(f"par {shipped().about(1).moves}")
    page.evaluate("freecell.openDeal(1, { cells: 3 })")  # par is for four cells
    expect(page.locator("#par")).to_have_text("")


@needs_atlas
def test_a_random_deal_is_as_hard_as_was_asked_for(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New deal").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Difficulty").select_option("Hard")
    dialog.get_by_label("Number of cells").select_option("2")
    dialog.get_by_role("button", name="Random winnable deal").click()
    expect(page).not_to_have_url(re.compile("/617$"))
    number = page.evaluate("freecell.game.number")
    assert measure(number).level == "hard"
    assert isinstance(solve(number, cells=2), Solved)
    assert page.evaluate("freecell.game.start.cells.length") == 2
    page.get_by_role("button", name="Random winnable deal").click()  # it stays chosen
    expect(page.locator("#number")).not_to_have_value(str(number))
    assert measure(page.evaluate("freecell.game.number")).level == "hard"


@needs_atlas
def test_deals_of_a_level_are_what_they_claim(page: Page) -> None:
    drawn: dict[str, list[int]] = page.evaluate(
        """async (levels) => {
            const drawn = Object.fromEntries(levels.map((level) => [level, []]));
            for (const [level, numbers] of Object.entries(drawn))
                while (numbers.length < 8) numbers.push((await freecell.random({ level }), freecell.game.number));
            return drawn;
        }""",
        list(LEVELS),
    )
    for level, numbers in drawn.items():
        assert {measure(number).level for number in numbers} == {level}
        assert all(isinstance(solve(number), Solved) for number in numbers)
        assert len({*numbers}) > 5


@pytest.mark.service_worker
@needs_atlas
def test_about_a_deal_without_a_network(page: Page, context: BrowserContext) -> None:
    expect(about(page)).to_contain_text("Very hard.")  # the block is there, and the dialog's module
    page.keyboard.press("Escape")
    context.set_offline(True)
    page.evaluate("freecell.step(1)")
    expect(page.locator("#par")).to_have_text(f"par {shipped().about(618).moves}")
    expect(about(page)).to_contain_text(f"Harder than {shipped().about(618).difficulty} % of the")
