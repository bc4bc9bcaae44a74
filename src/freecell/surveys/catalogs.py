"""The catalog: what a survey found out about one number.

A part is read when a number of it is asked for first, and kept; after that an answer is a binary
search.
"""

from __future__ import annotations

import os
import random
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias

from freecell.numbers import check_number
from freecell.surveys import part as parts
from freecell.surveys.plan import Part, SurveyError, folder_at, need_pyarrow, read_plan
from freecell.verdict import SOLVED, VerdictName

if TYPE_CHECKING:
    import pyarrow as pa

_KEPT = 64
"""How many parts are kept in memory."""

_TRIES = 200
"""Limit on the deals drawn to find a winnable one; with four cells the first usually is."""


class Entry(NamedTuple):
    """What a survey says about a deal; `part.py` describes the fields."""

    number: int
    cells: int
    verdict: VerdictName
    moves: int | None
    steps: int | None
    positions: int | None
    fewest: int | None = None
    at_most: int | None = None
    least: int | None = None
    most: int | None = None
    solution: str | None = None


class SurveyWarning(UserWarning):
    """A part of a survey is damaged or foreign, and is left out of the answers."""


OnWarning: TypeAlias = Callable[[str], None]
"""Receives a sentence about each part that was left out."""


def warn(sentence: str) -> None:
    """Issue a `SurveyWarning`: the default."""
    warnings.warn(sentence, SurveyWarning, stacklevel=2)


class Catalog:
    """The parts of a survey that are there, finished or not.

    A part that is damaged, or belongs to another survey, is left out: a warning names it once, and
    the catalog goes on without it.
    """

    def __init__(self, folder: Path, on_warning: OnWarning = warn) -> None:
        """Open the survey in a folder; call `on_warning` for each part that is left out."""
        need_pyarrow()
        self.folder = folder
        self.plan = read_plan(folder)
        self.left_out: dict[str, str] = {}
        """Why a file is left out, by its name."""
        self._on_warning = on_warning
        found = sorted(part for path in folder.iterdir() if (part := Part.of_file(path.name)))
        planned = {part: self.plan.part_of_file(part.name) for part in found}
        self._parts = [part for part in planned.values() if part]
        self._table_of = lru_cache(_KEPT)(self._read_table)
        self._leave_out_strangers([part for part in found if not planned[part]])

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what is known of the folder, without the tables that were read."""
        return {name: value for name, value in vars(self).items() if name != "_table_of"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Be as before, and read the tables again when they are asked for."""
        vars(self).update(state)
        self._table_of = lru_cache(_KEPT)(self._read_table)

    def __len__(self) -> int:
        return sum(part.size for part in self._parts)

    def probe(self, number: SupportsIndex | str) -> Entry | None:
        """Return what the survey says about a deal, or None where it does not know it."""
        wanted = check_number(number)
        at = bisect_right(self._parts, wanted, key=lambda part: part.first) - 1
        if at < 0 or wanted > self._parts[at].last:
            return None
        row = self.plan.row_of(wanted, self._parts[at])
        table = None if row is None else self._table_of(self._parts[at])
        return None if table is None or row is None else _entry(table, row)

    def random_winnable(self, chance: random.Random | None = None, *, cells: int = 4) -> int | None:
        """Return the number of a random deal that was solved with at most this many cells.

        None where there is none, or none among many that were drawn.
        """
        draw = chance or random.Random()
        among = self._parts
        sizes = [each.size for each in among]
        for _ in range(_TRIES if among else 0):
            table = self._table_of(draw.choices(among, sizes)[0])
            entry = None if table is None else _entry(table, draw.randrange(len(table)))
            if entry and entry.verdict == SOLVED and entry.cells <= cells:
                return entry.number
        return None

    def table(self, columns: list[str] | None = None) -> pa.Table:
        """Return all that was found as one table, in the order of the numbers."""
        return self.whole(columns)[0]

    def whole(self, columns: list[str] | None = None) -> tuple[pa.Table, list[parts.Stored]]:
        """Return the whole table, and the parts that it is of, each of them read once."""
        import pyarrow as pa

        stored = list(self.stored())
        tables = [each.table.replace_schema_metadata() for each in stored]
        whole = pa.concat_tables([parts.schema(self.plan.options).empty_table(), *tables])
        return whole.select(columns) if columns else whole, stored

    def stored(self) -> Iterator[parts.Stored]:
        """Yield the parts in the order of their numbers, without those that are left out."""
        for part in tuple(self._parts):
            if (read := self._read(part)) is not None:
                yield read

    def _read_table(self, part: Part) -> pa.Table | None:
        stored = self._read(part)
        return None if stored is None else stored.table.combine_chunks()

    def _read(self, part: Part) -> parts.Stored | None:
        try:
            return parts.read(self.folder, part, self.plan)
        except SurveyError as error:
            self._leave_out(part, str(error))
        except OSError as error:
            self._leave_out(part, f"{self.folder / part.name}: {error.strerror or error}")
        return None

    def _leave_out(self, part: Part, reason: str) -> None:
        """Go on without a part, and say so once."""
        if part.name not in self.left_out:
            self.left_out[part.name] = reason
            self._parts = [each for each in self._parts if each != part]
            self._on_warning(f"{reason}; it is left out")

    def _leave_out_strangers(self, strangers: list[Part]) -> None:
        for part in strangers:
            self.left_out[part.name] = f"{self.folder / part.name} is no part of this survey"
        if strangers:
            others = f", as are {len(strangers) - 1:,} others" if len(strangers) > 1 else ""
            self._on_warning(f"{self.left_out[strangers[0].name]}; it is left out{others}")


def _entry(table: pa.Table, row: int) -> Entry:
    return Entry(**{name: table[name][row].as_py() for name in table.column_names})


def catalog(path: str | os.PathLike[str], on_warning: OnWarning = warn) -> Catalog:
    """Open the survey in a folder, to ask it about deals: `catalog("results").probe(617)`."""
    return Catalog(folder_at(path), on_warning)
