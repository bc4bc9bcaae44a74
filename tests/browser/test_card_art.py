"""The cards as they are seen: figures, indexes in long columns, the focus, forced colours."""

import re
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from freecell.board import Board
from freecell.cards import CARD_NAMES, card_of, index_letters, parse_card
from freecell.drawing.card_art import (
    HEIGHT,
    RADIUS,
    WIDTH,
    colours,
    drawn_card,
    index_name,
    rules,
    symbols,
)
from freecell.text.address import format_position
from tests.browser.conftest import Watched, ready, settled, until
from tests.waiting import eventually


def test_the_page_draws_the_shapes_of_the_pictures(page: Page) -> None:
    drawn: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.card')].map((card) =>
            [card.dataset.card, [...card.querySelectorAll('use')].map((use) => use.getAttribute('href'))]))"""
    )
    assert len(drawn) == 52
    for card, shapes in drawn.items():
        expected = re.findall('href="#fc-([^"]+)"', drawn_card(int(card)))[1:]  # after the paper
        assert [shape.removeprefix("#s-") for shape in shapes] == expected, CARD_NAMES[int(card)]


# Figures


DRAW = """async ([svg, width, height]) => {
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
    await image.decode();
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
}"""


def pixels(page: Page, name: str, width: int) -> Any:
    """Draw a card of this width in pixels."""
    height = width * HEIGHT // WIDTH
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><style>{rules("fc-", colours("light"))}</style><defs>'
        f'{symbols("fc-")}<rect id="fc-card" width="{WIDTH}" height="{HEIGHT}" rx="{RADIUS}"/>'
        f"</defs>{drawn_card(parse_card(name))}</svg>"
    )
    data = np.frombuffer(b64decode(page.evaluate(DRAW, [svg, width, height])), dtype=np.uint8)
    return data.astype(float).reshape(height, width, 4)[..., :3]


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("name", ["JC", "QD", "KH", "KS"])
def test_a_figure_turned_upside_down_is_itself(blank: Page, name: str) -> None:
    image = pixels(blank, name, 250)
    # The figure's centre is where card_art.py puts it: 50, 86.8; its index lies above it.
    figure = image[217 - 120 : 217 + 120, 20:230]
    assert np.abs(figure - figure[::-1, ::-1]).mean() < 3  # but for where the halves meet
    assert (figure < 200).any()


def test_figures_differ_at_the_size_of_a_phone(blank: Page) -> None:
    figures = {rank: pixels(blank, f"{rank}S", 40)[16:] for rank in "JQK"}
    for one, other in ("JQ", "QK", "JK"):
        far_apart = np.abs(figures[one] - figures[other]).max(axis=2) > 80
        assert far_apart.mean() > 0.12, (one, other)


# The pictures that introduce the game


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_introduction_is_drawn_from_the_shapes_of_the_page(
    browser: Browser, watched: Watched, service: str, language: str
) -> None:
    context = browser.new_context(locale=language)
    kept = f'\'{{"ownLetters": true, "language": "{language}"}}\''
    context.add_init_script(f"localStorage.setItem('freecell.settings', {kept})")
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    used: list[list[str]] = page.evaluate(
        """async () => {
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            const { introductionPicture } = await import(folder + 'dialogs/introduction_pictures.js');
            return ['goal', 'columns', 'cells'].map((scene) =>
                [...introductionPicture(scene).querySelectorAll('use')].map((use) => use.getAttribute('href')));
        }"""
    )
    for hrefs in used:
        assert page.evaluate("each => each.every((id) => document.querySelector(id))", hrefs)
    letters = [index_name(letter) for letter in index_letters(language)]
    assert f"#s-{letters[0]}" in used[0]  # aces go home first
    assert {f"#s-{letters[rank]}" for rank in (12, 11, 10, 9)} <= set(used[1])  # a run
    context.close()


# Long columns


def long_board() -> Board:
    """Return a board with nineteen cards in a column, and courts and tens among them."""
    run = [card_of(rank, 3 if rank % 2 == 0 else 2) for rank in range(12, 0, -1)]
    back = [parse_card(name) for name in ("TD", "QC", "JD", "KH", "TC", "QD", "JC")]
    rest = [card for card in range(52) if card not in run + back]
    return Board([back + run, rest[:11], rest[11:17], rest[17:23], rest[23:29], rest[29:], [], []])


SIZES = [(1366, 625), (844, 390), (320, 568), (390, 844), (1440, 900), (2560, 1440)]


def test_no_index_is_cut_in_a_column_of_nineteen(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(viewport=size(*SIZES[0]), locale="en")
    page = watched(context.new_page())
    page.goto(f"{service}?board={format_position(long_board())}")
    ready(page)
    check_indexes(page, SIZES[0][0])
    for width, height in SIZES[1:]:
        page.set_viewport_size(size(width, height))
        eventually(partial(check_indexes, page, width))
    context.close()


def size(width: int, height: int) -> Any:
    """Return the size of a window as Playwright takes it."""
    return {"width": width, "height": height}


def check_indexes(page: Page, width: int) -> None:
    """See that every index is large enough, and not covered, in a window of this width."""
    assert page.evaluate("innerWidth") == width
    indexes: list[dict[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll('.column .card')].map((card) => {
            const index = card.querySelector('.index').getBoundingClientRect();
            const next = card.nextElementSibling?.getBoundingClientRect();
            const box = card.getBoundingClientRect();
            return { height: index.height, over: index.bottom - (next ?? box).top * !!next,
                     beside: box.right - index.right, limit: next ? 0 : box.bottom };
        })"""
    )
    assert len(indexes) == 52
    for each in indexes:
        assert each["height"] >= 9.5
        assert each["over"] <= each["limit"] + 0.01
        assert each["beside"] >= 0
    assert page.evaluate("table.scrollHeight <= table.clientHeight")


