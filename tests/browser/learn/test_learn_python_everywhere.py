"""Python in the page for learners, in three browser engines.

Twenty dealers get the verdicts of the command, hostile ones get nothing out, and once loaded, it
needs no network.
"""

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.browser.conftest import serving
from tests.browser.engines import Window
from tests.browser.learn.test_learn_python import (
    FOLDER,
    LONG,
    by_command,
    needs_pyodide,
    shown_by_command,
    with_python,
    without_lines,
)
from tests.browser.test_engines import in_three_engines, until, window
from tests.python_dealers import HOSTILE, PLAIN, RIGHT, WRONG
from tests.waiting import until as wait_until
from tests.web.page_modules import needs_dealer

__all__ = ["window", "with_python"]  # the fixtures

pytestmark = [needs_dealer, needs_pyodide, pytest.mark.long]

BEGIN = """(() => {
  const [box, language, button] = ["#source", "#run-language", "#run-button"].map((each) => document.querySelector(each));
  box.value = %s;
  box.dispatchEvent(new Event("input"));
  language.value = "python";
  language.dispatchEvent(new Event("change", { bubbles: true }));
  button.click();
})()"""
REPORT = """(() => {
  const report = document.querySelector("#report");
  const rows = [...report.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  return [rows, [...report.querySelectorAll(":scope > p")].map((line) => line.innerText), report.innerText];
})()"""


LATE = "no answer within 2 s"


class Report(NamedTuple):
    """What the page shows once a function is checked."""

    numbers: dict[int, str]
    lines: list[str]
    text: str


def check(window: Window, source: str) -> Report:
    """Check a function once, and read the report."""
    window.evaluate(BEGIN % json.dumps(source))
    ended = "!document.querySelector('#run-button').disabled"
    wait_until(lambda: window.evaluate(ended), "the report", LONG / 1000)
    rows, lines, text = window.evaluate(REPORT)
    assert window.evaluate("document.querySelectorAll('iframe').length") == 0
    return Report({int(re.sub(r"\D", "", at)): verdict for at, verdict in rows}, lines, text)


def check_in_time(window: Window, source: str) -> Report:
    """Check a function that ends; on a busy machine the page's own 2 seconds may pass."""
    for _ in range(3):
        report = check(window, source)
        if LATE not in report.text:
            break
    return report


def open_learners_page(window: Window, address: str) -> None:
    window.open(f"{address}#617")
    until(window, "document.documentElement.classList.contains('ready')")


@pytest.mark.service_worker
@in_three_engines
def test_python_needs_no_network_after_the_first_time(window: Window, tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--pyodide", str(FOLDER)) as service:
        open_learners_page(window, f"{service}learn")
        until(
            window, "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
        )
        assert "all 1" in check_in_time(window, PLAIN).text
    window.reload()
    until(window, "document.documentElement.classList.contains('ready')")
    assert "all 1" in check_in_time(window, PLAIN).text
    assert "(line 2)" in check_in_time(window, "def deal_freecell(number):\n    return [\n").text
    window.forget_complaints()  # it may say that the network was gone


@in_three_engines
def test_twenty_dealers_get_the_verdicts_of_the_command(
    window: Window, with_python: str, tmp_path: Path
) -> None:
    assert len(RIGHT) == len(WRONG) == 10
    open_learners_page(window, with_python)
    for name, source in {**RIGHT, **WRONG}.items():
        report = check_in_time(window, source)
        checked = by_command(source, list(report.numbers), tmp_path)
        assert checked.right == (name in RIGHT), (name, str(checked))
        seen = without_lines(report.numbers), report.lines
        assert seen == shown_by_command(checked), name


class Listener(ThreadingHTTPServer):
    """A server that answers everybody, and keeps what was asked of it."""

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), _Answer)
        self.asked: list[str] = []
        self.address = f"http://127.0.0.1:{self.server_port}/"


class _Answer(BaseHTTPRequestHandler):
    server: Listener

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"617")

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def listener() -> Iterator[Listener]:
    with Listener() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.service_worker
@in_three_engines
def test_hostile_dealers_get_nothing_out(
    window: Window, with_python: str, listener: Listener
) -> None:
    assert len(HOSTILE) >= 10
    open_learners_page(window, with_python)
    window.evaluate("localStorage.setItem('freecell.unfinished', 'mine')")
    wrong = {}
    for name, (source, reported) in HOSTILE.items():
        expected = (reported,) if isinstance(reported, str) else reported
        once = check if LATE in expected else check_in_time
        text = once(window, source.replace("{service}", listener.address)).text
        if not any(each in text for each in expected):
            wrong[name] = text
    assert wrong == {}
    assert listener.asked == []
    assert window.evaluate("localStorage.getItem('freecell.unfinished')") == "mine"
    assert "all 1" in check_in_time(window, PLAIN).text  # the page is alive
    window.forget_complaints()  # the engine reports what it refused


TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """Return what the processes that this one started have used, and those that they started."""
    parent, used = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            words = status.read_bytes().rpartition(b")")[2].split()
            number = int(status.parent.name)
            parent[number], used[number] = int(words[1]), sum(map(int, words[11:13])) / TICKS
    ours = {os.getpid()}
    while more := {each for each in parent if parent[each] in ours} - ours:
        ours |= more
    return sum(used[each] for each in ours - {os.getpid()} if each in used)


def is_quiet() -> bool:
    """Wait a second; whether our processes left most of it alone."""
    before = cpu_seconds()
    time.sleep(1)
    return cpu_seconds() - before < 0.4


@in_three_engines
def test_an_endless_function_leaves_no_worker_behind(window: Window, with_python: str) -> None:
    open_learners_page(window, with_python)
    source, reported = HOSTILE["endless"]
    assert isinstance(reported, str)
    assert reported in check(window, source).text
    wait_until(is_quiet, "an end of all that was run", LONG / 1000)
