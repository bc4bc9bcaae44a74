"""What is known of a deal, and random deals that can be won: from surveys, or else computed.

>>> compute_about(11982)
About(number=11982, verdict='impossible', moves=None, positions=61643, difficulty=None, fewest=None)
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, SupportsIndex

from freecell.numbers import LAST_MICROSOFT_DEAL, check_number
from freecell.solver import Cancel, Impossible, Limit, Solved, solve
from freecell.surveys.catalogs import Catalog, Entry
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED, VerdictName, verdict_json

CELLS = 4
"""The verdict is for the usual number of cells."""

_TRIES = 1_000


class About(NamedTuple):
    """What is known of a deal; None where it is not known."""

    number: int
    verdict: VerdictName
    """With four cells."""
    moves: int | None
    """Of the shortest solution that is known, as players count them."""
    positions: int | None
    """Looked at to solve it, or to prove that there is no win."""
    difficulty: int | None
    """Of how many deals in a hundred fewer positions were looked at."""
    fewest: int | None
    """The fewest cells that the deal can be won with."""

    def to_json(self) -> dict[str, object]:
        """Return it in the one shape of verdicts, with the number, the difficulty and the cells."""
        said = verdict_json(self.verdict, count=self.moves, positions=self.positions)
        more = {"difficulty": self.difficulty, "fewest": self.fewest}
        return {"number": self.number, **said, **more}


class Known:
    """Surveys that are asked together: one may know the fewest cells, another one the moves."""

    def __init__(self, folders: Iterable[str | os.PathLike[str]]) -> None:
        """Open the surveys in these folders."""
        self._surveys = [Catalog(Path(folder)) for folder in folders]

    def about(self, number: SupportsIndex | str) -> About | None:
        """Return what the surveys say of a deal; None where none of them has it."""
        wanted = check_number(number)
        found = [(each, entry) for each in self._surveys if (entry := each.probe(wanted))]
        if not found:
            return None
        usual = [(each, entry) for each, entry in found if _is_usual(each, entry)]
        decided = [(each, entry) for each, entry in usual if entry.verdict != UNDECIDED]
        moves = [entry.moves for _, entry in usual if entry.moves is not None]
        fewest = next((entry.fewest for _, entry in found if entry.fewest is not None), None)
        if not decided:
            return About(wanted, _verdict_by_cells(fewest), None, None, None, fewest)
        survey, entry = decided[0]
        return About(
            wanted,
            entry.verdict,
            min(moves, default=None),
            entry.positions,
            _difficulty(survey, entry),
            fewest,
        )

    def random_winnable(
        self, cells: int = CELLS, chance: random.Random | None = None
    ) -> int | None:
        """Return a random deal that was won with so many cells or fewer; None where there is none."""
        draw = chance or random.Random()
        for survey in draw.sample(self._surveys, len(self._surveys)):
            if (number := survey.random_winnable(draw, cells=cells)) is not None:
                return number
        return None


def _is_usual(survey: Catalog, entry: Entry) -> bool:
    return survey.plan.options.goal != "fewest" and entry.cells == CELLS


def _difficulty(survey: Catalog, entry: Entry) -> int | None:
    if entry.verdict != SOLVED or entry.positions is None:
        return None
    return survey.difficulty(entry.positions)


def _verdict_by_cells(fewest: int | None) -> VerdictName:
    """Return the verdict with four cells: what can be won with fewer can be won with more."""
    if fewest is None:
        return UNDECIDED
    return SOLVED if fewest <= CELLS else IMPOSSIBLE


def compute_about(
    number: SupportsIndex | str, limit: Limit | None = None, cancel: Cancel | None = None
) -> About:
    """Find out what takes no long search: the verdict, the moves and the positions."""
    wanted = check_number(number)
    match solve(wanted, limit=limit, cancel=cancel):
        case Solved(game) as solved:
            return About(wanted, SOLVED, game.player_count(), solved.nodes, None, None)
        case Impossible(positions):
            return About(wanted, IMPOSSIBLE, None, positions, None, None)
        case _:
            return About(wanted, UNDECIDED, None, None, None, None)


def random_winnable(
    numbers: Sequence[range] = (range(1, LAST_MICROSOFT_DEAL + 1),),
    *,
    cells: int = CELLS,
    known: Known | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    chance: random.Random | None = None,
) -> int | None:
    """Draw from some numbers until one can be won: a survey says so, or else the solver.

    The limit is for each deal. None where none of many could be won, or when it was cancelled.
    """
    for number in draws(numbers, chance or random.Random()):
        about = known.about(number) if known and cells == CELLS else None
        verdict = about.verdict if about else UNDECIDED
        if verdict == UNDECIDED:
            result = solve(number, cells=cells, limit=limit, cancel=cancel)
            verdict = SOLVED if isinstance(result, Solved) else IMPOSSIBLE
        if verdict == SOLVED:
            return number
        if cancel is not None and cancel.is_set():
            break
    return None


def draws(numbers: Sequence[range], chance: random.Random) -> Iterator[int]:
    """Yield the numbers in a random order where they are few; else many of them, drawn at random."""
    sizes = [len(each) for each in numbers]
    if sum(sizes) <= _TRIES:
        few = [number for each in numbers for number in each]
        yield from chance.sample(few, len(few))
    else:
        yield from (chance.choice(chance.choices(numbers, sizes)[0]) for _ in range(_TRIES))
