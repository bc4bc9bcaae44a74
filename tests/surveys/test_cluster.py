"""A survey on a Dask cluster: the same table, whatever happens to the workers."""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

import freecell
from freecell import _core
from freecell.surveys import Options, Progress, SurveyError, catalog, cluster, survey
from freecell.surveys import part as parts
from freecell.surveys.plan import make_plan
from tests.commands import FREECELL, run
from tests.known import HARD_CELLS, HARD_DEAL
from tests.waiting import until

OPTIONS = Options("1-40000", part_size=400)
LONG = 300
"""Seconds after which something hangs, even where all processors are busy."""

pytestmark = [
    pytest.mark.skipif(
        find_spec("distributed") is None,
        reason="clusters are an extra: pip install 'freecell[cluster]'",
    ),
    pytest.mark.filterwarnings("default"),  # what Dask warns of while workers die
]


def test_killing_workers_costs_only_time(tmp_path):
    begun, done = threading.Event(), threading.Event()
    killed: list[int] = []

    def kill_workers() -> None:
        chance = random.Random(617)
        begun.wait()
        while len(killed) < 2 and not done.wait(1.5 if killed else 0.2):
            if len(workers := worker_processes()) > 1:
                killed.append(chance.choice(workers))
                os.kill(killed[-1], signal.SIGKILL)

    def note(progress: Progress) -> None:
        if progress.computed:
            begun.set()

    killer = threading.Thread(target=kill_workers)
    killer.start()
    try:
        progress = survey(tmp_path / "cluster", OPTIONS, local_cluster=3, report=note)
    finally:
        done.set()
        begun.set()
        killer.join()
    assert killed
    assert progress.done == 40_000
    survey(tmp_path / "local", OPTIONS)
    tables = [catalog(tmp_path / name).table() for name in ("cluster", "local")]
    assert tables[0].equals(tables[1])


def worker_processes() -> list[int]:
    """Return the processes of our own that are workers of Dask."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_bytes().rsplit(b")", 1)[1].split()[1])
            command = (path / "cmdline").read_bytes()  # that of others may be any bytes
        except (OSError, IndexError):
            continue
        if parent == os.getpid() and b"spawn_main" in command:
            found.append(int(path.name))
    return found


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Start a scheduler that has no workers yet, and return its address."""
    where = tmp_path / "scheduler.json"
    command = "from distributed.cli.dask_scheduler import main; main()"
    arguments = ["--port", "0", "--host", "127.0.0.1", "--no-dashboard"]
    with started(command, *arguments, "--scheduler-file", str(where)):
        wait_for(lambda: where.exists() and where.stat().st_size > 0)
        yield str(json.loads(where.read_text())["address"])


