"""A running service and a browser, for the tests of the page."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from benchmarks.chromium import chromium_path
from benchmarks.ports import free_port, wait_for
from freecell.board import Move
from freecell.solver import Solved, solve
from freecell.web import assets
from freecell.web.site import write_site
from tests import slow_machine
from tests.needed import needs
from tests.slow_machine import late_files, slow_pages
from tests.waiting import PATIENCE, eventually

Watched: TypeAlias = Callable[[Page], Page]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 900}
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
"""The fonts of a Debian on which nobody has installed others: wide ones."""
expect.set_options(timeout=PATIENCE * 1000)

CHROMIUM = chromium_path()

needs_worker = needs(
    assets.has_engine(), "the engine was not compiled for the browser: `make wasm`"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser there is nothing to look at; `make test` installs one."""
    for item in items:
        if "browser" in Path(item.fspath).parts:
            item.add_marker(pytest.mark.slow)
            if CHROMIUM is None:
                item.add_marker(needs(CHROMIUM, "chromium is not installed"))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page as others would, and return its address."""
    with serving(tmp_path_factory.mktemp("service") / "log") as address:
        yield address


@contextmanager
def serving(log: Path, *options: str) -> Iterator[str]:
    """Run a service, and return its address."""
    port = free_port()
    service = ["-m", "freecell", "serve", "--port", str(port), "--per-minute", "0", *options]
    command = [sys.executable, *service]
    with log.open("w") as errors:
        process = subprocess.Popen(command, stderr=errors, env={**os.environ})
        try:
            wait_for(port)
            with late_files(port) as reached:
                yield f"http://127.0.0.1:{reached}/"
        finally:
            process.terminate()
            assert process.wait(PATIENCE) in (0, -15), (
                log.read_text()
            )  # stopped, or by the signal itself


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the written files as any web host would, below a path."""
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "cards")
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL) as process:
        wait_for(port)
        with late_files(port) as reached:
            yield f"http://127.0.0.1:{reached}/cards/"
        process.terminate()


@pytest.fixture(scope="session")
def line() -> list[Move]:
    """The solver's line for deal 617."""
    result = solve(617)
    assert isinstance(result, Solved)
    return list(result.moves)


KEEPS_FILES = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note whether this test is about the service worker; `make steady` has one everywhere, as players have."""
    marked = item.get_closest_marker("service_worker") is not None
    item.config.stash[KEEPS_FILES] = marked or slow_machine.SEED is not None


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """Debian's Chromium, one for all tests of a process."""
    with sync_playwright() as playwright, slow_pages():
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, env=with_known_fonts()
        )
        browser.new_context = been_here(browser.new_context, pytestconfig)  # type: ignore[method-assign]  # with one more option
        yield browser
        browser.close()


def with_known_fonts() -> dict[str, str | float | bool]:
    """Return the environment of a browser whose words are as wide on every machine."""
    fonts = Path(__file__).parents[1] / "data" / "fonts.conf"
    return {**os.environ, **({"FONTCONFIG_FILE": str(fonts)} if DEJAVU.is_dir() else {})}


def been_here(
    new_context: Callable[..., BrowserContext], config: pytest.Config
) -> Callable[..., BrowserContext]:
    """Let the windows of the tests be those of somebody who needs no introduction any more.

    A service worker fetches all files anew for every window. Where nothing is tested of it the page does
    without, as in browsers that have none.
    """

    def open_one(*, newcomer: bool = False, **options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        if not newcomer:
            context.add_init_script("try { localStorage.setItem('freecell.seen', '1') } catch {}")
        if not config.stash[KEEPS_FILES] and "service_workers" not in options:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        return context

    return open_one


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window with nothing stored."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the watched pages complained about; whatever a test leaves there fails it."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@pytest.fixture
def watched(complaints: list[str]) -> Watched:
    """Collect what a page writes to its console as an error, and what it throws.

    The browser itself says that the network is gone, whatever the page does about it: only the
    tests that take the network away can hear that, and it may come after their last question.
    """

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "ERR_INTERNET_DISCONNECTED" not in message.text:
            complaints.append(message.text)

    def watch(page: Page) -> Page:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", heard)
        return page

    return watch


def open_page(context: BrowserContext, watched: Watched, address: str) -> Page:
    """Open an address in a new page, and wait until it is ready."""
    page = watched(context.new_page())
    page.goto(address)
    ready(page)
    return page


@pytest.fixture
def opened(browser: Browser, watched: Watched) -> Iterator[Callable[[str], Page]]:
    """Open an address in a window with nothing stored."""
    context = browser.new_context(locale="en")
    yield lambda address: open_page(context, watched, address)
    context.close()


@pytest.fixture
def learn(browser: Browser, watched: Watched, service: str) -> Iterator[Callable[..., Page]]:
    """Open the page for learners in a window with nothing stored."""
    opened: list[BrowserContext] = []

    def open_page(behind: str = "617", address: str = "", **options: object) -> Page:
        opened.append(browser.new_context(**{"locale": "en", "viewport": DESKTOP, **options}))  # type: ignore[arg-type]  # any of them
        page = watched(opened[-1].new_page())
        page.goto(f"{address or service + 'learn'}#{behind}")
        ready(page)
        return page

    yield open_page
    for context in opened:
        context.close()


@pytest.fixture
def page(context: BrowserContext, service: str, watched: Watched) -> Page:
    """The page at deal 617."""
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    return page


def ready(page: Page) -> None:
    page.wait_for_selector("html.ready")


def until(page: Page, expression: str) -> Any:
    """Wait until an expression is true in the page, and return its value.

    Playwright's own `wait_for_function` evaluates a text again and again, which the page's policy forbids.
    """
    end = time.monotonic() + PATIENCE
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < end, f"not true within {PATIENCE} seconds: {expression}"
        page.wait_for_timeout(50)
    return value


def with_reasons(page: Page) -> None:
    """Wait for the core's player, which knows why a move is refused; it comes when the page is idle."""
    page.evaluate(
        """async () => {
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            await (await import(folder + 'table/refusals.js')).loadReasons();
        }"""
    )


def status(page: Page) -> str:
    """Return what the page says."""
    return page.locator("#status").inner_text()


def rows(page: Page) -> str:
    """Return the board on the table, by the names that a screen reader would read."""
    text: str = page.evaluate(
        """async () => {
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            const { formatRows } = await import(folder + 'text/address.js');
            return formatRows(freecell.game.board);
        }"""
    )
    return text


def expect_rows(page: Page, board: object) -> None:
    """Wait until a board is on the table."""

    def check() -> None:
        assert rows(page) == str(board)

    eventually(check)


def expect_moves(page: Page, moves: str) -> None:
    """Wait until these moves stand behind the `#`, or none and no `#` either."""
    behind = f"#{re.escape(moves)}" if moves else ""
    expect(page).to_have_url(re.compile(f"^[^#]*{behind}$"))


def settled(page: Page) -> None:
    """Wait until nothing on the page moves any more."""
    page.evaluate(
        "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => true)"
    )


def moves_in_address(page: Page) -> str:
    """Return what stands behind the `#`."""
    moves: str = page.evaluate("location.hash.slice(1)")
    return moves
