"""The start of a survey: two at the same moment, manifests that are none, folders of any name."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from multiprocessing.synchronize import Barrier
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from freecell.surveys import Options, SurveyError, survey
from freecell.surveys.folder_check import check_folder
from freecell.surveys.plan import MANIFEST, make_plan, read_plan, search_signature
from tests.commands import FREECELL, run, run_process
from tests.small_survey import SMALL, table_of

LONG = 300
"""Seconds after which something hangs, even where all processors are busy."""


# Two at the same moment


def begin(folder: Path, cells: int, trials: int, together: Barrier, answer: "Queue[Any]") -> None:
    """Begin surveys in new folders, each at the same moment as somebody else; in a process of its own."""
    options = Options("1-600", cells=cells, part_size=60)
    make_plan(options)  # so that the search is loaded
    for trial in range(trials):
        together.wait(LONG)
        try:
            answer.put((trial, cells, survey(folder / str(trial), options, processes=1).computed))
        except SurveyError as error:
            answer.put((trial, cells, str(error)))


def race(folder: Path, cells: tuple[int, int], trials: int) -> dict[int, list[tuple[int, Any]]]:
    """Let two processes race, and return what became of each, by trial."""
    context = multiprocessing.get_context("spawn")
    together, answer = context.Barrier(2), context.Queue()
    racers = [
        context.Process(target=begin, args=(folder, each, trials, together, answer))
        for each in cells
    ]
    for racer in racers:
        racer.start()
    found: dict[int, list[tuple[int, Any]]] = {trial: [] for trial in range(trials)}
    for _ in range(2 * trials):
        trial, of_cells, outcome = answer.get(timeout=LONG)
        found[trial].append((of_cells, outcome))
    for racer in racers:
        racer.join()
    return found


TRIALS = [5, pytest.param(30, marks=pytest.mark.long)]


@pytest.mark.parametrize("trials", TRIALS)
def test_of_two_with_other_options_one_is_refused(trials, tmp_path):
    for trial, outcomes in race(tmp_path, (4, 3), trials).items():
        (winner, computed), (loser, refusal) = sorted(outcomes, key=lambda it: type(it[1]).__name__)
        assert (computed, winner != loser) == (600, True), outcomes
        assert f"holds another survey: cells {winner} there, {loser} now" in refusal
        assert read_plan(tmp_path / str(trial)).options.cells == winner
        found = check_folder(tmp_path / str(trial))
        assert (found.sound, found.parts, found.missing) == (True, 10, 0)


@pytest.mark.parametrize("trials", TRIALS)
def test_of_two_with_the_same_options_one_computes(trials, tmp_path):
    for trial, outcomes in race(tmp_path, (4, 4), trials).items():
        refusals = [message for _, message in outcomes if isinstance(message, str)]
        assert all(message.endswith("another process works on this survey") for message in refusals)
        # The second either was refused, or came when the first was done and found all of it there.
        assert sum(message for _, message in outcomes if isinstance(message, int)) == 600
        assert check_folder(tmp_path / str(trial)).parts == 10


def test_a_folder_that_is_worked_on_is_refused_without_a_change(surveyed):
    from freecell.files import locked

    before = sorted(path.name for path in surveyed.iterdir())
    with locked(surveyed / MANIFEST) as mine:
        assert mine
        with pytest.raises(SurveyError, match="another process works on this survey"):
            survey(surveyed, SMALL)
    assert sorted(path.name for path in surveyed.iterdir()) == before


# Manifests that are none


def damaged_manifests() -> dict[str, str]:
    """Return texts that stand where a manifest should, by what is wrong with them."""
    good = make_plan(SMALL).to_json()

    def with_options(**changed: object) -> str:
        return json.dumps({**good, "options": {**good["options"], **changed}})

    return {
        "empty": "",
        "cut": json.dumps(good)[:50],
        "list": "[]",
        "text": '"survey"',
        "null": "null",
        "nothing": "{}",
        "no-options": json.dumps({**good, "options": None}),
        "list-of-options": json.dumps({**good, "options": []}),
        "foreign-options": with_options(colour="red"),
        "no-version": json.dumps({**good, "version": None}),
        "text-signature": json.dumps({**good, "signature": "9946"}),
        "endless-signature": json.dumps(good).replace(str(good["signature"]), "1e999"),
        "nan-signature": json.dumps({**good, "signature": float("nan")}),
        "huge-number": json.dumps(good).replace(str(good["signature"]), "9" * 5000),
        "large-number": with_options(nodes=10**4000),
        "deep": "[" * 100_000 + "]" * 100_000,
        "deep-format": json.dumps({**good, "format": 0}).replace("0,", "[" * 500 + "]" * 500 + ",", 1),
        "format-of-another-kind": json.dumps({**good, "format": {"a": 1}}),
        "half-a-character": with_options(numbers="\ud800"),
        "no-numbers": with_options(numbers=""),
        "numbers-of-no-deal": with_options(numbers="99999999999"),
        "a-number-for-numbers": with_options(numbers=617),
        "a-list-for-numbers": with_options(numbers=[1, 2]),
        "unsorted-numbers": with_options(numbers="300,1"),
        "no-such-goal": with_options(goal="best"),
        "a-list-for-a-goal": with_options(goal=[]),
        "no-such-cells": with_options(cells=99),
        "true-cells": with_options(cells=True),
        "no-part-size": with_options(part_size=0),
        "negative-part-size": with_options(part_size=-5),
        "text-for-yes": with_options(solutions="yes"),
    }  # fmt: skip


@pytest.mark.parametrize("kind", damaged_manifests())
def test_a_damaged_manifest_is_one_line(kind, copy):
    (copy / MANIFEST).write_text(damaged_manifests()[kind])
    for command in (
        [
            "survey",
            "1-300",
            "--part-size",
            "50",
            "--solutions",
            "--processes",
            "1",
            "-o",
            str(copy),
        ],
        ["survey", "--check", "-o", str(copy)],
        ["report", str(copy)],
        ["about", "7", "--catalog", str(copy)],
    ):
        status, output, errors = run(*command)
        assert (status, output) == (1, ""), command
        assert errors.startswith(f"Error: {copy / MANIFEST}: ")
        assert errors.count("\n") == 1
        assert len(errors) < 400


def test_a_manifest_that_is_no_text_or_no_file_is_one_line(copy):
    (copy / MANIFEST).write_bytes(b"\xff\xfe\x00{}")
    status, _, errors = run("report", str(copy))
    assert (status, errors.count("\n")) == (1, 1)
    (copy / MANIFEST).unlink()
    (copy / MANIFEST).mkdir()
    status, _, errors = run("report", str(copy))
    assert (status, errors) == (1, f"Error: {copy / MANIFEST}: Is a directory\n")


# Folders of any name


def test_a_folder_whose_name_is_no_text_works(tmp_path):
    folder = os.fsencode(tmp_path) + b"/\xff\xfe name"
    command = [*map(os.fsencode, FREECELL), b"survey", b"1-20", b"--processes", b"2", b"-o", folder]
    for more in ([], [b"--check"], [b"--verify", b"1"]):
        done = subprocess.run([*command, *more], capture_output=True, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    report = [*map(os.fsencode, FREECELL), b"report", folder]
    done = subprocess.run(report, capture_output=True, check=True)
    assert done.stdout == folder + b"/report.html\n"
    Path(os.fsdecode(folder), "part-0000000021-0000000040.parquet").write_bytes(b"")
    done = subprocess.run(report, capture_output=True, check=True)
    assert b"is no part of this survey; it is left out" in done.stderr
    about = [*map(os.fsencode, FREECELL), b"about", b"7", b"--catalog", folder]
    assert subprocess.run(about, capture_output=True, check=True).stdout.startswith(b"Game #7")


# All deals


def test_a_survey_of_all_deals_begins_at_once_and_takes_little_memory(tmp_path):
    """The figures are in docs/surveys.md; here it must only not hang, or eat the machine."""
    command = [*FREECELL, "survey", "1-8589934591", "--part-size", "2000", "--processes", "2"]
    before = time.monotonic()
    with subprocess.Popen(
        [*command, "-o", str(tmp_path / "x")],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        while not list((tmp_path / "x").glob("part-*")):
            assert time.monotonic() - before < LONG
            time.sleep(0.02)
        memory = peak_memory(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=LONG) == 130
    assert memory < 200 * 2**20


def peak_memory(pid: int) -> int:
    """Return the most bytes that a process has had in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    [peak] = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(peak) * 1024


