"""One part of a survey: computed, written as Parquet, read, and checked.

The columns of the table: `number`; `cells`, with which it was solved; `verdict` (solved, impossible,
undecided); `moves`, as players count them, and `steps`, of single cards, of the solution;
`positions` looked at (null where undecided); with the goal `fewest` the `fewest` cells that the deal
can be won with, and the fewest that it was won with, `at_most`, where fewer are undecided; with the goal
`shortest` the interval of the shortest win: it has no fewer moves than `least` and no more than `most`,
counted as the option `unit` says, and where a limit left it open `moves` and `steps` are those of the
best line found; and where they are asked for, the `solution` in standard notation with counts.

The metadata of the file say how it was made, how long it took, the checksum of the table, and the
seal: the digest of the whole file, in which the seal itself is zeros.
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
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

_KEY = b"freecell"
_SEAL = "seal"
_SEALED = re.compile(rb'"seal": "([0-9a-f]{64})"')
_UNSEALED = {"format", "version", "signature", "options", "checksum", "seconds"}
"""What the metadata of an older version have, which knew no seals."""
_OF_DAMAGE = (
    KeyError,
    OSError,
    ValueError,
    AttributeError,
    TypeError,
    OverflowError,
    MemoryError,
    RecursionError,
)
"""What reading a damaged file of an older version may end in."""


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

    said = {"checksum": checksum(table), "seconds": seconds, _SEAL: "0" * 64}
    table = table.replace_schema_metadata(
        {_KEY: json.dumps({**plan.named().to_json(), **said}).encode()}
    )
    content = io.BytesIO()
    pq.write_table(table, content, compression="zstd", write_statistics=True)
    write_whole(folder / part.name, _sealed(content.getvalue()))


def _sealed(content: bytes) -> bytes:
    """Put the digest of a file into its place in the file: so every bit of it is guarded."""
    [place] = _SEALED.finditer(content)
    digest = hashlib.sha256(content).hexdigest().encode()
    return content[: place.start(1)] + digest + content[place.end(1) :]


def _is_sealed(content: bytes) -> bool | None:
    """Whether a file is as it was sealed; None where no seal can be read."""
    found = list(_SEALED.finditer(content))
    if len(found) != 1:
        return None
    start, end = found[0].span(1)
    empty = content[:start] + b"0" * (end - start) + content[end:]
    return hashlib.sha256(empty).hexdigest().encode() == content[start:end]


class Outcome(NamedTuple):
    """What became of a part that was wanted."""

    verdicts: dict[str, int]
    computed: bool
    """Whether it was computed; otherwise it was there already."""
    note: str = ""
    """What is to be told, such as that it was damaged."""


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
    """A part as it is stored, checked."""

    table: pa.Table
    seconds: dict[str, float]
    """How long it took: on the clock, and of the processor."""
    sealed: bool
    """Whether every bit of the file is guarded, and not only its table."""


def read(folder: Path, part: Part, plan: Plan) -> Stored:
    """Read a part: everybody who wants one comes through here.

    One that is damaged, of another survey or without the numbers that its name says is refused.
    """
    path = folder / part.name
    content = path.read_bytes()  # one that is not there costs no import
    seal = _is_sealed(content)
    if seal is False:
        raise SurveyError(f"{path} is damaged: its seal is broken")
    table, said = _take_apart(path, content)
    if seal is None and said.keys() != _UNSEALED:
        raise SurveyError(f"{path} is damaged: its seal cannot be read")
    expected = plan.named().to_json()
    if {name: said.get(name) for name in expected} != expected:
        raise SurveyError(f"{path} is of another survey")
    if not table.schema.equals(schema(plan.options)):
        raise SurveyError(f"{path} is damaged: its columns are not those of a survey")
    if checksum(table) != said.get("checksum"):
        raise SurveyError(f"{path} is damaged: its checksum does not fit its table")
    if not _has_numbers(table, part):
        raise SurveyError(f"{path} is damaged: it does not hold its numbers")
    return Stored(table, _times(said.get("seconds")), bool(seal))


def _take_apart(path: Path, content: bytes) -> tuple[pa.Table, dict[str, Any]]:
    """Return the table and what the metadata say; an older part may hold anything."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        said = json.loads(file.metadata.metadata[_KEY])
        table = file.read()
        table.validate(full=True)
    except (pa.ArrowException, *_OF_DAMAGE) as error:
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise SurveyError(f"{path} is damaged: {reason}") from error
    if not isinstance(said, dict):
        raise SurveyError(f"{path} is damaged: its metadata are not those of a survey")
    return table, said


def _has_numbers(table: pa.Table, part: Part) -> bool:
    import numpy as np

    numbers = table["number"].to_numpy()
    expected = [np.arange(each.start, each.stop) for each in part.ranges]
    return bool(np.array_equal(numbers, np.concatenate(expected)))


def _times(said: object) -> dict[str, float]:
    """Return the times of a part; those of an older one may be damaged."""
    times = said if isinstance(said, dict) else {}
    return {
        name: float(times[name]) if isinstance(times.get(name), int | float) else 0.0
        for name in ("wall", "cpu")
    }
