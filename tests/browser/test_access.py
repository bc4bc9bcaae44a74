"""The page for those who do not look at it, do not use a mouse, or see it differently."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watched, ready
from tests.waiting import eventually


def test_every_card_and_place_has_a_name(page: Page) -> None:
    for place in (
        "cell a, empty",
        "cell d, empty",
        "Home of clubs, empty",
        "Home of spades, empty",
    ):
        expect(page.get_by_role("button", name=place)).to_be_visible()
    column = page.get_by_role("group", name="column 1, 7 cards")
    names = [each.get_attribute("aria-label") for each in column.get_by_role("button").all()]
    assert names == [
        "seven of diamonds, column 1",
        "ten of diamonds, column 1",
        "ten of hearts, column 1",
        "king of diamonds, column 1",
        "four of clubs, column 1",
        "four of spades, column 1",
        "jack of diamonds, column 1, front card",
    ]


def test_moves_are_announced(page: Page) -> None:
    page.keyboard.type("82")
    expect(page.get_by_role("status")).to_have_text(
        "queen of hearts onto the king of spades, column 2; two of spades uncovered"
    )


LANGUAGES = {
    "es": ("Deshacer", "reina de corazones, columna 8, carta libre", "0 movimientos"),
    "ru": ("Отменить", "дама червей, столбец 8, верхняя карта", "0 ходов"),
    "it": ("Annulla", "regina di cuori, colonna 8, carta libera", "0 mosse"),
    "pt": ("Desfazer", "dama de copas, coluna 8, carta livre", "0 jogada"),
    "en": ("Undo", "queen of hearts, column 8, front card", "0 moves"),
}


def test_five_languages_are_switched_live(page: Page) -> None:
    for language, (undo, queen, moves) in LANGUAGES.items():
        page.locator("#language").select_option(language)
        expect(page.get_by_role("button", name=undo, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=queen, exact=True)).to_be_visible()
        expect(page.locator("#count")).to_have_text(moves)
        assert page.locator("html").get_attribute("lang") == language
    page.locator("#language").select_option("ru")
    page.keyboard.type("82")
    expect(page.locator("#count")).to_have_text("1 ход")
    page.reload()
    ready(page)
    expect(page.locator("#count")).to_have_text("1 ход")


def test_the_language_of_the_browser_is_the_first(browser: Browser, service: str) -> None:
    context = browser.new_context(locale="pt-BR")
    page = context.new_page()
    page.goto(f"{service}1000000")
    ready(page)
    expect(page.get_by_role("status")).to_have_text("Jogo nº 1.000.000")
    context.close()


def test_less_motion_is_no_motion(browser: Browser, watched: Watched, service: str) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="en")
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    page.keyboard.type("8a")
    assert page.evaluate("document.getAnimations().length") == 0
    context.close()


def test_forced_colours_keep_the_cards_apart(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(forced_colors="active", locale="en")
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    black, red = (
        page.locator(f".suit-{suit}").first.evaluate("e => getComputedStyle(e).color")
        for suit in "sh"
    )
    assert black != red
    assert page.locator(".card").first.evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"
    context.close()


SIZES = [(320, 256), (320, 568), (360, 640), (812, 375), (768, 1024), (1440, 900)]
"""The first is what is left of a window of 1280 by 1024 at 400 %."""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_cut_off_or_too_small(
    browser: Browser, watched: Watched, service: str, language: str
) -> None:
    context = browser.new_context(viewport=size(*SIZES[0]), locale=language)
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    check_layout(page, *SIZES[0])  # as it opens
    check_sizes(page)
    page.locator("#watch").click()
    page.locator("#player input").wait_for()
    expect(page.locator("#status")).not_to_have_text(re.compile("…$"))
    check_sizes(page)
    context.close()


def size(width: int, height: int) -> Any:
    """Return the size of a window as Playwright takes it."""
    return {"width": width, "height": height}


def check_sizes(page: Page) -> None:
    """Give the window one size after the other; the page follows sooner or later."""
    for width, height in SIZES:
        page.set_viewport_size(size(width, height))
        eventually(partial(check_layout, page, width, height))


def test_what_is_pressed_on_a_phone_is_44_pixels_large_and_has_its_name(
    browser: Browser, service: str
) -> None:
    page = browser.new_context(viewport=size(320, 568)).new_page()
    page.goto(f"{service}617")
    ready(page)
    check_buttons(page, 320, 568)
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size(size(width, height))
        eventually(partial(check_buttons, page, width, height))
    page.context.close()


def check_buttons(page: Page, width: int, height: int) -> None:
    """See that every button can be hit, and has its word where there is room for words."""
    boxes = page.locator(".bar button, .tools button").evaluate_all(
        "all => all.map((each) => [each.id, each.getBoundingClientRect()])"
        ".filter(([, box]) => box.width).map(([id, box]) => [id, box.width, box.height])"
    )
    assert len(boxes) > 8
    assert [name for name, *sides in boxes if min(sides) < 44] == []
    if width < height:  # a screen that is held sideways is too low for words under the signs
        heights = page.locator(".tools span").evaluate_all("all => all.map((e) => e.clientHeight)")
        assert min(heights) >= 8


CUT = """[...document.querySelectorAll(".tools span")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_under_the_signs_are_whole_on_phones(
    browser: Browser, service: str, language: str
) -> None:
    page = browser.new_context(viewport=size(320, 640), locale=language).new_page()
    page.goto(f"{service}617")
    ready(page)
    assert page.evaluate(CUT) == []
    for width in (360, 390, 600):
        page.set_viewport_size(size(width, 640))
        eventually(partial(check_words, page, width))
    page.context.close()


def check_words(page: Page, width: int) -> None:
    """See that no word is cut off in a window of this width."""
    assert page.evaluate("innerWidth") == width
    assert page.evaluate(CUT) == []


def check_layout(page: Page, width: int, height: int) -> None:
    """See that nothing scrolls, nothing lies outside, and nothing is too small to be touched."""
    size = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size == [width, height]
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && (box.width < 24 || box.height < 24);
        }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert small == []
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.card, .place, button, select, input')]
            .map((each) => [each, each.getBoundingClientRect()])
            .filter(([_, box]) => box.width && (box.left < 0 || box.top < 0
                || box.right > innerWidth || box.bottom > innerHeight))
            .map(([each]) => each.outerHTML.slice(0, 80))"""
    )
    assert outside == []
