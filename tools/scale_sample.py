"""Measure what a survey of all deals would cost, from samples spread over the whole range.

Solves a few hundred deals at each of many places between 0 and 2^33, equally far apart, and prints
the mean time and size of a deal and what all of 2^31 and 2^33 would take; docs/scale.md uses it.
"""

import argparse
import tempfile
from pathlib import Path

from freecell.surveys import Options, catalog, survey


def main() -> None:
    """Run the samples as a survey and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--places", type=int, default=64)
    parser.add_argument("--deals", type=int, default=500, help="at each place")
    parser.add_argument("--goal", default="any")
    parser.add_argument("--solutions", action="store_true")
    arguments = parser.parse_args()
    starts = [2**33 * place // arguments.places for place in range(arguments.places)]
    numbers = ",".join(f"{start}-{start + arguments.deals - 1}" for start in starts)
    with tempfile.TemporaryDirectory() as folder:
        options = Options(numbers, arguments.goal, solutions=arguments.solutions)
        progress = survey(folder, options, processes=1)
        cpu = sum(part.seconds["cpu"] for part in catalog(folder).stored())
        size = sum(path.stat().st_size for path in Path(folder).glob("part-*"))
    deals = progress.done
    print(f"{deals:,} deals at {arguments.places} places: {progress.verdicts}")
    print(f"{cpu / deals * 1e6:,.1f} microseconds of CPU and {size / deals:,.2f} bytes a deal")
    for bits in (31, 33):
        hours = 2**bits * cpu / deals / 3600
        print(f"2^{bits} deals: {hours:,.0f} core hours, {2**bits * size / deals / 1e9:,.1f} GB")


if __name__ == "__main__":
    main()
