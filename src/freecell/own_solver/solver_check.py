"""Somebody's solver on a set of deals: every answer judged, and the table of all.

A solver is a command in any language, or a function in Python. It runs with the rights of the user, in
processes of its own, under limits of time, memory and output; see `freecell.foreign_program`.

>>> from freecell.solver import solve
>>> print(check_solver(lambda board: solve(board).game, ["ending:2:617", "ending:4:714"]).summary()[0])
2 of 2 right; wrong: 0, gave up: 0, out of time: 0, out of memory: 0, not understood: 0, not checked: 0
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, get_args

from freecell.board import Board, deal
from freecell.cards import NotationError
from freecell.foreign_program import INPUT, Job, Limits, parse_command, run_jobs
from freecell.game import Game
from freecell.instances import parse_deals
from freecell.numbers import check_number
from freecell.own_solver.judge import Kind, SolverVerdict, Task, judge
from freecell.text.board_writer import BoardFormat, format_board
from freecell.verdict import Solved
from freecell.words import Message, check_language

Solver: TypeAlias = Callable[[Board], object]
Deals: TypeAlias = str | Iterable[int | str | Board]

_COUNTS = {"right": "right", "wrong": "wrong", "unsolved": "gave up", "time": "out of time",
           "memory": "out of memory", "unread": "not understood", "undecided": "not checked"}  # fmt: skip


class SolverCheck(NamedTuple):
    """What there is to say about a solver."""

    verdicts: tuple[SolverVerdict, ...]
    language: str = "en"

    @property
    def right(self) -> bool:
        """Whether every deal was answered rightly."""
        return all(each.kind == "right" for each in self.verdicts)

    @property
    def wrong(self) -> bool:
        """Whether an answer was wrong or could not be understood."""
        return any(each.kind in ("wrong", "not understood") for each in self.verdicts)

    def __str__(self) -> str:
        """Return a line for each deal, and the table."""
        lines = [each.line(self.language) for each in self.verdicts]
        return "\n".join([*lines, *self.summary()])

    def summary(self) -> list[str]:
        """Return the table in words: answers, lengths against the best, time and memory."""
        table = self.table()
        counts = {place: table["answers"][kind] for place, kind in _COUNTS.items()}
        lines = [Message("solver_total", total=table["deals"], **counts)]
        for key, unit in (("solver_lengths", "moves"), ("solver_cards", "cards")):
            if count := table[unit]["count"]:
                mean, best = (f"{table[unit][name]:.2f}" for name in ("mean", "best"))
                lines.append(Message(key, count=count, mean=mean, best=best))
        mean, most = (f"{table[name]:.2f}" for name in ("mean_seconds", "most_seconds"))
        lines.append(Message("solver_costs", mean=mean, most=most, size=table["bytes"] // 10**6))
        return [each.in_language(self.language) for each in lines]

    def table(self) -> dict[str, Any]:
        """Return the same for a program."""
        answers = Counter[str](each.kind for each in self.verdicts)
        seconds = [each.seconds for each in self.verdicts] or [0.0]
        return {
            "deals": len(self.verdicts),
            "answers": {kind: answers[kind] for kind in get_args(Kind)},
            "moves": _means((each.moves, each.best) for each in self.verdicts),
            "cards": _means((each.cards, each.best_cards) for each in self.verdicts),
            "mean_seconds": round(sum(seconds) / len(seconds), 4),
            "most_seconds": round(max(seconds), 4),
            "bytes": max((each.bytes for each in self.verdicts), default=0),
        }


def _means(pairs: Iterable[tuple[int | None, int | None]]) -> dict[str, Any]:
    """Return the mean length of solutions and of the best ones, where both are known."""
    known = [(mine, best) for mine, best in pairs if mine is not None and best is not None]
    if not known:
        return {"count": 0, "mean": None, "best": None}
    mine, best = (round(sum(each) / len(known), 4) for each in zip(*known, strict=True))
    return {"count": len(known), "mean": mine, "best": best}


def check_solver(
    solver: Solver | str | Sequence[str],
    deals: Deals = "1-20",
    *,
    cells: int = 4,
    limits: Limits | None = None,
    jobs: int = 1,
    form: BoardFormat = "fc-solve",
    language: str = "en",
    on_verdict: Callable[[SolverVerdict], None] | None = None,
) -> SolverCheck:
    """Run a solver on deals, some at once, and judge its answers; each is passed to `on_verdict`.

    In the arguments of a command `{number}` is the deal number or name, and `{board}` a file with the
    board in one of `BOARD_FORMATS`; the board is also on standard input. It prints moves in any dialect,
    or "impossible", or "gave up". A function takes a `Board` and returns a text, a `Game` or moves; False
    for impossible, None where it gave up. What it prints is not looked at.

    Deals are numbers, names of endings, boards, or a text such as `1-20`, `1,5,ending:12:617`, `course`.
    """
    check_language(language)
    limits = limits or Limits()
    make = partial(_function_job, solver) if callable(solver) else _command_job(solver, form)
    asked: deque[Task] = deque()

    def jobs_asked() -> Iterator[Job]:
        for each in chain.from_iterable(parse_deals(deals)) if isinstance(deals, str) else deals:
            asked.append(_task(each, cells))
            yield make(asked[-1])

    verdicts = []
    for ran in run_jobs(jobs_asked(), limits, parallel=jobs):
        verdicts.append(judge(asked.popleft(), ran, limits))
        if on_verdict is not None:
            on_verdict(verdicts[-1])
    return SolverCheck(tuple(verdicts), language)


def _task(given: int | str | Board, cells: int) -> Task:
    if isinstance(given, Board):
        return Task("board", given)
    if isinstance(given, str):
        (given,) = chain.from_iterable(parse_deals(given))
    return Task(given if isinstance(given, str) else check_number(given), deal(given, cells))


def _command_job(solver: str | Sequence[str], form: BoardFormat) -> Callable[[Task], Job]:
    words = [word.replace("{board}", INPUT) for word in parse_command(solver)]

    def make(task: Task) -> Job:
        named = [word.replace("{number}", str(task.deal)) for word in words]
        return Job(named, format_board(task.board, form) + "\n")

    return make


def _function_job(solver: Solver, task: Task) -> Job:
    return Job(partial(_answer, solver, task.board))


def _answer(solver: Solver, board: Board) -> str:  # pragma: no cover - in another process
    """Call a function, and write what it returns as a program would print it."""
    value = solver(board)
    if value is None or value is False:
        return "gave up" if value is None else "impossible"
    if isinstance(value, Solved):
        value = value.game
    if isinstance(value, Game):
        return value.write("snx")
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable):
        raise NotationError(f"not a solution: {value!r:.40} (expected a text, a Game or moves)")
    return " ".join(map(str, value))
