"""How hard a deal is for people: a rank from 0 to 99, and one of five levels.

Players of graded skill, who play as people do and have no search, play the deal some dozens of
times; what counts is how many cards they leave. The players are in `core/assess/players.cpp`, and
`docs/atlas.md` says what this measure is worth, and what it is not.

>>> measure(617)
Difficulty(score=246, rank=99, level='very hard')
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias, get_args

from freecell import _core
from freecell.numbers import check_number

Level: TypeAlias = Literal["very easy", "easy", "medium", "hard", "very hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The quintiles, easiest first."""

VERSION: int = _core.DIFFICULTY_VERSION
NOT_KNOWN = 255
"""What stands for a score where there is none."""

RANK_STARTS = (
    0, 1, 1, 4, 8, 10, 14, 17, 20, 24,
    27, 30, 33, 36, 39, 42, 45, 48, 51, 54,
    57, 60, 63, 65, 68, 70, 73, 76, 78, 81,
    83, 85, 88, 90, 92, 95, 97, 99, 101, 103,
    105, 107, 109, 111, 113, 115, 117, 119, 121, 122,
    124, 126, 129, 131, 133, 135, 137, 139, 141, 143,
    146, 148, 150, 153, 155, 158, 160, 163, 165, 168,
    170, 172, 175, 177, 180, 183, 185, 188, 190, 193,
    195, 198, 200, 202, 205, 207, 209, 212, 214, 216,
    218, 221, 223, 225, 227, 230, 232, 235, 238, 242,
)  # fmt: skip
"""The lowest score of each rank: the percentile of the score among the deals 1 to 32,000."""

LEVEL_STARTS = RANK_STARTS[::20]
"""The lowest score of each level."""


class Difficulty(NamedTuple):
    """How hard a deal is."""

    score: int
    """0 where every player wins every game; 254 where no player gets a card home."""
    rank: int
    """The percentile of the score: 0 (easiest) to 99."""
    level: Level


def measure(number: SupportsIndex | str) -> Difficulty:
    """Let the simulated players play a deal, which takes about a millisecond, and rate it."""
    wanted = check_number(number)
    return of_score(_core.difficulties(wanted, wanted)[0])


def of_score(score: int) -> Difficulty:
    """Return what a score means."""
    return Difficulty(score, bisect_right(RANK_STARTS, score) - 1, LEVELS[level_index(score)])


def level_index(score: int) -> int:
    """Return the level of a score, 0 to 4."""
    return bisect_right(LEVEL_STARTS, score) - 1
