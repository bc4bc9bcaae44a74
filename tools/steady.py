"""Run the tests again and again on a machine that is kept busy, and count what fails.

Loops take the processors from the tests, the order of the tests is random, files of the page arrive
late and its browser computes slowly (see tests/slow_machine.py). Every round is written to a log,
so that the rounds of several sittings add up; what failed in any of them is listed at the end.

    make steady                                   a round of the whole suite
    make steady ROUNDS=12                         twelve of them
    make steady ROUNDS=5 TESTS="tests/browser"    five, of some tests
    make steady SEED=81273                        the order and the delays of an earlier round again
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from xml.etree import ElementTree

LOG = "steady.jsonl"
LONGEST_ROUND = 4 * 3600
"""Seconds after which a round hangs."""
UNFINISHED = "(the round did not end)"


@dataclass(frozen=True)
class Round:
    """What came of one run of the tests."""

    seed: int
    commit: str
    tests: list[str]
    """Which tests were run; an empty list stands for all."""
    seconds: int
    passed: int
    skipped: int
    failed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        what = " ".join(self.tests) or "the whole suite"
        return (
            f"{what}, seed {self.seed}: {len(self.failed)} failed, {self.passed} passed, "
            f"{self.skipped} skipped in {self.seconds // 60}:{self.seconds % 60:02}"
        )


def main() -> int:
    """Run the rounds; return 1 when a test failed in one of them."""
    arguments = parsed_arguments()
    rounds = []
    for number in range(arguments.rounds):
        seed = arguments.seed if arguments.seed is not None else Random().randrange(1_000_000)
        print(f"round {number + 1} of {arguments.rounds}, seed {seed}", flush=True)
        with busy_processors(arguments.busy):
            done = run(arguments.tests, seed, arguments.processes)
        with arguments.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(done)) + "\n")
        rounds.append(done)
        print(done, *done.failed, sep="\n  ", flush=True)
    print(summary(read_log(arguments.log)))
    return int(any(each.failed for each in rounds))


def parsed_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tests", nargs="*", help="what pytest runs (default: all)")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="how many loops")
    parser.add_argument("--processes", default="auto", help="how many of them run tests")
    parser.add_argument("--seed", type=int, help="repeat a round instead of drawing a seed")
    parser.add_argument("--log", type=Path, default=Path(LOG))
    return parser.parse_args()


@contextmanager
def busy_processors(count: int) -> Iterator[None]:
    """Keep processors busy meanwhile."""
    command = [sys.executable, "-c", "while True: pass"]
    loops = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def run(tests: list[str], seed: int, processes: str) -> Round:
    """Run the tests once."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"-n{processes}", f"--junitxml={report}"]
        environment = {**os.environ, "FREECELL_STEADY": str(seed)}
        try:
            status = subprocess.run(
                [*command, *tests], env=environment, timeout=LONGEST_ROUND, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            status = -1
        counts, failed = read_report(report)
    if status not in (0, 1) or (status == 1 and not failed):
        failed.append(UNFINISHED)
    seconds = round(time.monotonic() - begun)
    return Round(seed, commit(), tests, seconds, counts["passed"], counts["skipped"], failed)


def read_report(report: Path) -> tuple[Counter[str], list[str]]:
    """Return how many tests ended how, and the names of those that failed."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    if not report.exists():
        return counts, failed
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            failed.append(f"{case.get('classname')}::{case.get('name')}")
        else:
            counts["skipped" if "skipped" in outcomes else "passed"] += 1
    return counts, sorted(set(failed))


def commit() -> str:
    """Return which commit is tested; with a plus sign where something is changed."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False).stdout

    changed = "+" if git("status", "--porcelain").strip() else ""
    return git("rev-parse", "--short", "HEAD").strip() + changed


def read_log(log: Path) -> list[Round]:
    """Return the rounds of all sittings."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [Round(**json.loads(line)) for line in lines]


def summary(rounds: list[Round]) -> str:
    """Report which tests failed how often, and how many rounds in a row had no failure."""
    failures = Counter(name for each in rounds for name in each.failed)
    whole = [each for each in rounds if not each.tests]
    clean = 0
    for each in reversed(whole):
        if each.failed:
            break
        clean += 1
    lines = [f"failed in {len(rounds)} rounds of all sittings:" if failures else ""]
    lines += [f"{count:5}  {name}" for name, count in failures.most_common()]
    lines.append(
        f"rounds: {len(rounds)}, of the whole suite {len(whole)}; "
        f"the last {clean} of those without a failure"
    )
    return "\n".join(line for line in lines if line)


if __name__ == "__main__":
    sys.exit(main())
