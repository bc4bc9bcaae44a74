r"""Pack the verdicts of a census: a list of deals that others left open, decided by surveys.

    python -m tools.atlas.census open-3-cells.txt --survey three-cells/ -o three-cells.fcn

Several surveys of the list, made by different versions of the search, may be named; where they
contradict each other nothing is packed. What no survey has decided stays "undecided".

The file is the eight bytes of `MAGIC`, the CRC-32 of what follows (four bytes, the lowest first), a
line of JSON (`cells`, `count`, and how many are `solved`, `impossible` and `undecided`), and three
parts:

- the numbers in order, each as its difference to the one before it less one (the first to -1), in
  bits: the difference divided by 2^16 in unary, ones and then a zero, then its lowest 16 bits, the
  lowest first; filled with zeros to a whole byte;
- a bit for each number, the lowest of a byte first: 1 where it can be won;
- the same: 1 where it is undecided; left out where none is.

>>> unpack(pack(Census(3, [617, 8_589_934_591], ["solved", "impossible"]))).verdicts
['solved', 'impossible']
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
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED, VERDICTS, VerdictName

MAGIC = b"FCENSUS1"
_LOW = 16
"""Bits of a difference that are written as they are."""


class CensusError(FreecellError):
    """The file of a census is damaged, or surveys contradict each other."""


class Census(NamedTuple):
    """Deals with a number of cells, and what is known of each."""

    cells: int
    numbers: list[int]
    verdicts: list[VerdictName]

    def counts(self) -> dict[str, int]:
        """Count the verdicts."""
        found = Counter(self.verdicts)
        return {verdict: found[verdict] for verdict in VERDICTS}


def pack(census: Census) -> bytes:
    """Write a census; its numbers must be in order, each once."""
    header = {"cells": census.cells, "count": len(census.numbers), **census.counts()}
    content = json.dumps(header).encode() + b"\n" + _bytes_of(_difference_bits(census.numbers))
    content += _bytes_of(verdict == SOLVED for verdict in census.verdicts)
    if header[UNDECIDED]:
        content += _bytes_of(verdict == UNDECIDED for verdict in census.verdicts)
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
    size = -(-count // 8)
    won = list(_bits_of(rest[used : used + size]))[:count]
    unknown = list(_bits_of(rest[used + size :]))[:count] or [0] * count
    verdicts: list[VerdictName] = [
        UNDECIDED if open_ else SOLVED if solved else IMPOSSIBLE
        for solved, open_ in zip(won, unknown, strict=True)
    ]
    census = Census(header["cells"], numbers, verdicts)
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


def collect(numbers: Iterable[int], cells: int, surveys: Iterable[Path]) -> tuple[Census, float]:
    """Join what surveys say about some numbers; also return their seconds of CPU."""
    known: dict[int, VerdictName] = dict.fromkeys(sorted(numbers), UNDECIDED)
    seconds = 0.0
    for folder in surveys:
        catalog = Catalog(folder)
        table, stored = catalog.whole(["number", "verdict"])
        seconds += sum(part.seconds["cpu"] for part in stored)
        if catalog.plan.options.cells != cells:
            raise CensusError(f"{folder}: {catalog.plan.options.cells} cells (expected {cells})")
        for row in table.to_pylist():
            _add(known, row["number"], row["verdict"])
    return Census(cells, list(known), list(known.values())), seconds


def _add(known: dict[int, VerdictName], number: int, verdict: VerdictName) -> None:
    if known.get(number) == UNDECIDED:
        known[number] = verdict
    elif number in known and verdict not in (UNDECIDED, known[number]):
        raise CensusError(f"deal {number}: {verdict} in one survey, {known[number]} in another")


def main() -> None:
    """Collect, pack, and print the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("list", type=Path, help="the numbers")
    parser.add_argument("--cells", type=int, default=3)
    parser.add_argument("--survey", type=Path, action="append", default=[], help="a folder")
    parser.add_argument("-o", "--output", type=Path, help="the packed file")
    options = parser.parse_args()
    words = options.list.read_text(encoding="utf-8").split()
    numbers = [number for word in words for each in parse_ranges(word) for number in each]
    census, seconds = collect(numbers, options.cells, options.survey)
    counts = census.counts()
    decided = len(census.numbers) - counts[UNDECIDED]
    print(
        f"{len(census.numbers):,} deals with {census.cells} cells: {counts[SOLVED]:,} won, "
        f"{counts[IMPOSSIBLE]:,} impossible, {counts[UNDECIDED]:,} open; "
        f"{seconds / 3600:.2f} core hours"
    )
    if decided and seconds:
        print(f"{decided / seconds * 3600:,.0f} decided in a core hour")
    if options.output:
        write_whole(options.output, packed := pack(census))
        print(f"{options.output}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
