"""The review of a game on the page: what it says is what Python says, and it gives back the game as it was."""

import re
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from freecell.board import HOME, deal
from freecell.deal_atlas import shipped
from freecell.finder import find
from freecell.game import Game
from freecell.game_review import Review, review
from freecell.solver import Impossible, Solved, prove, solve
from freecell.text.address import format_position
from tests.browser.conftest import (
    Watched,
    moves_in_address,
    needs_worker,
    open_page,
    ready,
    rows,
    status,
    until,
)
from tests.browser.test_access import SIZES, check_layout
from tests.browser.test_advice import stuck_game
from tests.browser.walker import kept
from tests.library.test_game_review import GAMES, LOST
from tests.waiting import eventually

pytestmark = needs_worker

ALONE = """localStorage.setItem('freecell.settings', '{"autoplay": "none"}')"""
"""Let no card go home by itself, so that every move of a line is a bar of the strip."""

REVIEWED = """async ([position, text]) => {
    const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const { parseMoves, parsePosition } = await import(folder + 'text/address.js');
    const { gameOf } = await import(folder + 'games/game.js');
    const { Reviewer } = await import(folder + 'review/reviewer.js');
    const start = parsePosition(position);
    const reviewer = new Reviewer(gameOf(start, null, parseMoves(start, text), 'none'));
    await reviewer.run(() => {});
    const all = Array.from({ length: reviewer.length }, (_, index) => index);
    return {
        verdicts: all.map((index) => reviewer.verdict(index)),
        needed: all.map((index) => reviewer.needed(index)),
        losing: reviewer.losingMove,
    };
}"""


def text_of(game: Game) -> str:
    return "".join(map(str, game.moves))


def address_of(game: Game) -> str:
    return f"{find(game.start)}?cells={len(game.start.cells)}#{text_of(game)}"


@pytest.fixture(scope="module")
def lost() -> Review:
    """A game that was lost some moves before its end."""
    reviewed = review(LOST)
    assert reviewed.losing_move in range(5, len(reviewed) - 8)
    return reviewed


@pytest.fixture
def reviewed(context: BrowserContext, watched: Watched, service: str, lost: Review) -> Page:
    """The page with the review of that game, by a link to its end."""
    context.add_init_script(ALONE)
    page = open_page(context, watched, f"{service}{address_of(lost.game)}&review")
    finished(page)
    return page


def finished(page: Page) -> None:
    """Wait until everything is known."""
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#review .summary")).not_to_contain_text("…")


