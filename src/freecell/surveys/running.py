"""All parts of a survey, by local processes or on a Dask cluster; it goes on where it stopped.

Parts need nothing of each other. Each is written whole or not at all, so whatever happens to a
process or a machine costs the parts that were under way and nothing else.
"""

from __future__ import annotations

import fcntl
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from freecell.dealing import deal_cards
from freecell.surveys import part as parts
from freecell.surveys.plan import (
    MANIFEST,
    Options,
    Part,
    Plan,
    SurveyError,
    check_range,
    make_plan,
    settle_plan,
)
from freecell.verdict import VERDICTS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pyarrow as pa

Report = Callable[["Progress"], None]

_TRIES = 100
"""How often a part is given to a cluster again after the worker that had it was lost."""


_MOST_PROCESSES = 1_000


class Progress(NamedTuple):
    """How far a survey is."""

    done: int
    """Deals whose part is written."""
    total: int
    verdicts: dict[str, int]
    computed: int
    """Deals computed by this run; the others were there already."""
    seconds: float
    """Since this run began to compute."""
    note: str = ""
    """Something that happened, such as a damaged part that is computed again."""

    @property
    def rate(self) -> float:
        """Deals a second, of those that this run computed."""
        return self.computed / self.seconds if self.seconds else 0.0


def survey(
    folder: str | os.PathLike[str],
    options: Options,
    *,
    processes: int | None = None,
    scheduler: str | None = None,
    local_cluster: int | None = None,
    report: Report = lambda _: None,
) -> Progress:
    """Survey deals into a folder, or finish a survey that was begun there, and return the counts.

    It uses so many local `processes` (all cores unless said), or a Dask cluster: the address of
    its `scheduler`, or a `local_cluster` of so many workers. `report` is called at the start and after every part.
    """
    _check_workers(processes, scheduler, local_cluster)
    path = Path(folder).absolute()
    plan = make_plan(options)
    settle_plan(path, plan)
    with _alone(path):
        run = _Run(path, plan, report)
        run.take_stock()
        if run.missing:
            report(run.progress())
            with _workers(processes, scheduler, local_cluster, plan) as executor:
                run.compute(executor)
        return run.progress()


def _check_workers(processes: int | None, scheduler: str | None, local_cluster: int | None) -> None:
    if sum(each is not None for each in (processes, scheduler, local_cluster)) > 1:
        raise SurveyError(
            "who is to compute it? (expected one of processes, a scheduler, a local cluster)"
        )
    if processes is not None:
        check_range("a number of processes", processes, 1, _MOST_PROCESSES)
    if local_cluster is not None:
        check_range("a number of workers", local_cluster, 1, _MOST_PROCESSES)


def verify(
    folder: str | os.PathLike[str], plan: Plan, share: float, seed: int | None = None
) -> Iterator[str]:
    """Compute a share of the parts again, others each time, and yield the names of those that agree.

    One that differs is refused: either the file was changed or the program is not the same.
    """
    path = Path(folder)
    chosen = sorted(plan.parts())
    if share < 1:
        chosen = sorted(random.Random(seed).sample(chosen, max(1, round(len(chosen) * share))))
    for part in chosen:
        stored = _finished(path, part)
        if parts.checksum(parts.compute(part, plan.options)) != parts.checksum(stored):
            raise SurveyError(f"{path / part.name} is not what this program computes")
        yield part.name


def check_solutions(folder: str | os.PathLike[str], plan: Plan) -> int:
    """Replay every stored solution by the rules and return how many there are."""
    from freecell.surveys.replaying import replay_table

    if not plan.options.solutions:
        raise SurveyError(f"{folder}: the survey stored no solutions (expected --solutions)")
    path = Path(folder)
    return sum(replay_table(path / part.name, _finished(path, part)) for part in plan.parts())


def _finished(folder: Path, part: Part) -> pa.Table:
    """Read a part that is to be looked at again."""
    try:
        return parts.read(folder, part)[0]
    except FileNotFoundError:
        raise SurveyError(
            f"{folder / part.name} is not there (expected a finished survey: "
            "run the command without --verify and --check-solutions first)"
        ) from None


