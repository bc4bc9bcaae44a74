"""The page as plain files, under a path, in print, and what it keeps in the browser."""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from freecell.board import Move, deal
from freecell.cards import index_letters
from freecell.deal_atlas import FOLDER, shipped
from freecell.difficulty import measure
from freecell.solver import Solved, solve
from freecell.text.solution_writer import DIALECTS, Dialect, write_moves
from tests.browser.conftest import (
    expect_rows,
    needs_worker,
    ready,
    rows,
    settled,
    status,
)


def test_plain_files_deal_play_and_keep_the_game_in_the_address(
    opened: Callable[[str], Page], site: str
) -> None:
    page = opened(f"{site}?deal=11982")
    assert rows(page) == str(deal(11982))
    page.get_by_role("textbox", name="Deal number").fill("617")
    page.keyboard.press("Enter")
    page.locator("#number").blur()
    page.keyboard.type("83")
    expect(page).to_have_url(f"{site}?deal=617#83")
    page.reload()
    ready(page)
    assert rows(page) == str(deal(617).play(Move(7, 2)))


@pytest.mark.skipif(not (FOLDER / "index.fca").exists(), reason="this build has no atlas")
def test_plain_files_know_the_atlas(opened: Callable[[str], Page], site: str) -> None:
    page = opened(f"{site}?deal=617")
    expect(page.locator("#par")).to_have_text(f"par {shipped().about(617).moves}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="About this deal").click()
    expect(page.get_by_role("dialog")).to_contain_text("Very hard. Harder than 99 % of the deals.")
    page.evaluate("freecell.random({ level: 'very easy' })")
    assert measure(page.evaluate("freecell.game.number")).level == "very easy"


@needs_worker
def test_plain_files_solve_and_find_by_themselves(opened: Callable[[str], Page], site: str) -> None:
    page = opened(f"{site}?deal=617")
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#status")).to_contain_text("moves is known.")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_role("textbox", name="A board or moves").fill(str(deal(8_589_934_591)))
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is deal 8,589,934,591.")
    page.get_by_role("textbox", name="A board or moves").fill(solution("microsoft"))
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("A correct solution of")


def test_plain_files_write_every_dialect_and_read_it_again(
    opened: Callable[[str], Page], site: str
) -> None:
    result = solve(617)
    assert isinstance(result, Solved)
    page = opened(f"{site}?deal=617#{''.join(map(str, result.moves))}")
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog .list").get_by_role("button", name="Share and save").click()
    dialog = page.locator("dialog")
    chosen, text = dialog.get_by_role("combobox"), dialog.get_by_role("textbox")
    expect(chosen).to_be_visible()  # what writes the lines is loaded first
    written = {}
    for name in chosen.locator("option").all_inner_texts():
        chosen.select_option(name)
        written[name] = text.input_value()
    assert set(map(solution, DIALECTS)) <= set(written.values())
    written["link"] = page.url
    written["end of the link"] = "?deal=617#" + page.url.split("#")[1]
    del written["Board as text"]  # the won board: no number deals it
    page.goto(f"{site}?deal=1")  # so that the text alone must say which deal it is of
    ready(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="Paste a board").click()
    untitled = {solution(dialect) for dialect in DIALECTS} - {
        solution("macroxue"),
        solution("fcpro"),
    }
    for name, content in written.items():
        titled = f"Game #617\n{content}" if content in untitled else content
        field = page.get_by_role("textbox", name="A board or moves")
        field.evaluate("(field, text) => (field.value = text)", titled)
        page.get_by_role("button", name="Read").click()
        expect(dialog.get_by_role("status"), name).to_contain_text("A correct solution of")
        expect(dialog.get_by_role("status"), name).to_contain_text("This is deal 617.")


def solution(dialect: Dialect) -> str:
    result = solve(617)
    assert isinstance(result, Solved)
    return write_moves(deal(617), result.moves, dialect)


def test_plain_files_save_a_picture_of_the_position(
    opened: Callable[[str], Page], site: str, tmp_path: Path
) -> None:
    page = opened(f"{site}?deal=617#8a8b")
    page.locator("#menu").click()
    page.get_by_role("button", name="Share and save").click()
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Picture of this position ({kind})").click()
        assert download.value.suggested_filename == f"freecell-617.{kind.lower()}"
        download.value.save_as(tmp_path / kind)
    svg = ElementTree.fromstring((tmp_path / "SVG").read_text(encoding="utf-8"))
    drawn = Counter(each.get("href") for each in svg.iter("{http://www.w3.org/2000/svg}use"))
    assert sum(drawn[f"#s-i{letter}"] for letter in index_letters()) == 52
    assert {drawn[f"#s-i{letter}"] for letter in index_letters()} == {4}
    assert svg.findtext("{http://www.w3.org/2000/svg}title") == "Game #617"
    assert (tmp_path / "PNG").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    settled(page)
    assert difference(page, (tmp_path / "PNG").read_bytes()) < 8


def difference(page: Page, png: bytes) -> float:
    """Return how far a saved picture is from what is on the screen, in steps of 255 on average."""
    table: Any = page.evaluate(
        """() => {
            const boxes = [...document.querySelectorAll('.place, .card')].map((each) => each.getBoundingClientRect());
            const margin = boxes[0].width / 5;
            const [x, y] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
            const [right, bottom] = [Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))];
            return { x, y, width: right - x, height: bottom - y, margin };
        }"""
    )
    margin = table.pop("margin")
    margin /= table["width"] + 2 * margin
    shown = page.screenshot(clip=table)
    far: float = page.evaluate(
        """async ([shown, saved, margin]) => {
            const [one, other] = await Promise.all([[shown, 0], [saved, margin]].map(async ([data, cut]) => {
                const image = new Image();
                image.src = 'data:image/png;base64,' + data;
                await image.decode();
                const [x, width, height] = [cut * image.width, 400, 260];
                const context = new OffscreenCanvas(width, height).getContext('2d');
                context.drawImage(image, x, x, image.width - 2 * x, image.height - 2 * x, 0, 0, width, height);
                return context.getImageData(0, 0, width, height).data;
            }));
            return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
        }""",
        [b64encode(shown).decode(), b64encode(png).decode(), margin],
    )
    return far


def test_a_link_with_the_moves_of_another_site_is_replayed(page: Page, service: str) -> None:
    page.goto(f"{service}?deal={solution('macroxue').strip()}")
    ready(page)
    expect(page.get_by_role("dialog")).to_contain_text("A correct solution of")
    page.get_by_role("button", name="Open").click()
    assert page.evaluate("freecell.game.won") is True


def test_what_the_browser_keeps_can_be_saved_and_cleared(page: Page) -> None:
    page.keyboard.type("83")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("row", name="Games begun")).to_contain_text("1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["statistics"]["cells"]["4"]["begun"] == 1
    assert [each["moves"] for each in saved["games"]] == ["83"]
    page.get_by_role("button", name="Clear everything").click()
    page.get_by_role("dialog", name="Clear everything").get_by_role("button").nth(1).click()
    expect(page.get_by_role("dialog")).to_contain_text("Everything was cleared")
    expect(page.get_by_role("row", name="Games begun")).to_contain_text("0")
    assert page.evaluate("Object.keys(localStorage)") == []
    page.locator("dialog input[type=file]").set_input_files(download.value.path())
    expect(page.get_by_role("dialog")).to_contain_text("Read. 1 game was new.")
    expect(page.get_by_role("row", name="Games begun")).to_contain_text("1")
    expect(page.get_by_role("button", name="Game #617: 1 move")).to_be_visible()


def test_the_board_prints_on_one_page(page: Page) -> None:
    document = page.pdf()
    assert document.count(b"/Type /Page\n") + document.count(b"/Type /Page ") == 1


def test_settings_change_the_page(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Colours").select_option("dark")
    page.get_by_role("checkbox", name="Four-colour deck").check()
    page.get_by_role("combobox", name="Number of cells").select_option("6")
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect_rows(page, deal(617, 6))
    inks = {
        page.locator(f".suit-{suit}").first.evaluate("e => getComputedStyle(e).color")
        for suit in "cdhs"
    }
    assert len(inks) == 4
    page.keyboard.type("1a")
    assert status(page) == "jack of diamonds → cell a; four of spades uncovered"