@contextmanager
def started(command: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run some Python as a process of its own while the test lasts."""
    with subprocess.Popen(
        [sys.executable, "-c", command, *arguments], stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def foreign_package(folder: Path, module: str, ours: str, theirs: str) -> Path:
    """Copy the package with something changed in one of its modules."""
    source = Path(freecell.__file__).parent
    copy = shutil.copytree(source, folder / "freecell", ignore=shutil.ignore_patterns("static"))
    shutil.copy(
        _core.__file__, copy
    )  # it lies elsewhere when the package is installed to be edited
    changed = (copy / module).read_text()
    assert ours in changed
    (copy / module).write_text(changed.replace(ours, theirs))
    return folder


WORKER = """
import sys
if place := sys.argv.pop(1):
    # A package that is installed to be edited has a finder of its own, which comes before every path.
    sys.meta_path = [each for each in sys.meta_path if "ScikitBuild" not in type(each).__name__]
    sys.path.insert(0, place)
from distributed.cli.dask_worker import main
main()
"""


@contextmanager
def worker_with(package: Path | str, scheduler: str) -> Iterator[None]:
    """Start a worker that uses the package in a folder, or ours, and wait until it is there."""
    from distributed import Client

    options = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
    with started(WORKER, str(package), scheduler, *options), Client(scheduler) as client:
        client.wait_for_workers(1, timeout=LONG)
        yield


@pytest.mark.parametrize(
    ("module", "ours", "theirs", "expected"),
    [
        ("__init__.py", '__version__ = "', '__version__ = "9.', "has freecell 9."),
        ("surveys/plan.py", "_positions(1, 40)", "_positions(1, 39)", "with search signature"),
    ],
    ids=["version", "search"],
)
def test_a_worker_with_another_program_is_refused(
    module, ours, theirs, expected, scheduler, tmp_path
):
    package = foreign_package(tmp_path, module, ours, theirs)
    plan = make_plan(OPTIONS)
    with worker_with(package, scheduler), pytest.raises(SurveyError) as caught:
        survey(tmp_path / "results", OPTIONS, scheduler=scheduler)
    text = str(caught.value)
    assert text.startswith("worker tcp://127.0.0.1:")
    assert expected in text
    assert text.endswith(f"(expected {plan.version} with {plan.signature})")
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["survey.json"]


def test_a_worker_with_our_program_is_not_refused(scheduler, tmp_path):
    """The same package from elsewhere, so that the refusals above are for the changes alone."""
    package = foreign_package(tmp_path, "__init__.py", '__version__ = "', '__version__ = "')
    few = Options("1-40", part_size=10)
    with worker_with(package, scheduler):
        assert survey(tmp_path / "results", few, scheduler=scheduler).done == 40


def test_a_cluster_without_workers_is_one_error(scheduler, tmp_path):
    with pytest.raises(SurveyError, match="the cluster has no workers"):
        survey(tmp_path / "results", OPTIONS, scheduler=scheduler)


def test_a_part_is_refused_by_a_worker_that_came_later(tmp_path):
    plan = make_plan(OPTIONS)
    other = plan._replace(signature=plan.signature + 1)
    with pytest.raises(SurveyError, match=rf"this worker has freecell .* {plan.signature} \("):
        parts.run(tmp_path, next(plan.parts()), other)
    assert list(tmp_path.iterdir()) == []


def test_a_scheduler_that_is_not_there_is_one_error(tmp_path):
    before = time.monotonic()
    with pytest.raises(SurveyError, match=r"no scheduler answers at tcp://127.0.0.1:9: Timed out"):
        survey(tmp_path, OPTIONS, scheduler="tcp://127.0.0.1:9")
    assert time.monotonic() - before < LONG


# What lasts ends the survey, with one line


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a disk of 64 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk, and not on every machine")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_ends_it_naming_part_and_worker(disk):
    before = time.monotonic()
    with pytest.raises(SurveyError) as caught:
        survey(disk, Options("1-2000", part_size=100, solutions=True), local_cluster=2)
    assert re.fullmatch(
        rf"{disk}/part-\d{{10}}-\d{{10}}\.parquet: No space left on device \(worker tcp://[\d.:]+\)",
        str(caught.value),
    )
    assert time.monotonic() - before < LONG
    assert list(disk.glob(".*")) == []


def test_a_read_only_folder_ends_it_naming_part_and_worker(disk):
    options = Options("1-60", part_size=20)
    survey(disk, options, processes=1)
    max(disk.glob("part-*")).unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(SurveyError) as caught:
        survey(disk, options, local_cluster=1)
    assert re.fullmatch(
        rf"{disk}/part-0000000041-0000000060\.parquet: Read-only file system \(worker tcp://.*\)",
        str(caught.value),
    )


DEADLY = """    if part.first == 21:
        import os

        os.kill(os.getpid(), 9)
    ranges = ["""
"""For a worker that is killed by the second of some parts."""


def test_a_part_over_which_the_last_worker_was_lost_is_named(scheduler, tmp_path, monkeypatch):
    """This worker is not started again."""
    monkeypatch.setattr(cluster, "_ALONE", 1.0)
    monkeypatch.setattr(cluster, "_PATIENCE", 3.0)
    package = foreign_package(tmp_path, "surveys/part.py", "    ranges = [", DEADLY)
    folder = tmp_path / "x"
    with worker_with(package, scheduler), pytest.raises(SurveyError) as caught:
        survey(folder, Options("1-60", part_size=20), scheduler=scheduler)
    assert re.fullmatch(
        rf"{folder}/part-\d{{10}}-\d{{10}}\.parquet: a worker was lost while computing it, and none is "
        "left; run the same command again to go on",
        str(caught.value),
    )


KILLED_BY_A_PART = """
import os
from freecell.surveys import part as parts

def deadly(folder, part, plan, ensure=parts.ensure):
    if part.first == 21:
        os.kill(os.getpid(), 9)
    return ensure(folder, part, plan)

parts.ensure = deadly
"""


def test_a_part_that_kills_every_worker_is_named(scheduler, tmp_path):
    """Its nanny starts the worker again, and the part kills it again, four times."""
    from distributed import Client

    (tmp_path / "deadly.py").write_text(KILLED_BY_A_PART)
    command = "from distributed.cli.dask_worker import main; main()"
    options = ["--nthreads", "1", "--no-dashboard", "--preload", str(tmp_path / "deadly.py")]
    with started(command, scheduler, *options), Client(scheduler) as client:
        client.wait_for_workers(1, timeout=LONG)
        with pytest.raises(SurveyError) as caught:
            survey(tmp_path / "x", Options("21-40", part_size=20), scheduler=scheduler)
    assert re.match(
        rf"{tmp_path}/x/part-0000000021-0000000040\.parquet: 4 workers were lost while computing it",
        str(caught.value),
    )


@pytest.mark.long
def test_a_part_that_no_worker_has_the_memory_for_ends_it(scheduler, tmp_path):
    """Its nanny ends the worker again and again; Dask gives up after the fourth."""
    command = "from distributed.cli.dask_worker import main; main()"
    options = ["--nthreads", "1", "--no-dashboard", "--memory-limit", "250MB"]
    from distributed import Client

    before = time.monotonic()
    with started(command, scheduler, *options), Client(scheduler) as client:
        client.wait_for_workers(1, timeout=LONG)
        with pytest.raises(
            SurveyError, match="4 workers were lost while computing it, the last of them"
        ) as caught:
            survey(tmp_path / "x", Options(str(HARD_DEAL), cells=HARD_CELLS), scheduler=scheduler)
    assert f"part-{HARD_DEAL:010}-{HARD_DEAL:010}.parquet: " in str(caught.value)
    assert "the last of them tcp://127.0.0.1:" in str(caught.value)
    assert time.monotonic() - before < 600


def test_a_scheduler_that_accepts_and_never_answers_is_one_error(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 2.0)
    before = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        done = run("survey", "1-40", "-o", str(tmp_path / "x"), "--scheduler", address)
    assert (done.status, done.output) == (1, "")
    assert done.errors.splitlines()[-1].startswith(f"Error: no scheduler answers at {address}: ")
    assert "Traceback" not in done.errors
    assert time.monotonic() - before < LONG


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.long)]
)
def test_a_scheduler_that_dies_or_falls_silent_is_one_error(how, tmp_path):
    where, folder = tmp_path / "scheduler.json", tmp_path / "x"
    command = "from distributed.cli.dask_scheduler import main; main()"
    arguments = ["--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file"]
    with started(command, *arguments, str(where)) as scheduler:
        wait_for(lambda: where.exists() and where.stat().st_size > 0)
        address = str(json.loads(where.read_text())["address"])
        with worker_with("", address):
            survey_command = [*FREECELL, "survey", "1-4000000", "--part-size", "500"]
            with subprocess.Popen(
                [*survey_command, "--scheduler", address, "-o", str(folder)],
                stderr=subprocess.PIPE, text=True,
            ) as process:  # fmt: skip
                wait_for(lambda: bool(list(folder.glob("part-*"))))
                before = time.monotonic()
                os.kill(scheduler.pid, how)
                errors = process.communicate(timeout=LONG)[1]
            assert time.monotonic() - before < LONG  # 30 s, on a machine that has time
            scheduler.kill()
    assert process.returncode == 1
    assert errors.splitlines()[-1].startswith(f"Error: the scheduler {address} does not answer any")
    assert "Traceback" not in errors


def wait_for(ready: Callable[[], bool]) -> None:
    until(ready, "what the survey should have come to", LONG)


@pytest.mark.long
def test_ctrl_c_of_a_cluster_is_no_traceback(tmp_path):
    for trial in range(12):
        command = [*FREECELL, "survey", "1-500000", "--part-size", "500", "--local-cluster", "2"]
        with subprocess.Popen(
            [*command, "-o", str(tmp_path / str(trial))],
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        ) as process:  # fmt: skip
            wait_for((tmp_path / str(trial) / "survey.json").exists)
            time.sleep(0.5 * trial)
            os.killpg(process.pid, signal.SIGINT)
            errors = process.communicate(timeout=120)[1]
        assert process.returncode == 130, errors
        assert "Traceback" not in errors, errors