class _Run:
    """One run of a survey: which parts are there, and those that are still to do."""

    def __init__(self, folder: Path, plan: Plan, report: Report) -> None:
        self.folder, self.plan = folder, plan
        self.missing: list[Part] = []
        self._report = report
        self._verdicts: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
        self._done = self._computed = 0
        self._began = perf_counter()

    def progress(self, note: str = "") -> Progress:
        seconds = perf_counter() - self._began
        return Progress(
            self._done, self.plan.size(), dict(self._verdicts), self._computed, seconds, note
        )

    def take_stock(self) -> None:
        """Look at every part that is there; a damaged one is computed again."""
        for stale in self.folder.glob(".part-*.tmp"):
            stale.unlink()
        for part in self.plan.parts():
            try:
                self._add(part, parts.check(self.folder, part, self.plan))
            except FileNotFoundError:
                self.missing.append(part)
            except SurveyError as error:
                self.missing.append(part)
                self._report(self.progress(f"{error}; it is computed again"))
        self._began = perf_counter()

    def _add(self, part: Part, verdicts: dict[str, int]) -> None:
        self._verdicts.update(verdicts)
        self._done += len(part.numbers)

    def compute(self, executor: _Workers) -> None:
        """Compute all missing parts, in no particular order."""
        for part, verdicts in executor.run(self.folder, self.missing, self.plan):
            self._add(part, verdicts)
            self._computed += len(part.numbers)
            self._report(self.progress())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Make sure that nobody else works on the same folder from this machine."""
    with (folder / MANIFEST).open("rb") as manifest:
        try:
            fcntl.flock(manifest, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SurveyError(f"{folder}: another process works on this survey") from None
        yield


class _Workers:
    """Whoever computes the parts."""

    def run(
        self, folder: Path, missing: list[Part], plan: Plan
    ) -> Iterator[tuple[Part, dict[str, int]]]:
        raise NotImplementedError


class _Here(_Workers):
    """Nobody else: one process needs no other."""

    def run(
        self, folder: Path, missing: list[Part], plan: Plan
    ) -> Iterator[tuple[Part, dict[str, int]]]:
        for part in missing:
            yield part, parts.run(folder, part, plan)


class _Processes(_Workers):
    """Local processes."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def run(
        self, folder: Path, missing: list[Part], plan: Plan
    ) -> Iterator[tuple[Part, dict[str, int]]]:
        from concurrent.futures import as_completed
        from concurrent.futures.process import BrokenProcessPool

        with _no_interrupt():
            futures = {
                self._executor.submit(parts.run, folder, part, plan): part for part in missing
            }
        try:
            for future in as_completed(futures):
                yield futures.pop(future), future.result()
        except BrokenProcessPool:
            raise SurveyError(
                "a process that computed a part was killed, perhaps for want of memory; "
                "run the same command again to go on"
            ) from None


class _Cluster(_Workers):
    """A Dask cluster, whose workers write to a folder that they share."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - Dask has no types
        self._client = client

    def run(
        self, folder: Path, missing: list[Part], plan: Plan
    ) -> Iterator[tuple[Part, dict[str, int]]]:
        from distributed import KilledWorker, as_completed

        client = self._client
        futures = {
            client.submit(parts.run, folder, part, plan, pure=False, retries=_TRIES): part
            for part in missing
        }
        arriving = as_completed(list(futures))
        for future in arriving:
            part = futures.pop(future)
            try:
                yield part, future.result()
            except KilledWorker:  # its workers were lost too often; the part is not to blame
                again = client.submit(parts.run, folder, part, plan, pure=False, retries=_TRIES)
                futures[again] = part
                arriving.add(again)


@contextmanager
def _workers(
    processes: int | None, scheduler: str | None, local_cluster: int | None, plan: Plan
) -> Iterator[_Workers]:
    if scheduler is not None or local_cluster is not None:
        with _cluster(scheduler, local_cluster, plan) as cluster:
            yield cluster
    elif (count := processes or os.cpu_count() or 1) == 1:
        yield _Here()
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        executor = ProcessPoolExecutor(count, get_context("spawn"), initializer=_start_worker)
        try:
            yield _Processes(executor)
        except BaseException:
            _end_at_once(executor)
            raise
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Put Ctrl-C off; processes that are started meanwhile leave it to this one for good.

    They inherit it from their start on, so that one that is hit while it still loads says nothing.
    """
    import signal

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    """End when the main process is gone, even if it was killed."""
    from multiprocessing import parent_process
    from threading import Thread

    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
    deal_cards(617)  # so that the core is loaded before the first part is timed


def _end_at_once(executor: Executor) -> None:
    """End the processes in the middle of their parts: none of those is half written."""
    for process in list(getattr(executor, "_processes", {}).values()):
        process.kill()


@contextmanager
def _cluster(scheduler: str | None, local_cluster: int | None, plan: Plan) -> Iterator[_Workers]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SurveyError(
            "a cluster needs Dask (expected: pip install 'freecell[cluster]')"
        ) from error
    dask.config.set({"distributed.scheduler.allowed-failures": _TRIES})
    with ExitStack() as opened:
        if scheduler is not None:
            client = opened.enter_context(Client(scheduler, timeout=10))
        else:
            try:
                local = LocalCluster(
                    n_workers=local_cluster, threads_per_worker=1, dashboard_address=None
                )
            except RuntimeError as error:  # such as a worker that was killed while it started
                raise SurveyError(f"the local cluster did not start: {error}") from error
            client = opened.enter_context(Client(opened.enter_context(local)))
        _check_versions(client.run(_own_plan, plan.options), plan)
        yield _Cluster(client)


def _own_plan(options: Options) -> Plan:
    return make_plan(options)


def _check_versions(found: dict[str, Plan], plan: Plan) -> None:
    """Refuse workers that have another program: their parts would not fit together with ours."""
    if not found:
        raise SurveyError("the cluster has no workers (expected some: dask worker ADDRESS)")
    for worker, own in sorted(found.items()):
        if own != plan:
            raise SurveyError(
                f"worker {worker} has freecell {own.version} with search signature "
                f"{own.signature} (expected {plan.version} with {plan.signature})"
            )
