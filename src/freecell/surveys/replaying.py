"""Replays stored solutions by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freecell.surveys.plan import SurveyError
from freecell.text.bulk_check import check_lines

if TYPE_CHECKING:
    import pyarrow as pa


def replay_table(path: Path, table: pa.Table) -> int:
    """Replay the solutions of a part, each of which must win; return how many there are."""
    rows = [row for row in table.to_pylist() if row["solution"] is not None]
    for cells in sorted({row["cells"] for row in rows}):
        of_cells = [row for row in rows if row["cells"] == cells]
        lines = (f"{row['number']}: {row['solution']}" for row in of_cells)
        for row, check in zip(of_cells, check_lines(lines, cells), strict=True):
            # Automatic play would forgive a move home that is missing: all of them are stored.
            if not check.won or check.autoplay != "none":
                raise SurveyError(f"{path}: the solution of deal {row['number']} fails: {check}")
    return len(rows)
