"""Ctrl-C: every command ends at once, with status 130 and not a word, and nothing is lost."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from freecell import interrupts
from freecell.surveys import Options, Progress, survey
from freecell.surveys.folder_check import check_folder
from freecell.surveys.plan import MANIFEST
from tests.commands import FREECELL, run
from tests.known import HARD_CELLS, HARD_DEAL

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals as a terminal does")

HELD = """
import signal
from freecell.interrupts import listen
listen()
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
from freecell.__main__ import run
run()
"""
"""The command, for a process that is `started` so that Ctrl-C waits until it listens."""


def started(arguments: list[str], code: str = HELD, **options: Any) -> "subprocess.Popen[str]":
    """Start the command so that Ctrl-C waits while Python itself starts: it may come at any moment."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which it inherits
    try:
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True, **options,
        )  # fmt: skip
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


PROGRESS = re.compile(r"( *[0-9.]+ %  .*\n)*")
"""All that a survey may write to standard error."""


# A survey, interrupted at every line


def interrupted(folder: Path, every: int, offset: int, *arguments: str) -> list[dict[str, Any]]:
    """Interrupt a survey at places of all kinds, and return what became of each run."""
    command = [
        sys.executable,
        "-m",
        "tests.interrupted_survey",
        str(folder),
        str(every),
        str(offset),
    ]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    *runs, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert (last["place"], last["status"]) == (None, 0)  # there are no more places
    return runs


def went_wrong(run: dict[str, Any]) -> bool:
    return run["status"] != 130 or not PROGRESS.fullmatch(run["errors"])


def check_that_it_goes_on(folder: Path, options: Options) -> None:
    """Make sure that an interrupted survey holds nothing half written, and can be finished."""
    if (folder / MANIFEST).exists():
        found = check_folder(folder)
        assert found.problems == []
        assert list(folder.glob(".*")) == []
    assert survey(folder, options, processes=1).done == 40
    assert check_folder(folder).missing == 0


@pytest.mark.parametrize("every", [50, pytest.param(1, marks=pytest.mark.long)])
def test_a_survey_can_be_interrupted_at_every_line(every, tmp_path):
    arguments = ["survey", "1-40", "--part-size", "20", "--processes", "1"]
    runs = interrupted(tmp_path, every, 1, *arguments)
    assert len(runs) > 1000 / every
    assert [each for each in runs if went_wrong(each)] == []
    ours = [each for each in runs if "/freecell/surveys/" in each["place"]]
    assert len(ours) > 100 / every
    for each in runs:
        check_that_it_goes_on(Path(each["folder"]), Options("1-40", part_size=20))


