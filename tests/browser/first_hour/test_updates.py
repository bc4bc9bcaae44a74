"""A new version of the page, and a host that does not answer: an open tab goes on with what it has."""

import os
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from freecell.web import assets
from freecell.web.site import write_site
from tests.browser.conftest import Watched, needs_worker, open_page, ready
from tests.browser.test_engine import await_worker

pytestmark = [needs_worker, pytest.mark.service_worker]

NEWER = "ffffffffffff"
"""The name of the folder of the next version."""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log, which a browser may keep for ten minutes, as many hosts allow."""

    def end_headers(self) -> None:
        """Allow that to every file."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def hosting(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """Serve a folder as any web host would."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_site(tmp_path / "site")
    return tmp_path / "site"


def publish(folder: Path) -> None:
    """Put the next version in the place of the one that is there, which is gone then.

    It is dated a minute later: a host answers "not modified" for what changed within the same second.
    """
    old = assets.digest()
    (folder / "static" / old).rename(folder / "static" / NEWER)
    for name in ("index.html", "learn/index.html", "sw.js", "manifest.webmanifest"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, NEWER), encoding="utf-8")
        later = time.time() + 60
        os.utime(path, (later, later))


def opened(context: BrowserContext, watched: Watched, address: str) -> Page:
    page = open_page(context, watched, f"{address}?deal=617")
    await_worker(page)
    return page


def version(page: Page) -> str:
    source: str = page.evaluate("document.querySelector('script[type=module]').src")
    return source.split("/static/")[1].split("/")[0]


def test_an_open_tab_outlives_an_update(
    context: BrowserContext, watched: Watched, folder: Path
) -> None:
    with hosting(folder) as server:
        one, other = (opened(context, watched, address_of(server)) for _ in range(2))
        publish(folder)
        one.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        expect(one.locator("#status")).to_have_text("A new version is ready.")
        everything_works(one)
        one.reload()  # which offers it again
        ready(one)
        one.get_by_role("button", name="Reload").click()
        expect(one.locator(f'script[src*="{NEWER}"]')).to_have_count(2)
        ready(one)
        assert version(other) == assets.digest()
        everything_works(other)


def everything_works(page: Page) -> None:
    """Use what is loaded only when it is wanted: hints, verdicts, solutions, dialogs, languages."""
    page.keyboard.press("?")
    expect(page.locator("#status")).to_contain_text("Look at:")
    page.locator("#verdict").click()
    expect(page.locator("#chip")).to_have_text("Can be won")
    page.locator("#watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    page.keyboard.press("Escape")
    expect(page.locator("#player")).to_be_hidden()
    page.locator("#language").select_option("es")
    expect(page.get_by_role("button", name="Deshacer")).to_be_visible()
    page.locator("#language").select_option("en")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_host_that_does_not_answer_does_not_keep_the_page_away(
    context: BrowserContext, watched: Watched, folder: Path
) -> None:
    with hosting(folder) as server:
        page = opened(context, watched, address_of(server))
        port = server.server_address[1]
    with socket.socket() as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        silent.bind(("127.0.0.1", port))
        silent.listen(100)  # the system accepts, and no server answers
        page.reload(wait_until="commit")
        ready(page)
        expect(page.locator("#status")).to_have_text("Game #617")


def test_a_tab_without_its_files_offers_to_reload(
    context: BrowserContext, watched: Watched, folder: Path, complaints: list[str]
) -> None:
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    with hosting(folder) as server:
        page = watched(context.new_page())
        page.goto(f"{address_of(server)}?deal=617")
        ready(page)
        shutil.rmtree(folder / "static")
        page.locator("#menu").click()
        expect(page.locator("#status")).to_have_text("A part of the page could not be loaded.")
        expect(page.get_by_role("button", name="Reload")).to_be_visible()
        assert all("404" in each for each in complaints)  # the browser says that itself
        complaints.clear()
