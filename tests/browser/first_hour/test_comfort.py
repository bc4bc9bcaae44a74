"""Looks and comfort: the menu, the settings, what does not cover the cards, and a review that teaches."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from freecell.board import Move
from freecell.deal_atlas import shipped
from freecell.solver import Solved, solve
from tests.browser.conftest import Watched, needs_worker, ready, settled
from tests.browser.first_hour.test_first_hour import text_of, visit, visit_review
from tests.browser.test_advice import stuck_game


def test_the_menu_has_groups_and_icons(page: Page) -> None:
    page.locator("#menu").click()
    dialog = page.get_by_role("dialog", name="Menu")
    expect(dialog).to_be_visible()
    assert dialog.get_by_role("heading", level=3).count() >= 3
    for entry in dialog.locator(".entry").all():
        sign = entry.locator("use").get_attribute("href") or ""
        expect(page.locator(f"symbol{sign}, path{sign}, g{sign}")).to_have_count(1)
        assert entry.inner_text().strip()


PLACES = """() => ['#cells', '#homes', '.column'].map((each) => document.querySelector(each).getBoundingClientRect().left)"""


def test_cells_lie_on_the_right_where_that_is_wanted(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(locale="en")
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    width = page.locator(".card").first.bounding_box()
    page.locator("#menu").click()
    page.locator("[data-entry=settings]").click()
    page.get_by_role("checkbox", name="Cells on the right").check()
    page.get_by_role("combobox", name="Size of the cards").select_option("small")
    page.get_by_role("combobox", name="Movement of the cards").select_option("none")
    page.keyboard.press("Escape")
    cells, homes, column = page.evaluate(PLACES)
    assert homes == pytest.approx(column, abs=1)
    assert homes < cells
    smaller = page.locator(".card").first.bounding_box()
    assert width is not None
    assert smaller is not None
    assert smaller["width"] < 0.8 * width["width"]
    page.keyboard.press("1")
    page.keyboard.press("PageUp")  # the arrows go as the places lie
    expect(page.get_by_role("button", name="Home of clubs, empty")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="cell a, empty")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.type("8a")
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("#count")).to_have_text("1 move")
    context.close()


@needs_worker
def test_the_choice_of_a_solution_shows_what_was_chosen(page: Page) -> None:
    page.locator("#watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    which = page.get_by_role("combobox", name="Which solution")
    expect(which).to_have_value("here")
    which.select_option("short")
    expect(page.locator("#status")).to_contain_text("Solved in")
    expect(which).to_have_value("short")


def test_the_panel_of_a_game_without_a_move_covers_no_card(page: Page, service: str) -> None:
    number, moves = stuck_game()
    visit(page, f"{service}{number}#{text_of(moves)}")
    panel = page.get_by_role("dialog", name="No move is left.")
    expect(panel).to_be_visible()
    settled(page)
    top = panel.bounding_box()
    assert top is not None
    for card in page.locator(".card").all():
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= top["y"] + 1


@needs_worker
def test_chip_and_sentence_do_not_repeat_each_other(page: Page, service: str) -> None:
    page.locator("#verdict").click()
    expect(page.locator("#chip")).to_have_text("Can be won")
    expect(page.locator("#status")).to_have_text(re.compile(r"^A win in \d+ moves is known\.$"))
    visit(page, f"{service}11982")
    page.locator("#verdict").click()
    expect(page.locator("#chip")).to_have_text("Impossible")
    expect(page.locator("#status")).to_have_text("Proved by a complete search.")


@needs_worker
def test_a_review_marks_what_moves_cost_and_shows_the_better_line(
    page: Page, service: str, line: list[Move]
) -> None:
    """The costs add up to what the game was longer than the best line found."""
    count = visit_review(page, f"{service}617", line, "=0")
    par = shipped().about(617).moves
    message = re.compile(
        rf"^Won in {count} moves, par {par}: most was lost at moves? \d+( to \d+)?\.$"
    )
    expect(page.locator(".summary")).to_have_text(message)
    bars = page.locator(".strip i")
    costs = [int(each.get_attribute("data-cost") or 0) for each in bars.all()]
    needed = int(bars.first.get_attribute("data-needed") or 0)
    assert sum(costs) == count - needed
    page.get_by_role("button", name="Show the best line").click()
    expect(page.locator("#count")).to_have_text(re.compile("^[1-9]"))
    assert page.evaluate("freecell.covered") is True
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator("#count")).to_have_text("0 moves")
    expect(page).to_have_url(re.compile("&review=0$"))
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()


@needs_worker
def test_reaching_the_proved_shortest_has_words_of_its_own(page: Page, service: str) -> None:
    longer, shortest = solve(3), solve(3, goal="shortest")
    assert isinstance(longer, Solved)
    assert isinstance(shortest, Solved)
    assert shipped().about(3).shortest
    praise = page.get_by_text("No win of this deal is shorter, and that is proved.")
    visit(page, f"{service}3#{text_of(list(longer.moves))}")
    expect(page.get_by_role("row", name="Shortest found")).to_contain_text("18 moves; it is proved")
    expect(praise).to_be_hidden()
    visit(page, f"{service}3#{text_of(list(shortest.moves))}")
    expect(praise).to_be_visible()
    visit(page, f"{service}3#{text_of(list(shortest.moves))}&review")
    expect(page.locator(".summary")).to_contain_text("no win of this deal is shorter")


def test_phones_find_icons_to_install_the_page(page: Page, service: str) -> None:
    manifest = page.request.get(f"{service}manifest.webmanifest").json()
    sizes = {icon["sizes"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= set(sizes)
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href") or ""
    for address, size in [(touch, 180), *((sizes[f"{n}x{n}"]["src"], n) for n in (192, 512))]:
        content = page.request.get(service + address).body()
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(content[16:20], "big") == size
