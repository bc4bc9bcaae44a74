"""Python in the page for learners: the same verdicts as the command, and nothing gets out of its room."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from freecell.own_dealer.function_check import FunctionCheck, check_function
from freecell.web.pyodide import NAMES, pyodide_size
from freecell.words import LANGUAGES
from tests.browser.conftest import serving
from tests.browser.learn.learn_page import Opener
from tests.needed import needs
from tests.python_dealers import HOSTILE, PLAIN, WRONG
from tests.web.page_modules import needs_dealer

FOLDER = Path(__file__).parents[3] / "node_modules" / "pyodide"
LONG = 300_000
"""Milliseconds in which a busy machine has started an interpreter."""

needs_pyodide = needs((FOLDER / NAMES[0]).exists(), "Pyodide is not there: `npm ci` installs it")
pytestmark = [needs_dealer, needs_pyodide]


@pytest.fixture(scope="module")
def with_python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page with Python, and return the address of the page for learners."""
    log = tmp_path_factory.mktemp("service") / "log"
    with serving(log, "--pyodide", str(FOLDER)) as address:
        yield address + "learn"


def run_python(page: Page, source: str) -> str:
    page.locator("#source").fill(source)
    page.locator("#run-language").select_option("python")
    page.locator("#run-button").click()
    page.locator("#run-button:enabled").wait_for(timeout=LONG)
    assert page.locator("iframe").count() == 0
    return page.locator("#report").inner_text()


def report_of(page: Page) -> tuple[dict[int, str], list[str]]:
    """Return what the page says of each number, and of all."""
    cells = page.locator("#report tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent))"
    )
    lines: list[str] = page.locator("#report > p").all_inner_texts()
    return {int(re.sub(r"\D", "", number)): text for number, text in cells}, lines


def shown_by_command(checked: FunctionCheck) -> tuple[dict[int, str], list[str]]:
    """Return the same of the command: all but the speed."""
    rate = [] if not checked.rate else [list(checked.summary())[-1]]
    lines = [line for line in checked.summary() if line not in rate]
    return {verdict.number: verdict.text for verdict in checked.verdicts}, lines


def without_lines(texts: dict[int, str]) -> dict[int, str]:
    """The page says in which line an error was raised, and the command does not."""
    return {number: re.sub(r" \(line \d+\)", "", text) for number, text in texts.items()}


def by_command(source: str, numbers: list[int], folder: Path) -> FunctionCheck:
    """Return what `freecell check --function` finds out about the same function."""
    path = folder / "dealer.py"
    path.write_text(source, encoding="utf-8")
    (function,) = re.findall(r"^(?:def )?(deal_freecell|deal|my_own)\b", source, re.M)[:1]
    return check_function(f"{path}:{function}", numbers)


def compare_with_the_command(page: Page, source: str, folder: Path, *, right: bool) -> None:
    """See that the page reports what the command finds out about the same function."""
    numbers, lines = report_of(page)
    checked = by_command(source, list(numbers), folder)
    assert checked.right == right, str(checked)
    assert (without_lines(numbers), lines) == shown_by_command(checked)


def test_a_hostile_dealer_gets_nothing_out_and_a_mistake_is_reported_with_its_line(
    learn: Opener, with_python: str, complaints: list[str]
) -> None:
    page = learn("617", with_python)
    source, reported = HOSTILE["endless"]
    assert isinstance(reported, str)
    assert reported in run_python(page, source)
    complaints.clear()  # the browser reports what it refused
    reported = run_python(page, "def deal_freecell(number):\n    return [\n\n")  # the page is alive
    assert "it raised SyntaxError: '[' was never closed (line 2)" in reported


@pytest.mark.service_worker
def test_verdicts_are_those_of_the_command_and_files_are_loaded_once_after_their_size_was_shown(
    learn: Opener, with_python: str, tmp_path: Path
) -> None:
    page = learn("617", with_python)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.locator("#source").fill(PLAIN)  # which looks like Python
    expect(page.locator("#run-language")).to_have_value("python")
    megabytes = f"{pyodide_size(FOLDER, compressed=True) / 1e6:.1f} MB"
    expect(page.locator("#python-size")).to_contain_text(megabytes)
    assert not any("pyodide" in url for url in asked)
    assert "all 1" in run_python(page, PLAIN)
    compare_with_the_command(page, PLAIN, tmp_path, right=True)
    assert {url.rpartition("/")[2] for url in asked if "/pyodide/" in url} == set(NAMES)
    asked.clear()
    page.reload()
    run_python(page, WRONG["suits like bridge"])
    compare_with_the_command(page, WRONG["suits like bridge"], tmp_path, right=False)
    assert not any("/pyodide/" in url for url in asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_is_in_every_language(learn: Opener, with_python: str, language: str) -> None:
    page = learn("617", with_python, locale=language)
    page.locator("#run-language").select_option("python")
    text = page.locator("#run-form").inner_text()
    assert not re.search(r"\{\w*\}|undefined|learn_\w+", text)
    assert re.search(r"\d[.,]\d (?:MB|МБ)", page.locator("#python-size").inner_text())


def test_without_the_files_the_page_says_how_to_check_python(learn: Opener) -> None:
    page = learn("617")
    expect(page.locator("#run-language")).to_be_hidden()
    expect(page.locator("#run-python")).to_contain_text("freecell check --function")
