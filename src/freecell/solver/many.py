"""Solving many deals, in one thread or in several."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from freecell import _core
from freecell.board import check_cells, deal
from freecell.core_values import board_to_core
from freecell.dealing import check_threads
from freecell.errors import FreecellError
from freecell.instances import check_start, is_ending
from freecell.solver.limits import Cancel, Goal, Limit, check_effort, limit_to_core, tick_for_core
from freecell.solver.single import start_of, to_result
from freecell.verdict import Result, Unit, check_unit

if TYPE_CHECKING:
    from concurrent.futures import Future

_DEALS_AT_ONCE = 64  # few enough to stop soon, many enough to keep the overhead low


def solve_many(
    numbers: Iterable[SupportsIndex | str],
    *,
    goal: Goal = "any",
    cells: int = 4,
    effort: int = 3,
    unit: Unit = "moves",
    threads: int = 1,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Result]:
    """Yield the results of many deals in their order, holding only a few of them at a time.

    The limit is for each deal. Every solution has been replayed by the core's verifier.
    """
    limit = limit or Limit()
    effort = check_effort(goal, effort)
    check_cells(cells)
    check_threads(threads)
    limits = limit_to_core(limit)
    unit = check_unit(unit)
    make = (
        partial(_shortest_solver, cells, unit, limits)
        if goal == "shortest"
        else partial(_short_solver, cells, effort, limits)
    )
    many = _Many(make, cells, limit)
    chunks = _chunks(map(check_start, numbers), 1 if effort else _DEALS_AT_ONCE)
    if threads == 1:
        return many.one_by_one(chunks, cancel)
    return many.in_threads(chunks, threads, cancel)


_Chunk: TypeAlias = list[int | str]
"""Deal numbers, and names of endings."""
_Solve: TypeAlias = Callable[[_Chunk, object], list[_core.Answer]]
"""Solves deals by their numbers; takes the callback for the core."""


def _short_solver(cells: int, effort: int, limits: tuple[int, float, int]) -> _Solve:
    """Return a function that solves deals with one solver, which keeps its memory between them."""
    solver = _core.DealSolver()

    def solve_chunk(chunk: _Chunk, tick: object) -> list[_core.Answer]:
        answers: list[_core.Answer] = []
        for named, starts in groupby(chunk, is_ending):
            if not named:
                numbers = list(map(int, starts))
                answers += solver.solve(numbers, cells, effort, *limits, tick)
            else:
                boards = (board_to_core(deal(name, cells)) for name in starts)
                answers += [_core.solve_board(*board, effort, *limits, tick) for board in boards]
        return answers

    return solve_chunk


def _shortest_solver(cells: int, unit: str, limits: tuple[int, float, int]) -> _Solve:
    def solve_chunk(chunk: _Chunk, tick: object) -> list[_core.Answer]:
        boards = (board_to_core(deal(number, cells)) for number in chunk)
        return [
            _core.solve_shortest(*board, unit == "cards", *limits, tick, None) for board in boards
        ]

    return solve_chunk


class _Many:
    """What the deals of one `solve_many` have in common."""

    def __init__(self, make_solver: Callable[[], _Solve], cells: int, limit: Limit) -> None:
        self._make_solver = make_solver  # one for each thread
        self._limit = limit
        self._cells = cells

    def one_by_one(self, chunks: Iterable[_Chunk], cancel: Cancel | None) -> Iterator[Result]:
        solve_chunk, tick = self._make_solver(), tick_for_core(cancel, None)
        for chunk in chunks:
            yield from self._results(chunk, solve_chunk(chunk, tick))

    def in_threads(
        self, chunks: Iterator[_Chunk], threads: int, cancel: Cancel | None
    ) -> Iterator[Result]:
        from concurrent.futures import ThreadPoolExecutor
        from threading import Event, local

        owner = os.getpid()
        own, done = local(), Event()  # each thread has its own solver; `done` ends them early

        def prepare() -> None:
            own.solve = self._make_solver()

        def should_stop(_nodes: int) -> bool:
            return done.is_set() or (cancel is not None and cancel.is_set())

        def work(chunk: _Chunk) -> list[_core.Answer]:
            solve_chunk: _Solve = own.solve
            return [] if done.is_set() else solve_chunk(chunk, should_stop)

        with ThreadPoolExecutor(threads, initializer=prepare) as pool:
            waiting: deque[tuple[_Chunk, Future[list[_core.Answer]]]] = deque()
            try:
                for chunk in islice(chunks, 4 * threads):
                    waiting.append((chunk, pool.submit(work, chunk)))
                while waiting:
                    _check_owner(owner)
                    chunk, answers = waiting.popleft()
                    yield from self._results(chunk, answers.result())
                    for following in islice(chunks, 1):
                        waiting.append((following, pool.submit(work, following)))
            finally:
                done.set()

    def _results(self, chunk: _Chunk, answers: list[_core.Answer]) -> Iterator[Result]:
        for start, answer in zip(chunk, answers, strict=True):
            yield to_result(answer, start_of(start, self._cells), self._limit)


def _check_owner(process: int) -> None:
    """Refuse to wait, in a forked child, for threads that only its parent has."""
    if os.getpid() != process:
        raise FreecellError(
            "these deals are being solved by the threads of another process, and a fork has none "
            "of them (expected: call solve_many in the child)"
        )


def _chunks(starts: Iterator[int | str], size: int) -> Iterator[_Chunk]:
    while chunk := list(islice(starts, size)):
        yield chunk
