"""What a solver answered about one deal: right, wrong and why, or no answer within its limits."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple, TypeAlias

from freecell.board import Board
from freecell.cards import NotationError, shorten
from freecell.deal_atlas import shipped
from freecell.foreign_program import MOST_OUTPUT, Limits, Ran
from freecell.game import Game
from freecell.instances import known_instance
from freecell.solver import Limit, Solved, Undecided, solve
from freecell.text.solution_player import replay
from freecell.words import Message, message_of

Kind: TypeAlias = Literal[
    "right", "wrong", "gave up", "out of time", "out of memory", "not understood", "not checked"
]

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
    """The number, the name of an ending, or what a board is called."""
    board: Board

    def best(self) -> tuple[int | None, bool, int | None]:
        """Return the moves of the shortest known win, whether that is proved, and its single cards."""
        if len(self.board.cells) != 4:
            return None, False, None
        if instance := known_instance(str(self.deal)):
            return instance.moves, True, instance.cards
        if isinstance(self.deal, int):
            known = shipped().about(self.deal)
            return known.moves, known.shortest, None
        return None, False, None


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
    """The moves of the shortest known win, ..."""
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
    best, proved, best_cards = task.best()
    kind, text, game = _judged(task, ran, limits)
    right = SolverVerdict(task.deal, kind, text, ran.seconds, ran.bytes, best=best, proved=proved)
    if game is None:
        return right._replace(best_cards=best_cards)
    moves, cards = game.player_count(), len(game.single_steps())
    key = "right" if best is None else "right_proved" if proved else "right_known"
    text = Message(f"solver_{key}", moves=moves, cards=cards, best=best or 0)
    return right._replace(text=text, moves=moves, cards=cards, best_cards=best_cards)


_Judged: TypeAlias = tuple[Kind, Message, Game | None]


def _judged(task: Task, ran: Ran, limits: Limits) -> _Judged:
    """Return the kind of an answer, the words for it, and the game where it is right."""
    if ran.ended == "time":
        text = Message("solver_out_of_time", seconds=f"{limits.seconds:g}")
        return "out of time", text, None
    if ran.ended == "memory":
        return "out of memory", Message("solver_out_of_memory", size=limits.bytes // 10**6), None
    if ran.ended == "output":
        return _not_understood(ran, Message("solver_flood", most=MOST_OUTPUT))
    try:
        played = replay(task.board, ran.output)
    except NotationError as error:
        return _judge_words(task, ran, error)
    if played.error is not None:
        return "wrong", Message("solver_wrong", why=played.error), None
    if not played.won:
        return "wrong", Message("solver_unfinished", count=played.cards_left), None
    return "right", Message("solver_right", moves=0, cards=0), played.game


def _judge_words(task: Task, ran: Ran, error: NotationError) -> _Judged:
    """Judge an answer without moves: impossible, no answer, or something else."""
    words = ran.output if ran.output.strip() else ran.errors
    if _GAVE_UP.search(words):
        return "gave up", Message("solver_gave_up"), None
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
        return "wrong", Message("solver_not_impossible", line=line), None
    if isinstance(result, Undecided):
        return "not checked", Message("solver_not_decided", nodes=_NODES), None
    return "right", Message("solver_right_impossible"), None


def _not_understood(ran: Ran, why: str) -> _Judged:
    printed = (ran.output if ran.output.strip() else ran.errors).strip()
    text = shorten(printed, 200) if printed else Message("solver_printed_nothing")
    return "not understood", Message("solver_not_understood", why=why, text=text), None
