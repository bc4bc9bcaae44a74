"""What surveys know of a deal beyond the atlas."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import SupportsIndex

from freecell.deal_atlas.about_deal import About
from freecell.deal_atlas.block_file import CELLS
from freecell.deal_atlas.shipped_atlas import charted
from freecell.numbers import check_number
from freecell.surveys.catalogs import Catalog, Entry, OnWarning, warn
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED


class SurveySet:
    """Several surveys, asked together: one may know the fewest cells, another one the moves."""

    def __init__(
        self, folders: Iterable[str | os.PathLike[str]], on_warning: OnWarning = warn
    ) -> None:
        """Open the surveys in these folders; call `on_warning` for each part that is left out."""
        self._surveys = [Catalog(Path(folder), on_warning) for folder in folders]

    def about(self, number: SupportsIndex | str) -> About | None:
        """Return what the surveys say of a deal; None where none of them has it."""
        wanted = check_number(number)
        found = [(each, entry) for each in self._surveys if (entry := each.probe(wanted))]
        if not found:
            return None
        usual = [entry for each, entry in found if _is_usual(each, entry)]
        decided = [entry for entry in usual if entry.verdict != UNDECIDED]
        about = charted(wanted)._replace(source="catalog")
        for _, entry in found:
            about = _with_fewest(about, entry)
        for entry in decided[:1]:
            about = about._replace(verdict=entry.verdict, positions=entry.positions)
        moves = [entry.moves for entry in usual if entry.moves is not None]
        if moves and (about.moves is None or min(moves) < about.moves):
            about = about._replace(verdict=SOLVED, moves=min(moves), shortest=False)
        for each, entry in found:
            if each.plan.options.goal == "shortest" and each.plan.options.unit == "moves":
                about = _with_least(about, entry)
        return about

    def random_winnable(
        self, cells: int = CELLS, chance: random.Random | None = None
    ) -> int | None:
        """Return a random deal won with at most this many cells, or None."""
        draw = chance or random.Random()
        for survey in draw.sample(self._surveys, len(self._surveys)):
            if (number := survey.random_winnable(draw, cells=cells)) is not None:
                return number
        return None


def _is_usual(survey: Catalog, entry: Entry) -> bool:
    return survey.plan.options.goal != "fewest" and entry.cells == CELLS


def _with_fewest(about: About, entry: Entry) -> About:
    """Add the fewest cells; what can be won with fewer cells can be won with more."""
    if entry.fewest is not None:
        verdict = SOLVED if entry.fewest <= CELLS else IMPOSSIBLE
        return about._replace(verdict=verdict, fewest=entry.fewest, fewest_proved=True)
    if entry.at_most is not None and (about.fewest is None or entry.at_most < about.fewest):
        verdict = SOLVED if entry.at_most <= CELLS else about.verdict
        return about._replace(verdict=verdict, fewest=entry.at_most)
    return about


def _with_least(about: About, entry: Entry) -> About:
    """Add a lower bound on the moves; a known win of that length is then proved the shortest."""
    if entry.cells != CELLS or entry.least is None or entry.least <= (about.least or 0):
        return about
    return about._replace(least=entry.least, shortest=entry.least == about.moves)
