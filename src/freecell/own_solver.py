"""Check a solver on a set of deals: judge every answer, and make the table of all.

A solver is a command in any language, or a function in Python. It runs with the rights of the user,
in processes of its own, under limits of time, memory and output; see `freecell.foreign_program`.

>>> from freecell.solver import solve
>>> deals = ["ending:2:617", "ending:4:714"]
>>> checked = check_solver(lambda board: solve(board).game, deals)
>>> checked.summary()[0].split(";")[0]
'2 of 2 right'
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from freecell.board import Board, deal
from freecell.cards import NotationError, shorten
from freecell.deal_atlas import about
from freecell.foreign_program import INPUT, MOST_OUTPUT, Job, Limits, Ran, parse_command, run_jobs
from freecell.game import Game
from freecell.instances import check_start, known_instance, parse_deals
from freecell.solver import Limit, solve
from freecell.text.board_writer import BoardFormat, format_board
from freecell.text.solution_player import replay
from freecell.verdict import Solved, Undecided
from freecell.words import Message, check_language, message_of

Kind: TypeAlias = Literal[
    "right", "wrong", "gave up", "out of time", "out of memory", "not understood", "not checked"
]
Solver: TypeAlias = Callable[[Board], object]
Deals: TypeAlias = str | Iterable[int | str | Board]

_COUNTS = {
    "right": "right", "wrong": "wrong", "unsolved": "gave up", "time": "out of time",
    "memory": "out of memory", "unread": "not understood", "undecided": "not checked",
}  # fmt: skip
_OWN = "board"
_NODES = 5_000_000
"""Positions that are searched for a win where a solver says that there is none."""
_IMPOSSIBLE = re.compile(
    r"impossible|unsolvable|unwinnable|insoluble|no solution|not solvable"
    r"|(?:cannot|can't|can not) be (?:won|solved)",
    re.IGNORECASE,
)
_GAVE_UP = re.compile(
    r"g[ai]ve up|giving up|undecided|not decided|unsolved|(?:could not|couldn't|cannot|failed to) "
    r"(?:solve|find)|not found|exceeded|intractable",
    re.IGNORECASE,
)


class Task(NamedTuple):
    """A deal for a solver, and what is known of it."""

    deal: int | str
    """The number, the name of an ending, or the name given to a board."""
    board: Board

    def best(self) -> tuple[int | None, bool, int | None]:
        """Return the moves of the shortest win found, whether that is proved, and its cards."""
        if len(self.board.cells) != 4 or self.deal == _OWN:
            return None, False, None
        known, instance = about(self.deal, budget="none"), known_instance(str(self.deal))
        return known.moves, known.shortest, instance.cards if instance else None


class SolverVerdict(NamedTuple):
    """What there is to say about a solver's answer to one deal."""

    deal: int | str
    kind: Kind
    text: Message
    """The verdict in words."""
    seconds: float
    bytes: int
    """The most memory that the program held."""
    moves: int | None = None
    """Of a right solution, as players count."""
    cards: int | None = None
    """The same in single cards, moves home included."""
    best: int | None = None
    """The moves of the shortest win found here, ..."""
    proved: bool = False
    """... and whether it is proved that none is shorter."""
    best_cards: int | None = None
    """The proved length in single cards, where it is known."""

    def line(self, language: str = "en") -> str:
        """Return the verdict in one line, with time and memory."""
        costs = f"{self.seconds:.2f} s, {self.bytes / 1e6:.0f} MB"
        return f"{self.deal}: {self.text.in_language(language)}; {costs}"

    def to_json(self) -> dict[str, Any]:
        """Return it for a program."""
        return {**self._asdict(), "text": str(self.text), "seconds": round(self.seconds, 3)}


