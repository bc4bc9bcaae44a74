"""Screens of FreeCell with a known board: any deck on a drawn table, fresh or in the middle of a game."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from tools.pictures.decks import Deck
from tools.pictures.strips import felt

State = dict[str, list[list[int]] | list[int]]


@dataclass
class Position:
    """Columns from back to front, four cells (or fewer cards) and the tops of the homes."""

    columns: list[list[int]]
    cells: list[int] = field(default_factory=list)
    homes: list[int] = field(default_factory=list)
    number: int | None = None


@dataclass
class Screen:
    """A picture and what is on it."""

    picture: Image.Image
    position: Position
    kind: dict[str, str] = field(default_factory=dict)


def lay_out(position: Position, deck: Deck, r: random.Random, width: int) -> Image.Image:
    """Draw a position as a program would: a felt, cells and homes above the columns."""
    faces = {card: deck.card(card, width) for card in _all(position)}
    height = next(iter(faces.values())).height
    gap = round(width * r.uniform(0.06, 0.4))
    least = getattr(deck, "least_step", 0.22)
    step = max(8, round(width * r.uniform(max(0.2, least), max(0.42, least + 0.08))))
    longest = max(len(column) for column in position.columns)
    left, top = round(width * r.uniform(0.1, 0.8)), round(width * r.uniform(0.1, 0.5))
    row_gap = round(width * r.uniform(0.12, 0.5))
    size = (
        2 * left + 8 * width + 7 * gap,
        top + 2 * height + row_gap + step * max(7, longest) + round(width * 0.2),
    )
    table = felt(r, size)
    y = top + height + row_gap
    outlined = r.random() < 0.7
    spread = r.choice([0, 0, gap // 2])
    for place in range(8):
        x = left + place * (width + gap) + (spread if place >= 4 else -spread)
        if outlined:
            shade = r.choice([20, -20, 45])
            pixel = table.getpixel((x + 2, top + 2))
            assert isinstance(pixel, tuple)
            colour = tuple(max(0, min(255, level + shade)) for level in pixel)
            ImageDraw.Draw(table).rounded_rectangle(
                (x, top, x + width - 1, top + height - 1), width * 0.05, outline=colour
            )
        card = None
        if place < 4 and place < len(position.cells):
            card = position.cells[place]
        elif place >= 4 and place - 4 < len(position.homes):
            card = position.homes[place - 4]
        if card is not None:
            table.paste(faces[card], (x, top), faces[card])
    for place, column in enumerate(position.columns):
        x = left + place * (width + gap)
        for row, card in enumerate(column):
            table.paste(faces[card], (x, y + row * step), faces[card])
    return table


def _all(position: Position) -> list[int]:
    return (
        [card for column in position.columns for card in column] + position.cells + position.homes
    )


def in_window(picture: Image.Image, r: random.Random) -> Image.Image:
    """Put a screen into a desktop with a title bar and other things around."""
    margin = r.randint(10, 120)
    desktop = felt(r, (picture.width + 2 * margin, picture.height + 2 * margin + 30))
    draw = ImageDraw.Draw(desktop)
    draw.rectangle((margin, margin, margin + picture.width, margin + 30), fill=(220, 220, 225))
    draw.text((margin + 10, margin + 8), "FreeCell", fill=(20, 20, 20))
    desktop.paste(picture, (margin, margin + 30))
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
