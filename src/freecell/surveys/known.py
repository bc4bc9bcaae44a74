"""What surveys know of a deal beyond the atlas, and random deals of a kind, found or computed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import SupportsIndex

from freecell.deal_atlas import About, shipped
from freecell.difficulty import Word, measure
from freecell.numbers import LAST_MICROSOFT_DEAL, check_number
from freecell.solver import Cancel, Limit, Solved, solve
from freecell.surveys.catalogs import Catalog, Entry, Tell, warn
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED

CELLS = 4
"""The verdict is for the usual number of cells."""

_TRIES = 1_000


class Known:
    """Surveys that are asked together: one may know the fewest cells, another one the moves."""

    def __init__(self, folders: Iterable[str | os.PathLike[str]], tell: Tell = warn) -> None:
        """Open the surveys in these folders; `tell` hears of parts that are left out."""
        self._surveys = [Catalog(Path(folder), tell) for folder in folders]

    def about(self, number: SupportsIndex | str) -> About | None:
        """Return what the surveys say of a deal; None where none of them has it."""
        wanted = check_number(number)
        found = [(each, entry) for each in self._surveys if (entry := each.probe(wanted))]
        if not found:
            return None
        usual = [entry for each, entry in found if _is_usual(each, entry)]
        decided = [entry for entry in usual if entry.verdict != UNDECIDED]
        about = shipped().about(wanted)
        for _, entry in found:
            about = _with_fewest(about, entry)
        for entry in decided[:1]:
            about = about._replace(verdict=entry.verdict, positions=entry.positions)
        moves = [entry.moves for entry in usual if entry.moves is not None]
        if moves and (about.moves is None or min(moves) < about.moves):
            about = about._replace(verdict=SOLVED, moves=min(moves), shortest=False)
        for each, entry in found:
            if each.plan.options.goal == "shortest" and each.plan.options.count_by == "moves":
                about = _with_least(about, entry)
        return about

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


def _with_fewest(about: About, entry: Entry) -> About:
    """Add what a survey says of the fewest cells: what can be won with fewer can be won with more."""
    if entry.fewest is not None:
        verdict = SOLVED if entry.fewest <= CELLS else IMPOSSIBLE
        return about._replace(verdict=verdict, fewest=entry.fewest, fewest_proved=True)
    if entry.at_most is not None and (about.fewest is None or entry.at_most < about.fewest):
        verdict = SOLVED if entry.at_most <= CELLS else about.verdict
        return about._replace(verdict=verdict, fewest=entry.at_most)
    return about


def _with_least(about: About, entry: Entry) -> About:
    """Add that no win has fewer moves, which proves what is known where it has no more."""
    if entry.cells != CELLS or entry.least is None or entry.least <= (about.least or 0):
        return about
    return about._replace(least=entry.least, shortest=entry.least == about.moves)


def random_winnable(
    numbers: Sequence[range] = (range(1, LAST_MICROSOFT_DEAL + 1),),
    *,
    cells: int = CELLS,
    word: Word | None = None,
    known: Known | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    chance: random.Random | None = None,
) -> int | None:
    """Draw from some numbers until one can be won: a survey or the atlas says so, or the solver.

    With a word it is one of that difficulty. The limit is for each deal. None where none of many
    was of that kind, or when it was cancelled.
    """
    for number in draws(numbers, chance or random.Random()):
        about = (known.about(number) if known else None) or shipped().about(number)
        if _has_word(about, word) and _is_won(about, cells, limit, cancel):
            return number
        if cancel is not None and cancel.is_set():
            break
    return None


def _has_word(about: About, word: Word | None) -> bool:
    return word is None or word == (about.word or measure(about.number).word)


def _is_won(about: About, cells: int, limit: Limit | None, cancel: Cancel | None) -> bool:
    if about.fewest is not None and (about.fewest <= cells or about.fewest_proved):
        return about.fewest <= cells
    if cells == CELLS and about.verdict != UNDECIDED:
        return about.verdict == SOLVED
    return isinstance(solve(about.number, cells=cells, limit=limit, cancel=cancel), Solved)


def draws(numbers: Sequence[range], chance: random.Random) -> Iterator[int]:
    """Yield the numbers in a random order where they are few; else many of them, drawn at random."""
    sizes = [len(each) for each in numbers]
    if sum(sizes) <= _TRIES:
        few = [number for each in numbers for number in each]
        yield from chance.sample(few, len(few))
    else:
        yield from (chance.choice(chance.choices(numbers, sizes)[0]) for _ in range(_TRIES))
