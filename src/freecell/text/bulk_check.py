"""Checks millions of solutions: lines `number: moves` or `ending:12:617: moves` in any dialect.

Each line may be in another dialect. The core takes simple lines apart and plays them as it does for
`replay`, and a line that is not simple is given to `replay` itself.

>>> for check in check_lines(["617: 8a 8b 17", "617 8a"]):
...     print(check)
617: impossible: move 3, 17: JD does not fit on JH
line 2: not a solution: no number and colon in '617 8a' (expected a line such as 617: 8a 8b)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from freecell import _core
from freecell.board import Autoplay, check_cells
from freecell.cards import NotationError, shorten
from freecell.core_values import refusal_from_core
from freecell.instances import check_start
from freecell.text.solution_player import ReadDialect, replay_counting
from freecell.text.solution_reader import LONGEST_SOLUTION
from freecell.text.tokens import check_length
from freecell.words import Message

_TOGETHER = 2_000
_NUMBERED = re.compile(r"#?(-?\d{1,10}|ending:\d{1,3}:#?\d{1,10})\s*:", re.IGNORECASE)


class LineCheck(NamedTuple):
    """The verdict on one line."""

    line: int
    number: int | str | None
    """The deal number, or the name of an ending."""
    dialect: ReadDialect | None
    autoplay: Autoplay | None
    moves: int
    """How many written moves are legal."""
    won: bool
    cards_left: int
    error: str | None
    """The first impossible move, or why the line cannot be read; None where every move is legal."""

    def __str__(self) -> str:
        return self.message()  # which is a str, in English

    def message(self) -> Message:
        """Say it in words."""
        if self.dialect is None:
            return Message("line_not_read", at=str(self.line), why=self.error or "")
        number = str(self.number)
        if self.error is not None:
            return Message("line_impossible", number=number, why=self.error)
        if self.won:
            return Message("line_won", number=number, n=self.moves, dialect=self.dialect)
        return Message("line_left", number=number, n=self.cards_left, dialect=self.dialect)


def check_lines(lines: Iterable[str], cells: int = 4) -> Iterator[LineCheck]:
    """Yield a verdict on each line that is not empty; any number of lines, one part at a time."""
    return _checked(lines, check_cells(cells))


def _checked(lines: Iterable[str], cells: int) -> Iterator[LineCheck]:
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    filled = ((number, line) for number, line in numbered if line and not line.startswith("//"))
    while part := list(islice(filled, _TOGETHER)):
        texts = [text if _may_be_simple(text) else "" for _, text in part]
        verdicts = _core.check_lines(texts, cells)
        for (number, text), verdict in zip(part, verdicts, strict=True):
            if verdict.readable:
                yield _from_core(number, verdict)
            else:
                yield _from_replay(number, text, cells)


def _may_be_simple(text: str) -> bool:
    """Whether the core can check a line; `replay` reads the others."""
    return len(text) <= LONGEST_SOLUTION and text.isascii()


def _from_core(line: int, verdict: _core.LineVerdict) -> LineCheck:
    error = None
    if refusal := refusal_from_core(verdict.refusal):
        at = str(verdict.done + 1)
        error = Message("impossible_move", at=at, text=verdict.refused, why=refusal.message())
    autoplay: Autoplay = verdict.autoplay  # type: ignore[assignment]  # the core has the same names
    return LineCheck(
        line,
        verdict.number,
        _dialect(verdict, autoplay),
        autoplay,
        verdict.done,
        verdict.won,
        verdict.cards_left,
        error,
    )


def _dialect(verdict: _core.LineVerdict, autoplay: Autoplay) -> ReadDialect:
    if verdict.macroxue:
        return "macroxue"
    if autoplay != "none":
        return "microsoft"
    return "snx" if verdict.counted else "sn"


def _from_replay(line: int, text: str, cells: int) -> LineCheck:
    """Read a line that is not simple, with counters or remarks among the moves."""
    try:
        check_length(text, LONGEST_SOLUTION, "a_solution")
        numbered = _NUMBERED.match(text)
        if numbered is None:
            raise NotationError(Message("no_number_and_colon", text=shorten(text)))
        start, rest = check_start(numbered[1]), text[numbered.end() :]
        if isinstance(start, str):
            result, done = replay_counting(start, rest, cells)
        else:
            result, done = replay_counting(None, text, cells)
    except NotationError as error:
        return LineCheck(line, None, None, None, 0, False, 52, str(error))  # noqa: FBT003 - a field
    return LineCheck(
        line,
        start,
        result.dialect,
        result.autoplay,
        done,
        result.won,
        result.cards_left,
        result.error,
    )
