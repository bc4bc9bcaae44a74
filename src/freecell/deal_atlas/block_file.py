r"""The files of the atlas: what is known of ten thousand deals, packed.

A file is the eight bytes of `MAGIC`, the CRC-32 of what follows (four bytes, the lowest first), and
that in zlib's form. A block unpacks to one line of JSON (`first`, `count`, and for every column how
it was `made`) and then its columns one after the other, a byte a deal:

- `cells`: the fewest cells in the low four bits (15 where they are not known), 16 where that is
  proved and not only "at most", and the verdict with four cells times 32: 0 open, 1 won, 2
  impossible;
- `moves`: of the shortest solution found, 0 where none is, and 128 where it is proved shortest;
- `difficulty`: the score, 255 where it is not known;
- `least`, only in blocks that know it of some deal: how many moves a solution has at least, where
  the shortest is not proved; 0 where that is not known.

The index unpacks to JSON alone: how many deals each block has of each difficulty and fewest cells,
and the checksums of the blocks. The page reads the same files, in `atlas.js`.

>>> unpack_block(pack_block(empty_block(-4)), "special.fca").moves
b'\x00\x00\x00\x00\x00'
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple, TypeAlias

from freecell.difficulty import NOT_KNOWN
from freecell.errors import FreecellError
from freecell.numbers import LAST_MICROSOFT_DEAL

MAGIC = b"FCATLAS1"
INDEX_NAME = "index.fca"
BLOCK_SIZE = 10_000
SPECIAL = -4
"""The first number of the block of the special games, which ends with 0."""

CELLS = 4
"""The number of cells for which the verdict and the moves hold."""
NO_FEWEST, PROVED, VERDICT_UNIT = 15, 16, 32
OPEN, WON, IMPOSSIBLE = 0, 1, 2
SHORTEST = 128
MOST_MOVES = SHORTEST - 1
"""Longer solutions are not stored: the longest shortest solutions have about 50 moves."""

Made: TypeAlias = dict[str, list[dict[str, Any]]]
"""For each column the passes that were made over the whole block, with their limits."""

COLUMNS = ("cells", "moves", "difficulty")


class AtlasError(FreecellError):
    """A file of the atlas is not what it should be."""


class Block(NamedTuple):
    """What is known of some deals in a row."""

    first: int
    cells: bytes
    moves: bytes
    difficulty: bytes
    made: Made
    least: bytes = b""
    """Empty where it is not known of any deal."""

    @property
    def numbers(self) -> range:
        """The numbers of the block."""
        return range(self.first, self.first + len(self.cells))


def block_firsts() -> list[int]:
    """Return the first number of every block, that of the special games before all others."""
    return [SPECIAL, *range(1, LAST_MICROSOFT_DEAL + 1, BLOCK_SIZE)]


def first_of(number: int) -> int | None:
    """Return the first number of the block that a deal is in; None beyond the atlas."""
    if SPECIAL <= number <= 0:
        return SPECIAL
    if number > LAST_MICROSOFT_DEAL:
        return None
    return (number - 1) // BLOCK_SIZE * BLOCK_SIZE + 1


def file_name(first: int) -> str:
    """Return the name of a block's file."""
    return "special.fca" if first == SPECIAL else f"{first:07d}.fca"


def empty_block(first: int) -> Block:
    """Return a block in which nothing is known."""
    size = 1 - SPECIAL if first == SPECIAL else BLOCK_SIZE
    made: Made = {name: [] for name in COLUMNS}
    return Block(first, bytes([NO_FEWEST]) * size, bytes(size), bytes([NOT_KNOWN]) * size, made)


def pack_block(block: Block) -> bytes:
    """Return the content of a block's file."""
    head = {"first": block.first, "count": len(block.cells), "made": block.made}
    columns = block.cells + block.moves + block.difficulty + block.least
    return pack(json.dumps(head, separators=(",", ":")).encode() + b"\n" + columns)


def unpack_block(content: bytes, name: str) -> Block:
    """Read the content of a block's file; what is damaged is refused by its name."""
    line, _, columns = unpack(content, name).partition(b"\n")
    try:
        head = json.loads(line)
        first, count, made = int(head["first"]), int(head["count"]), dict(head["made"])
    except (ValueError, TypeError, KeyError) as error:
        raise AtlasError(f"{name} is damaged: its first line is not that of a block") from error
    sizes = (count * len(COLUMNS), count * len(COLUMNS) + count)
    if len(columns) not in sizes or file_name(first) != name.rpartition("/")[2]:
        raise AtlasError(f"{name} is damaged: it does not hold its deals")
    cells, moves, scores, least = (columns[at * count :][:count] for at in range(4))
    return Block(first, cells, moves, scores, made, least)


def pack(content: bytes) -> bytes:
    """Return a content as it is stored: compressed, with its checksum."""
    packed = zlib.compress(content, 9)
    return MAGIC + zlib.crc32(packed).to_bytes(4, "little") + packed


def checksum_of(content: bytes) -> str:
    """Return the checksum that a file states, as text: it identifies the version."""
    return content[len(MAGIC) : len(MAGIC) + 4].hex()


def unpack(content: bytes, name: str) -> bytes:
    """Return what was packed."""
    start, packed = len(MAGIC), content[len(MAGIC) + 4 :]
    if content[:start] != MAGIC:
        raise AtlasError(
            f"{name} is damaged, or no file of this atlas: it does not begin with {MAGIC!r}"
        )
    if zlib.crc32(packed).to_bytes(4, "little") != content[start : start + 4]:
        raise AtlasError(f"{name} is damaged: its checksum does not fit")
    return zlib.decompress(packed)
