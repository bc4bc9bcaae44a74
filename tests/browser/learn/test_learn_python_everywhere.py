"""Python in the page for learners, in three browser engines: once loaded, it needs no network."""

import json
import re
from pathlib import Path

import pytest

from tests.browser.conftest import serving
from tests.browser.engines import Window
from tests.browser.learn.test_learn_python import (
    FOLDER,
    LONG,
    needs_pyodide,
    with_python,
)
from tests.browser.test_engines import in_three_engines, until, window
from tests.python_dealers import PLAIN
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


def check(window: Window, source: str) -> tuple[dict[int, str], list[str], str]:
    """Check a function; return what the page reports of each number, of all, and its whole text."""
    window.evaluate(BEGIN % json.dumps(source))
    ended = "!document.querySelector('#run-button').disabled"
    wait_until(lambda: window.evaluate(ended), "the report", LONG / 1000)
    rows, lines, text = window.evaluate(REPORT)
    assert window.evaluate("document.querySelectorAll('iframe').length") == 0
    return {int(re.sub(r"\D", "", number)): verdict for number, verdict in rows}, lines, text


def open_learners_page(window: Window, address: str) -> None:
    window.open(f"{address}#617")
    until(window, "document.documentElement.classList.contains('ready')")


@in_three_engines
def test_python_needs_no_network_after_the_first_time(window: Window, tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--pyodide", str(FOLDER)) as service:
        open_learners_page(window, f"{service}learn")
        until(
            window, "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
        )
        assert "all 1" in check(window, PLAIN)[2]
    window.reload()
    until(window, "document.documentElement.classList.contains('ready')")
    assert "all 1" in check(window, PLAIN)[2]
    assert "(line 2)" in check(window, "def deal_freecell(number):\n    return [\n")[2]
    window.forget_complaints()  # it may say that the network was gone
