"""Draw the icons for phones from icon.svg: `python -m tools.images.draw_icons [FOLDER]`.

Phones install a page only with icons of fixed sizes: 192 and 512 pixels with the rounded corners of
the drawing, 180 for Apple and a maskable one of 512 without corners, whose card lies within the
circle that every mask leaves.
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.chromium import chromium_path
from freecell.web.assets import STATIC

CORNERS = re.compile(r'(<rect width="512" height="512") rx="\d+"')


def drawings() -> dict[str, tuple[int, str]]:
    """Return what is drawn, and how large, by the name of its file."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    square = CORNERS.sub(r"\1", svg)
    card = "<g transform="
    smaller = square.replace(card, f'<g transform="translate(46 46) scale(.82)">{card}', 1)
    masked = smaller.replace("</svg>", "</g></svg>")
    return {
        "192": (192, svg),
        "512": (512, svg),
        "180": (180, square),
        "maskable": (512, masked),
    }


def main() -> None:
    """Draw all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else STATIC / "icons"
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for name, (size, svg) in drawings().items():
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = svg.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{sized}")
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
