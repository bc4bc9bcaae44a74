"""How the tests run: deterministic properties, and a count of those that used the truth lists."""

import os
import shutil
import signal
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from freecell.surveys import survey
from tests import slow_machine
from tests.checker import Checker
from tests.small_survey import SMALL

# Shared machines are slow at times: no deadlines. The same examples every time, so that a failure
# is the change's; `make fuzz` looks further with random ones.
settings.register_profile(
    "tests",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("tests"), max_examples=1_000)
settings.register_profile("fuzz", deadline=None, max_examples=20_000, print_blob=True)
settings.load_profile(os.environ.get("FREECELL_HYPOTHESIS", "tests"))

# A shell lets what it starts in the background ignore Ctrl-C, and nohup lets it ignore the end of the
# terminal. The commands under test would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

EVERYTHING = os.environ.get("FREECELL_EVERYTHING") == "1"
"""Whether a browser, or another program that a test needs, must be installed; `.ci/run` says so."""

_truth_tests: list[str] = []


def pytest_report_header() -> str | None:
    """Say how a run in random order is repeated."""
    seed = slow_machine.SEED
    return seed and f"random order, late files and slow pages: FREECELL_STEADY={seed}"


NOT_COUNTED = {"browser", "core"}
"""Folders of tests without which all of the library is covered."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Change the order for `make steady`; count coverage only where it costs little.

    Counting takes a third of the time of whatever runs in Python. What properties try again and again is
    covered by examples as well.
    """
    for item in items:
        repeats = is_hypothesis_test(getattr(item, "obj", None))
        if repeats or not NOT_COUNTED.isdisjoint(item.nodeid.split("::")[0].split("/")):
            item.add_marker("no_cover")
    if slow_machine.SEED is not None:
        slow_machine.shuffle(items, slow_machine.SEED)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test without a tracer where its coverage is not counted.

    In the processes of xdist, pytest-cov starts coverage twice. It stops one of the two for such a test,
    and the other then goes on.
    """
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out where something is not installed, or let it fail where all must be."""
    for mark in item.iter_markers("needs"):
        if mark.args[0]:
            if EVERYTHING:
                pytest.fail(mark.args[0], pytrace=False)
            pytest.skip(mark.args[0])


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small survey that nothing disturbed."""
    folder = tmp_path_factory.mktemp("survey") / "results"
    progress = survey(folder, SMALL, processes=1)
    assert progress.verdicts == {"solved": 300, "impossible": 0, "undecided": 0}
    return folder


@pytest.fixture
def copy(surveyed: Path, tmp_path: Path) -> Path:
    """Return a copy of the small survey, to be damaged."""
    return Path(shutil.copytree(surveyed, tmp_path / "copy"))


@pytest.fixture
def truth(request: pytest.FixtureRequest) -> Path:
    """Return the folder of the lists of known truth, other people's work that is not kept here."""
    folder = os.environ.get("FREECELL_TRUTH")
    if not folder:
        pytest.skip("FREECELL_TRUTH is not set: it names the folder with the lists of known truth")
    _truth_tests.append(request.node.nodeid)
    return Path(folder)


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """Return the C++ checker of certificates, compiled."""
    return Checker(tmp_path_factory.mktemp("checker"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the count of truth tests travel with the reports, also from the processes of xdist."""
    report = yield
    if item.nodeid in _truth_tests and report.when == "call":
        report.user_properties.append(("truth", True))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests compared with the lists of known truth."""
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    used = sum(("truth", True) in report.user_properties for report in reports)
    where = "" if os.environ.get("FREECELL_TRUTH") else " (FREECELL_TRUTH is not set)"
    terminalreporter.write_line(f"tests that used the lists of known truth: {used}{where}")
