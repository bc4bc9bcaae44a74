"""Proved shortest wins: what they cost, beside the plain version of the method in one run.

Run by `make bench`; prints a table and writes bench-shortest.json. With a count, the seconds and
gigabytes allowed and numbers it proves those deals alone:

    python -m benchmarks.shortest moves 60 4 1-100
    python -m benchmarks.shortest cards 60 2 random-200
"""

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.programs import compiled
from benchmarks.rounds import TINY, sized
from freecell import Limit, Solved, solve
from freecell.solver import Unit

SAMPLE = sized((1, 2, 3, 6, 7, 8, 10, 11, 15, 16, 17, 26), (2, 3))
"""Cheap deals and some that are not, none so dear that the plain version takes minutes."""
SECONDS = 60
BAR = 3.0


class Cost(NamedTuple):
    """What one deal took; the length is 0 where it was not proved in time."""

    number: int
    length: int
    seconds: float


def ours(number: int, unit: Unit, seconds: float, size: int) -> Cost:
    """Prove a deal in this process; the seconds are those of the CPU."""
    start = time.process_time()
    limit = Limit(
        seconds=5 * seconds, bytes=size
    )  # of the clock, where others want the machine too
    result = solve(number, goal="shortest", unit=unit, limit=limit)
    took = time.process_time() - start
    if not isinstance(result, Solved) or took > seconds:
        return Cost(number, 0, took)
    length = len(result.game.moves) if unit == "cards" else result.player_count()
    return Cost(number, length, took)


def plain(program: Path, number: int) -> Cost:
    """Let the plain version prove a deal."""
    command = [str(program), str(SECONDS), str(number)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    _number, length, seconds, _positions = done.stdout.split()
    return Cost(number, int(length), float(seconds))


def compare() -> None:
    """Measure both on the sample, taking turns, and hold the lengths against each other."""
    [program] = compiled("plain_shortest")
    pairs = [(ours(n, "moves", SECONDS, 2**32), plain(program, n)) for n in SAMPLE]
    for one, other in pairs:
        assert 0 in (one.length, other.length) or one.length == other.length, one.number
    means = [statistics.mean(cost.seconds for cost in costs) for costs in zip(*pairs, strict=True)]
    ratio = means[1] / means[0]
    print(f"shortest wins of {len(SAMPLE)} deals, seconds of CPU each")
    print(f"  plain version  {means[1]:8.2f}")
    print(f"  freecell       {means[0]:8.2f}, {ratio:.1f} times (bar {BAR:g})")
    found = {"freecell": means[0], "plain": means[1], "ratio": ratio}
    Path("bench-shortest.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def numbers_of(text: str) -> list[int]:
    """Return the numbers that an argument means: 617, 1-100, or random-200 of the million."""
    first, _, last = text.partition("-")
    if first == "random":
        return random.Random(617).sample(range(1, 1_000_001), int(last))
    return list(range(int(first), int(last or first) + 1))


def prove_all(unit: Unit, seconds: float, gigabytes: float, numbers: list[int]) -> None:
    """Prove deals and print what that took."""
    costs = []
    for number in numbers:
        costs.append(ours(number, unit, seconds, round(gigabytes * 2**30)))
        print(*costs[-1][:2], f"{costs[-1].seconds:.2f}", flush=True)
    taken = sorted(cost.seconds for cost in costs)
    lengths = [cost.length for cost in costs if cost.length]
    print(
        f"{len(lengths)} of {len(costs)} proved, mean length {statistics.mean(lengths):.2f}, "
        f"seconds of "
        f"CPU: median {statistics.median(taken):.2f}, nine in ten below "
        f"{taken[len(taken) * 9 // 10]:.2f}, mean {statistics.mean(taken):.2f}, "
        f"most {taken[-1]:.2f}"
    )


def main() -> None:
    """Compare, or prove the deals that are named."""
    if TINY or len(sys.argv) == 1:
        return compare()
    unit: Unit = "cards" if sys.argv[1] == "cards" else "moves"
    numbers = [number for text in sys.argv[4:] for number in numbers_of(text)]
    return prove_all(unit, float(sys.argv[2]), float(sys.argv[3]), numbers)


if __name__ == "__main__":
    main()
