"""Choose the deals of the day and write src/freecell/daily.json. Done once: the list is frozen.

Deals of Microsoft's first 32,000 are drawn at random. What is easy and what is hard is ordered by
the fewest cells that a deal can be won with, and among equals by the length of a short solution.
Mondays get the easiest of them, Sundays the hardest; a deal that cannot be won with four cells is
left out.

    python -m tools.choose_daily [FILE DRAWN WEEKS]
"""

import json
import random
import sys
from itertools import pairwise
from pathlib import Path

from freecell import FewestCells, Solved, fewest_cells, solve

FIRST = "2026-01-05"
WEEKS = 78
DRAWN = 1300
SHARES = [0, 10, 25, 45, 65, 82, 94, 100]
"""Where the weekdays begin and end among the drawn deals, in per cent from the easiest."""

TARGET = Path(__file__).parents[1] / "src" / "freecell" / "daily.json"


def hardness(number: int) -> tuple[int, int] | None:
    """Return what the deals are ordered by; None for one that cannot be won."""
    fewest, short = fewest_cells(number), solve(number, goal="short")
    if not isinstance(fewest, FewestCells) or not isinstance(short, Solved):
        return None
    return fewest.cells, short.game.player_count()


def main(target: Path, drawn: int, weeks: int) -> None:
    """Measure, order, and write."""
    chance = random.Random(617)
    known = {number: hardness(number) for number in chance.sample(range(1, 32_001), drawn)}
    ordered = sorted((hard, number) for number, hard in known.items() if hard is not None)
    numbers = [number for _, number in ordered]
    weekdays = []
    for first, last in pairwise(SHARES):
        band = numbers[len(numbers) * first // 100 : len(numbers) * last // 100]
        weekdays.append(chance.sample(band, weeks))
        sys.stderr.write(f"{known[band[0]]} to {known[band[-1]]}\n")
    target.write_text(json.dumps({"first": FIRST, "weekdays": weekdays}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    else:
        main(TARGET, DRAWN, WEEKS)