def judge(task: Task, ran: Ran, limits: Limits) -> SolverVerdict:
    """Read and replay what a solver printed."""
    judged = _judged(task, ran, limits)
    best, proved, best_cards = task.best()
    known: dict[str, Any] = {"best": best, "proved": proved, "best_cards": best_cards}
    if not isinstance(judged, Game):
        return SolverVerdict(task.deal, *judged, ran.seconds, ran.bytes, **known)
    moves, cards = judged.player_count(), len(judged.single_steps())
    key = "right" if best is None else "right_proved" if proved else "right_known"
    text = Message(f"solver_{key}", moves=moves, cards=cards, best=best or 0)
    return SolverVerdict(task.deal, "right", text, ran.seconds, ran.bytes, moves, cards, **known)


_Judged: TypeAlias = tuple[Kind, Message]


def _judged(task: Task, ran: Ran, limits: Limits) -> _Judged | Game:
    """Return the kind of an answer and the words for it; where it is right, the game."""
    if ran.ended == "time":
        return "out of time", Message("solver_out_of_time", seconds=f"{limits.seconds:g}")
    if ran.ended == "memory":
        return "out of memory", Message("solver_out_of_memory", size=limits.bytes // 10**6)
    if ran.ended == "output":
        return _not_understood(ran, Message("solver_flood", most=MOST_OUTPUT))
    try:
        played = replay(task.board, ran.output)
    except NotationError as error:
        return _judge_words(task, ran, error)
    if played.error is not None:
        return "wrong", Message("solver_wrong", why=played.error)
    if not played.won:
        return "wrong", Message("solver_unfinished", count=played.cards_left)
    return played.game


def _judge_words(task: Task, ran: Ran, error: NotationError) -> _Judged:
    """Judge an answer without moves: impossible, no answer, or something else."""
    words = ran.output if ran.output.strip() else ran.errors
    if _GAVE_UP.search(words):
        return "gave up", Message("solver_gave_up")
    if _IMPOSSIBLE.search(words):
        return _judge_claim(task)
    if ran.status < 0:
        return _not_understood(ran, Message("solver_signal", signal=-ran.status))
    if ran.status > 0:
        return _not_understood(ran, Message("solver_status", status=ran.status))
    return _not_understood(ran, message_of(error))


def _judge_claim(task: Task) -> _Judged:
    result = solve(task.board, limit=Limit(nodes=_NODES))
    if isinstance(result, Solved):
        line = " ".join(map(str, result.moves))
        return "wrong", Message("solver_not_impossible", line=line)
    if isinstance(result, Undecided):
        return "not checked", Message("solver_not_decided", nodes=_NODES)
    return "right", Message("solver_right_impossible")


def _not_understood(ran: Ran, why: str) -> _Judged:
    printed = (ran.output if ran.output.strip() else ran.errors).strip()
    text = shorten(printed, 200) if printed else Message("solver_printed_nothing")
    return "not understood", Message("solver_not_understood", why=why, text=text)


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

    In the arguments of a command `{number}` is the deal number or name, and `{board}` a file with
    the board in one of `BOARD_FORMATS`; the board is also on standard input. It prints moves in any
    dialect, or "impossible", or "gave up". A function takes a `Board` and returns a text, a `Game`
    or moves; False for impossible, None where it gave up. What it prints is ignored.

    Deals are numbers, names of endings, boards, or a text such as `1-20`, `1,5,ending:12:617`,
    `course`.
    """
    check_language(language)
    limits = limits or Limits()
    words = [] if callable(solver) else parse_command(solver)
    asked: deque[Task] = deque()

    def jobs_asked() -> Iterator[Job]:
        for each in chain.from_iterable(parse_deals(deals)) if isinstance(deals, str) else deals:
            if isinstance(each, Board):
                task = Task(_OWN, each)
            else:
                task = Task(check_start(each), deal(each, cells))
            asked.append(task)
            if callable(solver):
                yield Job(partial(_answer, solver, task.board))
            else:
                filled = [word.replace("{number}", str(task.deal)) for word in words]
                named = [word.replace("{board}", INPUT) for word in filled]
                yield Job(named, format_board(task.board, form) + "\n")

    verdicts = []
    for ran in run_jobs(jobs_asked(), limits, parallel=jobs):
        verdicts.append(judge(asked.popleft(), ran, limits))
        if on_verdict is not None:
            on_verdict(verdicts[-1])
    return SolverCheck(tuple(verdicts), language)


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
