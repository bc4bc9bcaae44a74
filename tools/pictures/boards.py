"""Screens of FreeCell with a known board: any deck on a drawn table, at any point of a game."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.pictures.decks import Deck
from tools.pictures.strips import cover, felt, point_at

State = dict[str, list[list[int]] | list[int]]


@dataclass
class Position:
    """Columns from back to front, four cells (or fewer) and the tops of the homes."""

    columns: list[list[int]]
    cells: list[int | None] = field(default_factory=list)
    homes: list[int] = field(default_factory=list)
    number: int | None = None


@dataclass
class Screen:
    """A picture and what is on it."""

    picture: Image.Image
    position: Position
    kind: dict[str, str] = field(default_factory=dict)
    readable: set[int] = field(default_factory=set)
    """The cards of the columns that nothing covers."""


Areas: TypeAlias = dict[int, tuple[int, int, int, int]]
"""What is seen of each card of the columns: left, top, right, bottom."""


def lay_out(position: Position, deck: Deck, r: random.Random, width: int) -> Image.Image:
    """Draw a position as a program would: a felt, cells and homes above the columns."""
    return laid_out(position, deck, r, width)[0]


def laid_out(
    position: Position, deck: Deck, r: random.Random, width: int
) -> tuple[Image.Image, Areas]:
    """Draw a position, and return where its cards are seen, too."""
    faces = {card: deck.card(card, width) for card in _all(position)}
    height = next(iter(faces.values())).height
    gap = round(width * r.uniform(0.06, 0.4))
    least = getattr(deck, "least_step", 0.22)
    step = max(8, round(width * r.uniform(max(0.2, least), max(0.42, least + 0.08))))
    left, top = round(width * r.uniform(0.1, 0.8)), round(width * r.uniform(0.1, 0.5))
    row_gap = round(width * r.uniform(0.12, 0.5))
    y = top + height + row_gap
    steps = steps_of(position, step, r)
    longest = max(
        (len(column) - 1) * own for column, own in zip(position.columns, steps, strict=True)
    )
    size = (
        2 * left + 8 * width + 7 * gap,
        y + height + round(max(6 * step, longest) + width * 0.2),
    )
    table = felt(r, size)
    places = slot_places(left, width, gap, r)
    lay_slots(table, places, top, position, faces, r)
    areas: Areas = {}
    for place, column in enumerate(position.columns):
        x, own = left + place * (width + gap), steps[place]
        for row, card in enumerate(column):
            table.paste(faces[card], (x, y + round(row * own)), faces[card])
            bottom = row * own + (height if row + 1 == len(column) else own)
            areas[card] = (x, y + round(row * own), x + width, y + round(bottom))
    if longest > 6 * step and r.random() < LEAVING:  # the longest column leaves the window
        cut = y + round(longest + height * r.uniform(0.5, 0.98))
        table = table.crop((0, 0, size[0], cut))
    return table, areas


SQUEEZED, LEAVING = 0.5, 0.2
"""How often long columns are squeezed, and how often the longest one leaves the window."""


def steps_of(position: Position, step: float, r: random.Random) -> list[float]:
    """Return how far the cards of each column overlap: some programs squeeze long columns."""
    most = r.randint(7, 11) if r.random() < SQUEEZED else 20
    return [
        max(0.62 * step, min(step, most * step / max(1, len(column) - 1)))
        for column in position.columns
    ]


def slot_places(left: int, width: int, gap: int, r: random.Random) -> list[int]:
    """Return where cells and homes begin: above the columns, beside them, or closer together."""
    pitch = width + gap
    end = left + 7 * pitch
    kind = r.random()
    if kind < 0.35:
        spread = r.choice([0, 0, gap // 2])
        return [left + place * pitch + (spread if place >= 4 else -spread) for place in range(8)]
    own = width + round(gap * r.uniform(0, 0.9)) if kind < 0.85 else width + r.randint(1, 3)
    off = r.choice([0, 0, round(width * r.uniform(-0.05, 0.2))])
    cells = [left + off + place * own for place in range(4)]
    return cells + [end - off - place * own for place in (3, 2, 1, 0)]


def lay_slots(table: Image.Image, places: list[int], top: int, position: Position,
              faces: dict[int, Image.Image], r: random.Random) -> None:  # fmt: skip
    """Draw cells and homes: cards, and often an outline where there is none."""
    outlined = r.random() < 0.7
    shade = r.choice([20, -20, 45])
    cells = [*position.cells, None, None, None, None][:4]
    width, height = next(iter(faces.values())).size
    for x, card in zip(places, [*cells, *position.homes, None, None, None, None], strict=False):
        if outlined:
            pixel = table.getpixel((x + 2, top + 2))
            assert isinstance(pixel, tuple)
            colour = tuple(max(0, min(255, level + shade)) for level in pixel)
            ImageDraw.Draw(table).rounded_rectangle(
                (x, top, x + width - 1, top + height - 1), width * 0.05, outline=colour
            )
        if card is not None:
            table.paste(faces[card], (x, top), faces[card])


def covered(picture: Image.Image, areas: Areas, r: random.Random) -> set[int]:
    """Put a window or the pointer over the columns; return the cards that nothing covers."""
    x0, y0 = min(area[0] for area in areas.values()), min(area[1] for area in areas.values())
    x1, y1 = max(area[2] for area in areas.values()), max(area[3] for area in areas.values())
    if r.random() < 0.25:
        size = (x1 - x0) * 0.025
        x, y = r.uniform(x0, x1), r.uniform(y0, y1)
        point_at(picture, x, y, size)
        box = (x, y, x + 0.7 * size, y + 1.1 * size)
    else:
        w, h = (x1 - x0) * r.uniform(0.15, 0.45), (y1 - y0) * r.uniform(0.15, 0.5)
        x, y = r.uniform(x0 - 0.3 * w, x1 - 0.7 * w), r.uniform(y0 - 0.2 * h, y1 - 0.7 * h)
        box = (x, y, x + w, y + h)
        cover(picture, box, r)
    return {
        card
        for card, (left, top, right, bottom) in areas.items()
        if min(right, box[2]) <= max(left, box[0]) or min(bottom, box[3]) <= max(top, box[1])
    }


def photographed(picture: Image.Image, r: random.Random) -> Image.Image:
    """Return a screen as a phone sees it: at an angle, unevenly lit, blurred and noisy."""
    w, h = picture.size
    bezel = round(w * r.uniform(0.03, 0.12))
    scene = Image.new("RGB", (w + 2 * bezel, h + 2 * bezel), (r.randint(5, 60),) * 3)
    scene.paste(picture, (bezel, bezel))
    w, h = scene.size
    away = 0.03 * w
    corners = [(x + r.uniform(-away, away), y + r.uniform(-away, away))
               for x, y in ((0, 0), (w, 0), (w, h), (0, h))]  # fmt: skip
    system, target = [], []
    for (x, y), (u, v) in zip(((0, 0), (w, 0), (w, h), (0, h)), corners, strict=True):
        system += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        target += [u, v]
    warp = tuple(np.linalg.solve(np.array(system), np.array(target)))
    seen = scene.transform((w, h), Image.Transform.PERSPECTIVE, warp, Image.Resampling.BICUBIC)
    seen = seen.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.9)))
    light = np.linspace(r.uniform(0.75, 1), r.uniform(0.75, 1.05), w)[None, :, None]
    noise = np.random.default_rng(r.randrange(2**32)).normal(0, r.uniform(1, 5), (h, w, 3))
    pixels = np.clip(np.asarray(seen) * light * (0.97, 1, 0.95) + noise, 0, 255)
    return degraded(Image.fromarray(pixels.astype(np.uint8)), r, "jpeg")


def _all(position: Position) -> list[int]:
    held = [card for card in position.cells if card is not None]
    return [card for column in position.columns for card in column] + held + position.homes


def in_window(picture: Image.Image, r: random.Random) -> Image.Image:
    """Put a screen anywhere on a desktop, with a title bar and other things around."""
    left, right, top, bottom = (r.randint(10, 160) for _ in range(4))
    desktop = felt(r, (picture.width + left + right, picture.height + top + bottom + 30))
    draw = ImageDraw.Draw(desktop)
    draw.rectangle((left, top, left + picture.width, top + 30), fill=(220, 220, 225))
    draw.text((left + 10, top + 8), "FreeCell", fill=(20, 20, 20))
    desktop.paste(picture, (left, top + 30))
    return desktop


def degraded(picture: Image.Image, r: random.Random, how: str) -> Image.Image:
    """Compress or scale a screen: `plain`, `jpeg`, `scaled`, `webp`."""
    if how in ("jpeg", "webp"):
        buffer = io.BytesIO()
        picture.save(buffer, how.upper(), quality=r.randint(50, 95))
        return Image.open(buffer).convert("RGB")
    if how == "scaled":
        factor = r.uniform(0.6, 1.5)
        size = (round(picture.width * factor), round(picture.height * factor))
        return picture.resize(size, r.choice([Image.Resampling.BILINEAR, Image.Resampling.LANCZOS]))
    return picture
