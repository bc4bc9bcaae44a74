"""Decks drawn by chance: a seed chooses the style, and any card can be drawn at any size.

What varies is what varies between programs: where the corner is, which symbols are in it and how
large they are, colours (usual, four, unusual, pale on dark), paper, borders, pips, courts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.pictures.glyphs import SUIT_TEXTS, Glyphs, is_kept_for_tests
from tools.pictures.shapes import suit_ink

Colour = tuple[int, int, int]
NAMES = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0.5, 0.5)],
    2: [(0.5, 0), (0.5, 1)],
    3: [(0.5, 0), (0.5, 0.5), (0.5, 1)],
    4: [(0, 0), (1, 0), (0, 1), (1, 1)],
    5: [(0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)],
    6: [(0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    7: [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    8: [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)],
    9: [(0, 0), (1, 0), (0, 0.33), (1, 0.33), (0.5, 0.5), (0, 0.67), (1, 0.67), (0, 1), (1, 1)],
    10: [(0, 0), (1, 0), (0.5, 0.17), (0, 0.33), (1, 0.33), (0, 0.67), (1, 0.67), (0.5, 0.83),
         (0, 1), (1, 1)],
}  # fmt: skip


class Deck(Protocol):
    """What gives a card's picture of a width."""

    name: str

    def card(self, card: int, width: int) -> Image.Image:
        """Draw a card, with clear corners."""


@dataclass
class FileDeck:
    """A deck of picture files, AC.png to KS.png."""

    name: str
    folder: Path
    kept: dict[int, Image.Image] = field(default_factory=dict)

    def card(self, card: int, width: int) -> Image.Image:
        """Scale a card's picture."""
        if card not in self.kept:
            self.kept[card] = Image.open(self.folder / f"{NAMES[card]}.png").convert("RGBA")
        picture = self.kept[card]
        height = round(picture.height * width / picture.width)
        return picture.resize((width, height), Image.Resampling.LANCZOS)


def tint(r: random.Random, low: int, high: int) -> Colour:
    """Return a colour by chance."""
    return (r.randint(low, high), r.randint(low, high), r.randint(low, high))


def inks_by_chance(r: random.Random, dark: bool) -> list[Colour]:  # noqa: FBT001 - a style of its own
    """Return the colours of clubs, diamonds, hearts and spades."""
    if dark:
        black = r.choice([(255, 255, 255), (220, 225, 230), (190, 200, 215), (240, 240, 220)])
        red = r.choice(
            [(255, 90, 90), (255, 130, 120), (255, 60, 80), (240, 150, 60), (255, 120, 200)]
        )
    else:
        black = r.choice([(0, 0, 0), (20, 20, 25), (35, 35, 60), (60, 60, 60), (0, 0, 80)])
        red = r.choice(
            [(220, 0, 0), (255, 0, 0), (190, 20, 30), (210, 40, 60), (160, 0, 20), (230, 70, 40)]
        )
    kind = r.random()
    if kind < 0.62:
        return [black, red, red, black]
    if kind < 0.82:
        green = r.choice([(0, 130, 0), (20, 150, 60), (0, 100, 40)])
        blue = r.choice([(0, 0, 220), (30, 90, 220), (0, 130, 220), (230, 120, 0)])
        if dark:
            green, blue = (110, 230, 120), (110, 170, 255)
        return [green, blue, red, black]
    low, high = (120, 255) if dark else (0, 150)
    if kind < 0.9:
        first, second = tint(r, low, high), tint(r, low, high)
        return [first, second, second, first]
    if kind < 0.94:
        one = tint(r, low, high)
        return [one] * 4
    return [tint(r, low, high) for _ in range(4)]


