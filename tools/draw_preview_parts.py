"""Draw the parts of the cards for preview pictures into src/freecell/web/preview.json.

Other sites show a PNG of a shared link and no SVG, and nothing in the package can draw one from
outlines. So Chromium draws the few parts once, and `web/preview.py` puts them together.
"""

import base64
import json
import shutil
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from freecell.cards import RANKS, SUITS
from freecell.picture import SHAPES
from freecell.words import index_letters

TARGET = Path(__file__).parent.parent / "src" / "freecell" / "web" / "preview.json"
SIZES = {"small": (26, SUITS), "pip": (74, SUITS), "under": (34, SUITS), "sign": (62, "JQK")}
RANK_SIZE = (46, 40)

DRAW = """async ([svg, width, height]) => {
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    return Array.from({ length: width * height }, (_, at) => Math.round(pixels[4 * at + 3] / 17));
}"""


def drawn(page: Page, content: str, width: int, height: int) -> dict[str, object]:
    """Return how much of each pixel some content covers, in sixteen steps."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{content}</svg>'
    )
    levels = bytes(page.evaluate(DRAW, [svg, width, height]))
    packed = base64.b64encode(zlib.compress(levels, 9)).decode()
    return {"width": width, "height": height, "levels": packed}


def main() -> None:
    """Draw every part."""
    parts = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        for name, (size, shapes) in SIZES.items():
            for shape in shapes:
                path = f'<path transform="scale({size / 100})" d="{SHAPES[shape]}"/>'
                parts[f"{name} {shape}"] = drawn(page, path, size, size)
        for rank, letters in zip(RANKS, index_letters(), strict=True):
            fit = ' textLength="42" lengthAdjust="spacingAndGlyphs"' if len(letters) > 1 else ""
            text = (
                f'<text x="0" y="34" font-size="38" font-weight="700"{fit} '
                f'font-family="Arial,Liberation Sans,sans-serif">{letters}</text>'
            )
            parts[f"rank {rank}"] = drawn(page, text, *RANK_SIZE)
        browser.close()
    TARGET.write_text(json.dumps(parts, indent=0) + "\n")


if __name__ == "__main__":
    main()