def open_review(page: Page) -> None:
    """Choose it from the menu; it then has the keys."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("slider", name="Moves of the game")).to_be_focused()


def bars(page: Page) -> list[tuple[str, str]]:
    reviewed: list[tuple[str, str]] = page.locator(".strip i").evaluate_all(
        "each => each.map(({ dataset }) => [dataset.verdict, dataset.needed])"
    )
    return [(verdict, needed) for verdict, needed in reviewed]


@pytest.mark.parametrize(
    "games",
    [[GAMES[4], GAMES[6], GAMES[8]], pytest.param(GAMES, marks=pytest.mark.long)],
    ids=["some", "all"],
)
def test_page_and_python_say_the_same_of_games(page: Page, games: list[Game]) -> None:
    for game in games:
        here: dict[str, Any] = page.evaluate(REVIEWED, [format_position(game.start), text_of(game)])
        reviewed = review(game)
        assert here["verdicts"] == list(reviewed.verdicts)
        assert here["needed"] == [position.needed for position in reviewed.positions]
        assert here["losing"] == reviewed.losing_move


def test_what_the_page_says_of_a_game_is_true(page: Page) -> None:
    """By proofs and wins that the review itself has no part in."""
    for game in GAMES[6:10]:
        here: dict[str, Any] = page.evaluate(REVIEWED, [format_position(game.start), text_of(game)])
        boards = list(game.boards())
        for board, verdict in zip(boards, here["verdicts"], strict=True):
            assert isinstance(solve(board), Solved) == (verdict == "solved")
        if "impossible" in here["verdicts"]:
            first = here["verdicts"].index("impossible")
            assert isinstance(prove(boards[first]), Impossible)
        for (before, after), move in zip(pairwise(here["needed"]), game.moves, strict=True):
            assert after is None or before <= after + (move.target != HOME)


def test_the_strip_shows_every_position_and_marks_the_losing_move(
    reviewed: Page, lost: Review
) -> None:
    needed = ["" if each.needed is None else str(each.needed) for each in lost.positions]
    assert bars(reviewed) == list(zip(lost.verdicts, needed, strict=True))
    slider = reviewed.get_by_role("slider", name="Moves of the game")
    expect(slider).to_have_attribute("aria-valuemax", str(len(lost.game)))
    expect(slider).to_be_focused()
    expect(reviewed.locator("#chip")).to_have_text("Can no longer be won")
    assert lost.losing_move is not None
    played = Game(lost.game.start, lost.game.moves[: lost.losing_move + 1]).player_count()
    reviewed.get_by_role("button", name=f"Move {played} lost the game").click()
    assert rows(reviewed) == str(lost.positions[lost.losing_move].board)
    expect(reviewed.locator("#chip")).to_have_text("Can be won")
    expect(reviewed.locator("#status")).to_contain_text("This would have won: ")
    assert reviewed.locator(".card.hint").count() >= 1  # what would have won is shown on the table
    keeping = lost.keeping_moves(lost.losing_move)
    expect(reviewed.locator(".keeping")).to_contain_text(f"{len(keeping)} keep")
    assert reviewed.locator(".keeping li").count() == min(9, len(keeping))


def test_every_position_is_reached_by_keys_by_clicks_and_by_buttons(
    reviewed: Page, lost: Review
) -> None:
    last = len(lost.game)
    boards = [str(board) for board in lost.game.boards()]
    for key, at in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("PageUp", 11),
        ("ArrowLeft", 10),
        ("End", last),
    ]:
        reviewed.keyboard.press(key)
        assert rows(reviewed) == boards[at], key
        expect(reviewed.get_by_role("slider")).to_have_attribute("aria-valuenow", str(at))
    strip = reviewed.locator(".strip")
    box = strip.bounding_box()
    assert box is not None
    strip.click(position={"x": box["width"] * 3.5 / (last + 1), "y": 20})
    assert rows(reviewed) == boards[3]
    reviewed.get_by_role("button", name="Step forward").click()
    assert rows(reviewed) == boards[4]
    reviewed.get_by_role("button", name="Step back").click()
    played, whole = (
        Game(lost.game.start, lost.game.moves[:moves]).player_count() for moves in (3, last)
    )
    assert status(reviewed).startswith(f"Move {played} of {whole}.")


def test_a_review_is_linked_to_and_comes_back_after_a_reload(
    reviewed: Page, lost: Review, service: str
) -> None:
    assert moves_in_address(reviewed) == f"{text_of(lost.game)}&review"
    reviewed.keyboard.press("Home")
    reviewed.keyboard.press("ArrowRight")
    assert moves_in_address(reviewed) == f"{text_of(lost.game)}&review=1"
    reviewed.reload()
    ready(reviewed)
    finished(reviewed)
    assert rows(reviewed) == str(lost.positions[1].board)
    reviewed.goto(
        f"{service}{address_of(lost.game)}&review=4"
    )  # by hand, as one changes an address
    expect(reviewed.get_by_role("slider")).to_have_attribute("aria-valuenow", "4")
    assert rows(reviewed) == str(lost.positions[4].board)


def test_a_pasted_link_to_a_review_opens_it(page: Page, service: str, lost: Review) -> None:
    moves = text_of(lost.game)
    link = f"{service}{address_of(lost.game)}&review={lost.losing_move}"
    page.keyboard.type("82")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.locator("dialog textarea").fill(link)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("button", name="Open", exact=True).click()
    finished(page)
    assert moves_in_address(page) == f"{moves}&review={lost.losing_move}"
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()
    assert moves_in_address(page) == moves
    assert [each["moves"] for each in kept(page)] == ["82"]


@pytest.mark.parametrize(("number", "moves"), [(1, "2a"), (617, "828a8b8c"), (1_000_001, "1a2b")])
def test_par_and_a_review_learn_from_each_other(
    page: Page, service: str, number: int, moves: str
) -> None:
    """Of the first the length is proved, of the second a line is known, the third is beyond the atlas."""
    charted = shipped().about(number).moves if number <= 1_000_000 else None
    page.goto(f"{service}{number}#{moves}&review")
    ready(page)
    finished(page)
    shortest = until(
        page,
        """(() => {
            const message = (selector) => document.querySelector(selector).textContent;
            const par = message('#par').replace('par ', '');
            return message('#review .summary').includes(`Shortest found: ${par} moves`) && Number(par);
        })()""",
    )
    assert charted is None or shortest <= charted
    page.goto(f"{service}{number}")
    ready(page)
    expect(page.locator("#par")).to_have_text(f"par {shortest}")


def test_closing_gives_back_exactly_the_game_that_was_there(page: Page) -> None:
    page.keyboard.type("828a8b8c")
    page.keyboard.press("z")
    before = (rows(page), page.url, page.evaluate("freecell.game.steps.length"))
    games = kept(page)
    open_review(page)
    finished(page)
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuemax", "4"
    )  # what was undone, too
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()
    assert (rows(page), page.url, page.evaluate("freecell.game.steps.length")) == before
    assert [(each["moves"], each["at"], each["id"]) for each in kept(page)] == [
        (each["moves"], each["at"], each["id"]) for each in games
    ]
    assert [each["helped"] for each in kept(page)] == [True]  # it says what would win
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.keyboard.press("y")
    assert moves_in_address(page) == "828a8b8c"


def test_one_plays_on_from_a_position_of_ones_own_game(page: Page) -> None:
    page.keyboard.type("828a8b8c")
    open_review(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#review")).to_be_hidden()
    assert moves_in_address(page) == "82"
    expect(page.locator("#redo")).to_be_enabled()  # the rest of it is still there
    page.keyboard.type("1d")
    assert moves_in_address(page) == "821d"
    assert [each["moves"] for each in kept(page)] == ["821d"]


def test_a_move_made_in_a_review_is_a_game_of_its_own(page: Page) -> None:
    page.keyboard.type("828a8b8c")
    open_review(page)
    page.keyboard.press("Home")
    page.keyboard.type("1d")
    expect(page.locator("#review")).to_be_hidden()
    assert moves_in_address(page) == "1d"
    assert sorted(each["moves"] for each in kept(page)) == ["1d", "828a8b8c"]


def test_another_game_or_a_solution_ends_the_review(page: Page) -> None:
    page.keyboard.type("82")
    for leave in ("freecell.step(1)", "freecell.openDeal(617)"):
        page.evaluate("freecell.openDeal(617)")
        open_review(page)
        page.evaluate(leave)
        expect(page.locator("#review")).to_be_hidden()
    assert moves_in_address(page) == "82"
    page.locator("#watch").click()
    expect(page.locator("#player")).to_be_visible()
    open_review(page)  # of the solution
    finished(page)
    expect(page.locator("#player")).to_be_hidden()
    page.get_by_role("button", name="Back to my game").click()
    assert moves_in_address(page) == "82"


def test_a_won_game_is_reviewed_from_what_is_shown_at_its_end(page: Page, service: str) -> None:
    result = solve(617)
    assert isinstance(result, Solved)
    page.goto(f"{service}617#{''.join(map(str, result.moves))}")
    page.reload()
    ready(page)
    page.get_by_role("dialog", name="Won!").get_by_role("button", name="Review the game").click()
    finished(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    reviewed = review(result.game)
    own, needed, charted = (
        result.game.player_count(), reviewed.positions[0].needed, shipped().about(617).moves
    )  # fmt: skip
    assert needed is not None
    least = min(needed, charted or needed)
    expect(page.locator(".summary")).to_contain_text(f"Won in {own} moves, par {least}: most was")
    expect(page.locator("#status")).to_contain_text("Won!")
    expect(page.get_by_role("button", name=re.compile("lost the game"))).to_have_count(0)
    page.get_by_role("button", name="Back to my game").click()
    assert page.evaluate("freecell.game.won")
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()  # with the same choices


def test_a_game_without_a_move_left_is_reviewed_from_its_panel(page: Page, service: str) -> None:
    number, moves = stuck_game()
    page.goto(f"{service}{number}#{''.join(map(str, moves))}")
    ready(page)
    stuck = page.get_by_role("dialog", name="No move is left.")
    stuck.get_by_role("button", name="Review the game").click()
    finished(page)
    expect(stuck).to_have_count(0)
    lost = review(Game(deal(number), moves)).losing_move
    assert lost is not None
    assert {verdict for verdict, _ in bars(page)[-2:]} == {"impossible"}
    expect(page.get_by_role("button", name=re.compile("lost the game"))).to_be_visible()


def test_what_could_not_be_decided_is_shown_as_such(page: Page, service: str) -> None:
    start = deal(209, 2)
    game = Game(start, [start.legal_moves()[0]])
    assert "undecided" in review(game).verdicts
    page.goto(f"{service}209?cells=2#{text_of(game)}&review=0")
    ready(page)
    finished(page)
    assert bars(page)[0] == ("undecided", "")
    expect(page.locator("#chip")).to_have_text("Not known")
    expect(page.locator("#status")).to_contain_text("Not decided")


def test_a_deal_that_never_could_be_won_was_lost_by_no_move(page: Page, service: str) -> None:
    page.goto(f"{service}11982#1a&review")
    ready(page)
    finished(page)
    expect(page.locator(".summary")).to_contain_text("It cannot be won")
    expect(page.get_by_role("button", name=re.compile("lost the game"))).to_have_count(0)


def test_a_game_that_was_not_begun_cannot_be_reviewed(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Review the game")).to_be_disabled()


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_nothing_of_a_review_is_cut_off_or_too_small(
    browser: Browser, service: str, lost: Review, language: str
) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()
    page.goto(f"{service}{address_of(lost.game)}&review={lost.losing_move}")
    ready(page)
    finished(page)
    expect(page.locator(".keeping li").first).to_be_attached()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        eventually(partial(check_layout, page, width, height))
    page.set_viewport_size({"width": 844, "height": 390})
    eventually(partial(check_summary, page))  # beside four buttons
    page.keyboard.press("End")  # where a third button goes back to the losing move
    expect(page.locator("#review .losing")).to_be_visible()
    eventually(partial(check_summary, page))
    context.close()


def check_summary(page: Page) -> None:
    """See that the sentence is wide enough to be read, and shown whole."""
    summary = page.locator("#review .summary")
    width, height, needed = summary.evaluate(
        "it => [it.clientWidth, it.clientHeight, it.scrollHeight]"
    )
    assert width >= 100
    assert needed <= height + 2
