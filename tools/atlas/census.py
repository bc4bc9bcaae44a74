r"""Pack the verdicts of a census: a list of deals that others left open, decided by surveys.

    python -m tools.atlas.census open-3-cells.txt --known three-cells.fcn --rest rest.txt
    freecell survey @rest.txt -o three-cells/ --cells 3
    python -m tools.atlas.census open-3-cells.txt --known three-cells.fcn \\
        --survey three-cells/ -o three-cells.fcn

The first command writes the numbers that are still open, the last adds what a survey has decided
since; `three-cells.fcn` beside this module is what is known so far. Several surveys, made by
different versions of the search, may be named; where they contradict each other nothing is packed.
Only decided deals are packed.

The file is the eight bytes of `MAGIC`, the CRC-32 of what follows (four bytes, the lowest first), a
line of JSON (`cells`, `count`, how many are `solved` and `impossible`, and the `seconds` of CPU),
and two parts:

- the numbers in order, each as its difference to the one before it less one (the first to -1), in
  bits: the difference divided by 2^16 in unary, ones and then a zero, then its lowest 16 bits, the
  lowest first; filled with zeros to a whole byte;
- a bit for each number, the lowest of a byte first: 1 where it can be won.

>>> unpack(pack(Census(3, {617: "solved", 8_589_934_591: "impossible"}))).verdicts[617]
'solved'
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from freecell.errors import FreecellError
from freecell.files import write_whole
from freecell.numbers import LAST_DEAL, parse_ranges
from freecell.surveys.catalogs import Catalog
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED, VerdictName

MAGIC = b"FCENSUS1"
_LOW = 16
"""Bits of a difference that are written as they are."""


class CensusError(FreecellError):
    """The file of a census is damaged, or surveys contradict each other."""


class Census(NamedTuple):
    """The verdicts of deals with a number of cells."""

    cells: int
    verdicts: dict[int, VerdictName]
    """Solved or impossible, by number, in the order of the numbers."""
    seconds: float = 0
    """Of CPU."""

    def counts(self) -> dict[str, int]:
        """Count the verdicts."""
        found = Counter(self.verdicts.values())
        return {verdict: found[verdict] for verdict in (SOLVED, IMPOSSIBLE)}


def pack(census: Census) -> bytes:
    """Write a census."""
    header = {
        "cells": census.cells,
        "count": len(census.verdicts),
        **census.counts(),
        "seconds": round(census.seconds),
    }
    content = json.dumps(header).encode() + b"\n" + _bytes_of(_difference_bits(census.verdicts))
    content += _bytes_of(verdict == SOLVED for verdict in census.verdicts.values())
    return MAGIC + zlib.crc32(content).to_bytes(4, "little") + content


def unpack(packed: bytes, name: str = "census") -> Census:
    """Read what `pack` wrote; anything else is refused."""
    content = packed[len(MAGIC) + 4 :]
    if packed[: len(MAGIC)] != MAGIC or packed[len(MAGIC) :][:4] != zlib.crc32(content).to_bytes(
        4, "little"
    ):
        raise CensusError(
            f"{name}: not a census, or damaged (expected {MAGIC.decode()} and its sum)"
        )
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    count = header["count"]
    numbers, used = _read_numbers(rest, count)
    won = list(_bits_of(rest[used:]))[:count]
    verdicts: dict[int, VerdictName] = {
        number: SOLVED if solved else IMPOSSIBLE
        for number, solved in zip(numbers, won, strict=True)
    }
    census = Census(header["cells"], verdicts, header["seconds"])
    if pack(census) != packed:
        raise CensusError(f"{name}: not a census as this program writes it")
    return census


def _difference_bits(numbers: Iterable[int]) -> Iterator[bool]:
    before = -1
    for number in numbers:
        difference, before = number - before - 1, number
        if difference < 0:
            raise CensusError(f"not in order: {number} (expected more than {before})")
        yield from (True for _ in range(difference >> _LOW))
        yield False
        yield from (bool(difference >> bit & 1) for bit in range(_LOW))


def _bytes_of(bits: Iterable[bool]) -> bytes:
    packed, byte, place = bytearray(), 0, 0
    for bit in bits:
        byte |= bit << place
        place += 1
        if place == 8:
            packed.append(byte)
            byte, place = 0, 0
    return bytes(packed) + (bytes([byte]) if place else b"")


def _bits_of(packed: bytes) -> Iterator[int]:
    return (byte >> place & 1 for byte in packed for place in range(8))


def _read_numbers(packed: bytes, count: int) -> tuple[list[int], int]:
    """Return the numbers, and how many bytes they take."""
    bits, taken, number = _bits_of(packed), 0, -1
    numbers = []
    for _ in range(count):
        difference = 0
        while next(bits, 0):
            difference += 1 << _LOW
            taken += 1
        difference |= sum(next(bits, 0) << bit for bit in range(_LOW))
        taken += 1 + _LOW
        number += difference + 1
        if number > LAST_DEAL:
            raise CensusError(f"not a deal: {number:,} (expected at most {LAST_DEAL:,})")
        numbers.append(number)
    return numbers, -(-taken // 8)


def collect(numbers: Iterable[int], known: Census, surveys: Iterable[Path]) -> Census:
    """Add to a census what surveys say about some numbers."""
    wanted = set(numbers)
    verdicts, seconds = dict(known.verdicts), known.seconds
    for folder in surveys:
        catalog = Catalog(folder)
        if catalog.plan.options.cells != known.cells:
            raise CensusError(
                f"{folder}: {catalog.plan.options.cells} cells (expected {known.cells})"
            )
        table, stored = catalog.whole(["number", "verdict"])
        seconds += sum(part.seconds["cpu"] for part in stored)
        for row in table.to_pylist():
            if row["number"] in wanted and row["verdict"] != UNDECIDED:
                _add(verdicts, row["number"], row["verdict"])
    return Census(known.cells, dict(sorted(verdicts.items())), seconds)


def _add(verdicts: dict[int, VerdictName], number: int, verdict: VerdictName) -> None:
    if (before := verdicts.setdefault(number, verdict)) != verdict:
        raise CensusError(f"deal {number}: {verdict} in one survey, {before} in another")


def main() -> None:
    """Collect, pack, and print the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("list", type=Path, help="the numbers")
    parser.add_argument("--cells", type=int, default=3)
    parser.add_argument("--known", type=Path, help="a packed census to begin with")
    parser.add_argument("--survey", type=Path, action="append", default=[], help="a folder")
    parser.add_argument("-o", "--output", type=Path, help="the packed file")
    parser.add_argument("--rest", type=Path, help="a file for the numbers that are still open")
    options = parser.parse_args()
    words = options.list.read_text(encoding="utf-8").split()
    numbers = [number for word in words for each in parse_ranges(word) for number in each]
    known = Census(options.cells, {})
    if options.known:
        known = unpack(options.known.read_bytes(), str(options.known))
    census = collect(numbers, known, options.survey)
    rest = [number for number in numbers if number not in census.verdicts]
    _print_counts(census, len(numbers), len(rest))
    if options.output:
        write_whole(options.output, packed := pack(census))
        print(f"{options.output}: {len(packed):,} bytes")
    if options.rest:
        write_whole(options.rest, "".join(f"{number}\n" for number in rest).encode())


def _print_counts(census: Census, total: int, rest: int) -> None:
    counts, hours = census.counts(), census.seconds / 3600
    print(
        f"{total:,} deals with {census.cells} cells: {counts[SOLVED]:,} won, "
        f"{counts[IMPOSSIBLE]:,} impossible, {rest:,} open; {hours:.2f} core hours"
    )


if __name__ == "__main__":
    main()