class DrawnDeck:
    """A deck whose style follows from a seed."""

    def __init__(self, seed: int, glyphs: Glyphs, *, for_tests: bool = False, plain: bool = False,
                 court_deck: Deck | None = None) -> None:  # fmt: skip
        """Choose the style; `plain` decks are what ordinary programs have."""
        self.name = f"drawn-{seed}"
        self.court_deck = court_deck
        r = self._r = random.Random(seed)
        fonts = [name for name in glyphs if is_kept_for_tests(name) == for_tests]
        self.seed = seed
        self.font = glyphs[r.choice(fonts)]
        self.court_font = self.font if r.random() < 0.85 else glyphs[r.choice(fonts)]
        self.ratio = r.uniform(1.3, 1.56)
        self.dark = not plain and r.random() < 0.14
        self._colours(r, plain)
        self._suits(r, glyphs, fonts)
        self._corner(r)
        self._face(r)
        self.least_step = self.margin_y + r.uniform(0.7, 1.0) * self.rank_height
        self.jacks = r.choices(["JQK", "BDK", "VDR"], [0.93, 0.045, 0.025])[0]
        self.ten = r.choices(["10", "T"], [0.93, 0.07])[0]

    def _colours(self, r: random.Random, plain: bool) -> None:  # noqa: FBT001 - a style of its own
        if self.dark:
            self.paper = tint(r, 0, 75)
        elif r.random() < (0.8 if plain else 0.6):
            self.paper = (255, 255, 255)
        elif r.random() < 0.7:
            base = r.randint(215, 252)
            self.paper = (base, base - r.randint(0, 12), base - r.randint(0, 45))
        else:
            self.paper = tint(r, 170, 255)
        self.inks = inks_by_chance(r, self.dark)
        if plain and r.random() < 0.8:
            self.inks = [(0, 0, 0), (210, 0, 0), (210, 0, 0), (0, 0, 0)]
        self.shade = r.choice([0.0, 0.0, 0.0, r.uniform(-0.15, 0.15)])
        self.edge = r.choice(
            [(0, 0, 0), (60, 60, 60), (120, 120, 120), (170, 170, 170), (200, 200, 200)]
        )
        if self.dark:
            self.edge = r.choice([(200, 200, 200), (120, 120, 130), (0, 0, 0)])
        self.edge_width = r.choice([0.0, 0.006, 0.01, 0.01, 0.015, 0.02])
        self.radius = r.uniform(0.0, 0.1)

    def _suits(self, r: random.Random, glyphs: Glyphs, fonts: list[str]) -> None:
        with_suits = [name for name in fonts if "♠" in glyphs[name]]
        if with_suits and r.random() < 0.45:
            font = glyphs[r.choice(with_suits)]
            self.suits = [font[text] for text in SUIT_TEXTS]
        else:
            self.suits = [suit_ink(suit, r) for suit in range(4)]
        self.hollow = r.random() < 0.03

    def _corner(self, r: random.Random) -> None:
        self.corner = r.choices(["left", "both", "right"], [0.62, 0.26, 0.12])[0]
        self.layout = r.choices(["below", "beside", "rank only", "far"], [0.6, 0.22, 0.08, 0.1])[0]
        self.rank_height = r.choice(
            [r.uniform(0.13, 0.24), r.uniform(0.13, 0.24), r.uniform(0.2, 0.36)]
        )
        self.suit_height = self.rank_height * r.uniform(0.55, 1.1)
        self.margin_x = r.uniform(0.03, 0.09)
        self.margin_y = r.uniform(0.03, 0.1)
        self.gap = r.uniform(0.01, 0.06)
        self.squeeze = r.uniform(0.75, 1.15)
        self.suit_squeeze = r.uniform(0.85, 1.1)

    def _face(self, r: random.Random) -> None:
        self.pips = r.choices(["pips", "one", "none"], [0.68, 0.22, 0.1])[0]
        self.pip_height = r.uniform(0.15, 0.27)
        self.pip_box = (r.uniform(0.24, 0.34), r.uniform(0.1, 0.28))
        self.big = r.uniform(0.35, 0.7)
        self.courts = r.choices(["art", "letter", "suit", "none"], [0.66, 0.12, 0.15, 0.07])[0]
        self.frame = r.random() < 0.6
        self.court_left = r.uniform(0.16, 0.3)
        self.court_top = r.uniform(0.06, 0.2)
        if r.random() < 0.85:  # most decks keep the corner free
            free = self.margin_x + 0.8 * max(self.rank_height, self.suit_height)
            self.pip_box = (
                min(0.43, max(self.pip_box[0], free + self.pip_height / 2)),
                self.pip_box[1],
            )
            self.court_left = min(0.4, max(self.court_left, free))
        self.real_courts = r.random() < 0.5
        if self.layout == "rank only":
            self.pips = r.choice(["pips", "one"])
            self.courts = r.choice(["suit", "art"])

    def rank_text(self, rank: int) -> str:
        """Return what stands in the corner."""
        if rank == 9:
            return self.ten
        return "A23456789"[rank] if rank < 9 else self.jacks[rank - 10]

    def card(self, card: int, width: int) -> Image.Image:
        """Draw a card, larger than asked and then scaled down where it is small."""
        scale = 1 if width >= 100 else 2
        w, h = width * scale, round(width * self.ratio) * scale
        picture = self._paper(w, h)
        self._draw_middle(picture, card)
        half = Image.new("RGBA", picture.size)
        self._draw_corners(half, card)
        picture.alpha_composite(half)
        picture.alpha_composite(half.rotate(180))
        picture = self._cut(picture)
        if scale > 1:
            picture = picture.resize((width, h // scale), Image.Resampling.BOX)
        return picture

    def _paper(self, w: int, h: int) -> Image.Image:
        if self.shade:
            ramp = 1 + self.shade * (np.linspace(-1, 1, h)[:, None, None])
            pixels = np.clip(np.array(self.paper)[None, None, :] * ramp, 0, 255)
            pixels = np.broadcast_to(pixels, (h, w, 3)).astype(np.uint8)
            return Image.fromarray(np.ascontiguousarray(pixels)).convert("RGBA")
        return Image.new("RGBA", (w, h), (*self.paper, 255))

    def _cut(self, picture: Image.Image) -> Image.Image:
        """Draw the border, and make the corners clear."""
        w, h = picture.size
        line, radius = round(self.edge_width * w), self.radius * w
        if self.edge_width and line < 1:
            line = 1
        mask = Image.new("L", picture.size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, w - 1, h - 1), radius, fill=255)
        if line:
            ImageDraw.Draw(picture).rounded_rectangle(
                (0, 0, w - 1, h - 1), radius, outline=(*self.edge, 255), width=line
            )
        picture.putalpha(mask)
        return picture

    def _stamp(self, picture: Image.Image, ink: np.ndarray, box: tuple[float, float, float, float],
               colour: Colour, *, turned: bool = False) -> None:  # fmt: skip
        """Draw ink into a box of left, top, width, height."""
        left, top, width, height = box
        size = (max(2, round(width)), max(2, round(height)))
        mask = Image.fromarray(ink).resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
        if turned:
            mask = mask.rotate(180)
        if self.hollow and height > 12:
            inner = mask.filter(ImageFilter.MinFilter(3))
            mask = Image.fromarray(
                np.clip(np.asarray(mask).astype(int) - np.asarray(inner) // 1, 0, 255).astype(
                    np.uint8
                )
            )
        picture.paste((*colour, 255), (round(left), round(top)), mask)

    def _suit_box(self, suit: int, height: float) -> tuple[float, float]:
        ink = self.suits[suit]
        return height * ink.shape[1] / ink.shape[0] * self.suit_squeeze, height

    def _draw_corners(self, half: Image.Image, card: int) -> None:
        w = half.width
        rank, suit = card // 4, card % 4
        ink = (self.court_font if rank > 9 else self.font)[self.rank_text(rank)]
        height = self.rank_height * w
        width = min(height * ink.shape[1] / ink.shape[0] * self.squeeze, 0.45 * w)
        if self.rank_text(rank) == "10":
            width *= 0.85
        suit_w, suit_h = self._suit_box(suit, self.suit_height * w)
        x, y = self.margin_x * w, self.margin_y * w
        colour = self.inks[suit]
        cell = max(width, suit_w)
        for side in ("left", "right"):
            if self.corner not in (side, "both"):
                continue
            column = x if side == "left" else w - x - cell
            self._stamp(half, ink, (column + (cell - width) / 2, y, width, height), colour)
            if self.layout == "below":
                top = y + height + self.gap * w
                self._stamp(
                    half,
                    self.suits[suit],
                    (column + (cell - suit_w) / 2, top, suit_w, suit_h),
                    colour,
                )
            elif self.layout == "beside":
                at = (
                    column + width + self.gap * w
                    if side == "left"
                    else w - x - cell - self.gap * w - suit_w
                )
                top = y + (height - suit_h) / 2
                self._stamp(half, self.suits[suit], (at, top, suit_w, suit_h), colour)
        if self.layout == "far":  # rank in one corner and the suit in the other
            at = w - x - suit_w if self.corner != "right" else x
            self._stamp(half, self.suits[suit], (at, y, suit_w, suit_h), colour)

    def _draw_middle(self, picture: Image.Image, card: int) -> None:
        w, h = picture.size
        rank, suit = card // 4, card % 4
        colour = self.inks[suit]
        if rank > 9 and self.courts != "suit":
            if self.courts == "art":
                self._draw_court(picture, card)
            elif self.courts == "letter":
                ink = self.court_font[self.rank_text(rank)]
                height = self.big * w
                width = min(height * ink.shape[1] / ink.shape[0], 0.6 * w)
                self._stamp(
                    picture, ink, ((w - width) / 2, (h - height) / 2, width, height), colour
                )
            return
        if self.pips == "none":
            return
        if self.pips == "one" or rank > 9 or rank == 0:
            width, height = self._suit_box(suit, self.big * w)
            self._stamp(
                picture,
                self.suits[suit],
                ((w - width) / 2, (h - height) / 2, width, height),
                colour,
            )
            return
        width, height = self._suit_box(suit, self.pip_height * w)
        left, top = self.pip_box[0] * w, self.pip_box[1] * w + height / 2
        for px, py in PIPS[rank + 1]:
            x, y = left + px * (w - 2 * left), top + py * (h - 2 * top)
            box = (x - width / 2, y - height / 2, width, height)
            self._stamp(picture, self.suits[suit], box, colour, turned=py > 0.55)

    def _draw_court(self, picture: Image.Image, card: int) -> None:
        """Fill the frame with shapes in a few colours, the same each time for the same card."""
        r = random.Random(self.seed * 64 + card)
        w, h = picture.size
        x0, y0 = self.court_left * w, self.court_top * w
        x1, y1 = w - x0, h - y0
        if self.court_deck is not None and self.real_courts and not self.dark:
            face = self.court_deck.card(card, 200)
            inner = face.crop((32, 32, 168, face.height - 32)).convert("RGBA")
            inner = inner.resize(
                (max(1, round(x1 - x0)), max(1, round(y1 - y0))), Image.Resampling.BILINEAR
            )
            picture.paste(inner, (round(x0), round(y0)), inner)
            return
        art = Image.new("RGBA", picture.size)
        draw = ImageDraw.Draw(art)
        colours = [(200, 20, 30), (250, 210, 40), (20, 40, 140), (0, 0, 0), (240, 200, 160),
                   self.inks[card % 4],
                   tint(r, 0, 255), (255, 255, 255)]  # fmt: skip
        for _ in range(r.randint(6, 28)):
            colour = (*r.choice(colours), 255)
            cx, cy, size = r.uniform(x0, x1), r.uniform(y0, h / 2), r.uniform(0.03, 0.28) * w
            kind = r.random()
            if kind < 0.35:
                points = [
                    (cx + r.uniform(-size, size), cy + r.uniform(-size, size))
                    for _ in range(r.randint(3, 6))
                ]
                draw.polygon(points, fill=colour)
            elif kind < 0.6:
                draw.ellipse(
                    (cx - size / 2, cy - size / 2, cx + size / 2, cy + size / 2), fill=colour
                )
            elif kind < 0.8:
                for i in range(r.randint(2, 6)):
                    y = cy + i * size / 4
                    draw.line(
                        (cx - size, y, cx + size, y), fill=colour, width=max(1, round(w * 0.012))
                    )
            else:
                draw.line([(cx + r.uniform(-size, size), cy + r.uniform(-size, size))
                           for _ in range(5)], fill=colour,
                          width=max(1, round(w * r.uniform(0.008, 0.03))))  # fmt: skip
        if r.random() < 0.6:  # many decks repeat the suit inside the frame
            sw, sh = self._suit_box(card % 4, r.uniform(0.14, 0.24) * w)
            self._stamp(
                art,
                self.suits[card % 4],
                (x0 + 0.02 * w, y0 + 0.02 * w, sw, sh),
                self.inks[card % 4],
            )
        art.alpha_composite(art.rotate(180))
        mask = Image.new("L", picture.size)
        ImageDraw.Draw(mask).rectangle((x0, y0, x1, y1), fill=255)
        picture.paste(
            art, (0, 0), Image.composite(art.getchannel("A"), Image.new("L", art.size), mask)
        )
        if self.frame:
            ImageDraw.Draw(picture).rectangle(
                (x0, y0, x1, y1), outline=r.choice(colours), width=max(1, round(w * 0.01))
            )
