"""A board from a picture, in the page: chosen, pasted or dropped, put right with two taps, played."""

import io
import json
import random
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect

from freecell import Board, deal, read_picture
from freecell.web import assets
from tests.browser.conftest import Watched, expect_rows, ready
from tests.browser.engines import (
    Window,
    firefox_window,
    webkit_window,
    why_no_firefox,
    why_no_webkit,
)
from tests.browser.test_axe import AXE, violations
from tests.browser.test_engine import reload_offline
from tests.library.test_picture_reader import BOMBS, png_of_size
from tests.needed import needs
from tests.picture_drawing import picture_of, suitless_deck

pytestmark = needs(
    assets.has_picture_reader(), "the reader of pictures was not compiled: `make wasm`"
)


def png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def file(content: bytes, name: str = "board.png") -> FilePayload:
    return {"name": name, "mimeType": "image/png", "buffer": content}


def without_suits() -> tuple[Board, bytes]:
    """A board that cannot be read for sure."""
    cards = list(range(52))
    random.Random(5).shuffle(cards)
    board = Board([cards[column::8] for column in range(8)])
    return board, png(picture_of(board, deck=suitless_deck()))


def open_dialog(page: Page) -> None:
    page.locator("#menu").click()
    page.get_by_role("button", name="Read a picture of a board").click()
    page.locator("dialog.picture").wait_for()


def choose(page: Page, content: bytes) -> None:
    page.locator("dialog.picture input[type=file]").set_input_files(file(content))


def answer(page: Page) -> str:
    """Return the sentence about the picture, when it is read."""
    expect(page.locator("dialog.picture progress")).to_be_hidden()
    status = page.locator("dialog.picture [role=status]")
    expect(status).not_to_contain_text("…")
    return status.inner_text()


BRING = """([event, base64]) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const brought = new DataTransfer();
    brought.items.add(new File([bytes], "board.png", { type: "image/png" }));
    const given = { bubbles: true, cancelable: true, clipboardData: brought, dataTransfer: brought };
    const Kind = event === "paste" ? ClipboardEvent : DragEvent;
    document.body.dispatchEvent(new Kind(event, given));
}"""


@pytest.mark.parametrize("way", ["choose", "paste", "drop"])
def test_a_picture_is_read_and_its_deal_is_played(page: Page, way: str) -> None:
    content = png(picture_of(deal(11982)))
    if way == "choose":
        open_dialog(page)
        choose(page, content)
    else:
        page.evaluate(BRING, [way, b64encode(content).decode()])
        page.locator("dialog.picture").wait_for()
    message = answer(page)
    assert "Every card was read." in message
    assert "This is deal 11,982." in message
    expect(page.locator("dialog.picture .mark")).to_have_count(52)
    expect(
        page.get_by_role("button", name="column 1, card 1: A♥\ufe0e ace of hearts")
    ).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect_rows(page, deal(11982))
    expect(page).to_have_url(re.compile("11982"))


def test_the_second_picture_takes_the_place_of_the_first(page: Page) -> None:
    open_dialog(page)
    choose(page, png(picture_of(deal(617))))
    choose(page, png(picture_of(deal(11982))))
    expect(page.locator("dialog.picture [role=status]")).to_contain_text("11,982")


def test_a_doubtful_card_is_put_right_with_two_taps_and_the_rest_follows(page: Page) -> None:
    board, content = without_suits()
    open_dialog(page)
    choose(page, content)
    assert "in doubt" in answer(page)
    marks = page.locator("dialog.picture .mark")
    expect(marks).to_have_count(52)
    before = marks.all_inner_texts()
    wrong = next(
        index
        for index, mark in enumerate(before)
        if mark.rstrip("\ufe0e")[-1] != suit_of(board, index)
    )
    card = [card for column in board.columns for card in column][wrong]
    marks.nth(wrong).click()
    named = "♣♦♥♠"[card % 4] + "\ufe0e"
    rank = before[wrong][:-2]
    page.locator(".chooser").get_by_text(rank + named, exact=True).click()
    expect(marks.nth(wrong)).to_have_text(rank + named)
    expect(marks.nth(wrong)).not_to_have_class(re.compile("doubtful"))
    after = marks.all_inner_texts()
    assert len(set(after)) == 52  # what had been that card is another one now
    assert sum(one != other for one, other in zip(before, after, strict=True)) >= 2


