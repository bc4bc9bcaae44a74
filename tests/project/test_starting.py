"""Every program in C++ compiles, and every tool and benchmark starts, with a tiny input.

They are run by hand, some of them once a year: here they run just long enough to see that they still
do. A new one gets a line in `STARTS`, with arguments that make it cheap.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.programs import compiled
from tests.needed import needs

ROOT = Path(__file__).parents[2]

STARTS = {
    "benchmarks.atlas": "--tiny",
    "benchmarks.dealing": "--tiny",
    "benchmarks.finding": "--tiny",
    "benchmarks.judging": "--tiny",
    "benchmarks.page_loading": "--tiny",
    "benchmarks.proving": "--tiny",
    "benchmarks.serving": "--tiny",
    "benchmarks.shortest": "--tiny",
    "benchmarks.solving": "20 2 1",
    "benchmarks.survey_cells": "5",
    "benchmarks.survey_million": "100",
    "benchmarks.surveying": "--tiny",
    "benchmarks.verdicts": "--tiny",
    "tools.choose_daily": "daily.json 20 1",
    "tools.images.draw_dealing": ".",
    "tools.images.draw_icons": ".",
    "tools.images.draw_pictures": ".",
    "tools.images.draw_preview_parts": "preview.json",
    "tools.fuzz": "1 617",
    "tools.atlas.make": "1-3 --folder atlas --work work --processes 1 --difficulty",
    "tools.scale_sample": "--places 2 --deals 5",
    "tools.images.take_screenshots": ". first 390x844",
    "tools.write_command_line": "command-line.md",
    "tools.write_reference": "reference.md",
    "tools.atlas.write_shortest": "--beams 1",
}
"""The arguments with which each module is started, in a folder of its own."""

ELSEWHERE = {
    "benchmarks.fair_searches": "tests/web/test_fair_searches.py",
    "benchmarks.programs": "the test of the programs below",
    "benchmarks.signature": "tests/project/test_signature.py",
    "benchmarks.soak": "tests/project/test_slow_targets.py",
    "tools.atlas.census": "tests/tools/test_census.py",
    "tools.atlas.certify_sample": "tests/tools/test_census.py",
    "tools.core_coverage": "`make core-coverage`: it compiles the core with counters",
    "tools.coverage_bars": "`make test` itself",
    "tools.requirements": "`make run` itself",
    "tools.run_library_tests": "tools/test-newer-python and the workflows",
    "tools.wheels.check": "`make wheels`: it needs the wheels",
    "tools.wheels.make": "`make wheels`: it compiles for five systems",
    "tools.fill_pyodide": "`make pyodide`: it needs the package of npm",
    "tools.cross": "`make cross`: it needs compilers and runners for other systems",
    "tools.puzzles.make": "tests/tools/test_make_puzzles.py",
    "tools.record_replays": "tests/text/test_replay_record.py: run again it would record what it is to judge",
    "tools.pictures.evaluate": "`make picture-weights`: it needs the fonts",
    "tools.pictures.real_programs": "itself: it needs kpat and aisleriot",
    "tools.pictures.glyphs": "`make picture-weights`: it cuts hundreds of fonts",
    "tools.pictures.strips": "`make picture-weights`: it needs the fonts",
    "tools.pictures.train": "`make picture-weights`: it needs PyTorch",
    "tools.steady": "tests/project/test_steady.py",
}
"""Modules that something else runs."""

WEIGHTS = ROOT / "tools" / "weights" / "start_weights.txt"
PROGRAMS = {
    "check_certificate": ("no-such-file", "", r"no-such-file: .*"),
    "check_puzzles": ("no-such-file", "", r"no-such-file: .*"),
    "find_puzzles": ("25 0 1", "", r"(\d+\t.*)?"),
    "learn": (f"any {WEIGHTS} learned.txt 3100000000 5 100 1 1", "", r"\w+ [\d.]+.*"),
    "plain_loop": ("1000", "", r"[\d.]+(e\+\d+)?"),
    "plain_shortest": ("60 3", "", r"3 18 [\d.]+ \d+"),  # the length that the search proves
    "self_check": ("", "deal 617\nfind 617\n", r"7D AD 5C .*\n617"),
    "tune": (f"any {WEIGHTS} tuned.txt 3200000000 5 2 5 100", "", r"start .*"),
}
"""The programs that CMakeLists.txt names: arguments, questions, and what they answer."""

NEEDED = {"benchmarks.serving": "wrk", "benchmarks.dealing": "node"}
PEER = "freecell-solver-range-parallel-solve"
NEEDED |= {"benchmarks.solving": PEER, "benchmarks.surveying": PEER}
NEEDED |= dict.fromkeys(
    ("benchmarks.verdicts", "tools.images.draw_preview_parts", "tools.images.take_screenshots"),
    "chromium",
)


def runnable() -> set[str]:
    """Return the modules of both folders that do something when they are run."""
    files = [*ROOT.glob("benchmarks/**/*.py"), *ROOT.glob("tools/**/*.py")]
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in files
        if '__name__ == "__main__"' in file.read_text(encoding="utf-8")
    }


def test_every_tool_and_benchmark_is_started_somewhere():
    known = {*STARTS, *ELSEWHERE}
    assert runnable() - known == set(), "add it to STARTS, with arguments that make it cheap"
    assert known - runnable() == set(), "they are gone, or do nothing when they are run"


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(name, marks=needs(shutil.which(NEEDED[name]), f"{NEEDED[name]} is missing"))
        if name in NEEDED
        else name
        for name in STARTS
    ],
)
def test_it_starts(module, tmp_path):
    (tmp_path / "docs" / "images").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "shortest.md", tmp_path / "docs")
    done = subprocess.run(
        [sys.executable, "-m", module, *STARTS[module].split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stdout + done.stderr


@pytest.fixture(scope="module")
def programs() -> dict[str, Path]:
    return {program.name: program for program in compiled(*PROGRAMS)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_answers(name, programs, tmp_path):
    arguments, asked, answer = PROGRAMS[name]
    done = subprocess.run(
        [programs[name], *arguments.split()],
        input=asked,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.match(answer, done.stdout + done.stderr, re.DOTALL), (done.stdout, done.stderr)
    assert done.returncode == (1 if arguments == "no-such-file" else 0), done.stderr


def test_every_program_is_known():
    named = re.findall(r"(?:tools|benchmarks)/[\w/]+", (ROOT / "CMakeLists.txt").read_text())
    sources = [*ROOT.glob("benchmarks/**/*.cpp"), *ROOT.glob("tools/**/*.cpp")]
    assert {source.stem for source in sources} == set(PROGRAMS)
    assert {Path(name).name for name in named} >= set(PROGRAMS)