def test_cards_are_larger_on_a_larger_screen(browser: Browser, service: str) -> None:
    context = browser.new_context(viewport=size(320, 568))
    page = context.new_page()
    page.goto(f"{service}617")
    ready(page)
    card = page.locator(".card").first
    for width, height in [(1024, 768), (1440, 900), (2560, 1440)]:
        smaller = card.bounding_box()["width"]  # type: ignore[index]  # it is shown
        page.set_viewport_size(size(width, height))
        until(page, f"document.querySelector('.card').getBoundingClientRect().width > {smaller}")
    until(page, "document.querySelector('.card').getBoundingClientRect().width >= 190")
    context.close()


# The focus


def test_a_covered_card_with_the_focus_shows_itself_and_covers_no_other(page: Page) -> None:
    page.locator(".column").nth(1).locator(".card").nth(3).focus()
    page.keyboard.press("ArrowUp")  # by a key, so that the focus is to be seen
    settled(page)
    shown = page.evaluate(
        """() => [...document.querySelectorAll('.card')].filter((card) => {
            const box = card.querySelector('.index').getBoundingClientRect();
            const points = [[box.left + 1, box.top + 1], [box.right - 1, box.bottom - 1]];
            return points.some(([x, y]) => document.elementFromPoint(x, y) !== card);
        }).map((card) => card.ariaLabel)"""
    )
    assert shown == []
    focused = page.locator(".card:focus")
    below = focused.locator("xpath=following-sibling::*[1]")
    strip = below.bounding_box()["y"] - focused.bounding_box()["y"]  # type: ignore[index]  # it is shown
    other = page.locator(".column").nth(2).locator(".card")
    usual = other.nth(1).bounding_box()["y"] - other.nth(0).bounding_box()["y"]  # type: ignore[index]  # it is shown
    assert strip > usual + 20


# Forced colours

THEMES = ["auto", "light", "plain", "dark"]


@pytest.mark.parametrize("theme", THEMES)
def test_forced_colours_show_every_suit(
    browser: Browser, watched: Watched, service: str, theme: str
) -> None:
    context = browser.new_context(forced_colors="active", color_scheme="light", locale="en")
    context.add_init_script(
        f'localStorage.setItem(\'freecell.settings\', \'{{"theme": "{theme}", "fourColours": true}}\')'
    )
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    check_suits(page)
    page.emulate_media(color_scheme="dark")
    until(page, "matchMedia('(prefers-color-scheme: dark)').matches")
    eventually(partial(check_suits, page))
    context.close()


def check_suits(page: Page) -> None:
    """See that every suit stands out from its paper."""
    for suit in "cdhs":
        card = page.locator(f".column .card.suit-{suit}:last-child").first
        drawn = card.locator("svg").first
        ink = luminance(drawn.evaluate("each => getComputedStyle(each).stroke"))
        paper = luminance(card.evaluate("each => getComputedStyle(each).backgroundColor"))
        assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) > 4.5, suit
        assert drawn.evaluate("each => getComputedStyle(each).visibility") == "visible"


def luminance(colour: str) -> float:
    """Return how light a colour is, as contrast is reckoned."""
    parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
