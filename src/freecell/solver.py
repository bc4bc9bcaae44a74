"""Solving: a win, a proof that there is none, or the limit that was reached first.

>>> match solve(617):
...     case Solved(game):
...         print("won" if game.won else "not won")
won
>>> solve(11982)
Impossible(positions=61643, number=11982)
>>> solve(11982, limit=Limit(nodes=1000))
Undecided(reason='the limit of 1,000 nodes was reached', number=11982)

Whatever `solve` returns has been replayed by the rules in `freecell.board`; what `solve_many`
returns has been replayed by the core's verifier, which shares no code with its search.
"""

from __future__ import annotations

import operator
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, get_args

from freecell import _core
from freecell.board import MAX_CELLS, Board, BoardError, Move, deal
from freecell.core_values import board_to_core
from freecell.dealing import check_threads
from freecell.errors import FreecellError, OptionError, check_choice
from freecell.game import Game
from freecell.instances import check_start, is_ending
from freecell.verdict import SOLVED, UNDECIDED, Impossible, Result, Solved, Start, Undecided, Unit

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = [
    "Cancel",
    "FewestCells",
    "Goal",
    "Hint",
    "Impossible",
    "Limit",
    "Result",
    "Solved",
    "Undecided",
    "Unit",
    "fewest_cells",
    "hint",
    "prove",
    "solve",
    "solve_many",
]  # fmt: skip

Goal: TypeAlias = Literal["any", "short", "shortest"]
"""Any solution, as fast as possible; one of few moves; or one of the fewest, with a proof."""

MOST_EFFORT = _core.MOST_EFFORT
"""The effort for a short solution goes from 1 to this; each step takes about four times as long."""

MOST_BYTES = 2 * 2**30
"""How much memory one search may take unless a limit says otherwise."""

_PROGRESS_SECONDS = 0.1
_DEALS_AT_ONCE = 64  # few enough to stop soon, many enough to make the hand-over cheap


class Limit(NamedTuple):
    """The limits of one search; None is no limit, for bytes 2 GiB."""

    nodes: int | None = None
    """Limit of positions."""
    seconds: float | None = None
    bytes: int | None = None
    """Limit of memory."""


class Cancel(Protocol):
    """A flag that cancels a search, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop."""


class Hint(NamedTuple):
    """The next move of a win. Following `game` to its end wins."""

    move: Move
    game: Game
    """The whole win from the board on; pass it to the next `hint` to stay on this line."""

    @property
    def number(self) -> int | None:
        """The deal that was asked about; None for a board."""
        return self.game.number


class FewestCells(NamedTuple):
    """The fewest cells that a deal can be won with: with one cell less there is no win."""

    cells: int
    game: Game

    @property
    def number(self) -> int | None:
        """The deal that was asked about; None for an ending."""
        return self.game.number


def solve(
    what: SupportsIndex | str | Board,
    *,
    goal: Goal = "any",
    cells: int = 4,
    effort: int = 3,
    unit: Unit = "moves",
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
    on_interval: Callable[[int, int | None], None] | None = None,
) -> Result:
    """Decide whether a deal number or a board can be won, and how.

    `cells` is for numbers; a board has its own. `effort` is for short solutions, 1 to 5. `cancel`
    may be set from another thread; `progress` is called with the number of positions now and then.

    With the goal "shortest" a win is `Solved` only when it is proved that there is no shorter one,
    in the requested `unit`. Where a limit comes first, `Undecided` has the interval and the best
    game found; `on_interval` is called with its bounds as it closes: the lower one, and the upper
    one where a win is known.
    """
    start: Start = what if isinstance(what, Board) else _start(what, cells)
    board = start if isinstance(start, Board) else deal(*start)
    limit = limit or Limit()
    effort = _check_effort(goal, effort)
    single_cards = check_unit(unit) == "cards"
    limits, tick = limit_to_core(limit), tick_for_core(cancel, progress)
    if goal == "shortest":
        answer = _core.solve_shortest(
            *board_to_core(board), single_cards, *limits, tick, on_interval
        )
    else:
        answer = _core.solve_board(*board_to_core(board), effort, *limits, tick)
    return replayed(_to_result(answer, start, limit))


def _start(what: SupportsIndex | str, cells: int) -> Start:
    start = check_start(what)
    return (start, cells) if isinstance(start, int) else deal(start, cells)


def replayed(result: Result) -> Result:
    """Raise if a claimed win does not replay; making its game replays every move."""
    if isinstance(result, Solved) and not result.game.won:
        raise AssertionError(f"the search called this a win: {result!r}")
    return result


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
    effort = _check_effort(goal, effort)
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


