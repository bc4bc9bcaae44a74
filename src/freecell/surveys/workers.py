"""The workers of a survey: this process, local processes, or a Dask cluster.

Parts are handed out as workers become free, so that millions of them need no memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from freecell.dealing import deal_cards
from freecell.interrupts import check, starting_processes
from freecell.surveys import part as parts
from freecell.surveys.part import Outcome
from freecell.surveys.plan import Part, Plan, SurveyError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_AHEAD = 3
"""How many parts are handed to a process before it asks for them."""

_ROUND = 0.1
"""Seconds of one wait for parts; Ctrl-C is checked between two waits."""


class Workers(Protocol):
    """Computes parts: in this process, in others, or on a cluster."""

    def run(self, folder: Path, plan: Plan) -> Iterator[tuple[Part, Outcome]]:
        """Make sure of all parts of a plan, and yield each when it is there."""


class _Here:
    """Runs the parts in this process."""

    def run(self, folder: Path, plan: Plan) -> Iterator[tuple[Part, Outcome]]:
        for part in plan.parts():
            yield part, parts.ensure(folder, part, plan)


class _Processes:
    """Local processes."""

    def __init__(self, executor: Executor, count: int) -> None:
        self._executor, self._count = executor, count

    def run(self, folder: Path, plan: Plan) -> Iterator[tuple[Part, Outcome]]:
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        coming, plan = plan.parts(), plan.named()
        waiting: dict[Future[Outcome], Part] = {}
        try:
            while True:
                with starting_processes():
                    for part in islice(coming, _AHEAD * self._count - len(waiting)):
                        future = self._executor.submit(parts.ensure, folder, part, plan)
                        waiting[future] = part
                if not waiting:
                    return
                check()
                for future in wait(waiting, _ROUND, FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise SurveyError(
                "a process that computed a part was killed, perhaps for want of memory; "
                "run the same command again to go on"
            ) from None


@contextmanager
def workers(
    processes: int | None, scheduler: str | None, local_cluster: int | None, plan: Plan
) -> Iterator[Workers]:
    """Start the workers: a cluster, or processes (default: one for each core)."""
    if scheduler is not None or local_cluster is not None:
        from freecell.surveys.cluster import cluster

        with cluster(scheduler, local_cluster, plan) as remote:
            yield remote
    elif (count := processes or os.cpu_count() or 1) == 1:
        yield _Here()
    else:
        with _processes(count) as local:
            yield local


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    executor = ProcessPoolExecutor(count, get_context("spawn"), initializer=_start_worker)
    try:
        yield _Processes(executor, count)
    except BaseException:
        _end_at_once(executor)
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """End when the main process is gone, even if it was killed."""
    from multiprocessing import parent_process
    from threading import Thread

    if parent := parent_process():

        def watch() -> None:
            parent.join()
            os._exit(1)

        Thread(target=watch, daemon=True).start()
    deal_cards(617)  # so that the core is loaded before the first part is timed


def _end_at_once(executor: Executor) -> None:
    """End the processes in the middle of their parts: none of those is half written."""
    for process in list(getattr(executor, "_processes", {}).values()):
        process.kill()
