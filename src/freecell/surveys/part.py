"""One part of a survey: computed, written as Parquet, read, and checked.

The columns of the table: `number`; `cells`, with which it was solved; `verdict` (solved, impossible,
undecided); `moves`, as players count them, and `steps`, of single cards, of the solution;
`positions` looked at (null where undecided); with the goal `fewest` the `fewest` cells that the deal
can be won with, and the fewest that it was won with, `at_most`, where fewer are undecided; and where they are asked for, the `solution` in standard notation with counts.

The metadata of the file say how it was made, how long it took, and the checksum of the table.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from freecell import _core
from freecell.surveys.plan import Options, Part, Plan, SurveyError, make_plan, write_whole
from freecell.verdict import VERDICTS

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

_KEY = b"freecell"


def schema(options: Options) -> pa.Schema:
    """Return the columns of a survey with these options."""
    import pyarrow as pa

    fields = [
        pa.field("number", pa.int64(), nullable=False),
        pa.field("cells", pa.uint8(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("moves", pa.uint32()),
        pa.field("steps", pa.uint32()),
        pa.field("positions", pa.uint64()),
    ]
    if options.goal == "fewest":
        fields += [pa.field("fewest", pa.uint8()), pa.field("at_most", pa.uint8())]
    if options.solutions:
        fields.append(pa.field("solution", pa.string()))
    return pa.schema(fields)


def compute(part: Part, options: Options) -> pa.Table:
    """Solve the deals of a part and return its table; every solution has been replayed."""
    return _to_table(_rows(part, options), options)


def _rows(part: Part, options: Options) -> _core.SurveyRows:
    return _core.survey_rows(
        *part,
        options.cells,
        options.effort if options.goal == "short" else 0,
        options.goal == "fewest",
        options.solutions,
        options.nodes,
        options.bytes,
    )


def _to_table(rows: _core.SurveyRows, options: Options) -> pa.Table:
    """Give the columns of the core to Arrow as they are."""
    import pyarrow as pa

    buffers: dict[str, tuple[bytes | None, ...]] = {
        "number": (None, rows.numbers),
        "cells": (None, rows.cells),
        "verdict": (None, rows.verdict_offsets, rows.verdicts),
        "moves": (rows.solved, rows.moves),
        "steps": (rows.solved, rows.steps),
        "positions": (rows.decided, rows.positions),
        "fewest": (rows.solved, rows.cells),
        "at_most": (rows.won, rows.at_most),
        "solution": (rows.solved, rows.solution_offsets, rows.solutions),
    }
    fields = schema(options)
    size = sum(rows.counts)
    arrays = []
    for field in fields:
        of_field = [None if each is None else pa.py_buffer(each) for each in buffers[field.name]]
        arrays.append(pa.Array.from_buffers(field.type, size, of_field))
    return pa.Table.from_arrays(arrays, schema=fields)


def checksum(table: pa.Table) -> str:
    """Return a digest of what a table says, whatever file or batches it came in."""
    import numpy as np

    digest = hashlib.sha256()
    for name in table.column_names:
        column = table[name].combine_chunks()
        valid = _valid(column)
        digest.update(name.encode())
        digest.update(np.packbits(valid).tobytes())
        if column.type == "string":
            digest.update(_lines(column))
        else:
            values = np.frombuffer(column.buffers()[1], column.type.to_pandas_dtype())
            values = values[column.offset :][: len(column)].astype("<u8")
            digest.update(np.where(valid, values, 0).astype("<u8").tobytes())
    return digest.hexdigest()


def _valid(column: pa.Array) -> NDArray[np.bool_]:
    """Return for every row whether there is a value."""
    import numpy as np

    bitmap = column.buffers()[0]
    if bitmap is None:
        return np.ones(len(column), np.bool_)
    bits = np.unpackbits(np.frombuffer(bitmap, np.uint8), bitorder="little")
    return bits[column.offset :][: len(column)].astype(np.bool_)


def _lines(column: pa.StringArray) -> bytes:
    """Return the texts of a column with a line end between two of them, an empty one for a null."""
    import numpy as np

    if column.null_count:
        column = column.fill_null("")
    _, offsets, text = column.buffers()
    ends = np.frombuffer(offsets, "<i4")[column.offset :][: len(column) + 1]
    texts = np.frombuffer(text or b"", np.uint8)[ends[0] : ends[-1]]
    return bytes(np.insert(texts, ends[1:-1] - ends[0], ord("\n")).tobytes())


def write(folder: Path, part: Part, table: pa.Table, plan: Plan, seconds: dict[str, float]) -> None:
    """Write a part whole, or not at all."""
    import pyarrow.parquet as pq

    details = {**plan.to_json(), "checksum": checksum(table), "seconds": seconds}
    table = table.replace_schema_metadata({_KEY: json.dumps(details).encode()})
    content = io.BytesIO()
    pq.write_table(table, content, compression="zstd", write_statistics=True)
    write_whole(folder / part.name, content.getvalue())


def run(folder: Path, part: Part, plan: Plan) -> dict[str, int]:
    """Compute and write a part, unless this program is not the one of the plan; count verdicts."""
    if (own := make_plan(plan.options)) != plan:
        raise SurveyError(
            f"this worker has freecell {own.version} with search signature {own.signature} "
            f"(expected {plan.version} with {plan.signature})"
        )
    wall, cpu = perf_counter(), process_time()
    rows = _rows(part, plan.options)
    seconds = {"wall": perf_counter() - wall, "cpu": process_time() - cpu}
    write(folder, part, _to_table(rows, plan.options), plan, seconds)
    return dict(zip(VERDICTS, rows.counts, strict=True))


def count_verdicts(table: pa.Table) -> dict[str, int]:
    """Count the deals of each verdict."""
    found = {row["values"]: row["counts"] for row in table["verdict"].value_counts().to_pylist()}
    return {verdict: found.get(verdict, 0) for verdict in VERDICTS}


def read(folder: Path, part: Part) -> tuple[pa.Table, dict[str, Any]]:
    """Read a part and what its metadata say; what is damaged is refused."""
    path = folder / part.name
    path.stat()  # one that is not there costs no import
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, memory_map=False)
        details = json.loads((table.schema.metadata or {})[_KEY])
        good = checksum(table) == details["checksum"]
        usual = table.schema.equals(schema(Plan.from_json(details).options))
    except (pa.ArrowException, KeyError, OSError, ValueError, AttributeError) as error:
        if isinstance(error, FileNotFoundError | PermissionError):
            raise
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SurveyError(f"{path} is damaged: {reason}") from error
    if not good:
        raise SurveyError(f"{path} is damaged: its checksum does not fit its table")
    if not usual:
        raise SurveyError(f"{path} is damaged: its columns are not those of a survey")
    return table, details


def check(folder: Path, part: Part, plan: Plan) -> dict[str, int]:
    """Read a part that must belong to the plan, and count its verdicts."""
    table, details = read(folder, part)
    if Plan.from_json(details) != plan:
        raise SurveyError(f"{folder / part.name} is of another survey")
    numbers = table["number"]
    if len(table) != len(part.numbers) or numbers[0].as_py() != part.first:
        raise SurveyError(f"{folder / part.name} is damaged: it does not hold its numbers")
    return count_verdicts(table)
