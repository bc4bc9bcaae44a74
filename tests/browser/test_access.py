"""The page for those who do not look at it, do not use a mouse, or see it differently."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watched, ready


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


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_cut_off_or_too_small(
    browser: Browser, watched: Watched, service: str, width: int, height: int, language: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    check_layout(page, width, height)
    page.locator("#watch").click()
    page.locator("#player input").wait_for()
    expect(page.locator("#status")).not_to_have_text(re.compile("…$"))
    check_layout(page, width, height)
    context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390)])
def test_what_is_pressed_on_a_phone_is_44_pixels_large_and_has_its_name(
    browser: Browser, service: str, width: int, height: int
) -> None:
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{service}617")
    ready(page)
    for button in page.locator(".bar button, .tools button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.get_attribute("id")
    if width < height:  # a screen that is held sideways is too low for words under the signs
        for word in page.locator(".tools span").all():
            assert word.evaluate("each => each.clientHeight") >= 8
    page.context.close()


CUT = """[...document.querySelectorAll(".tools span")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


@pytest.mark.parametrize("width", [320, 360, 390, 600])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_under_the_signs_are_whole_on_phones(
    browser: Browser, service: str, width: int, language: str
) -> None:
    size: Any = {"width": width, "height": 640}
    page = browser.new_context(viewport=size, locale=language).new_page()
    page.goto(f"{service}617")
    ready(page)
    assert page.evaluate(CUT) == []
    page.context.close()


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
