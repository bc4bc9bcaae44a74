"""Measure several ways of doing one thing side by side: interleaved rounds, medians, ratios.

Machines are shared and noisy, so a rate by itself says little: every contestant runs once in each
round, and what is claimed is the ratio of medians within one run. CPU time is counted unless
threads are to be compared, which need the clock on the wall.

With `--tiny` a benchmark measures just enough to see that it runs; a test starts every one that
way. A peer that is not installed is then left out; otherwise a benchmark without its peer is an
error.
"""

import importlib.util
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

TINY = "--tiny" in sys.argv

Contestant = Callable[[], float]
"""Does its work once and returns its rate, so much in a second."""


def sized(usual: T, tiny: T) -> T:
    """Return how much is measured in this run."""
    return tiny if TINY else usual


def is_left_out(module: str) -> bool:
    """Whether a peer is left out: in a tiny run without the package that it is."""
    return TINY and importlib.util.find_spec(module) is None


def per_second(count: int, work: Callable[[], object], *, clock: str = "cpu") -> float:
    """Do the work, `count` of something, and return the rate in CPU or wall time."""
    now = time.process_time if clock == "cpu" else time.perf_counter
    start = now()
    work()
    return count / (now() - start)


def rate_printed_by(command: Sequence[str | Path]) -> float:
    """Run a program that measures itself and prints its rate."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def measure(contestants: dict[str, Contestant], rounds: int = sized(7, 1)) -> dict[str, float]:
    """Return the median rate of each contestant, all of them run in each round."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            rates[name].append(contestant())
    return {name: statistics.median(each) for name, each in rates.items()}


class Claim(NamedTuple):
    """A bar: the least ratio of one rate to another."""

    faster: str
    slower: str
    bar: float

    def line(self, rates: dict[str, float]) -> str:
        """Say whether the bar is met."""
        ratio = rates[self.faster] / rates[self.slower]
        verdict = "met" if ratio >= self.bar else "MISSED"
        return f"{self.faster} / {self.slower}: {ratio:,.1f} (bar {self.bar:,g}: {verdict})"


def report(title: str, rates: dict[str, float], claims: list[Claim], file: str) -> None:
    """Print the rates and claims as a table, and write them as JSON."""
    width = max(map(len, rates))
    print(f"\n{title}")
    for name, rate in rates.items():
        print(f"  {name:<{width}}  {rate:14,.1f} /s")
    for claim in claims:
        print(f"  {claim.line(rates)}")
    ratios = [
        {**claim._asdict(), "ratio": rates[claim.faster] / rates[claim.slower]} for claim in claims
    ]
    content = {"title": title, "rates": rates, "ratios": ratios}
    Path(file).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
