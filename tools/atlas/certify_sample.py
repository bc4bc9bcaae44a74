r"""Certify a random sample of the deals that a census calls impossible, and check the certificates.

    python -m tools.atlas.certify_sample tools/atlas/three-cells.fcn --count 100 --seed 1

Each certificate is written by `freecell.certificate` and checked by `tools/check_certificate.cpp`,
which shares no code with the search. It prints a line for each that is not confirmed, and the
counts; the exit status is 1 unless all are confirmed.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.programs import compiled
from freecell.board import deal
from freecell.certificate import NoCertificateError, certify_impossible
from freecell.solver import Limit
from freecell.verdict import IMPOSSIBLE
from tools.atlas.census import unpack


class Sample(NamedTuple):
    """What came of certifying some deals."""

    positions: list[int]
    """Of each certificate that was written."""
    problems: list[str]
    """A line for each deal without a confirmed certificate."""


def certify(numbers: list[int], cells: int, limit: Limit, folder: Path) -> Sample:
    """Write a certificate for each deal into a folder, and have it checked."""
    sample = Sample([], [])
    [checker] = compiled("check_certificate")
    for number in numbers:
        file = folder / f"{number}.fcc"
        try:
            text = certify_impossible(deal(number, cells=cells), limit=limit)
        except NoCertificateError as error:
            sample.problems.append(f"{number}: {error}")
            continue
        file.write_text(text, encoding="ascii")
        sample.positions.append(int(text.split("positions: ")[1].split()[0]))
        done = subprocess.run([checker, file], capture_output=True, text=True, check=False)
        if done.returncode:
            sample.problems.append(done.stdout.strip() or done.stderr.strip())
    return sample


def main() -> int:
    """Draw the sample, certify it, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("census", type=Path, help="a packed census")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=50_000_000, help="positions for each deal")
    options = parser.parse_args()
    census = unpack(options.census.read_bytes(), str(options.census))
    impossible = [number for number, each in census.verdicts.items() if each == IMPOSSIBLE]
    numbers = sorted(
        random.Random(options.seed).sample(impossible, min(options.count, len(impossible)))
    )
    began = process_time()
    with tempfile.TemporaryDirectory() as folder:
        sample = certify(numbers, census.cells, Limit(nodes=options.nodes), Path(folder))
    for problem in sample.problems:
        print(problem)
    print(
        f"{len(numbers) - len(sample.problems)} of {len(numbers)} deals with {census.cells} cells: "
        f"confirmed; {sum(sample.positions):,} positions, at most "
        f"{max(sample.positions, default=0):,}; {process_time() - began:.0f} s of CPU to write them"
    )
    return int(bool(sample.problems))


if __name__ == "__main__":
    sys.exit(main())
