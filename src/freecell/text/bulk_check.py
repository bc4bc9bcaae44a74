"""Many solutions at once: lines `number: moves` in any dialect of one line, at the core's speed.

Each line may be in another dialect. `core/check_lines` reads them with the readings of `replay`,
plays them by the rules of `core/verify`, and a line that it cannot read is given to `replay`.

>>> for check in check_lines(["617: 8a 8b 17", "617 8a"]):
...     print(check)
617: impossible: move 3, 17: the card does not fit on the column
line 2: not a solution: no number and colon in '617 8a' (expected a line such as 617: 8a 8b)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from freecell import _core
from freecell.board import Autoplay
from freecell.cards import NotationError, shorten
from freecell.text.solution_player import ReadDialect, Replay, replay

LONGEST_LINE = 20_000
"""A line with more characters is no solution; it is not looked at."""

_TOGETHER = 2_000
_AUTOPLAYS: tuple[Autoplay, ...] = ("none", "horne", "fcpro", "max")
_NUMBERED = re.compile(r"\s*#?(-?\d{1,10})\s*:")
_MOVE = re.compile(r"[1-8a-gk][1-8a-hkr](?:v[0-9a-f])?", re.IGNORECASE)


class LineCheck(NamedTuple):
    """The verdict on one line."""

    line: int
    number: int | None
    dialect: ReadDialect | None
    autoplay: Autoplay | None
    moves: int
    """How many written moves are legal."""
    won: bool
    cards_left: int
    error: str | None
    """The first impossible move, or why the line cannot be read; None where every move is legal."""

    def __str__(self) -> str:
        if self.dialect is None:
            return f"line {self.line}: not a solution: {self.error}"
        if self.error is not None:
            return f"{self.number}: impossible: {self.error}"
        if self.won:
            return f"{self.number}: won in {self.moves} moves, {self.dialect}"
        return f"{self.number}: legal, but {self.cards_left} cards are left, {self.dialect}"


def check_lines(lines: Iterable[str], cells: int = 4) -> Iterator[LineCheck]:
    """Yield a verdict on each line that is not empty; any number of lines, one part at a time."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    filled = ((number, line) for number, line in numbered if line and not line.startswith("//"))
    while part := list(islice(filled, _TOGETHER)):
        texts = [text if len(text) <= LONGEST_LINE else "" for _, text in part]
        verdicts = _core.check_lines(texts, cells)
        for (number, text), verdict in zip(part, verdicts, strict=True):
            if verdict.readable:
                yield _from_core(number, text, verdict)
            else:
                yield _from_replay(number, text)


def _from_core(line: int, text: str, verdict: _core.LineVerdict) -> LineCheck:
    error = None
    if verdict.done < verdict.words:
        words = _MOVE.findall(text.partition(":")[2])
        error = f"move {verdict.done + 1}, {words[verdict.done]}: {verdict.reason}"
    autoplay = _AUTOPLAYS[verdict.autoplay]
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


def _from_replay(line: int, text: str) -> LineCheck:
    try:
        if len(text) > LONGEST_LINE:
            raise NotationError(
                f"too long: {shorten(text)} (expected at most {LONGEST_LINE:,} characters)"
            )
        numbered = _NUMBERED.match(text)
        if numbered is None:
            raise NotationError(
                f"no number and colon in {shorten(text)} (expected a line such as 617: 8a 8b)"
            )
        return _from_result(line, replay(None, text), int(numbered[1]))
    except NotationError as error:
        return LineCheck(line, None, None, None, 0, False, 52, str(error))  # noqa: FBT003 - a field


def _from_result(line: int, result: Replay, number: int) -> LineCheck:
    return LineCheck(
        line,
        number,
        result.dialect,
        result.autoplay,
        len(result.game),
        result.won,
        result.cards_left,
        result.error,
    )
