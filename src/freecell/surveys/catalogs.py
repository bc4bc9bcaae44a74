"""The catalog: what a survey found out about one number.

A part is read when a number of it is asked for first, and kept; after that an answer is a binary
search.
"""

from __future__ import annotations

import os
import random
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from freecell.numbers import check_number
from freecell.surveys import part as parts
from freecell.surveys.plan import Part, need_pyarrow, read_plan
from freecell.verdict import SOLVED, VerdictName

if TYPE_CHECKING:
    import pyarrow as pa

_KEPT = 64
"""How many parts are kept in memory."""

_TRIES = 200
"""How many deals are drawn to find one that can be won: of those with four cells the first will do."""


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
    solution: str | None = None


class Catalog:
    """The parts of a survey that are there, finished or not."""

    def __init__(self, folder: Path) -> None:
        """Open the survey in a folder."""
        need_pyarrow()
        self.folder = folder
        self.plan = read_plan(folder)
        found = (Part.of_file(path.name) for path in folder.iterdir())
        self._parts = sorted(part for part in found if part)
        self._read = lru_cache(_KEPT)(self._read_part)

    def __len__(self) -> int:
        return sum(len(part.numbers) for part in self._parts)

    def probe(self, number: SupportsIndex | str) -> Entry | None:
        """Return what the survey says about a deal, or None where it does not know it."""
        wanted = check_number(number)
        at = bisect_right(self._parts, (wanted, 2**63)) - 1
        if at < 0 or wanted > self._parts[at].last:
            return None
        return _entry(self._read(self._parts[at]), wanted - self._parts[at].first)

    def random_winnable(self, chance: random.Random | None = None, *, cells: int = 4) -> int | None:
        """Return the number of a random deal that was solved with so many cells or with fewer.

        None where there is none, or none among many that were drawn.
        """
        draw = chance or random.Random()
        sizes = [len(each.numbers) for each in self._parts]
        for _ in range(_TRIES if self._parts else 0):
            part = draw.choices(self._parts, sizes)[0]
            entry = _entry(self._read(part), draw.randrange(len(part.numbers)))
            if entry.verdict == SOLVED and entry.cells <= cells:
                return entry.number
        return None

    def table(self, columns: list[str] | None = None) -> pa.Table:
        """Return all that was found as one table, in the order of the numbers."""
        import pyarrow as pa

        schema = parts.schema(self.plan.options)
        tables = [parts.read(self.folder, part)[0] for part in self._parts]
        whole = pa.concat_tables(
            [schema.empty_table(), *(t.replace_schema_metadata() for t in tables)]
        )
        return whole.select(columns) if columns else whole

    def details(self) -> list[dict[str, Any]]:
        """Return what the metadata of each part say."""
        return [parts.read(self.folder, part)[1] for part in self._parts]

    def _read_part(self, part: Part) -> pa.Table:
        return parts.read(self.folder, part)[0].combine_chunks()


def _entry(table: pa.Table, row: int) -> Entry:
    return Entry(**{name: table[name][row].as_py() for name in table.column_names})


def catalog(path: str | os.PathLike[str]) -> Catalog:
    """Open the survey in a folder, to ask it about deals: `catalog("results").probe(617)`."""
    return Catalog(Path(path))
