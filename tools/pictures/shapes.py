"""The four suits as outlines with parameters: shapes that no font has, as many as are wanted."""

from __future__ import annotations

import random

import numpy as np
from PIL import Image, ImageDraw

SIZE = 128


def bezier(points: list[tuple[float, float]], steps: int = 16) -> list[tuple[float, float]]:
    """Return the points of a cubic curve."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    out = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        out.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return out


def mirrored(half: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the closed outline of which this is the right half, from top to bottom."""
    return half + [(1 - x, y) for x, y in reversed(half)]


def heart(r: random.Random) -> list[tuple[float, float]]:
    """Return a heart in the unit square."""
    dip, wide, belly = r.uniform(0.1, 0.3), r.uniform(0.95, 1.05), r.uniform(0.35, 0.65)
    top = bezier([(0.5, dip), (r.uniform(0.52, 0.62), 0), (0.75, -0.02), (0.78, 0)])
    shoulder = bezier([(0.78, 0), (r.uniform(0.9, 1.0), 0.0), (wide, 0.2), (0.98, 0.33)])
    side = bezier([(0.98, 0.33), (0.95, belly), (r.uniform(0.55, 0.72), 0.8), (0.5, 1)])
    return mirrored(top + shoulder + side)


def diamond(r: random.Random) -> list[tuple[float, float]]:
    """Return a diamond in the unit square."""
    bend, width = r.choice([0.0, 0.0, r.uniform(0, 0.12)]), r.uniform(0.34, 0.5)
    right = 0.5 + width
    upper = bezier([(0.5, 0), (0.5 + width * 0.33 - bend / 2, 0.33 * 0.5 + bend / 2),
                    (0.5 + width * 0.66 - bend / 2, 0.33 + bend / 4), (right, 0.5)])  # fmt: skip
    return mirrored(upper + [(x, 1 - y) for x, y in reversed(upper)])


def stem(r: random.Random, top: float) -> list[tuple[float, float]]:
    """Return the foot of a spade or club."""
    foot, neck = r.uniform(0.1, 0.32), r.uniform(0.02, 0.06)
    curve = bezier(
        [(0.5 + neck, top), (0.5 + neck, 0.85), (0.5 + foot * 0.5, 0.97), (0.5 + foot, 1)]
    )
    return mirrored(curve)


def spade(r: random.Random) -> list[list[tuple[float, float]]]:
    """Return a spade: a heart turned over, and a foot."""
    low = r.uniform(0.72, 0.88)
    body = [(x, low * (1 - y)) for x, y in heart(r)]
    return [body, stem(r, low * 0.6)]


def club(r: random.Random) -> list[list[tuple[float, float]]]:
    """Return a club: three discs and a foot."""
    radius, spread = r.uniform(0.2, 0.27), r.uniform(0.22, 0.29)
    low = r.uniform(0.54, 0.64)
    middles = [(0.5, radius), (0.5 - spread, low), (0.5 + spread, low)]
    discs = [[(x + radius * np.cos(a), y + radius * np.sin(a)) for a in np.linspace(0, 6.28, 40)]
             for x, y in middles]  # fmt: skip
    middle = [(0.5 - radius * 0.6, radius), (0.5 + radius * 0.6, radius),
              (0.5 + radius * 0.5, low + 0.1),
              (0.5 - radius * 0.5, low + 0.1)]  # fmt: skip
    return [*discs, middle, stem(r, low)]


def suit_ink(suit: int, r: random.Random) -> np.ndarray:
    """Return the ink of a suit, 0 clubs to 3 spades, of a shape that chance chooses."""
    parts = [club, lambda q: [diamond(q)], lambda q: [heart(q)], spade][suit](r)
    squeeze = r.uniform(0.8, 1.1)
    picture = Image.new("L", (int(SIZE * squeeze) + 8, SIZE + 8))
    draw = ImageDraw.Draw(picture)
    for part in parts:
        draw.polygon([(4 + x * SIZE * squeeze, 4 + y * SIZE) for x, y in part], fill=255)
    box = picture.getbbox()
    assert box is not None
    return np.asarray(picture.crop(box), dtype=np.uint8)
