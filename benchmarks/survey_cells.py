"""Find the fewest cells of the first deals, and hold them against a list of known ones.

    python -m benchmarks.survey_cells [LAST]

The list, `min-cells.txt` in the folder that FREECELL_TRUTH names, has a deal and its cells in a
line. Exit status 1 when anything differs from it. The survey stays in build/survey-cells.
"""

import os
import sys
from pathlib import Path

from freecell.surveys import Options, catalog, survey

FOLDER = Path("build/survey-cells")


def main() -> int:
    """Survey, or go on with it, and compare."""
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    folder = FOLDER / str(last)
    done = survey(folder, Options(f"1-{last}", "fewest", part_size=50))
    print(f"{done.done:,} deals: {done.verdicts}, {done.computed:,} now in {done.seconds:.0f} s")
    found = {row["number"]: row["fewest"] for row in catalog(folder).table().to_pylist()}
    print("undecided:", *(number for number, cells in found.items() if cells is None))
    truth = os.environ.get("FREECELL_TRUTH")
    if truth is None:
        print("compared with nothing: FREECELL_TRUTH is not set")
        return 0
    return compare(found, Path(truth) / "min-cells.txt")


def compare(found: dict[int, int | None], listed: Path) -> int:
    """Say how many agree, and which do not."""
    lines = (line.split() for line in listed.read_text().splitlines())
    known = {int(number): int(cells) for number, cells in lines}
    both = [(each, cells) for each, cells in found.items() if cells is not None and each in known]
    wrong = [f"{each}: {cells}, not {known[each]}" for each, cells in both if cells != known[each]]
    print(f"{len(both) - len(wrong):,} of {len(both):,} decided deals agree", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
