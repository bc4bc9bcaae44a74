"""The page's reader of pictures reads what Python's reads, without a browser."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from freecell import read_picture
from freecell.web import assets
from tests.library.test_no_freecell import NO_FREECELL
from tests.needed import needs
from tests.picture_drawing import NAME, default_glyphs
from tests.web.page_modules import needs_node
from tools.pictures.boards import covered, degraded, in_window, laid_out
from tools.pictures.decks import DrawnDeck
from tools.pictures.glyphs import is_kept_for_tests
from tools.pictures.page_reader import is_same, read_in_page
from tools.pictures.positions import in_progress, numbered, unnumbered

pytestmark = [
    needs_node,
    needs(assets.has_picture_reader(), "the reader of pictures was not compiled: `make wasm`"),
]


def screen(seed: int) -> Image.Image:
    """A screen with a deck by chance, as those that the reader is measured on."""
    r = random.Random(seed)
    deck = DrawnDeck(seed, default_glyphs(), for_tests=is_kept_for_tests(NAME))
    position = r.choice([numbered, unnumbered, in_progress])(r)
    picture, areas = laid_out(position, deck, r, r.choice([50, 71, 96]))
    if r.random() < 0.3:
        covered(picture, areas, r)
    if r.random() < 0.4:
        picture = in_window(picture, r)
    return degraded(picture, r, r.choice(["plain", "jpeg", "scaled", "webp"]))


def check(pictures: list[Image.Image]) -> None:
    found = read_in_page(pictures)
    different = [
        index
        for index, (picture, reading) in enumerate(zip(pictures, found, strict=True))
        if not is_same(read_picture(picture), reading)
    ]
    assert different == []


def test_the_page_reads_what_python_reads() -> None:
    check([screen(seed) for seed in range(2)])


@pytest.mark.long
def test_the_page_reads_what_python_reads_in_many_pictures() -> None:
    check([screen(seed) for seed in range(2, 64)])
    check([draw() for draw in NO_FREECELL])
