"""The atlas as one table, in a Parquet or a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freecell.deal_atlas import Atlas, shipped
from freecell.difficulty import LEVELS
from freecell.extras import need_extra

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa
    from numpy.typing import NDArray

_VERDICTS = ("undecided", "solved", "impossible")


def _need_pyarrow() -> None:
    need_extra("survey", "writing tables needs")


def to_table(atlas: Atlas) -> pa.Table:
    """Return the atlas as a table, null where something is not known."""
    _need_pyarrow()
    import pyarrow as pa

    columns = atlas.columns()

    def known(name: str) -> pa.Array:
        return pa.array(columns[name], mask=columns[name] < 0)

    def named(name: str, names: tuple[str, ...]) -> pa.Array:
        codes: NDArray[Any] = columns[name].astype("int8")
        indices = pa.array(codes, mask=codes < 0)
        return pa.DictionaryArray.from_arrays(indices, list(names))

    return pa.table(
        {
            "number": pa.array(columns["number"]),
            "verdict": named("verdict", _VERDICTS),
            "fewest": known("fewest"),
            "fewest_proved": pa.array(columns["fewest_proved"]),
            "moves": known("moves"),
            "shortest": pa.array(columns["shortest"]),
            "least": known("least"),
            "score": known("score"),
            "difficulty": known("difficulty"),
            "level": named("level", LEVELS),
        }
    )


def write_parquet(path: Path, atlas: Atlas | None = None) -> None:
    """Write the atlas as a Parquet file."""
    _need_pyarrow()
    import pyarrow.parquet as pq

    pq.write_table(to_table(atlas or shipped()), path, compression="zstd")


def write_csv(path: Path, atlas: Atlas | None = None) -> None:
    """Write the atlas as text, with the names of the columns in the first line."""
    _need_pyarrow()
    from pyarrow import csv

    csv.write_csv(to_table(atlas or shipped()), path)
