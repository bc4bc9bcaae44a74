"""Measure which lines and branches of the core's player the tests reach, and hold them to a bar.

The core is compiled with gcov into build/coverage, the tests run with that one, and what gcov
counted in core/lines and core/rules/verify.cpp is printed. Branches that only an exception takes do
not count.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "coverage"
PACKAGE = BUILD / "package" / "freecell"
TESTS = [
    "tests/library/test_core_rules.py",
    "tests/text/test_bulk_check.py",
    "tests/text/test_line_player.py",
    "tests/text/test_replay_record.py",
    "tests/text/test_solution_player.py",
    "tests/text/test_solution_writer.py",
]
LINES_BAR, BRANCHES_BAR = 97.0, 96.0

_RUN = (
    "import sys; sys.meta_path = [each for each in sys.meta_path if 'editable' not in "
    "type(each).__module__]; sys.path[:0] = sys.argv[1:3]; import pytest; "
    "sys.exit(pytest.main(sys.argv[3:]))"
)


class Count(NamedTuple):
    """What was reached of a file, and which lines and branches were not."""

    lines: int
    branches: int
    missed: list[int]
    half: list[int]


def build() -> None:
    """Compile the core with counters, and put a package together that uses it."""
    cmake = ROOT / ".venv" / "bin" / "cmake"
    flags = "-DCMAKE_CXX_FLAGS=--coverage -O0"
    python = f"-DPython_EXECUTABLE={sys.executable}"
    where = ["-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug"]
    environment = {**os.environ, "PATH": f"{cmake.parent}:{os.environ['PATH']}"}
    for command in ([str(cmake), *where, flags, python], [str(cmake), "--build", str(BUILD)]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    shutil.rmtree(PACKAGE, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src" / "freecell", PACKAGE, ignore=ignored)
    for module in BUILD.glob("_core*.so"):
        shutil.copy(module, PACKAGE)
    for old in [*BUILD.rglob("*.gcda"), *BUILD.glob("*.gcov.json.gz")]:
        old.unlink()


def run() -> None:
    """Run the tests of the player with the counting core."""
    arguments = ["-q", "-p", "no:cacheprovider", "--no-cov", *TESTS]
    command = [sys.executable, "-c", _RUN, str(PACKAGE.parent), str(ROOT), *arguments]
    subprocess.run(command, check=True, cwd=ROOT)


def counted() -> dict[str, Count]:
    """Return what gcov counted, by file."""
    objects = [
        path
        for path in BUILD.rglob("*.gcda")
        if "/core/lines/" in str(path) or path.name.startswith("verify.cpp")
    ]
    subprocess.run(
        ["gcov", "--json-format", "--branch-probabilities", *map(str, objects)],
        check=True,
        cwd=BUILD,
        stdout=subprocess.DEVNULL,
    )
    files: dict[str, Count] = {}
    for path in sorted(BUILD.glob("*.gcov.json.gz")):
        for file in json.loads(gzip.decompress(path.read_bytes()))["files"]:
            source = (BUILD / file["file"]).resolve()  # a compiler cache makes it relative
            if "/core/lines/" in str(source) or source == ROOT / "core" / "rules" / "verify.cpp":
                files[source.relative_to(ROOT).as_posix()] = _count(file["lines"])
    return files


def _count(lines: list[dict[str, Any]]) -> Count:
    reached: dict[int, int] = {}
    branches: dict[tuple[int, int], int] = {}
    for line in lines:
        number = line["line_number"]
        reached[number] = reached.get(number, 0) + line["count"]
        for at, branch in enumerate(line["branches"]):
            if not branch["throw"]:
                key = (number, at)
                branches[key] = branches.get(key, 0) + branch["count"]
    missed = sorted(number for number, count in reached.items() if not count)
    half = sorted({number for (number, _), count in branches.items() if not count})
    return Count(len(reached), len(branches), missed, half)


def main() -> None:
    """Build, run, count and judge."""
    build()
    run()
    files = counted()
    lines = sum(each.lines for each in files.values())
    missed = sum(len(each.missed) for each in files.values())
    branches = sum(each.branches for each in files.values())
    half = sum(len(each.half) for each in files.values())
    for name, each in files.items():
        print(f"{name}: lines not reached {each.missed}, branches not taken in {each.half}")
    reached = 100 * (lines - missed) / lines, 100 * (branches - half) / branches
    print(f"lines {reached[0]:.1f} % of {lines}, branches {reached[1]:.1f} % of {branches}")
    if reached[0] < LINES_BAR or reached[1] < BRANCHES_BAR:
        sys.exit(f"expected {LINES_BAR} % of the lines and {BRANCHES_BAR} % of the branches")


if __name__ == "__main__":
    main()
