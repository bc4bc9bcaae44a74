"""How the cards look: every shape is there, and the page has the same colours."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import freecell
from freecell.cards import CARD_NAMES, index_letters
from freecell.drawing.card_art import INDEX_STROKES, colours, drawn_card, symbols
from freecell.words import LANGUAGES

IMAGES = Path(__file__).parents[2] / "docs" / "images"
STYLE = Path(freecell.__file__).parent / "web" / "static" / "style" / "variables.css"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_drawn_from_shapes_that_there_are(language: str) -> None:
    root = ElementTree.fromstring(f"<g>{symbols('fc-')}</g>")
    there = {f"#{each.get('id')}" for each in root.iter() if each.get("id")} | {"#fc-card"}
    for card in range(52):
        used = re.findall('href="([^"]+)"', drawn_card(card, language))
        assert set(used) <= there, CARD_NAMES[card]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_index_of_every_language_is_an_outline(language: str) -> None:
    assert set(index_letters(language)) <= set(INDEX_STROKES)


def test_no_two_cards_look_the_same() -> None:
    assert len({drawn_card(card) for card in range(52)}) == 52


def test_the_two_halves_of_a_figure_are_the_same_shape_turned() -> None:
    root = ElementTree.fromstring(f"<g>{symbols('fc-')}</g>")
    for rank in "JQK":
        uses = [each.attrib for each in root.findall(f"g[@id='fc-{rank}']/use")]
        half = f"#fc-{rank}-half"
        assert uses == [{"href": half, "transform": "rotate(180 50 60)"}, {"href": half}]


@pytest.mark.parametrize("name", ["cards", "film"])
def test_the_pictures_of_the_documents_have_the_shapes_of_today(name: str) -> None:
    svg = (IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert symbols("fc-") in svg, "`make pictures` draws them again"


def of_the_page(name: str, block: str) -> tuple[str, str]:
    """Return the light and the dark value of a variable in a block of the page's style."""
    rules = re.search(rf"^{re.escape(block)} {{(.*?)^}}", STYLE.read_text(), re.M | re.S)
    assert rules is not None
    value = re.search(rf"^ +--{name}: (.*);$", rules[1], re.M)
    assert value is not None, name
    both = re.fullmatch(r"light-dark\((.*), (.*)\)", value[1])
    return (both[1], both[2]) if both else (value[1], value[1])


@pytest.mark.parametrize(("theme", "at"), [("light", 0), ("dark", 1)])
def test_the_page_has_the_colours_of_the_pictures(theme: str, at: int) -> None:
    ink = colours(theme)
    for name in ("table", "place", "card", "gold", "skin"):
        assert of_the_page(name, ":root")[at] == getattr(ink, name), name
    assert of_the_page("card-edge", ":root")[at] == ink.edge
    assert of_the_page("mark", ":root")[at] == (ink.mark or "currentColor")
    for suit, colour, robe in zip(SUIT_NAMES, ink.suits, ink.robes, strict=True):
        assert of_the_page(suit, ":root")[at] == colour
        assert of_the_page(f"{suit}-robe", ":root")[at] == robe


SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


@pytest.mark.parametrize(("theme", "at"), [("light", 0), ("dark", 1)])
def test_the_page_has_the_four_colours_of_the_pictures(theme: str, at: int) -> None:
    ink = colours(theme, four_colours=True)
    for number, suit in enumerate(SUIT_NAMES):
        block = ":root.four-colours" if suit in ("clubs", "diamonds") else ":root"
        assert of_the_page(suit, block)[at] == ink.suits[number]
        assert of_the_page(f"{suit}-robe", block)[at] == ink.robes[number]


def test_the_page_has_the_plain_table_of_the_pictures() -> None:
    ink = colours("plain")
    block = ':root[data-theme="plain"]'
    assert of_the_page("table", block)[0] == ink.table
    assert of_the_page("place", block)[0] == ink.place
    assert of_the_page("card-edge", block)[0] == ink.edge
