"""The atlas that comes with the package: the deals 1 to 1,000,000 and the special games."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from freecell import difficulty
from freecell.board import MAX_CELLS
from freecell.deal_atlas.about_deal import About
from freecell.deal_atlas.block_file import (
    INDEX_NAME,
    NO_FEWEST,
    PROVED,
    SHORTEST,
    VERDICT_UNIT,
    AtlasError,
    Block,
    block_firsts,
    empty_block,
    file_name,
    first_of,
    unpack,
    unpack_block,
)
from freecell.verdict import VerdictName

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "data"
_VERDICTS: tuple[VerdictName, ...] = ("undecided", "solved", "impossible", "undecided")


class Atlas:
    """The atlas in a folder. A block is read when a deal of it is asked for first."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Remember the folder; files are read when they are needed."""
        self.folder = folder
        self.block = lru_cache(None)(self._read_block)

    def _read_block(self, first: int) -> Block:
        """Return a block, in which nothing is known where there is no file."""
        path = self.folder / file_name(first)
        try:
            return unpack_block(path.read_bytes(), path.as_posix())
        except FileNotFoundError:
            return empty_block(first)

    def about(self, number: int) -> About:
        """Return what the atlas knows of a deal; nothing is computed."""
        first = first_of(number)
        if first is None:
            return About(number, "undecided")
        block = self.block(first)
        at = number - first
        least = block.least[at] if block.least else 0
        return _entry(number, block.cells[at], block.moves[at], block.difficulty[at], least)

    @lru_cache(None)  # noqa: B019 - there is one atlas for good, and a few in tests
    def index(self) -> dict[int, list[list[int]]]:
        """Count the deals of each block by level and fewest cells (the last count: not known)."""
        path = self.folder / INDEX_NAME
        try:
            content = json.loads(unpack(path.read_bytes(), path.as_posix()))
        except FileNotFoundError:
            return {}
        return {int(first): counts for first, counts in content["counts"].items()}

    def draw(
        self,
        levels: Sequence[str] = (),
        cells: int = MAX_CELLS,
        chance: random.Random | None = None,
    ) -> int | None:
        """Return a random deal of one of these levels that was won with at most this many cells.

        All such deals are equally likely. None where there is none.
        """
        draw = chance or random.Random()
        wanted = [difficulty.LEVELS.index(each) for each in levels] or range(len(difficulty.LEVELS))
        weights = {
            first: sum(sum(counts[level][: cells + 1]) for level in wanted)
            for first, counts in self.index().items()
        }
        if not any(weights.values()):
            return None
        [first] = draw.choices(list(weights), list(weights.values()))
        found = _matching(self.block(first), set(wanted), cells)
        if not found:
            raise AtlasError(f"{self.folder / INDEX_NAME} does not fit {file_name(first)}")
        return draw.choice(found)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return all columns as numpy arrays, a row a deal, by number; see `atlas`."""
        import numpy as np

        blocks = [self.block(first) for first in block_firsts()]
        number = np.concatenate([np.arange(b.first, b.first + len(b.cells)) for b in blocks])
        cells, moves, score = (
            np.frombuffer(b"".join(getattr(b, name) for b in blocks), np.uint8)
            for name in ("cells", "moves", "difficulty")
        )
        least = np.frombuffer(b"".join(b.least or bytes(len(b.cells)) for b in blocks), np.uint8)
        return _columns(number, cells, moves, score, least)


def _entry(number: int, cells: int, moves: int, score: int, least: int) -> About:
    fewest = cells % PROVED
    length = moves % SHORTEST
    known = score != difficulty.NOT_KNOWN
    hard = difficulty.of_score(score) if known else None
    return About(
        number,
        _VERDICTS[cells // VERDICT_UNIT],
        length or None,
        moves >= SHORTEST,
        None if fewest == NO_FEWEST else fewest,
        bool(cells & PROVED),
        hard.rank if hard else None,
        hard.level if hard else None,
        least=(length if moves >= SHORTEST else least) or None,
    )


def _matching(block: Block, levels: set[int], cells: int) -> list[int]:
    return [
        block.first + at
        for at, (packed, score) in enumerate(zip(block.cells, block.difficulty, strict=True))
        if score != difficulty.NOT_KNOWN
        and packed % PROVED <= cells
        and difficulty.level_index(score) in levels
    ]


def _columns(
    number: NDArray[np.int64],
    cells: NDArray[np.uint8],
    moves: NDArray[np.uint8],
    score: NDArray[np.uint8],
    least: NDArray[np.uint8],
) -> dict[str, NDArray[Any]]:
    import numpy as np

    starts = np.array(difficulty.RANK_STARTS)
    levels = np.array(difficulty.LEVEL_STARTS)
    fewest = (cells % PROVED).astype(np.int8)
    rank = np.searchsorted(starts, score, "right").astype(np.int8) - 1
    level = np.searchsorted(levels, score, "right").astype(np.int8) - 1
    hidden = score == difficulty.NOT_KNOWN
    least = np.where(moves >= SHORTEST, moves % SHORTEST, least)
    return {
        "number": number,
        "verdict": cells // VERDICT_UNIT,
        "fewest": np.where(fewest == NO_FEWEST, -1, fewest).astype(np.int8),
        "fewest_proved": (cells & PROVED) != 0,
        "moves": np.where(moves % SHORTEST == 0, -1, moves % SHORTEST).astype(np.int8),
        "shortest": moves >= SHORTEST,
        "least": np.where(least == 0, -1, least).astype(np.int8),
        "score": np.where(hidden, -1, score.astype(np.int16)),
        "difficulty": np.where(hidden, -1, rank).astype(np.int8),
        "level": np.where(hidden, -1, level).astype(np.int8),
    }


@cache
def shipped() -> Atlas:
    """Return the atlas that comes with the package."""
    return Atlas()


def charted(number: int) -> About:
    """Return what the shipped atlas knows of a deal; a damaged file knows nothing."""
    try:
        return shipped().about(number)
    except AtlasError:
        return About(number, "undecided")


def atlas() -> dict[str, NDArray[Any]]:
    """Return the whole atlas as numpy arrays of a row for each deal, the special games first.

    `number`; `verdict` (0 open, 1 solved, 2 impossible); `fewest` cells and whether they are
    `fewest_proved`; `moves` and whether that is proved the `shortest`, and how many any solution
    has at `least`; the `score`, percentile (`difficulty`) and `level` (0 to 4) of the difficulty.
    -1 stands for what is not known.
    """
    return shipped().columns()