def prove(
    what: SupportsIndex | str | Board,
    *,
    cells: int = 4,
    safe_play: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Search every position that can be reached, with no automatic play, until one is won.

    This is the plain count that other programs give too. With `safe_play` cards that can safely go
    home go at once, as where `solve` proves: that loses no win, and needs fewer positions.

    >>> prove(781948)
    Impossible(positions=7736, number=781948)
    """
    start: Start = what if isinstance(what, Board) else _start(what, cells)
    board = start if isinstance(start, Board) else deal(*start)
    limit = limit or Limit()
    answer = _core.prove_board(
        *board_to_core(board),
        bool(safe_play),
        *limit_to_core(limit),
        tick_for_core(cancel, progress),
    )
    return replayed(_to_result(answer, start, limit))


def hint(
    what: SupportsIndex | str | Board,
    *,
    cells: int = 4,
    line: Game | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Hint | Impossible | Undecided | None:
    """Return the next move of a win from a board or a deal, and the win; None when it is won.

    `cells` is for numbers; a board has its own. With the `game` of an earlier hint as `line`, a
    board on that line gets its next move, so that following hints always arrives.
    """
    board = what if isinstance(what, Board) else deal(what, cells)
    if board.won:
        return None
    if line is not None and (rest := _rest_of(line, board)):
        return Hint(rest[0], Game(board, rest))
    result = solve(what, cells=cells, limit=limit, cancel=cancel)
    return Hint(result.moves[0], result.game) if isinstance(result, Solved) else result


def fewest_cells(
    number: SupportsIndex | str, *, limit: Limit | None = None, cancel: Cancel | None = None
) -> FewestCells | Impossible | Undecided:
    """Return the fewest cells that a deal can be won with; with one cell less there is no win.

    The limit is for each number of cells. No deal is known that eight cells are not enough for; of
    one this would say that it is impossible.
    """
    limit = limit or Limit()
    start = _start(number, 4)
    board = start if isinstance(start, Board) else deal(*start)
    least, most, undecided, answer = _core.fewest_cells(
        *board_to_core(board), *limit_to_core(limit), tick_for_core(cancel, None)
    )
    if least < most:
        reason = f"with {undecided} cells: {_reason(answer.reached or 'nodes', limit)}"
        return Undecided(reason, number=None if isinstance(start, Board) else start[0])
    result = replayed(_to_result(answer, _with_cells(start, most), limit))
    return FewestCells(most, result.game) if isinstance(result, Solved) else result


def _with_cells(start: Start, cells: int) -> Start:
    """Return a start with this many cells, the full ones first, as the core has them."""
    if isinstance(start, Board):
        full = [card for card in start.cells if card is not None]
        return Board(start.columns, [*full, *[None] * (cells - len(full))], start.homes)
    return start[0], cells


_Chunk: TypeAlias = list[int | str]
"""Deal numbers, and names of endings."""
_Solve: TypeAlias = Callable[[_Chunk, object], list[_core.Answer]]
"""Solves deals by their numbers; is given what the core calls now and then."""


def _short_solver(cells: int, effort: int, limits: tuple[int, float, int]) -> _Solve:
    """Return what solves deals with one solver, which keeps its memory between them."""
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
            yield _to_result(answer, _start(start, self._cells), self._limit)


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


def _to_result(answer: _core.Answer, start: Start, limit: Limit) -> Result:
    number = None if isinstance(start, Board) else start[0]
    if answer.verdict == SOLVED:
        return Solved(start, answer.moves, answer.nodes)
    if answer.verdict == UNDECIDED:
        best = Solved(start, answer.moves, answer.nodes).game if answer.moves else None
        reason = _reason(answer.reached, limit)
        return Undecided(reason, answer.least, answer.most, best, number)
    return Impossible(answer.positions, number)


def _reason(reached: str, limit: Limit) -> str:
    if reached == "cancelled":
        return "the search was cancelled"
    value = MOST_BYTES if reached == "bytes" and limit.bytes is None else getattr(limit, reached)
    return f"the limit of {value:,} {reached} was reached"


def tick_for_core(
    cancel: Cancel | None, progress: Callable[[int], None] | None
) -> Callable[[int], bool] | None:
    """Return what the core calls about every hundredth of a second; true stops it."""
    if cancel is None and progress is None:
        return None
    reported = monotonic()

    def tick(nodes: int) -> bool:
        nonlocal reported
        if progress is not None and monotonic() - reported >= _PROGRESS_SECONDS:
            reported = monotonic()
            progress(nodes)
        return cancel is not None and cancel.is_set()

    return tick


def _check_effort(goal: str, effort: int) -> int:
    """Return the effort as the core wants it: 0 for any solution."""
    check_choice("goal", goal, get_args(Goal))
    if not 1 <= operator.index(effort) <= MOST_EFFORT:
        raise OptionError(f"not an effort: {effort!r} (expected 1 to {MOST_EFFORT})")
    return 0 if goal == "any" else effort


def check_cells(cells: int) -> int:
    """Return a number of cells, where the game can have this many."""
    if type(cells) is not int or not 0 <= cells <= MAX_CELLS:
        raise BoardError(f"not a number of cells: {cells!r} (expected 0 to {MAX_CELLS})")
    return cells


def check_unit(unit: Unit) -> Unit:
    """Return a unit in which wins are counted; raise where there is no such unit."""
    check_choice("unit", unit, get_args(Unit))
    return unit


def limit_to_core(limit: Limit) -> tuple[int, float, int]:
    """Return the limits as the core wants them."""
    for name, value in zip(limit._fields, limit, strict=True):
        if value is not None and not value >= 0:
            raise OptionError(f"not a limit of {name}: {value!r} (expected 0 or more)")
    nodes = 2**64 - 1 if limit.nodes is None else _whole("nodes", limit.nodes)
    seconds = float("inf") if limit.seconds is None else limit.seconds
    size = MOST_BYTES if limit.bytes is None else _whole("bytes", limit.bytes)
    return min(nodes, 2**64 - 1), float(min(seconds, 1e12)), min(size, 2**63)


def _whole(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise OptionError(
            f"not a limit of {name}: {value!r} (expected a whole number, 0 or more)"
        ) from None


def _rest_of(line: Game, board: Board) -> tuple[Move, ...]:
    """Return the moves of a winning line after the board, or none when the board is not on it."""
    if not line.won:
        return ()
    for played, on_line in enumerate(line.boards()):
        if on_line == board:
            return line.moves[played:]
    return ()
