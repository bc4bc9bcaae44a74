"""What is known of the deals 1 to 1,000,000, and of the special games: shipped with the package.

>>> found = about(617)
>>> found.verdict, found.word
('solved', 'very hard')
>>> about(11982).verdict
'impossible'

Deals that are not in the atlas are computed, where that is quick, and `computed` says what was.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from freecell import _core, difficulty
from freecell.atlas_file import (
    CELLS,
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
from freecell.board import MAX_CELLS
from freecell.numbers import check_number
from freecell.solver import Cancel, Impossible, Limit, Solved, solve
from freecell.verdict import VerdictName, verdict_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "atlas_data"
_VERDICTS: tuple[VerdictName, ...] = ("undecided", "solved", "impossible", "undecided")
_BESIDE = ("shortest", "fewest", "fewest_proved", "difficulty", "word")
_QUICK = Limit(nodes=2_000_000, bytes=2**29)
_FEWEST_NODES = 100_000
_EFFORT = 2


class About(NamedTuple):
    """What is known of a deal; None where it is not known."""

    number: int
    verdict: VerdictName
    """With four cells: solved, impossible or undecided."""
    moves: int | None = None
    """Of the shortest solution that is known, as players count them."""
    shortest: bool = False
    """Whether it is proved that there is no shorter one."""
    fewest: int | None = None
    """The fewest cells that the deal was won with."""
    fewest_proved: bool = False
    """Whether it is proved that there is no win with fewer; if not, it is "at most" that many."""
    difficulty: int | None = None
    """Of how many deals in a hundred fewer cards are left by simulated players."""
    word: difficulty.Word | None = None
    """The same as one of five words."""
    positions: int | None = None
    """Looked at by the search that decided it, where that is known."""
    computed: tuple[str, ...] = ()
    """Which of these were computed now; the others were known."""
    least: int | None = None
    """No solution has fewer moves than this; where it is proved, `moves` are so many."""

    def to_json(self) -> dict[str, Any]:
        """Return it in the one shape of verdicts, with the number and all that is known beside."""
        fields = self._asdict()
        said = verdict_json(
            self.verdict,
            count=self.moves,
            positions=self.positions,
            least=self.least,
            most=None if self.least is None else self.moves,
        )
        more = {name: fields[name] for name in _BESIDE}
        return {"number": self.number, **said, **more, "computed": list(self.computed)}


class Atlas:
    """The atlas in a folder. A block is read when a deal of it is asked for first."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Take the folder; it is not looked into yet."""
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
        """Return for each block the deals of each word, by the fewest cells (last: not known)."""
        path = self.folder / INDEX_NAME
        try:
            content = json.loads(unpack(path.read_bytes(), path.as_posix()))
        except FileNotFoundError:
            return {}
        return {int(first): counts for first, counts in content["counts"].items()}

    def draw(
        self, words: Sequence[str] = (), cells: int = MAX_CELLS, chance: random.Random | None = None
    ) -> int | None:
        """Return a random deal of one of these words that was won with so many cells or fewer.

        Each such deal is as likely as any other. None where there is none.
        """
        draw = chance or random.Random()
        wanted = [difficulty.WORDS.index(word) for word in words] or range(len(difficulty.WORDS))
        weights = {
            first: sum(sum(counts[word][: cells + 1]) for word in wanted)
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
        hard.word if hard else None,
        least=(length if moves >= SHORTEST else least) or None,
    )


def _matching(block: Block, words: set[int], cells: int) -> list[int]:
    return [
        block.first + at
        for at, (packed, score) in enumerate(zip(block.cells, block.difficulty, strict=True))
        if score != difficulty.NOT_KNOWN
        and packed % PROVED <= cells
        and difficulty.word_index(score) in words
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
    words = np.array(difficulty.WORD_STARTS)
    fewest = (cells % PROVED).astype(np.int8)
    rank = np.searchsorted(starts, score, "right").astype(np.int8) - 1
    word = np.searchsorted(words, score, "right").astype(np.int8) - 1
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
        "word": np.where(hidden, -1, word).astype(np.int8),
    }


@cache
def shipped() -> Atlas:
    """Return the atlas that comes with the package."""
    return Atlas()


def about(
    number: SupportsIndex | str,
    *,
    complete: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> About:
    """Return what is known of a deal: at once where the atlas has its verdict, and else computed.

    What the atlas has a verdict for and does not know yet, such as the moves, is None; to be
    `complete` that is computed too, some hundredths of a second.
    """
    known = shipped().about(check_number(number))
    if complete or known.verdict == "undecided":
        return completed(known, limit, cancel)
    return known


def atlas() -> dict[str, NDArray[Any]]:
    """Return the whole atlas as numpy arrays of a row for each deal, the special games first.

    `number`; `verdict` (0 open, 1 solved, 2 impossible); `fewest` cells and whether they are
    `fewest_proved`; `moves` and whether that is proved the `shortest`, and how many any solution has
    at `least`; the `score`, rank (`difficulty`) and `word` (0 to 4) of the difficulty. -1 stands for what is not known.
    """
    return shipped().columns()


def completed(known: About, limit: Limit | None = None, cancel: Cancel | None = None) -> About:
    """Compute what is not known and takes no long search."""
    missing = [name for name, lacks in _lacking(known) if lacks]
    for name in missing:
        known = _COMPUTE[name](known, limit or _QUICK, cancel)
    return known._replace(computed=tuple(missing)) if missing else known


def is_lacking(known: About) -> bool:
    """Whether there is something that could be computed."""
    return any(lacks for _, lacks in _lacking(known))


def _lacking(known: About) -> list[tuple[str, bool]]:
    may_be_won = known.verdict != "impossible"
    return [
        ("moves", known.verdict == "undecided" or (may_be_won and known.moves is None)),
        ("fewest", known.fewest is None),
        ("difficulty", known.difficulty is None),
    ]


def _with_moves(known: About, limit: Limit, cancel: Cancel | None) -> About:
    result = solve(known.number, goal="short", effort=_EFFORT, limit=limit, cancel=cancel)
    if isinstance(result, Solved):
        count = result.game.player_count()
        return known._replace(verdict="solved", moves=count, positions=result.nodes)
    if isinstance(result, Impossible):
        return known._replace(verdict="impossible", positions=result.positions)
    return known


def _with_fewest(known: About, _limit: Limit, _cancel: Cancel | None) -> About:
    at_most, proved = quick_fewest(known.number, _FEWEST_NODES)
    if known.verdict == "impossible" and at_most == CELLS + 1:
        proved = True
    verdict = known.verdict
    if at_most is not None and (at_most <= CELLS or proved):
        verdict = "solved" if at_most <= CELLS else "impossible"
    return known._replace(fewest=at_most, fewest_proved=proved, verdict=verdict)


def _with_difficulty(known: About, _limit: Limit, _cancel: Cancel | None) -> About:
    _, rank, word = difficulty.measure(known.number)
    return known._replace(difficulty=rank, word=word)


_COMPUTE = {"moves": _with_moves, "fewest": _with_fewest, "difficulty": _with_difficulty}


def quick_fewest(number: int, nodes: int) -> tuple[int | None, bool]:
    """Return the fewest cells that were found to win within a limit, and whether it is proved."""
    rows = _core.survey_rows(
        [(number, number)],
        cells=0,
        effort=0,
        fewest=True,
        solutions=False,
        nodes=nodes,
        bytes=2**29,
    )
    return (rows.at_most[0] if rows.won[0] else None), bool(rows.solved[0])
