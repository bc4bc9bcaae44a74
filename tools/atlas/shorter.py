"""Look for shorter solutions than the atlas knows, by beams under the lower bound.

Where the known length is the lower bound, nothing is left to find; elsewhere a beam is the wider,
the farther the two are apart. Each answer is a line of a file, so that a pass goes on where it
stopped. The files stay, and a checkout that has them joins them instead of searching again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from threading import Lock
from time import thread_time
from typing import NamedTuple, TextIO

import numpy as np

from freecell import _core
from freecell.deal_atlas.block_file import SHORTEST, Block
from freecell.files import write_whole
from tools.atlas.join import Columns

_BATCH = 100
"""Deals that a thread tries in a row, keeping its memory."""


class Attempt(NamedTuple):
    """What was found for a deal, and what it took."""

    number: int
    moves: int
    """Of the shortest solution found; 0 where none was shorter than the one known."""
    seconds: float

    def line(self) -> str:
        """Write it as a line of the file."""
        return f"{self.number},{self.moves},{self.seconds:.3f}\n"


def shorten_all(
    block: Block, numbers: Iterable[int], width: int, file: Path, threads: int | None = None
) -> list[Attempt]:
    """Try deals of a block, `width` places for each move of the gap; known answers are reused."""
    known = {each.number: each for each in read_attempts(file)}
    numbers = list(numbers)
    missing = [
        (number, block.moves[number - block.first] % SHORTEST)
        for number in numbers
        if number not in known
    ]
    batches = [missing[at : at + _BATCH] for at in range(0, len(missing), _BATCH)]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, "".join(each.line() for each in known.values()).encode())  # no torn line
    with file.open("a", encoding="utf-8") as lines, ThreadPoolExecutor(threads) as pool:
        write = _Writer(lines)
        tried = pool.map(lambda batch: _shorten(batch, width, write), batches)
        known |= {each.number: each for each in chain.from_iterable(tried)}
    return [known[number] for number in numbers]


class _Writer:
    """Writes answers down as they come, from any thread."""

    def __init__(self, lines: TextIO) -> None:
        self._lines, self._lock = lines, Lock()

    def __call__(self, attempt: Attempt) -> None:
        with self._lock:
            self._lines.write(attempt.line())
            self._lines.flush()


def _shorten(deals: Iterable[tuple[int, int]], width: int, write: _Writer) -> list[Attempt]:
    shortener, done = _core.DealShortener(), []
    for number, moves in deals:
        began = thread_time()
        found = shortener.shorten(number, moves, width)
        done.append(Attempt(number, found, thread_time() - began))
        write(done[-1])
    return done


def read_attempts(file: Path) -> Iterator[Attempt]:
    """Yield the answers in a file; the last line of one that was interrupted may be torn."""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else ():
        words = line.strip().split(",")
        if len(words) == len(Attempt._fields) and line.endswith("\n"):
            yield Attempt(int(words[0]), int(words[1]), float(words[2]))


def join_attempts(block: Block, attempts: Iterable[Attempt]) -> Block:
    """Return a block with the shorter solutions in it."""
    columns = Columns(block)
    moves = np.zeros(len(block.cells), np.int16)
    for each in attempts:
        moves[each.number - block.first] = each.moves
    columns.add_moves(moves, np.zeros(len(moves), np.bool_))
    return columns.block()
