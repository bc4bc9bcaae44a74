"""Runs the missing parts of a survey, in local processes or on a Dask cluster.

Parts need nothing of each other. Each is written whole or not at all, so whatever happens to a
process or a machine costs the parts that were under way and nothing else.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from freecell.files import locked
from freecell.interrupts import check, deferred
from freecell.surveys import part as parts
from freecell.surveys.plan import (
    MANIFEST,
    Options,
    Part,
    Plan,
    SurveyError,
    check_range,
    folder_at,
    make_plan,
    settle_plan,
)
from freecell.surveys.workers import Workers, workers
from freecell.verdict import VERDICTS

if TYPE_CHECKING:
    import pyarrow as pa

Report = Callable[["Progress"], None]

_FEW_PARTS = 64
"""Up to this many parts, checking in this process is quicker than starting workers."""

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

    It uses local `processes` (default: one for each core) or a Dask cluster: the address of its
    `scheduler`, or a `local_cluster` of this many workers on this machine. `report` is called at
    the start and after every part.
    """
    with deferred():
        _check_workers(processes, scheduler, local_cluster)
        return _survey(
            folder_at(folder).absolute(), options, processes, scheduler, local_cluster, report
        )


def _survey(
    path: Path,
    options: Options,
    processes: int | None,
    scheduler: str | None,
    local_cluster: int | None,
    report: Report,
) -> Progress:
    plan = make_plan(options)
    settle_plan(path, plan)
    with _exclusive(path):
        run = _Run(path, plan, report)
        there = run.scan_folder()
        run.show_progress()
        if there == plan.part_count():  # checking finished parts needs no cluster
            scheduler = local_cluster = None
            processes = 1 if there <= _FEW_PARTS else processes
        try:
            with workers(processes, scheduler, local_cluster, plan) as executor:
                run.ensure_parts(executor)
        finally:
            if scheduler is None:  # its workers may still write
                run.tidy_up()
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
    """Compute a random share of the parts again, and yield the names of those that agree.

    One that differs is refused: either the file was changed or the program is not the same.
    """
    path, count = Path(folder), plan.part_count()
    chosen: Container[int] = range(count)
    if share < 1:
        some = random.Random(seed).sample(range(count), max(1, round(count * share)))
        chosen = frozenset(some)
    for at, part in enumerate(plan.parts()):
        if at not in chosen:
            continue
        stored = _finished(path, part, plan)
        if not parts.compute(part, plan.options).equals(stored):
            raise SurveyError(f"{path / part.name} is not what this program computes")
        yield part.name


def check_solutions(folder: str | os.PathLike[str], plan: Plan) -> int:
    """Replay every stored solution by the rules and return how many there are."""
    from freecell.surveys.replaying import replay_table

    if not plan.options.solutions:
        raise SurveyError(f"{folder}: the survey stored no solutions (expected --solutions)")
    path = Path(folder)
    return sum(replay_table(path / part.name, _finished(path, part, plan)) for part in plan.parts())


def _finished(folder: Path, part: Part, plan: Plan) -> pa.Table:
    """Read a finished part."""
    try:
        return parts.read(folder, part, plan).table
    except FileNotFoundError:
        raise SurveyError(
            f"{folder / part.name} is not there (expected a finished survey: "
            "run the command without --verify and --check-solutions first)"
        ) from None


class _Run:
    """One run of a survey: how far it is."""

    def __init__(self, folder: Path, plan: Plan, report: Report) -> None:
        self._folder, self._plan = folder, plan
        self._report = report
        self._verdicts: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
        self._done = self._computed = 0
        self._size = plan.size()
        self._began = perf_counter()

    def progress(self, note: str = "") -> Progress:
        seconds = perf_counter() - self._began
        return Progress(self._done, self._size, dict(self._verdicts), self._computed, seconds, note)

    def show_progress(self, note: str = "") -> None:
        self._report(self.progress(note))

    def scan_folder(self) -> int:
        """Tidy the folder up, and count its parts without reading them."""
        there, strangers = 0, []
        self.tidy_up()
        for path in self._folder.iterdir():
            check()
            if self._plan.part_of_file(path.name):
                there += 1
            elif Part.of_file(path.name):
                strangers.append(path)
        if strangers:
            others = f", as are {len(strangers) - 1:,} others" if len(strangers) > 1 else ""
            stranger = f"{min(strangers)} is no part of this survey; it is left alone{others}"
            self.show_progress(stranger)
        return there

    def tidy_up(self) -> None:
        """Remove what processes that were killed left half written."""
        for path in self._folder.glob(".*.tmp"):
            path.unlink(missing_ok=True)

    def ensure_parts(self, executor: Workers) -> None:
        """Check or compute all parts, in any order."""
        self._began = perf_counter()
        for part, outcome in executor.run(self._folder, self._plan):
            self._verdicts.update(outcome.verdicts)
            self._done += part.size
            self._computed += part.size if outcome.computed else 0
            self.show_progress(outcome.note)
            check()


@contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """Make sure that no other process of this machine works on the same folder."""
    with locked(folder / MANIFEST) as mine:
        if not mine:
            raise SurveyError(f"{folder}: another process works on this survey")
        yield