def test_marks_are_as_large_as_the_cards_on_a_phone(
    browser: Browser, watched: Watched, service: str
) -> None:
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, locale="en-GB", has_touch=True)  # type: ignore[arg-type]  # a size
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    open_dialog(page)
    picture = picture_of(deal(617))
    choose(page, png(picture))
    answer(page)
    shown = page.locator("dialog.picture .seen canvas").bounding_box()
    mark = page.locator("dialog.picture .mark").first.bounding_box()
    assert shown is not None
    assert mark is not None
    card = read_picture(picture).cards[0]
    assert mark["width"] == pytest.approx(card.width * shown["width"] / picture.width, abs=1)
    context.close()


def test_when_no_card_is_in_doubt_any_more_the_page_asks_to_compare_the_board(page: Page) -> None:
    open_dialog(page)
    choose(page, without_suits()[1])
    answer(page)
    status = page.locator("dialog.picture [role=status]")
    for _ in range(52):
        doubts = page.locator("dialog.picture .doubts button")
        if doubts.count() == 0:
            break
        left = doubts.count()
        first = doubts.first.inner_text()
        doubts.first.click()
        page.locator(".chooser button").first.click()
        expect(page.locator(".chooser")).to_be_hidden()
        assert doubts.count() < left or doubts.first.inner_text() != first
    expect(status).not_to_contain_text("0 cards")
    expect(status).to_contain_text(re.compile("Every card was read|No single card is in doubt"))


def suit_of(board: Board, index: int) -> str:
    return "♣♦♥♠"[[card for column in board.columns for card in column][index] % 4]


def test_a_card_is_put_right_with_the_keyboard(page: Page) -> None:
    open_dialog(page)
    choose(page, without_suits()[1])
    answer(page)
    listed = page.locator("dialog.picture .doubts button").first
    listed.focus()
    page.keyboard.press("Enter")
    first = page.locator(".chooser button").first
    expect(first).to_be_focused()
    named = first.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".chooser")).to_be_hidden()
    expect(page.locator("dialog.picture .mark").first).to_have_text(named)
    expect(page.locator("dialog.picture .mark").first).not_to_have_class(re.compile("doubtful"))
    expect(page.locator("dialog.picture button:focus")).to_have_count(1)


def test_a_board_that_was_read_is_solved(page: Page) -> None:
    open_dialog(page)
    choose(page, png(picture_of(deal(617))))
    answer(page)
    page.get_by_role("button", name="Solve it").click()
    expect(page.locator("#player input")).not_to_have_attribute("max", "0")


def test_the_number_of_a_board_is_found_or_there_is_none(page: Page) -> None:
    open_dialog(page)
    choose(page, png(picture_of(deal(617))))
    answer(page)
    page.get_by_role("button", name="Find its number").click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect_rows(page, deal(617))
    open_dialog(page)
    choose(page, without_suits()[1])
    answer(page)
    page.get_by_role("button", name="Find its number").click()
    expect(page.locator("dialog.picture [role=status]")).to_have_text("No number deals this board.")


def test_what_cannot_be_read_is_refused_in_words(page: Page) -> None:
    unreadable = [
        (b"7D AD 5C", "This is no picture (expected PNG, JPEG, WebP, GIF or BMP)."),
        (png_of_size(100_000, 100_000), "This picture is too large (expected at most 40,000,000"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "This picture is damaged and cannot be decoded."),
        (png(Image.new("RGB", (640, 480), "white")), "No FreeCell table was found in the picture."),
        (png(Image.new("RGB", (20, 20))), "The picture is too small"),
    ]
    for content, why in unreadable:
        open_dialog(page)
        choose(page, content)
        assert why in answer(page)
        expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
        close_dialog(page)


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_decompression_bomb_is_refused_before_it_is_decoded(page: Page) -> None:
    for bomb, (make, why) in BOMBS.items():
        open_dialog(page)
        choose(page, make())
        expected = "This is no picture" if why == "is no picture" else "This picture is too large"
        assert expected in answer(page), bomb
        close_dialog(page)


