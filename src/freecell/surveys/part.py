"""One part of a survey: computed, written as Parquet, read, and checked.

The columns of the table: `number`; `cells`, with which it was solved; `verdict` (solved, impossible,
undecided); `moves`, as players count them, and `steps`, of single cards, of the solution;
`positions` looked at (null where undecided); with the goal `fewest` the `fewest` cells that the deal
can be won with; and where they are asked for, the `solution` in standard notation with counts.

The metadata of the file say how it was made, how long it took, and the checksum of the table.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from freecell import _core
from freecell.board import MAX_CELLS
from freecell.solver import Impossible, Limit, Result, Solved, solve_many
from freecell.surveys.plan import Options, Part, Plan, SurveyError, make_plan, write_whole

if TYPE_CHECKING:
    import pyarrow as pa

_KEY = b"freecell"
SOLVED, IMPOSSIBLE, UNDECIDED = "solved", "impossible", "undecided"
VERDICTS = (SOLVED, IMPOSSIBLE, UNDECIDED)


def schema(options: Options) -> pa.Schema:
    """Return the columns of a survey with these options."""
    import pyarrow as pa

    fields = [
        pa.field("number", pa.int64(), nullable=False),
        pa.field("cells", pa.uint8(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("moves", pa.uint16()),
        pa.field("steps", pa.uint16()),
        pa.field("positions", pa.uint64()),
    ]
    if options.goal == "fewest":
        fields.append(pa.field("fewest", pa.uint8()))
    if options.solutions:
        fields.append(pa.field("solution", pa.string()))
    return pa.schema(fields)


def compute(part: Part, options: Options) -> pa.Table:
    """Solve the deals of a part and return its table."""
    import pyarrow as pa

    columns = schema(options)
    rows = (_fewest if options.goal == "fewest" else _solved)(part, options)
    return pa.Table.from_pylist(list(rows), schema=columns)


def _solved(part: Part, options: Options) -> Iterator[dict[str, Any]]:
    results = _results(part.numbers, options, options.cells)
    for number, result in zip(part.numbers, results, strict=True):
        yield _row(number, options.cells, result, options)


def _fewest(part: Part, options: Options) -> Iterator[dict[str, Any]]:
    """Yield each deal with the fewest cells that win it: with one cell less it is proved impossible.

    An undecided number of cells ends the search for a deal, since that number might win.
    """
    rows: dict[int, dict[str, Any]] = {}
    left = list(part.numbers)
    for cells in range(MAX_CELLS + 1):
        results = _results(left, options, cells)
        for number, result in zip(list(left), list(results), strict=True):
            row = _row(number, cells, result, options)
            rows[number] = {**row, "fewest": cells if row["verdict"] == SOLVED else None}
            if row["verdict"] != IMPOSSIBLE:
                left.remove(number)
    yield from (rows[number] for number in part.numbers)


def _results(numbers: range | list[int], options: Options, cells: int) -> Iterator[Result]:
    return solve_many(
        numbers,
        goal="short" if options.goal == "short" else "any",
        cells=cells,
        effort=options.effort,
        limit=Limit(nodes=options.nodes, bytes=options.bytes),
    )


def _row(number: int, cells: int, result: Result, options: Options) -> dict[str, Any]:
    row: dict[str, Any] = {"number": number, "cells": cells}
    if isinstance(result, Solved):
        moves, steps = _core.count_moves(cells, result.raw_moves)
        row |= {"verdict": SOLVED, "moves": moves, "steps": steps, "positions": result.nodes}
        if options.solutions:
            row["solution"] = _core.snx_text(cells, result.raw_moves)
    elif isinstance(result, Impossible):
        row |= {"verdict": IMPOSSIBLE, "positions": result.positions}
    else:
        row["verdict"] = UNDECIDED
    return row


def checksum(table: pa.Table) -> str:
    """Return a digest of what a table says, whatever file or batches it came in."""
    import numpy as np

    digest = hashlib.sha256()
    for name in table.column_names:
        column = table[name].combine_chunks()
        digest.update(name.encode())
        digest.update(np.packbits(column.is_valid().to_numpy(zero_copy_only=False)).tobytes())
        if column.type == "string":
            digest.update("\n".join(column.fill_null("").to_pylist()).encode())
        else:
            digest.update(column.fill_null(0).to_numpy().astype("<u8").tobytes())
    return digest.hexdigest()


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
    table = compute(part, plan.options)
    seconds = {"wall": perf_counter() - wall, "cpu": process_time() - cpu}
    write(folder, part, table, plan, seconds)
    return count_verdicts(table)


def count_verdicts(table: pa.Table) -> dict[str, int]:
    """Count the deals of each verdict."""
    found = table["verdict"].to_pylist()
    return {verdict: found.count(verdict) for verdict in VERDICTS}


def read(folder: Path, part: Part) -> tuple[pa.Table, dict[str, Any]]:
    """Read a part and what its metadata say; what is damaged is refused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / part.name
    try:
        table = pq.read_table(path, memory_map=False)
        details = json.loads((table.schema.metadata or {})[_KEY])
        good = checksum(table) == details["checksum"]
    except (pa.ArrowException, KeyError, OSError, ValueError, AttributeError) as error:
        if isinstance(error, FileNotFoundError | PermissionError):
            raise
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SurveyError(f"{path} is damaged: {reason}") from error
    if not good:
        raise SurveyError(f"{path} is damaged: its checksum does not fit its table")
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
