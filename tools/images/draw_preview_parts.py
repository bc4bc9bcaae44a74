"""Draw the parts of the cards for preview pictures into src/freecell/drawing/preview.json.

Other sites show a PNG of a shared link and no SVG, and nothing in the package can draw one from
outlines. So Chromium draws the few parts once, and `drawing/preview.py` puts them together. An
argument names another file.
"""

import base64
import json
import sys
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.chromium import chromium_path
from freecell.cards import RANKS, SUITS, index_letters
from freecell.drawing.card_art import SUIT_SHAPES, Colours, index_name, rules, symbols

TARGET = Path(__file__).parents[2] / "src" / "freecell" / "drawing" / "preview.json"
SIZES = {"small": 32, "pip": 76, "beside": 21}
RANK_SIZE = (32, 33)
COURT_SIZE = (98, 124)

# Three colours that can be distinguished however they are mixed at an edge.
BLACK, BLUE, WHITE = "#000", "#00f", "#fff"
TELLING = Colours(WHITE, WHITE, WHITE, WHITE, (BLACK,) * 4, (BLACK,) * 4, BLUE, WHITE, "")

DRAW = """async ([svg, width, height]) => {
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    return Array.from({ length: width * height }, (_, at) => [pixels[4 * at], pixels[4 * at + 2]]);
}"""


def level(red: int, blue: int) -> int:
    """Return the paint of a pixel: sixteen steps from paper to ink, then sixteen of gold."""
    paper, gold, ink = red / 255, (blue - red) / 255, 1 - blue / 255
    if gold > ink:
        return 16 + round(15 * gold / (gold + paper))
    return round(15 * (ink + gold / 2))


def drawn(page: Page, content: str, width: int, height: int) -> dict[str, object]:
    """Return the paint of each pixel of some content."""
    size = f'width="{width}" height="{height}"'
    style = f"<style>{rules('fc-', TELLING)}</style><defs>{symbols('fc-')}</defs>"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{style}<g class="fc-s">{content}</g></svg>'
    )
    levels = bytes(level(*pixel) for pixel in page.evaluate(DRAW, [svg, width, height]))
    packed = base64.b64encode(zlib.compress(levels, 9)).decode()
    return {"width": width, "height": height, "levels": packed}


def use(name: str, scale: float, top: float = 0) -> str:
    """Return a shape in some size."""
    return f'<use href="#fc-{name}" transform="scale({scale}) translate(0 {top})"/>'


def main(target: Path) -> None:
    """Draw every part."""
    parts = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        for name, size in SIZES.items():
            for suit in SUIT_SHAPES:
                parts[f"{name} {suit}"] = drawn(page, use(suit, size / 100), size, size)
        for rank, letter in zip(RANKS, index_letters(), strict=True):
            glyph = use(index_name(letter), SIZES["small"] / 100)
            parts[f"rank {rank}"] = drawn(page, glyph, *RANK_SIZE)
        for rank in "JQK":
            parts[f"court {rank}"] = drawn(page, use(rank, COURT_SIZE[0] / 100, 3), *COURT_SIZE)
        browser.close()
    assert {name[-1] for name in parts} == {*RANKS, *SUITS}
    target.write_text(json.dumps(parts, indent=0) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