def test_the_reader_is_loaded_only_when_it_is_used_and_the_picture_goes_nowhere(
    browser: Browser, service: str
) -> None:
    context = browser.new_context(locale="en-GB", service_workers="block")  # which keeps all files
    page = context.new_page()
    asked: list[str] = []
    sent: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("request", lambda request: sent.append(request.method))
    page.goto(f"{service}617")
    ready(page)
    open_dialog(page)
    assert not [url for url in asked if "picture.wasm" in url or "picture_weights" in url]
    choose(page, png(picture_of(deal(617))))
    assert "617" in answer(page)
    assert sum("picture.wasm" in url or "picture_weights" in url for url in asked) == 2
    assert set(sent) == {"GET"}
    context.close()


def test_what_the_reader_loads_is_small() -> None:
    files = [assets.assets()[f"engine/{name}"] for name in ("picture.wasm", "picture_weights.bin")]
    assert sum(len(file.compressed) for file in files) < 400_000


@pytest.mark.service_worker
def test_pictures_are_read_without_a_network(page: Page) -> None:
    reload_offline(page)
    open_dialog(page)
    choose(page, png(picture_of(deal(617))))
    assert "617" in answer(page)
    page.context.set_offline(False)


@needs(AXE.exists(), "axe-core is not installed: `npm ci` brings it")
def test_axe_finds_no_violation_in_a_picture_that_was_read(
    browser: Browser, watched: Watched, service: str
) -> None:
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, locale="es", color_scheme="dark")  # type: ignore[arg-type]  # a size
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="Leer la imagen de un tablero").click()
    choose(page, without_suits()[1])
    answer(page)
    page.locator("dialog.picture .doubts button").first.click()
    page.locator(".chooser .cards button").first.wait_for()
    assert violations(page) == []
    context.close()


# Python and the page read the same


READ = """(async () => {
    const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const { decoded, PictureReader } = await import(folder + 'engine/picture.js');
    const bytes = Uint8Array.from(atob("%s"), (each) => each.charCodeAt(0));
    const shares = [];
    const reader = new PictureReader((share) => shares.push(share));
    const reading = await reader.read(await decoded(new Blob([bytes])));
    reader.close();
    return { ...reading, shares };
})()"""


def same_reading(evaluate: Callable[[str], object], content: bytes) -> None:
    found = json.loads(json.dumps(evaluate(READ % b64encode(content).decode())))
    reading = read_picture(content)
    assert found["certainty"] == reading.certainty
    assert found["number"] == reading.number
    seen = [(card["card"], card["other"]) for card in found["cards"]]
    assert seen == [(card.card, card.alternative) for card in reading.cards]
    places = [(card["left"], card["top"]) for card in found["cards"]]
    assert places == [(card.left, card.top) for card in reading.cards]
    assert found["shares"] == sorted(found["shares"])
    assert found["shares"][-1] == 1


def some_pictures() -> Iterator[bytes]:
    yield png(picture_of(deal(617)))
    yield without_suits()[1]
    yield png(picture_of(deal(4_000_000_000), width=61))


@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.long)])
def test_python_and_the_page_read_the_same(page: Page, count: int) -> None:
    for content in islice(some_pictures(), count):
        same_reading(page.evaluate, content)


@pytest.fixture
def other_window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with firefox_window() if request.param == "firefox" else webkit_window() as window:
        yield window


@pytest.mark.long
@pytest.mark.parametrize(
    "other_window",
    [
        pytest.param("firefox", marks=pytest.mark.needs(why_no_firefox())),
        pytest.param("webkit", marks=pytest.mark.needs(why_no_webkit())),
    ],
    indirect=True,
)
def test_other_browsers_read_the_same(other_window: Window, service: str) -> None:
    other_window.open(f"{service}617")
    for content in some_pictures():
        same_reading(other_window.evaluate, content)
