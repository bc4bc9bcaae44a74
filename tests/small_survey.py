"""A small survey that several files of tests look at, and how its table is read."""

from pathlib import Path
from typing import Any

from freecell.surveys import Options, catalog

SMALL = Options("1-300", part_size=50, solutions=True)


def table_of(folder: Path) -> list[dict[str, Any]]:
    """Return all that a survey found, a row for each deal."""
    rows: list[dict[str, Any]] = catalog(folder).table().to_pylist()
    return rows
