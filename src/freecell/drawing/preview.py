"""A deal as a small PNG picture, which is what other sites show of a shared link.

It is put together from parts that were drawn before (tools/images/draw_preview_parts.py): an
image of 256 colours, of which black and red ink, and gold beside each, take sixteen from paper to
full.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from freecell.board import COLUMN_COUNT, deal
from freecell.cards import RANKS, SUITS, Card, is_red, rank_of, suit_of
from freecell.drawing.card_art import colours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH, HEIGHT = 1200, 630
CARD_WIDTH, CARD_HEIGHT = 126, 176
_GAP, _MARGIN, _STEP, _RADIUS = 14, 47, 60, 10
_LEFT = (WIDTH - COLUMN_COUNT * CARD_WIDTH - (COLUMN_COUNT - 1) * _GAP) // 2
_LEVELS = 16
_INKS = 2 * _LEVELS
"""The number of colours of each kind of card: its ink, and the gold of its figures."""
_TABLE, _EDGE = 2 * _INKS, 2 * _INKS + 1


@lru_cache(maxsize=256)
def preview(start: int | str) -> bytes:
    """Return the board of a deal or an ending as a PNG picture, 1200 by 630 pixels."""
    import numpy as np

    image = np.full((HEIGHT, WIDTH), _TABLE, dtype=np.uint8)
    for place, column in enumerate(deal(start).columns):
        left = _LEFT + place * (CARD_WIDTH + _GAP)
        for depth, card in enumerate(column):
            _draw_card(image, left, _MARGIN + depth * _STEP, card, front=card == column[-1])
    return _png(image)


def _draw_card(image: NDArray[np.uint8], left: int, top: int, card: Card, *, front: bool) -> None:
    """Draw a card; of one that others will cover, no half of a face."""
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    paper = image[top : top + CARD_HEIGHT, left : left + CARD_WIDTH]
    inside, edge = _outline()
    paper[inside] = is_red(card) * _INKS
    paper[edge] = _EDGE
    _print(paper, _part(f"rank {rank}"), 10, 11)
    _print(paper, _part(f"small {suit}"), 41 if rank == "T" else 33, 11)
    if front and rank in "JQK":
        _print(paper, _part(f"court {rank}"), 14, 48)
        _print(paper, _part(f"beside {suit}"), 92, 53)
        _print(paper, _part(f"beside {suit}")[::-1, ::-1], 13, 146)  # turned
    elif front:
        _print(paper, _part(f"pip {suit}"), 25, 76)


def _print(paper: NDArray[np.uint8], levels: NDArray[np.uint8], x: int, y: int) -> None:
    height, width = levels.shape
    target = paper[y : y + height, x : x + width]
    target += levels  # the paper is the lightest of its inks


@cache
def _part(name: str) -> NDArray[np.uint8]:
    import numpy as np

    part = _parts()[name]
    levels = zlib.decompress(base64.b64decode(part["levels"]))
    return np.frombuffer(levels, dtype=np.uint8).reshape(part["height"], part["width"])


@cache
def _parts() -> dict[str, dict[str, Any]]:
    text = Path(__file__).with_name("preview.json").read_text(encoding="utf-8")
    parts: dict[str, dict[str, Any]] = json.loads(text)
    return parts


@cache
def _outline() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which pixels of a card's box are paper, and which are its edge."""
    import numpy as np

    y, x = np.mgrid[0:CARD_HEIGHT, 0:CARD_WIDTH] + 0.5
    # How far a pixel lies outside of the rectangle on which the round corners have their centres.
    far_x = np.maximum(np.maximum(_RADIUS - x, x - (CARD_WIDTH - _RADIUS)), 0)
    far_y = np.maximum(np.maximum(_RADIUS - y, y - (CARD_HEIGHT - _RADIUS)), 0)
    distance = np.hypot(far_x, far_y)
    return distance <= _RADIUS, (distance <= _RADIUS) & (distance > _RADIUS - 1.2)


@cache
def _palette() -> bytes:
    ink = colours("light")
    black, red = ink.suits[0], ink.suits[1]
    shades = [
        round(level * int(colour[at : at + 2], 16) / 15 + (15 - level) * 255 / 15)
        for colour in (black, ink.gold, red, ink.gold)
        for level in range(_LEVELS)
        for at in (1, 3, 5)
    ]
    return bytes(shades) + bytes.fromhex(ink.table[1:] + ink.edge[1:])


def _png(image: NDArray[np.uint8]) -> bytes:
    """Write an image of palette colours: a header, the palette, the rows, the end."""
    import numpy as np

    height, width = image.shape
    rows = np.zeros((height, width + 1), dtype=np.uint8)  # each begins with 0: not filtered
    rows[:, 1:] = image
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", _palette()), (b"IDAT", zlib.compress(rows.tobytes(), 6))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in [*chunks, (b"IEND", b"")])


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check
