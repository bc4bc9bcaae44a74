"""Strips to train the classifier with: columns of drawn cards, cut as the reader cuts a picture.

A strip is the visible top of a card, scaled to 80 pixels of width; at most 40 rows of it are used.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.pictures.decks import Deck, DrawnDeck, FileDeck
from tools.pictures.glyphs import FOLDER, Glyphs, load

WIDTH, ROWS = 80, 40
NO_CARD = 255
FILE_DECKS_TRAINED = ["letele"]


class Strips(NamedTuple):
    """Strips of one deck: pixels, visible rows, cards, and the colour of the paper."""

    pixels: np.ndarray
    rows: np.ndarray
    cards: np.ndarray
    papers: np.ndarray


def felt(r: random.Random, size: tuple[int, int]) -> Image.Image:
    """Return a table: one colour, a gradient, or a grain."""
    colour = r.choice([(0, 110, 50), (0, 128, 0), (20, 90, 40), (10, 60, 110), (80, 20, 20),
                       (60, 60, 60), tuple(r.randint(0, 255) for _ in range(3)),
                       tuple(r.randint(0, 90) for _ in range(3))])  # fmt: skip
    w, h = size
    pixels = np.tile(np.array(colour, dtype=np.float32), (h, w, 1))
    if r.random() < 0.4:
        pixels *= np.linspace(1, r.uniform(0.5, 1.3), h, dtype=np.float32)[:, None, None]
    if r.random() < 0.3:
        pixels += np.random.default_rng(r.randrange(2**32)).normal(0, r.uniform(1, 8), (h, w, 1))
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def cut_strip(
    picture: Image.Image, x: float, y: float, width: float, visible: float
) -> tuple[np.ndarray, int]:
    """Cut a strip as the core does: a triangle filter, the rest of the rows left black."""
    rows = int(min(ROWS, max(4, round(visible * WIDTH / width))))
    box = (x, y, x + width, y + rows * width / WIDTH)
    pixels = np.zeros((ROWS, WIDTH, 3), dtype=np.uint8)
    clipped = (
        max(0.0, box[0]),
        max(0.0, box[1]),
        min(float(picture.width), box[2]),
        min(float(picture.height), box[3]),
    )
    if clipped[2] - clipped[0] < 8 or clipped[3] - clipped[1] < 2:
        return pixels, rows
    pixels[:rows] = np.asarray(
        picture.resize((WIDTH, rows), Image.Resampling.BILINEAR, box=clipped)
    )
    return pixels, rows


def degrade(picture: Image.Image, r: random.Random, factor: float) -> Image.Image:
    """Scale, soften and compress as screenshots are."""
    size = (max(8, round(picture.width * factor)), max(8, round(picture.height * factor)))
    how = r.choice(
        [
            Image.Resampling.BILINEAR,
            Image.Resampling.LANCZOS,
            Image.Resampling.BOX,
            Image.Resampling.BICUBIC,
        ]
    )
    if factor != 1:
        picture = picture.resize(size, how)
    if r.random() < 0.12:
        picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.9)))
    if r.random() < 0.4:
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=r.randint(35, 95), subsampling=r.choice([0, 2]))
        picture = Image.open(buffer).convert("RGB")
    return picture


def share_hidden(
    box: tuple[float, float, float, float] | None, x: float, y: float, width: float, height: float
) -> float:
    """Return how much of an area a box covers."""
    if box is None:
        return 0
    across = min(box[2], x + width) - max(box[0], x)
    down = min(box[3], y + height) - max(box[1], y)
    return max(0, across) * max(0, down) / (width * height)


def cover(picture: Image.Image, box: tuple[float, float, float, float], r: random.Random) -> None:
    """Put a piece of something else over a box: another window with text, or a plain area."""
    left, top, right, bottom = (round(edge) for edge in box)
    size = (max(4, right - left), max(4, bottom - top))
    base = r.choice([255, 245, 230, 40, 20, r.randint(0, 255)])
    window = Image.new(
        "RGB", size, tuple(max(0, min(255, base + r.randint(-15, 15))) for _ in range(3))
    )
    draw = ImageDraw.Draw(window)
    ink = (20, 20, 25) if base > 128 else (225, 225, 220)
    if r.random() < 0.3:
        draw.rectangle(
            (0, 0, size[0], size[1] * r.uniform(0.1, 0.5)),
            fill=tuple(r.randint(0, 255) for _ in range(3)),
        )
    if r.random() < 0.7:
        for line in range(1 + size[1] // r.randint(9, 22)):
            text = "".join(r.choice("etaoin shrdlu ETAOIN 0123456789 -.,:") for _ in range(40))
            draw.text((r.randint(-6, 12), 2 + line * r.randint(9, 22)), text, fill=ink)
    if r.random() < 0.5:
        draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=ink)
    picture.paste(window, (left, top))


def point_at(picture: Image.Image, x: float, y: float, size: float) -> None:
    """Draw a mouse pointer."""
    shape = [(0, 0), (0, 1), (0.24, 0.78), (0.4, 1.1), (0.52, 1.05), (0.37, 0.73), (0.7, 0.73)]
    points = [(x + size * px, y + size * py) for px, py in shape]
    ImageDraw.Draw(picture).polygon(points, fill=(255, 255, 255), outline=(0, 0, 0))


def empty_place(face: Image.Image, r: random.Random) -> Image.Image:
    """Return a place without a card as programs draw it: an outline, a faint card or suit."""
    w, h = face.size
    place = Image.new("RGBA", face.size)
    kind = r.random()
    shade = r.choice([0, 255])
    if kind < 0.45:
        faint = face.convert("L").convert("RGBA") if r.random() < 0.6 else face.copy()
        share = r.uniform(0.06, 0.3)
        faint.putalpha(face.getchannel("A").point(lambda level: int(level * share)))
        place = faint
    elif kind < 0.75:
        place = Image.new("RGBA", face.size, (shade, shade, shade, r.randint(10, 70)))
    if kind > 0.4:
        line = max(1, round(w * r.uniform(0.005, 0.03)))
        ImageDraw.Draw(place).rounded_rectangle(
            (0, 0, w - 1, h - 1),
            w * 0.06,
            outline=(shade, shade, shade, r.randint(30, 160)),
            width=line,
        )
    if kind > 0.85:
        text = r.choice(["A", "FREE", "K", "+", "o"])
        ImageDraw.Draw(place).text((w * 0.3, h * 0.3), text, fill=(shade, shade, shade, 120))
    return place


def slot_strips(
    faces: list[Image.Image], r: random.Random, factor: float
) -> list[tuple[np.ndarray, int]]:
    """Cut strips of places without a card."""
    width, height = faces[0].size
    margin = round(width * 0.25)
    cuts = []
    for _ in range(3):
        table = felt(r, (width + 2 * margin, height + 2 * margin))
        place = empty_place(r.choice(faces[:4] if r.random() < 0.6 else faces), r)
        table.paste(place, (margin, margin), place)
        picture = degrade(table, r, factor)
        at = margin * factor
        x, y = (
            at + r.uniform(-0.02, 0.02) * width * factor,
            at + r.uniform(-0.02, 0.02) * width * factor,
        )
        cuts.append(cut_strip(picture, x, y, width * factor, width * factor * 0.5))
    return cuts


def strips_of(faces: list[Image.Image], r: random.Random, least_step: float) -> Strips:
    """Lay all cards of a deck in columns and cut every strip, and some that are none."""
    drawn_width, height = faces[0].size
    order = list(range(52))
    r.shuffle(order)
    width_wanted = 2 ** r.uniform(np.log2(45), np.log2(min(300, drawn_width * 1.6)))
    if r.random() < 0.35:
        width_wanted = drawn_width
    factor = width_wanted / drawn_width
    pixels, rows, cards = [], [], []
    while order:
        count_here = r.randint(4, 9)
        column, order = order[:count_here], order[count_here:]
        step = round(drawn_width * 2 ** r.uniform(np.log2(max(0.15, least_step)), np.log2(0.62)))
        margin = round(drawn_width * 0.25)
        size = (drawn_width + 2 * margin, 2 * margin + height + step * (len(column) - 1))
        table = felt(r, size)
        for place, card in enumerate(column):
            table.paste(faces[card], (margin, margin + place * step), faces[card])
        covered = None
        if r.random() < 0.25:
            x, y = margin + r.uniform(-0.6, 0.7) * drawn_width, r.uniform(0, size[1])
            covered = (x, y, x + drawn_width * r.uniform(0.4, 1.6), y + step * r.uniform(1, 5))
            cover(table, covered, r)
        elif r.random() < 0.15:
            x, y = margin + r.uniform(0, 0.9) * drawn_width, r.uniform(0, size[1])
            point_at(table, x, y, drawn_width * r.uniform(0.1, 0.25))
        picture = degrade(table, r, factor)
        width = drawn_width * factor
        for place, card in enumerate(column):
            last = place == len(column) - 1
            hidden = share_hidden(covered, margin, margin + place * step, drawn_width, step)
            if 0.04 < hidden < 0.4:
                continue  # it may be legible, or not
            x = margin * factor + r.uniform(-0.02, 0.02) * width
            y = (margin + place * step) * factor + r.uniform(-0.022, 0.022) * width
            w = width * r.uniform(0.97, 1.03)
            visible = ROWS * w / WIDTH if last and r.random() < 0.8 else step * factor
            cut, count = cut_strip(picture, x, y, w, visible)
            pixels.append(cut)
            rows.append(count)
            cards.append(card if hidden < 0.4 else NO_CARD)
        for _ in range(2):
            x, y = margin * factor, margin * factor
            kind = r.random()
            if kind < 0.4:
                y += (step * r.randrange(len(column)) + step * r.uniform(0.35, 0.65)) * factor
            elif kind < 0.7:
                y += (step * (len(column) - 1) + drawn_width * r.uniform(0.25, 1.0)) * factor
            elif kind < 0.85:
                y -= r.uniform(0.12, 0.25) * width
            else:
                x += r.choice([-1, 1]) * r.uniform(0.12, 0.25) * width
                y += step * r.randrange(len(column)) * factor
            cut, count = cut_strip(picture, x, y, width, r.choice([step * factor, width * 0.5]))
            pixels.append(cut)
            rows.append(count)
            cards.append(NO_CARD)
    for cut, count in slot_strips(faces, r, factor):
        pixels.append(cut)
        rows.append(count)
        cards.append(NO_CARD)
    seen = np.concatenate([cut[:count:2, ::2].reshape(-1, 3)
                           for cut, count, card in zip(pixels, rows, cards, strict=True)
                           if card != NO_CARD])  # fmt: skip
    paper = np.median(seen, axis=0).astype(np.uint8)
    count = len(cards)
    return Strips(
        np.stack(pixels),
        np.array(rows, np.uint8),
        np.array(cards, np.uint8),
        np.tile(paper, (count, 1)),
    )


_glyphs: Glyphs = {}
_files: dict[str, FileDeck] = {}


def file_deck(name: str) -> FileDeck:
    """Return a deck of files, kept in memory."""
    if name not in _files:
        _files[name] = FileDeck(name, FOLDER / "decks" / name)
    return _files[name]


def glyphs() -> Glyphs:
    """Return the glyphs, read once."""
    if not _glyphs:
        _glyphs.update(load(Path(FOLDER) / "glyphs.npz"))
    return _glyphs


def deck_by_seed(seed: int, *, for_tests: bool = False) -> Deck:
    """Return a drawn deck, or now and then one of the files that may be trained on."""
    if not for_tests and seed % 25 == 0:
        return file_deck(FILE_DECKS_TRAINED[0])
    return DrawnDeck(seed, glyphs(), for_tests=for_tests, court_deck=file_deck("letele"))


def made_strips(deck: Deck, r: random.Random, variants: int) -> Strips:
    """Return strips of a deck, several times laid out and degraded."""
    faces = [
        deck.card(card, width) for width in [round(2 ** r.uniform(6.2, 7.4))] for card in range(52)
    ]
    least = min(0.5, getattr(deck, "least_step", 0.2))
    parts = [strips_of(faces, r, least) for _ in range(variants)]
    return Strips(*map(np.concatenate, zip(*parts, strict=True)))


def training_strips(seed: int) -> Strips:
    """Return strips of the deck of a seed."""
    return made_strips(deck_by_seed(seed), random.Random(seed + 1_000_000_007), 2)


def test_strips(seed: int) -> Strips:
    """Return strips of a deck that is never trained on."""
    if seed % 4 == 0 and (FOLDER / "decks" / "cardsjs").is_dir():
        return made_strips(file_deck("cardsjs"), random.Random(seed), 1)
    return made_strips(deck_by_seed(seed, for_tests=True), random.Random(seed), 1)


def write_chunks(
    maker: Callable[[int], Strips], seeds: range, folder: Path, chunk: int = 40
) -> None:
    """Write strips to files as they are made, so that training can begin early."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in seeds[::chunk]:
        parts = [maker(seed) for seed in range(first, min(first + chunk, seeds.stop))]
        strips = Strips(*map(np.concatenate, zip(*parts, strict=True)))
        unfinished = folder / f"{first}.part.npz"
        np.savez(unfinished, **strips._asdict())
        unfinished.rename(folder / f"{first}.npz")


if __name__ == "__main__":
    kind, begin, end = sys.argv[1:]
    write_chunks({"training": training_strips, "test": test_strips}[kind],
                 range(int(begin), int(end)),
                 FOLDER / "strips" / kind)  # fmt: skip
