"""What judging a solver costs for each deal, beside a program that is just run and waited for.

Run by `make bench`; prints a table and writes bench-judging.json. The solver prints a win at once,
so that what is measured is the watcher, the limits and the replay. Wall time, since most of it is
spent in other processes.
"""

import subprocess

from benchmarks.rounds import Claim, measure, per_second, report, sized
from freecell.own_solver import check_solver
from freecell.solver import Solved, solve

NUMBER = 617
DEALS = sized(40, 2)
WIN = solve(NUMBER)
assert isinstance(WIN, Solved)
PROGRAM = ["echo", " ".join(map(str, WIN.moves))]


def judged(jobs: int) -> float:
    """Return how many answers a second are judged."""

    def work() -> None:
        assert check_solver(PROGRAM, [NUMBER] * DEALS, jobs=jobs).right

    return per_second(DEALS, work, clock="wall")


def only_run() -> float:
    """Return how many times a second the program is run and its output taken, without limits."""

    def work() -> None:
        for _ in range(DEALS):
            subprocess.run(PROGRAM, check=True, capture_output=True)

    return per_second(DEALS, work, clock="wall")


def main() -> None:
    """Measure all in one run."""
    rates = measure(
        {
            "judged": lambda: judged(1),
            "judged, two at once": lambda: judged(2),
            "run only": only_run,
        }
    )
    claims = [Claim("judged", "run only", 0.02)]
    report("Answers a second", rates, claims, "bench-judging.json")
    cost = 1 / rates["judged"] - 1 / rates["run only"]
    print(f"  judging takes {cost * 1000:.1f} ms a deal beside the program itself")


if __name__ == "__main__":
    main()
