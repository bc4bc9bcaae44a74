"""Dealing beside its peers: pysol_cards, the task's algorithm in node, a plain loop in C++.

Run by `make bench`; prints a table and writes bench-dealing.json.
"""

import resource
import statistics
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np

import freecell
from benchmarks.programs import compiled
from benchmarks.rounds import (
    Claim,
    Contestant,
    is_left_out,
    measure,
    per_second,
    rate_printed_by,
    report,
    sized,
)
from freecell import _core

NODE = Path(__file__).parent / "peers" / "deal.mjs"


def one_by_one(count: int = sized(100_000, 100)) -> float:
    """Return the rate of deal_freecell, called from Python for one number after the other."""
    deal = freecell.deal_freecell

    def work() -> None:
        for number in range(1, count + 1):
            deal(number)

    return per_second(count, work)


def pysol_cards(count: int = sized(500, 2)) -> float:
    """Return the rate of pysol_cards' boards as text."""
    from pysol_cards.cwrap import create_gen

    board_text = create_gen("freecell", 0)

    def work() -> None:
        for number in range(1, count + 1):
            board_text(number)

    return per_second(count, work)


def touch(out: np.ndarray) -> None:
    """Write to all of an array, so that its memory is allocated, as in the plain loop."""
    out.fill(0)


def many(out: np.ndarray, *, threads: int = 1, clock: str = "cpu") -> float:
    """Return the rate of deals into an array that is there already."""
    touch(out)
    return per_second(
        len(out), lambda: freecell.deals(1, len(out) + 1, out=out, threads=threads), clock=clock
    )


def by_dealer(out: np.ndarray, dealer: str) -> float:
    """Return the rate of one of the ways of dealing many that this processor has."""
    touch(out)
    return per_second(len(out), lambda: _core.deal_range(1, out, 1, dealer=dealer))


def scattered(out: np.ndarray, numbers: np.ndarray) -> float:
    """Return the rate of deals of numbers in no order."""
    touch(out)
    return per_second(len(out), lambda: freecell.deals(numbers, out=out))


def compare_dealing() -> None:
    """Measure the dealers in one run."""
    out = np.zeros((sized(1_000_000, 1_000), 52), dtype=np.uint8)
    numbers = np.random.default_rng(617).permutation(np.arange(1, len(out) + 1))
    [plain] = compiled("plain_loop")
    count = str(len(out))
    contestants: dict[str, Contestant] = {
        "pysol_cards, text": pysol_cards,
        "task in node": lambda: rate_printed_by(["node", NODE, str(len(out) // 10)]),
        "deal_freecell": one_by_one,
        "plain C++ loop": lambda: rate_printed_by([plain, count]),
        "deals, any order": lambda: scattered(out, numbers),
        **{f"deals, {name}": partial(by_dealer, out, name) for name in _core.dealers()},
        "deals": lambda: many(out),
        "deals, 1 thread (wall)": lambda: many(out, clock="wall"),
        "deals, 2 threads (wall)": lambda: many(out, threads=2, clock="wall"),
    }
    if is_left_out("pysol_cards"):
        del contestants["pysol_cards, text"]
    rates = measure(contestants)
    claims = [
        Claim("deal_freecell", "pysol_cards, text", 100),
        Claim("deals", "plain C++ loop", 4),
        *([Claim("deals, avx2", "plain C++ loop", 4)] if "avx2" in _core.dealers() else []),
        Claim("deals", "pysol_cards, text", 5_000),
        Claim("deals, 2 threads (wall)", "deals, 1 thread (wall)", 1.7),
    ]
    measured = [claim for claim in claims if {claim.faster, claim.slower} <= rates.keys()]
    report("Deals a second", rates, measured, "bench-dealing.json")


def import_seconds(code: str) -> float:
    """Return the CPU time of a fresh interpreter that runs some code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_import() -> None:
    """Measure what `import freecell` costs over a bare interpreter: the median."""
    pairs = [
        (import_seconds("import freecell"), import_seconds("pass")) for _ in range(sized(10, 1))
    ]
    cost = statistics.median(ours - bare for ours, bare in pairs)
    verdict = "met" if cost < 0.030 else "MISSED"
    print(f"\nimport freecell: {cost * 1000:.1f} ms of CPU over a bare interpreter", end=" ")
    print(f"(bar 30 ms: {verdict})")


if __name__ == "__main__":
    compare_dealing()
    compare_import()
