"""The engine behind the page: in the Worker, at the service, and without a network."""

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.verdicts import from_service, from_worker, positions
from freecell.board import Move, deal
from freecell.game import Game
from freecell.solver import Impossible, Solved, solve
from freecell.text.address import parse_moves, parse_position
from tests.browser.conftest import needs_worker, ready, rows
from tests.browser.test_watching import choose_shortest


@needs_worker
@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_worker_and_service_give_the_same_answers(page: Page, service: str, count: int) -> None:
    boards = positions(count)
    here = from_worker(page, boards)
    there = from_service(service.removeprefix("http://").rstrip("/"), boards)
    assert {len(board.cells) for board in boards} == set(range(9))
    assert {verdict.result for verdict in here} == {"solved", "impossible"}
    for board, one, other in zip(boards, here, there, strict=True):
        assert one[:2] == other[:2], board
        if one.result == "solved":
            assert Game(board, parse_moves(one.moves, len(board.cells))).won


def test_the_five_checks_of_the_task_pass_in_the_browser(page: Page) -> None:
    assert page.evaluate("typeof dealFreeCell") == "function"
    assert page.evaluate("Array.isArray(dealFreeCell(1))")
    assert page.evaluate("dealFreeCell(1).length") == 7
    for number in (1, 617):
        dealt = page.evaluate("(number) => dealFreeCell(number)", number)
        assert "\n".join(" ".join(row) for row in dealt) == str(deal(number))


def test_without_the_engine_the_page_asks_the_service(browser: Browser, service: str) -> None:
    """One cell, and it is taken: that there are no more of them must reach the service."""
    context = browser.new_context(locale="en", service_workers="block")
    page = context.new_page()
    page.route("**/engine.wasm", lambda route: route.abort())
    page.goto(f"{service}1?cells=1#2a")
    ready(page)
    assert isinstance(solve(deal(1, 1).play(Move(1, 8))), Impossible)
    assert isinstance(solve(deal(1, 4).play(Move(1, 8))), Solved)
    with page.expect_request("**/api/verdict") as asked:
        page.get_by_role("button", name="Winnable?").click()
    position = (asked.value.post_data_json or {})["position"]
    assert len(parse_position(position).cells) == 1
    expect(page.locator("#chip")).to_have_text("Impossible with 1 cell")
    with page.expect_request("**/api/verdict"):
        choose_shortest(page, f"{service}3")
    proved = "Proved: no solution has fewer moves than this one (18)."
    expect(page.locator("#status")).to_have_text(proved)
    context.close()


CONTROLLED = """() => navigator.serviceWorker.controller ? true : new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", () => done(true)))"""
"""Waits for the service worker; the page's policy forbids what Playwright waits with."""


def await_worker(page: Page) -> None:
    """Wait until the service worker answers for the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(CONTROLLED)


def reload_offline(page: Page) -> None:
    """Load the page again without a network."""
    await_worker(page)
    page.context.set_offline(True)
    page.reload()
    ready(page)


@pytest.mark.service_worker
@needs_worker
def test_the_page_works_without_a_network(page: Page, service: str) -> None:
    await_worker(page)
    page.keyboard.type("83")
    page.context.set_offline(True)
    page.reload()
    ready(page)
    assert rows(page) == str(deal(617).play(Move(7, 2)))
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#status")).to_contain_text("moves is known.")
    page.goto(f"{service}11982")
    ready(page)
    assert rows(page) == str(deal(11982))
    page.context.set_offline(False)
