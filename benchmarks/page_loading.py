"""How soon the cards are on the table over a slow line.

Chromium runs as with DevTools' Fast 3G and a processor four times slower.

    python -m benchmarks.page_loading [ADDRESS ...]

Without an address the service of this checkout is started and measured; several addresses, of an
older version for example, are measured in turns. A first visit has nothing stored; the second one
comes after the service worker has kept the page. The requests that began before the cards were
there are listed.
"""

import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.chromium import chromium_path
from benchmarks.ports import free_port, wait_for
from benchmarks.rounds import sized

LATENCY = 562.5
"""Milliseconds before an answer begins, as DevTools has it for Fast 3G."""
DOWN, UP = 180_000, 84_375
"""Bytes a second."""
SLOWER = 4
VISITS = sized(5, 1)

WATCH = """(() => {
    try { localStorage.setItem('freecell.seen', '1') } catch {} // no introduction
    const look = () => {
        const cards = document.querySelectorAll('.column .card');
        const shown = cards.length === 52 && cards[51].getBoundingClientRect().height > 20;
        if (shown) window.cardsAt = performance.now();
        else requestAnimationFrame(look);
    };
    look();
})()"""
SEEN = "() => window.cardsAt ?? 0"
READY = "() => document.documentElement.classList.contains('ready') ? performance.now() : 0"
ASKED = """() => performance.getEntriesByType('resource')
    .filter((each) => each.startTime < window.cardsAt)
    .map(({ name, startTime, transferSize }) =>
        [new URL(name).pathname.split('/').slice(-2).join('/'), startTime, transferSize])"""


class Visit(NamedTuple):
    """What a visit took, in milliseconds, and what it asked for before the cards were there."""

    cards: float
    ready: float
    asked: list[tuple[str, float, int]]


@contextmanager
def own_service() -> Iterator[str]:
    """Serve the page of this checkout."""
    port = free_port()
    command = [sys.executable, "-m", "freecell", "serve", "--port", str(port), "--per-minute", "0"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        wait_for(port)
        yield f"http://127.0.0.1:{port}/"
        process.terminate()


def visit(context: BrowserContext, address: str) -> Visit:
    """Open the page over a slow line."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(f"{address}617", wait_until="commit")
    times = []
    for condition in (SEEN, READY):
        while not (time := page.evaluate(condition)):
            page.wait_for_timeout(20)
        times.append(time)
    asked = [(name, start, size) for name, start, size in page.evaluate(ASKED)]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    return Visit(times[0], times[1], asked)


def both_visits(browser: Browser, address: str) -> tuple[Visit, Visit]:
    """Return the first visit with nothing stored, and the second one."""
    context = browser.new_context(locale="en")
    first = visit(context, address)
    keep = context.new_page()  # without the slow line, until the page is kept
    keep.goto(address)
    keep.evaluate(
        "navigator.serviceWorker.controller || new Promise((done) => "
        "navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))"
        ".then(() => true)"
    )
    keep.close()
    second = visit(context, address)
    context.close()
    return first, second


def report(address: str, visits: list[tuple[Visit, Visit]]) -> None:
    """Print the medians, and the requests of the last first visit."""
    print(address)
    for name, each in zip(("first visit", "second visit"), zip(*visits, strict=True), strict=True):
        cards, ready = (statistics.median(v[at] for v in each) for at in (0, 1))
        asked = statistics.median(len(v.asked) for v in each)
        times = f"cards {cards:5.0f} ms, ready {ready:5.0f} ms"
        print(f"  {name:13} {times}, requests before the cards {asked:.0f} + the page")
    for name, start, size in visits[-1][0].asked:
        print(f"    {start:6.0f} ms  {size:7,} bytes  {name}")


def main() -> None:
    """Measure, and print."""
    addresses = [each for each in sys.argv[1:] if each.startswith("http")]
    with own_service() as own, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=arguments)
        found: dict[str, list[tuple[Visit, Visit]]] = {each: [] for each in [*addresses, own]}
        for _ in range(VISITS):
            for address, visits in found.items():
                visits.append(both_visits(browser, address))
        for address, visits in found.items():
            report(address, visits)
        browser.close()


if __name__ == "__main__":
    main()
