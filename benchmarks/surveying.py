"""Surveys beside Freecell Solver on the same deals, Parquet written, and one process beside two.

Run by `make bench`; prints the ratios and writes bench-surveying.json.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.rounds import Claim, report, sized

PEER = ["freecell-solver-range-parallel-solve"]
DEALS = sized(32_000, 100)
MANY = sized(200_000, 200)


def cpu_of(command: list[str]) -> float:
    """Return the CPU time that a command and its children take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def survey_command(folder: Path, processes: int, numbers: str) -> list[str]:
    """Return the command for a survey into a new folder."""
    options = ["--processes", str(processes), "--part-size", str(sized(4000, 50))]
    return [sys.executable, "-m", "freecell", "survey", numbers, "-o", str(folder), *options]


def main() -> None:
    """Measure in rounds and print the medians."""
    ours: list[float] = []
    peer: list[float] = []
    one: list[float] = []
    two: list[float] = []
    numbers = f"1-{DEALS}"
    for turn in range(sized(7, 1)):
        with tempfile.TemporaryDirectory() as folder:
            peer.append(DEALS / cpu_of([*PEER, "1", str(DEALS), str(DEALS), "-l", "lg"]))
            ours.append(DEALS / cpu_of(survey_command(Path(folder) / f"cpu{turn}", 1, numbers)))
    for turn in range(sized(3, 1)):
        with tempfile.TemporaryDirectory() as folder:
            for processes, rates in ((1, one), (2, two)):
                start = time.perf_counter()
                name = f"wall{turn}-{processes}"
                command = survey_command(Path(folder) / name, processes, f"1-{MANY}")
                subprocess.run(command, check=True, capture_output=True)
                rates.append(MANY / (time.perf_counter() - start))
    medians = {
        "Freecell Solver -l lg, a core": statistics.median(peer),
        "survey with Parquet, a core": statistics.median(ours),
        "survey, 1 process (wall)": statistics.median(one),
        "survey, 2 processes (wall)": statistics.median(two),
    }
    claims = [
        Claim("survey with Parquet, a core", "Freecell Solver -l lg, a core", 3.5),
        Claim("survey, 2 processes (wall)", "survey, 1 process (wall)", 1.8),
    ]
    report("Surveyed deals a second", medians, claims, "bench-surveying.json")


if __name__ == "__main__":
    main()
