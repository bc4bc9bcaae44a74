"""Files that arrive late: what they bring is about the position, the text or the language of now, or is not shown."""

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from freecell.board import deal
from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, needs_worker, ready, rows, until
from tests.browser.test_advice import stuck_game
from tests.browser.test_watching import choose_shortest
from tests.browser.walker import kept
from tests.waiting import PATIENCE

Hold = Callable[[str], "Held"]

FOLDER = "document.querySelector('script[type=module]').src.replace(/[^/]*$/, '')"


@pytest.fixture
def page(browser: Browser, watched: Watched) -> Iterator[Page]:
    """A window without a service worker, which would keep the files, at no address yet."""
    context = browser.new_context(locale="en")
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    yield watched(context.new_page())
    context.close()


class Held:
    """A file that is held back; a call waits until it is asked for, and lets it through."""

    def __init__(self, page: Page, name: str) -> None:
        self._page, self._name = page, name
        self._asked: list[Route] = []
        page.route(f"**/{name}", self._note)

    def _note(self, route: Route) -> None:
        self._asked.append(route)

    def wait_until_asked(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self._asked:
            assert time.monotonic() < end, f"{self._name} was never asked for"
            self._page.wait_for_timeout(20)

    def __call__(self) -> None:
        self.wait_until_asked()
        for route in self._asked:
            route.continue_()
        self._page.unroute(f"**/{self._name}")


@pytest.fixture
def hold(page: Page) -> Hold:
    """Hold a file back."""
    return partial(Held, page)


def visit(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def loaded(page: Page, module: str) -> None:
    """Wait until a module is there, and what waited for it was done."""
    page.evaluate(f"import({FOLDER} + '{module}').then(() => true)")


def test_an_opened_win_says_nothing_over_one_that_is_celebrated(
    page: Page, service: str, hold: Hold
) -> None:
    result = solve(617)
    assert isinstance(result, Solved)
    let_through = hold("finish.js")
    visit(page, f"{service}617#{''.join(map(str, result.moves))}")
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    page.evaluate("freecell.undo()")
    page.evaluate("void freecell.play(freecell.game.steps[freecell.game.cursor].move)")
    let_through()
    expect(page.locator(".sky .card")).to_have_count(52)
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()


@pytest.mark.parametrize("shown", ["impossible", "stuck"])
def test_an_answer_about_a_position_is_not_shown_for_the_next(
    page: Page, service: str, hold: Hold, shown: str
) -> None:
    number, moves = stuck_game()
    let_through = hold("advice.js")
    visit(
        page,
        f"{service}{number}#{''.join(map(str, moves))}" if shown == "stuck" else f"{service}11982",
    )
    let_through.wait_until_asked()
    page.evaluate("freecell.openDeal(617, { fresh: true })")
    let_through()
    loaded(page, "review/advice.js")
    expect(page.locator("#chip")).to_be_hidden()
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#status")).to_have_text("Game #617")


@needs_worker
def test_a_panel_that_was_closed_stays_closed_when_the_way_back_is_known(
    page: Page, service: str, hold: Hold
) -> None:
    number, moves = stuck_game()
    let_through = hold("engine.wasm")
    visit(page, f"{service}{number}#{''.join(map(str, moves))}")
    let_through.wait_until_asked()
    expect(page.locator("#panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    let_through()
    page.get_by_role("button", name="Winnable?").click()  # answered after the way back is known
    expect(page.locator("#offers button").first).to_have_text(
        "Back to the last position that could be won"
    )
    expect(page.locator("#panel")).to_be_hidden()


@needs_worker
def test_a_review_does_not_cover_a_game_that_went_on(page: Page, service: str, hold: Hold) -> None:
    let_through = hold("review.css")
    visit(page, f"{service}617#828a&review")
    loaded(page, "review/review.js")
    page.keyboard.type("8b")
    let_through()
    until(page, "[...document.styleSheets].some(({ href }) => href?.endsWith('review.css'))")
    page.keyboard.type("8c")
    assert not page.evaluate("freecell.covered")
    assert page.url.endswith("#828a8b8c")


def test_the_language_chosen_last_is_the_one(page: Page, service: str, hold: Hold) -> None:
    visit(page, f"{service}617")
    let_through = hold("words.it.json")
    page.locator("#language").select_option("it")
    page.locator("#language").select_option("es")
    expect(page.get_by_role("button", name="Deshacer")).to_be_visible()
    let_through()
    page.evaluate(f"import({FOLDER} + 'words.js').then((words) => words.loadLanguage('it'))")
    expect(page.get_by_role("button", name="Deshacer")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#language")).to_have_value("es")


def test_keys_pressed_before_the_deal_is_there_play_nothing(
    page: Page, service: str, hold: Hold
) -> None:
    let_through = hold("words.en.json")
    page.goto(f"{service}617", wait_until="commit")
    until(page, "document.querySelector('#table') !== null")
    page.keyboard.type("121a2b")
    let_through()
    ready(page)
    assert rows(page) == str(deal(617))
    assert kept(page) == []


def test_a_random_deal_does_not_replace_one_that_was_opened_meanwhile(
    page: Page, service: str
) -> None:
    visit(page, f"{service}617")
    reported = page.evaluate(
        """async () => {
            const drawn = freecell.random();
            freecell.openDeal(618);
            await drawn;
            return freecell.game.number;
        }"""
    )
    assert reported == 618


def test_a_dialog_that_was_closed_while_it_was_loaded_stays_closed(
    page: Page, service: str, hold: Hold
) -> None:
    let_through = hold("daily.json")  # which the button of the day asks for, sooner or later
    visit(page, f"{service}617")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New deal").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    let_through()
    page.evaluate(f"import({FOLDER} + 'games/daily.js').then((daily) => daily.today())")
    expect(page.get_by_role("dialog")).to_have_count(0)


@needs_worker
def test_a_solution_goes_on_from_the_move_made_while_it_was_looked_for(
    page: Page, service: str
) -> None:
    visit(page, f"{service}617")
    made, won = page.evaluate(
        f"""async () => {{
            const {{ openPlayer }} = await import({FOLDER} + 'review/watch.js');
            const opened = openPlayer(freecell);
            freecell.play({{ source: 7, target: 1, count: 1 }});
            await opened;
            const {{ game }} = freecell;
            return [freecell.covered && game.cursor, game.boardAt(game.steps.length).won];
        }}"""
    )
    assert (made, won) == (1, True)


@needs_worker
def test_a_proof_that_is_asked_for_again_is_not_ended_by_the_one_before(
    page: Page, service: str
) -> None:
    choose_shortest(page, f"{service}27")
    searching = page.get_by_role("button", name="Stop the search")
    expect(searching).to_be_visible()
    status = page.locator("#status")
    expect(status).to_contain_text("Searching on…")
    which = page.get_by_role("combobox", name="Which solution")
    which.select_option(label="Shortest with proof, from the start")
    expect(status).to_contain_text("Searching on…")
    expect(searching).to_be_visible()


def test_of_lengths_found_at_once_the_shortest_is_kept(page: Page, service: str) -> None:
    visit(page, f"{service}2000000")
    reported = page.evaluate(
        f"""async () => {{
            const {{ noteFound, shortestKnown }} = await import({FOLDER} + 'engine/shortest_known.js');
            await Promise.all([31, 29, 30].map((moves) => noteFound(freecell.game, moves)));
            return (await shortestKnown(freecell.game)).moves;
        }}"""
    )
    assert reported == 29


# What was read belongs to the text that is there


def test_what_a_pasted_text_says_goes_when_it_is_changed(page: Page, service: str) -> None:
    visit(page, f"{service}617")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    field = page.get_by_role("textbox", name="A board or moves")
    answer = page.get_by_role("dialog").get_by_role("status")
    field.fill("Game #11,982")
    page.get_by_role("button", name="Read").click()
    expect(answer).to_contain_text("This is deal 11,982.")
    field.fill(str(deal(5)))
    expect(answer).to_be_empty()


def test_an_answer_to_an_earlier_text_is_not_shown(page: Page, service: str, hold: Hold) -> None:
    let_through = hold("player.wasm")  # from the start: it is loaded when the page is idle
    visit(page, f"{service}617")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    field = page.get_by_role("textbox", name="A board or moves")
    answer = page.get_by_role("dialog").get_by_role("status")
    field.fill(str(deal(5)))
    page.get_by_role("button", name="Read").click()
    expect(answer).to_have_text("Calculating…")
    field.fill("11982")
    page.get_by_role("button", name="Read").click()
    expect(answer).to_contain_text("This is deal 11,982.")
    let_through()
    page.evaluate(
        f"import({FOLDER} + 'engine/lookup.js').then(({{ readPasted }}) => readPasted('8a', 617)).then(() => true)"
    )
    expect(answer).to_contain_text("This is deal 11,982.")


@needs_worker
def test_an_engine_that_could_not_be_loaded_is_loaded_when_it_is_needed_again(
    page: Page, site: str, complaints: list[str]
) -> None:
    page.route("**/engine.wasm", lambda route: route.abort())
    visit(page, f"{site}?deal=617")
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text("Not known")
    page.unroute("**/engine.wasm")
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#status")).to_contain_text("moves is known.")
    assert all("ERR_FAILED" in each for each in complaints)  # the browser's own note
    complaints.clear()
