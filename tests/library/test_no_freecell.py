"""Pictures that hold no FreeCell: none is read as one, and each is refused in words."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from freecell import read_picture
from tests.picture_drawing import plain_deck

SIZE = (900, 620)
FELT = (0, 90, 40)
Draw = Callable[[], Image.Image]


def table(columns: list[int], *, turned: int = 0, width: int = 80) -> Image.Image:
    """Another game with our deck: the size of each column, and how many of its cards are turned."""
    cards = list(range(52))
    random.Random(1).shuffle(cards)
    picture = Image.new("RGB", (60 + len(columns) * (width + 14), 640), FELT)
    for place, count in enumerate(columns):
        for row in range(count):
            face = plain_deck().card(cards.pop() if cards else row, width)
            at = (30 + place * (width + 14), 180 + row * 26)
            if row < min(turned, count - 1):
                back = Image.new("RGB", face.size, (30, 40, 140))
                ImageDraw.Draw(back).rectangle((4, 4, width - 5, face.height - 5), outline="white")
                picture.paste(back, at, face)
            else:
                picture.paste(face, at, face)
    return picture


def klondike() -> Image.Image:
    return table([1, 2, 3, 4, 5, 6, 7], turned=7)


def seven_open_columns() -> Image.Image:
    return table([7, 7, 7, 7, 7, 7, 7])


def ten_columns() -> Image.Image:
    return table([6, 6, 6, 6, 5, 5, 5, 5, 5, 3], turned=4, width=70)


def one_card() -> Image.Image:
    return table([1], width=300)


def a_row_of_cards() -> Image.Image:
    return table([1] * 8)


def noise() -> Image.Image:
    return Image.fromarray(
        np.random.default_rng(1).integers(0, 256, (*SIZE[::-1], 3), dtype=np.uint8)
    )


def landscape() -> Image.Image:
    """As a photo is: soft shapes without edges that are straight."""
    noisy = np.random.default_rng(2).integers(0, 256, (24, 36, 3), dtype=np.uint8)
    soft = Image.fromarray(noisy).resize(SIZE, Image.Resampling.BICUBIC)
    return soft.filter(ImageFilter.GaussianBlur(5))


def gradient() -> Image.Image:
    ramp = np.tile(np.linspace(0, 255, SIZE[0], dtype=np.uint8)[None, :, None], (SIZE[1], 1, 3))
    return Image.fromarray(ramp)


def blank() -> Image.Image:
    return Image.new("RGB", SIZE, "white")


def dark() -> Image.Image:
    return Image.new("RGB", SIZE, (12, 12, 14))


def text() -> Image.Image:
    page = Image.new("RGB", SIZE, "white")
    for row in range(40):
        ImageDraw.Draw(page).text((20, row * 15), "the quick brown fox " * 7, fill="black")
    return page


def newspaper() -> Image.Image:
    """Eight columns of text, as wide as cards."""
    page = Image.new("RGB", SIZE, (235, 230, 215))
    for column in range(8):
        box = (20 + column * 110, 60, 110 + column * 110, 300 + 30 * (column % 3))
        ImageDraw.Draw(page).rectangle(box, fill="white")
        for row in range(14):
            ImageDraw.Draw(page).text((box[0] + 4, 64 + row * 16), "A 7 of K 10", fill="black")
    return page


def chess() -> Image.Image:
    board = Image.new("RGB", (800, 800), "white")
    for square in range(64):
        if (square + square // 8) % 2:
            x, y = square % 8 * 100, square // 8 * 100
            ImageDraw.Draw(board).rectangle((x, y, x + 99, y + 99), fill=(90, 60, 40))
    return board


def spreadsheet() -> Image.Image:
    sheet = Image.new("RGB", SIZE, "white")
    for line in range(40):
        ImageDraw.Draw(sheet).line((0, line * 20, SIZE[0], line * 20), fill=(200, 200, 200))
        ImageDraw.Draw(sheet).line((line * 90, 0, line * 90, SIZE[1]), fill=(200, 200, 200))
    return sheet


def bars() -> Image.Image:
    chart = Image.new("RGB", SIZE, "white")
    for bar in range(8):
        top = 100 + (bar * 97) % 400
        ImageDraw.Draw(chart).rectangle((40 + bar * 105, top, 120 + bar * 105, 600), fill="navy")
    return chart


def empty_table() -> Image.Image:
    """FreeCell's eight places above, and no card."""
    picture = Image.new("RGB", SIZE, FELT)
    for place in range(8):
        box = (20 + place * 108, 20, 110 + place * 108, 150)
        ImageDraw.Draw(picture).rounded_rectangle(box, 6, outline=(0, 130, 70), width=2)
    return picture


def white_boxes() -> Image.Image:
    picture = Image.new("RGB", SIZE, FELT)
    for column in range(8):
        box = (20 + column * 108, 180, 110 + column * 108, 480 - 25 * (column > 3))
        ImageDraw.Draw(picture).rectangle(box, fill="white")
    return picture


def keyboard() -> Image.Image:
    picture = Image.new("RGB", SIZE, (40, 40, 44))
    for key in range(40):
        x, y = 20 + key % 10 * 86, 120 + key // 10 * 86
        ImageDraw.Draw(picture).rounded_rectangle((x, y, x + 76, y + 76), 8, fill=(225, 225, 228))
        ImageDraw.Draw(picture).text((x + 10, y + 10), "QWERTYUIOP"[key % 10], fill="black")
    return picture


def stripes() -> Image.Image:
    rows = np.repeat(np.arange(SIZE[1]) // 26 % 2 * 255, SIZE[0]).reshape(SIZE[1], SIZE[0])
    return Image.fromarray(rows.astype(np.uint8)).convert("RGB")


def tiny() -> Image.Image:
    return Image.new("RGB", (20, 20))


def a_line() -> Image.Image:
    return Image.new("RGB", (2000, 1))


NO_FREECELL: list[Draw] = [
    klondike, seven_open_columns, ten_columns, one_card, a_row_of_cards, noise, landscape, gradient,
    blank, dark, text, newspaper, chess, spreadsheet, bars, empty_table, white_boxes, keyboard,
    stripes, tiny, a_line,
]  # fmt: skip


@pytest.mark.parametrize("draw", NO_FREECELL, ids=lambda draw: draw.__name__)
def test_a_picture_without_freecell_is_refused_in_words(draw: Draw) -> None:
    reading = read_picture(draw())
    assert reading.certainty == "not read"
    assert reading.reason
    assert str(reading.reason).isprintable()
    assert (reading.board, reading.number) == (None, None)
