"""The map of the deals: what it shows, where it leads, and its files."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from freecell.deal_atlas import shipped
from freecell.solver import Solved, solve
from tests.browser.conftest import until


def open_map(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Map of your deals").click()
    expect(page.locator("canvas.map")).to_be_visible()


def add(page: Page, text: str) -> None:
    """Add a list of numbers, or what a file has, to the map that is open."""
    page.locator("summary", has_text="Numbers of deals I have won").click()
    page.get_by_role("textbox", name="Numbers of deals I have won").fill(text)
    page.get_by_role("button", name="Add to the map").click()


def about(page: Page) -> str:
    return page.locator(".map-about").inner_text()


def test_a_list_of_numbers_is_on_the_map_and_the_next_deal_follows_it(page: Page) -> None:
    open_map(page)
    add(page, "1-500, 502")
    expect(page.locator("dialog")).to_contain_text("Read: 501 deals.")
    expect(page.locator(".legend")).to_contain_text("won without help: 501")
    expect(page.locator("dialog")).to_contain_text("501 of 32,000 won (1.5 %)")
    page.get_by_role("button", name="Next unwon").click()
    until(page, "freecell.game.number === 501")


def test_a_game_that_is_won_is_on_the_map_with_its_moves(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    result = solve(617)
    assert isinstance(result, Solved)
    moves = [move._asdict() for move in result.moves]
    page.evaluate("() => freecell.openDeal(3)")
    page.evaluate("() => freecell.play(freecell.game.board.legalMoves()[0])")
    page.evaluate("() => freecell.openDeal(617)")
    page.evaluate(
        """(moves) => moves.forEach((move) => {
            if (!freecell.game.won && freecell.game.board.isLegal(move)) freecell.play(move); })""",
        moves,
    )
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    open_map(page)
    par = shipped().about(617).moves
    expect(page.locator(".map-about")).to_contain_text("Game #617 · Very hard · won without help")
    expect(page.locator(".map-about")).to_contain_text(f"par {par}")
    expect(page.locator(".legend")).to_contain_text("begun, not won: 1")
    page.get_by_role("button", name="One that beat me").click()
    until(page, "freecell.game.number === 3")
    open_map(page)
    page.get_by_role("button", name="One I can better").click()
    until(page, "freecell.game.number === 617")


def test_a_file_goes_round_to_another_browser(page: Page, tmp_path: Path) -> None:
    open_map(page)
    row = "deal,date,won,moves,seconds,help,par"
    par = shipped().about(700).moves
    add(
        page,
        f"{row}\n617,2026-11-16,yes,50,187,no,\n700,2026-11-15,yes,{par},90,no,\n9,,no,,,no,\n",
    )
    expect(page.locator(".legend")).to_contain_text("won in the fewest moves found here: 1")
    saved = {}
    for kind in ("CSV", "JSON"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=kind, exact=True).click()
        saved[kind] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved[kind])
    assert saved["CSV"].read_bytes().startswith(f"{row}\r\n9,,no,,,no,".encode())
    rows = json.loads(saved["JSON"].read_text())
    assert [each["deal"] for each in rows] == [9, 617, 700]
    assert rows[1]["par"] == shipped().about(617).moves
    page.evaluate("localStorage.clear()")
    page.locator("dialog .close").click()
    open_map(page)
    expect(page.locator("dialog")).to_contain_text("0 of 32,000 won")
    page.locator("dialog input[type=file]").set_input_files(saved["CSV"])
    expect(page.locator("dialog")).to_contain_text("2 of 32,000 won")
    expect(page.locator(".legend")).to_contain_text("begun, not won: 1")


def test_what_is_no_list_is_refused_in_a_sentence(page: Page) -> None:
    open_map(page)
    add(page, "none of these")
    expect(page.locator("dialog")).to_contain_text(
        "No numbers of deals from 1 to 32,000 were found."
    )


def test_the_keys_choose_zoom_and_play(page: Page) -> None:
    open_map(page)
    canvas = page.locator("canvas.map")
    canvas.focus()
    for key, number in [
        ("ArrowRight", 618),
        ("ArrowDown", 818),
        ("ArrowLeft", 817),
        ("PageDown", 1817),
    ]:
        canvas.press(key)
        expect(page.locator(".map-about")).to_contain_text(f"Game #{number:,}")
    canvas.press("+")
    canvas.press("Enter")
    until(page, "freecell.game.number === 1817")


def test_a_click_chooses_the_deal_under_it(page: Page) -> None:
    open_map(page)
    canvas = page.locator("canvas.map")
    box = canvas.bounding_box()
    assert box
    size = box["width"] / 200
    canvas.click(position={"x": size * 49.5, "y": size * 80.5})
    expect(page.locator(".map-about")).to_contain_text("Game #16,050")


@pytest.mark.parametrize("count", [32_000])
def test_it_is_there_with_all_deals_won(page: Page, count: int) -> None:
    open_map(page)
    add(page, f"1-{count}")
    expect(page.locator("dialog")).to_contain_text("32,000 of 32,000 won (100 %)")
    page.get_by_role("button", name="Next unwon").click()
    expect(page.locator("dialog")).to_contain_text("There is none.")
