"""One part of a survey: computed, written as Parquet, read, and checked.

The columns of the table: `number`; `cells`, with which it was solved; `verdict` (solved,
impossible, undecided); `moves`, as players count them, and `steps`, of single cards, of the
solution; `positions` searched (null where undecided); with the goal `fewest` the `fewest` cells
that the deal can be won with, and the fewest that it was won with, `at_most`, where fewer are
undecided; with the goal `shortest` the interval of the shortest win: it has no fewer moves than
`least` and no more than `most`, in the unit of the option `unit`, and where a limit left it open
`moves` and `steps` are those of the best line found; and where they are asked for, the `solution`
in standard notation with counts.

The metadata of the file hold the plan, the time that the part took, and the seal: the digest of the
whole file, computed with zeros in its place.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from freecell import _core
from freecell.files import write_whole
from freecell.interrupts import let_in
from freecell.surveys.plan import Options, Part, Plan, SurveyError, this_program
from freecell.verdict import VERDICTS

if TYPE_CHECKING:
    import pyarrow as pa

_KEY = b"freecell"
_SEALED = re.compile(rb'"seal": "([0-9a-f]{64})"')


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
    if options.goal == "shortest":
        fields += [pa.field("least", pa.uint32()), pa.field("most", pa.uint32())]
    if options.solutions:
        fields.append(pa.field("solution", pa.string()))
    return pa.schema(fields)


def compute(part: Part, options: Options) -> pa.Table:
    """Solve the deals of a part and return its table; every solution has been replayed."""
    return _to_table(_rows(part, options), options)


def _rows(part: Part, options: Options) -> _core.SurveyRows:
    ranges = [(each[0], each[-1]) for each in part.ranges]
    with let_in():
        return _core.survey_rows(
            ranges,
            options.cells,
            options.effort if options.goal == "short" else 0,
            options.goal == "fewest",
            options.solutions,
            options.nodes,
            options.bytes,
            options.goal == "shortest",
            options.unit == "cards",
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
        "least": (rows.possible, rows.least),
        "most": (rows.solved, rows.most),
        "solution": (rows.solved, rows.solution_offsets, rows.solutions),
    }
    fields = schema(options)
    size = sum(rows.counts)
    arrays = []
    for field in fields:
        of_field = [None if each is None else pa.py_buffer(each) for each in buffers[field.name]]
        arrays.append(pa.Array.from_buffers(field.type, size, of_field))
    return pa.Table.from_arrays(arrays, schema=fields)


def write(folder: Path, part: Part, table: pa.Table, plan: Plan, seconds: dict[str, float]) -> None:
    """Write a part whole, or not at all."""
    import pyarrow.parquet as pq

    metadata = {**plan.named().to_json(), "seconds": seconds, "seal": "0" * 64}
    table = table.replace_schema_metadata({_KEY: json.dumps(metadata).encode()})
    content = io.BytesIO()
    pq.write_table(table, content, compression="zstd", write_statistics=True)
    write_whole(folder / part.name, _sealed(content.getvalue()))


def _sealed(content: bytes) -> bytes:
    """Write the digest of a file into the file, so that every changed bit is noticed."""
    [place] = _SEALED.finditer(content)
    digest = hashlib.sha256(content).hexdigest().encode()
    return content[: place.start(1)] + digest + content[place.end(1) :]


def _check_seal(path: Path, content: bytes) -> None:
    """Refuse a file that has changed since it was sealed."""
    found = list(_SEALED.finditer(content))
    if len(found) != 1:
        raise SurveyError(f"{path} is damaged: its seal cannot be read")
    start, end = found[0].span(1)
    empty = content[:start] + b"0" * (end - start) + content[end:]
    if hashlib.sha256(empty).hexdigest().encode() != content[start:end]:
        raise SurveyError(f"{path} is damaged: its seal is broken")


class Outcome(NamedTuple):
    """What became of a part that was wanted."""

    verdicts: dict[str, int]
    computed: bool
    """Whether it was computed; otherwise it was there already."""
    note: str = ""
    """A message for the user, such as that the part was damaged."""


def ensure(folder: Path, part: Part, plan: Plan) -> Outcome:
    """Check a part that is there, and compute one that is not, or not as it should be."""
    note = ""
    try:
        return Outcome(count_verdicts(read(folder, part, plan).table), computed=False)
    except FileNotFoundError:
        pass
    except SurveyError as error:
        note = f"{error}; it is computed again"
    try:
        return Outcome(run(folder, part, plan), computed=True, note=note)
    except OSError as error:
        raise SurveyError(f"{folder / part.name}: {error.strerror or error}") from error
    except MemoryError as error:
        raise SurveyError(f"{folder / part.name}: there is not enough memory for it") from error


def run(folder: Path, part: Part, plan: Plan) -> dict[str, int]:
    """Compute and write a part, unless this program is not the one of the plan; count verdicts."""
    own = this_program(plan.options)
    if own != plan:
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


class Stored(NamedTuple):
    """A part read from its file, and checked."""

    table: pa.Table
    seconds: dict[str, float]
    """How long it took: `wall`, on the clock, and `cpu`, of the processor."""


def read(folder: Path, part: Part, plan: Plan) -> Stored:
    """Read a part; every reader of parts calls this.

    A part that is damaged, belongs to another survey or lacks numbers of its name is refused.
    """
    path = folder / part.name
    content = path.read_bytes()  # a missing file costs no import
    _check_seal(path, content)
    table, metadata = _parse(path, content)
    expected = plan.named().to_json()
    if {name: metadata.get(name) for name in expected} != expected:
        raise SurveyError(f"{path} is of another survey")
    if not table.schema.equals(schema(plan.options)):
        raise SurveyError(f"{path} is damaged: its columns are not those of a survey")
    if not _has_numbers(table, part):
        raise SurveyError(f"{path} is damaged: it does not hold its numbers")
    return Stored(table, metadata["seconds"])


def _parse(path: Path, content: bytes) -> tuple[pa.Table, dict[str, Any]]:
    """Return the table of a file and its metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        # No threads: one that lets go of these bytes while Python ends would abort the process.
        return file.read(use_threads=False), json.loads(file.metadata.metadata[_KEY])
    except (pa.ArrowException, ValueError, KeyError, TypeError) as error:
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise SurveyError(f"{path} is damaged: {reason}") from error


def _has_numbers(table: pa.Table, part: Part) -> bool:
    import numpy as np

    numbers = table["number"].to_numpy()
    expected = [np.arange(each.start, each.stop) for each in part.ranges]
    return bool(np.array_equal(numbers, np.concatenate(expected)))