def test_a_plan_of_all_deals_knows_its_parts():
    plan = make_plan(Options("1-8589934591"))
    assert (plan.part_count(), plan.size()) == (429_497, 8_589_934_591)
    first = next(plan.parts())
    assert plan.part_of_file(first.name) == first
    for stranger in (
        first._replace(last=first.last - 1), first._replace(first=2), first._replace(first=0),
        first._replace(first=first.last + 1, last=first.last + 5),
    ):  # fmt: skip
        assert plan.part_of_file(stranger.name) is None
    several = make_plan(Options("5,100-250,-2", part_size=60))
    found = [several.part_of_file(part.name) for part in several.parts()]
    assert found == list(several.parts())
    assert several.part_count() == len(list(several.parts())) == 5


# What a signature covers


def test_each_goal_has_a_signature_of_its_own_search():
    from freecell import solve

    usual, short, fewest = (search_signature(goal) for goal in ("any", "short", "fewest"))
    assert len({usual, short, fewest}) == 3
    beams = [solve(number, goal="short", effort=1) for number in range(1, 5)]
    assert short - usual == sum(won.to_json()["positions"] or 0 for won in beams)
    few = [solve(number, cells=cells) for cells in (0, 1) for number in range(1, 11)]
    assert fewest - usual == sum(it.to_json()["positions"] or 0 for it in few)
    assert make_plan(SMALL._replace(goal="short")).signature == short


def test_nothing_else_is_left_of_a_start_that_failed(tmp_path):
    assert run_process("survey", "1-10", "-o", str(tmp_path / "x"), "--cells", "77").status == 1
    assert not (tmp_path / "x").exists()


def test_python_without_checks_surveys_too(tmp_path):
    code = "import sys; from freecell.cli import main; main()"
    options = ["survey", "1-20", "--processes", "1", "-o", str(tmp_path / "x")]
    subprocess.run([sys.executable, "-O", "-c", code, *options], check=True, capture_output=True)
    survey(tmp_path / "y", Options("1-20"), processes=1)
    assert table_of(tmp_path / "x") == table_of(tmp_path / "y")