@pytest.mark.parametrize("every", [800, pytest.param(25, marks=pytest.mark.long)])
def test_a_survey_with_processes_can_be_interrupted_at_every_line(every, tmp_path):
    arguments = ["survey", "1-40", "--part-size", "20", "--processes", "2"]
    runs = interrupted(tmp_path, every, every // 2, *arguments)
    assert len(runs) > 1000 / every
    assert [each for each in runs if went_wrong(each)] == []
    for each in runs:
        check_that_it_goes_on(Path(each["folder"]), Options("1-40", part_size=20))


# Real ones


@pytest.mark.parametrize("trials", [6, pytest.param(250, marks=pytest.mark.long)])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_at_any_moment_of_the_start(workers, trials, tmp_path):
    """The survey takes much longer than the half second in which it is interrupted."""
    arguments = ["survey", "1-5000000", "--part-size", "500", "--processes", workers, "-o"]
    for trial in range(trials):
        folder = tmp_path / str(trial)
        with started([*arguments, str(folder)]) as process:
            time.sleep(0.5 * trial / trials)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
            output, errors = process.communicate(timeout=120)
        assert (process.returncode, output) == (130, ""), errors
        assert PROGRESS.fullmatch(errors), errors
        if (folder / MANIFEST).exists():
            assert check_folder(folder).problems == []
            assert list(folder.glob(".*")) == []


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (["deal", "-"], "617\n"),
        (["deal", "-", "--format", "json"], "617\n"),
        (["about", "-"], "617\n"),
        (["solve", "-", "--format", "sn"], "617\n"),
        (["solve", "1", str(HARD_DEAL), "--cells", str(HARD_CELLS), "--format", "sn"], ""),
        (["solve", "1", str(HARD_DEAL), "--cells", str(HARD_CELLS), "--proof", "--format", "sn"], ""),
        (["solve", "1-100", str(HARD_DEAL), "--cells", str(HARD_CELLS), "--threads", "2",
          "--format", "sn"], ""),
    ],
    ids=["deal", "deal-json", "about", "solve-input", "solve", "prove", "solve-threads"],
)  # fmt: skip
def test_a_command_that_waits_or_computes_ends_at_once(arguments, first):
    """It has answered once, and then has to wait for standard input, or a search that does not end."""
    with subprocess.Popen(
        [*FREECELL, *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(first)
        process.stdin.flush()
        answer = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        status = process.wait(60)
        rest, errors = process.stdout.read(), process.stderr.read()  # type: ignore[union-attr]  # a pipe
    assert (status, errors) == (130, "")
    assert answer
    assert "Traceback" not in rest


@pytest.mark.parametrize(
    "arguments",
    [["check", "-"], ["convert", "617", "-", "--to", "snx"], ["find", "-"], ["review", "617", "-"],
     ["deal", "617"], ["survey", "-", "-o", "x"], ["--help"]],
    ids=" ".join,
)  # fmt: skip
def test_every_command_hears_it_from_its_first_line_on(arguments, tmp_path):
    """It comes while Python starts, waits for the command to listen, and ends it before it prints."""
    with started(arguments, cwd=tmp_path) as process:
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_a_command_for_which_ctrl_c_is_ignored_goes_on():
    """As behind `nohup`, or in the background of a script."""
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + HELD
    with started(["deal", "-"], code) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("617\n")
        process.stdin.flush()
        assert process.stdout.readline() == "Game #617\n"
        process.send_signal(signal.SIGINT)
        output = process.communicate("11982\n", timeout=60)[0]
    assert process.returncode == 0
    assert "Game #11982\n" in output


# In Python


IN_PYTHON = """
import signal, sys
from freecell.surveys import Options, survey

def interrupt(progress):
    if progress.computed and not progress.done % 1000:
        signal.raise_signal(signal.SIGINT)

try:
    survey(sys.argv[1], Options("1-100000", part_size=100), processes=int(sys.argv[2]), report=interrupt)
except KeyboardInterrupt:
    print("heard")
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_program_that_calls_survey_gets_its_exception(processes, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", IN_PYTHON, str(tmp_path / "x"), processes],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\nTrue\n", "")
    found = check_folder(tmp_path / "x")
    assert (found.problems, found.parts >= 10, found.missing > 0) == ([], True, True)


def test_what_a_killed_process_left_half_written_is_removed(tmp_path):
    """As when Ctrl-C ends the processes of a survey in the middle of a part."""

    def interrupt(progress: Progress) -> None:
        if progress.computed:
            (tmp_path / ".part-0000000021-0000000040.parquet.617.tmp").write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey(tmp_path, Options("1-40", part_size=20), processes=1, report=interrupt)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "part-0000000001-0000000020.parquet", MANIFEST,
    ]  # fmt: skip


def test_what_comes_late_is_heard_at_the_end():
    heard = "nothing"

    def work() -> None:
        nonlocal heard
        with interrupts.deferred():
            signal.raise_signal(signal.SIGINT)
            with interrupts.deferred():  # a part of the same work
                heard = "not yet"

    with pytest.raises(KeyboardInterrupt):
        work()
    assert heard == "not yet"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_is_asked_for_in_lines_of_ours() -> None:
    done: list[str] = []

    def work() -> None:
        with interrupts.deferred():
            interrupts.check()
            done.append("before")
            signal.raise_signal(signal.SIGINT)
            done.append("after")
            interrupts.check()
            done.append("never")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["before", "after"]


@pytest.mark.parametrize("early", [True, False])
def test_while_the_core_searches_it_is_raised_at_once(early):
    done: list[str] = []

    def work() -> None:
        with interrupts.deferred():
            if early:
                signal.raise_signal(signal.SIGINT)
            with interrupts.let_in():
                done.append("searching")
                signal.raise_signal(signal.SIGINT)
                done.append("never")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ([] if early else ["searching"])
    test_it_is_asked_for_in_lines_of_ours()  # the next work defers it again


def test_an_error_is_not_replaced():
    def work() -> None:
        with interrupts.deferred():
            signal.raise_signal(signal.SIGINT)
            raise ValueError("what went wrong")

    with pytest.raises(ValueError, match="what went wrong"):
        work()


def test_a_handler_of_somebody_else_is_left_alone():
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        interrupts.listen()
        with interrupts.deferred(), interrupts.let_in():
            signal.raise_signal(signal.SIGINT)
            interrupts.check()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_other_threads_are_not_concerned():
    done: list[str] = []

    def other() -> None:
        with interrupts.deferred(), interrupts.let_in():
            interrupts.check()
            done.append("other thread")

    def work() -> None:
        with interrupts.deferred():
            signal.raise_signal(signal.SIGINT)
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
            interrupts.check()

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["other thread"]


def test_a_temporary_file_is_removed(tmp_path):
    """Ctrl-C while a file is written whole leaves neither the file nor a part of it."""
    code = """
import signal, sys
from pathlib import Path
from freecell import interrupts
from freecell import files
interrupts.listen()
files.os.fsync = lambda _: signal.raise_signal(signal.SIGINT)
files.write_whole(Path(sys.argv[1]), b"much")
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "file")], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_of_work_that_ends_in_order_is_status_130(monkeypatch, tmp_path):
    import freecell.cli.survey

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(freecell.cli.survey, "run_survey", interrupted)
    assert run("survey", "1", "-o", str(tmp_path)) == (130, "", "")
