"""A survey on a Dask cluster: the same table, whatever happens to the workers."""

import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from freecell.surveys import Options, SurveyError, catalog, survey
from freecell.surveys.plan import make_plan
from freecell.surveys.running import _check_versions

pytest.importorskip("distributed", reason="clusters are an extra: pip install 'freecell[cluster]'")
OPTIONS = Options("1-40000", part_size=400)

# What Dask itself warns of while workers die is not ours to fix.
pytestmark = pytest.mark.filterwarnings("default")


def test_killing_workers_costs_only_time(tmp_path):
    begun, done = threading.Event(), threading.Event()
    killed: list[int] = []

    def kill_workers() -> None:
        chance = random.Random(617)
        begun.wait()
        while len(killed) < 3 and not done.wait(2.0):
            if len(workers := worker_processes()) > 1:
                killed.append(chance.choice(workers))
                os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill_workers)
    killer.start()
    try:
        progress = survey(
            tmp_path / "cluster", OPTIONS, local_cluster=3, report=lambda _: begun.set()
        )
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
            parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            command = (path / "cmdline").read_text()
        except (OSError, IndexError):
            continue
        if parent == os.getpid() and "spawn_main" in command:
            found.append(int(path.name))
    return found


def test_workers_with_another_version_are_refused():
    plan = make_plan(OPTIONS)
    _check_versions({"tcp://a": plan, "tcp://b": plan}, plan)
    with pytest.raises(SurveyError, match=r"worker tcp://b has freecell 0\.0\.9"):
        _check_versions({"tcp://a": plan, "tcp://b": plan._replace(version="0.0.9")}, plan)


def test_a_scheduler_that_is_not_there_is_one_error(tmp_path):
    before = time.monotonic()
    with pytest.raises((OSError, TimeoutError)):
        survey(tmp_path, OPTIONS, scheduler="tcp://127.0.0.1:9")
    assert time.monotonic() - before < 60
