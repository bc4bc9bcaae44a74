"""Take the pictures of the page that docs/page.md shows: `make screenshots`.

A service is started for it, and Debian's Chromium looks at the page.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.ports import free_port, wait_for
from tests.browser.conftest import ARGUMENTS

IMAGES = Path(__file__).parent.parent / "docs" / "images"


def main() -> None:
    """Start everything, and take one picture after the other."""
    port = free_port()
    command = [sys.executable, "-m", "freecell", "serve", "--port", str(port), "--no-log"]
    IMAGES.mkdir(parents=True, exist_ok=True)
    service = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        with sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            take_all(browser, f"http://127.0.0.1:{port}/")
            browser.close()
    finally:
        service.terminate()
        service.wait(20)


def take_all(browser: Browser, address: str) -> None:
    """Take every picture, each in a window of its own size and kind."""
    page = opened(browser, f"{address}617", 1440, 900)
    page.get_by_role("button", name="queen of hearts, column 8").click()
    take(page, "desktop")

    page = opened(browser, f"{address}617", 320, 568)
    take(page, "phone")

    page = opened(browser, f"{address}617", 812, 375)
    take(page, "phone-landscape")

    page = opened(browser, f"{address}617", 768, 1024, color_scheme="dark", locale="ru")
    page.keyboard.type("828a")
    take(page, "tablet-dark")

    page = opened(browser, f"{address}617", 1024, 768)
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector("#player input")
    page.wait_for_timeout(1000)
    slider = page.get_by_role("slider", name="Move")
    slider.fill("30")
    take(page, "watch")


def opened(browser: Browser, address: str, width: int, height: int, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own options
    """Open the page in a window of this size."""
    options = {"locale": "en", "reduced_motion": "reduce", "service_workers": "block", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html.ready")
    return page


def take(page: Page, name: str) -> None:
    """Take one picture, and close its window."""
    page.wait_for_timeout(300)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(IMAGES / f"{name}.png")
    page.context.close()


if __name__ == "__main__":
    main()
