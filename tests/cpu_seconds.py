"""Counts the CPU seconds of every test with all processes below it: `make times`.

The clock on the wall says little on a machine that has other work; what the tests use of the processors
is the same. Sums by folder and file are printed at the end, the dearest tests, and how long the suite
would take on two idle processors.
"""

import os
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
HERE = os.getpid()  # now: a test may pretend to be another process
_before: dict[str, float] = {}


def below(pid: int) -> float:
    """Return the CPU seconds of a process, its children, and theirs, those that ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:  # it has just ended
        return 0
    children: list[str] = []
    with suppress(OSError):  # so may a thread
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += (task / "children").read_text().split()
    return sum(map(int, fields[11:15])) / TICKS + sum(below(int(child)) for child in children)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note what was used before a test."""
    _before[item.nodeid] = below(HERE)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the seconds of a phase travel with its report, also from the processes of xdist.

    What a process had used may get lost with it: a phase in which a browser ends counts as nothing.
    """
    report = yield
    now = below(HERE)
    report.user_properties.append((f"cpu {report.when}", max(0.0, now - _before[item.nodeid])))
    _before[item.nodeid] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the sums."""
    sums: dict[str, defaultdict[str, float]] = {
        kind: defaultdict(float) for kind in ("phase", "folder", "file", "test")
    }
    for outcome in ("passed", "failed", "error", "skipped", ""):
        for report in terminalreporter.getreports(outcome):
            seconds = dict(getattr(report, "user_properties", ())).get(f"cpu {report.when}")
            if isinstance(seconds, float):
                file = report.nodeid.partition("::")[0]
                names = (str(report.when), str(Path(file).parent), file, report.nodeid)
                for kind, name in zip(sums, names, strict=True):
                    sums[kind][name] += seconds
    for kind, counted in sums.items():
        terminalreporter.section(f"CPU seconds by {kind}")
        for name, seconds in sorted(counted.items(), key=lambda each: -each[1])[:40]:
            terminalreporter.write_line(f"{seconds:8.1f}  {name[:120]}")
    total = sum(sums["phase"].values())
    terminalreporter.write_line(
        f"{total:.0f} s of CPU: {total / 120:.1f} minutes on two processors"
    )
