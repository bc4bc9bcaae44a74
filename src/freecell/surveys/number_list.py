"""Deal numbers of a survey: sorted ranges without overlap, each number with its place.

Written and read as people write them, so that the manifest of a survey states them in plain text.

>>> ranges_text([range(9, 13), range(1, 2), range(5, 6)])
'1,5,9..12'
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate

from freecell.numbers import DealNumberError, is_one_number, parse_ranges

MOST_LISTED = 1_000_000
"""How many numbers and ranges a list may have."""


def merged(ranges: Iterable[range]) -> list[range]:
    """Return the same numbers as sorted ranges without overlap."""
    done: list[range] = []
    for each in sorted(ranges, key=lambda each: each.start):
        if done and each.start <= done[-1].stop:
            done[-1] = range(done[-1].start, max(done[-1].stop, each.stop))
        else:
            done.append(each)
    return done


def ranges_text(ranges: Iterable[range]) -> str:
    """Write numbers so that `parse_ranges` reads the same numbers: 1..9,12."""
    texts = [f"{each[0]}..{each[-1]}" if len(each) > 1 else str(each[0]) for each in merged(ranges)]
    text = ",".join(texts)
    if len(texts) > 1 and is_one_number(text):  # 70,454 would be the deal 70454
        texts[0] = f"{texts[0]}..{texts[0]}"
    return ",".join(texts)


def list_text(ranges: Iterable[range]) -> str:
    """Write a list that may come from anywhere; one that is too long is refused early."""
    found: list[range] = []
    for each in ranges:
        if len(found) == MOST_LISTED:
            raise DealNumberError(
                f"the list is too long (expected at most {MOST_LISTED:,} numbers and ranges)"
            )
        found.append(each)
    return ranges_text(found)


def list_name(text: str) -> str:
    """Return how many numbers a list has and the digest of its text: together they identify it."""
    return f"{len(number_list(text)):,} numbers, SHA-256 {sha256(text.encode()).hexdigest()}"


class NumberList:
    """Numbers in order, and the place of each of them."""

    def __init__(self, ranges: tuple[range, ...]) -> None:
        """Take ranges that are sorted and do not overlap."""
        self.ranges = ranges
        self._starts = [each.start for each in ranges]
        self._before = [0, *accumulate(map(len, ranges))]
        """How many numbers come before each range; last, how many there are."""

    def __len__(self) -> int:
        return self._before[-1]

    def place(self, number: int) -> int | None:
        """Return how many numbers come before this one; None where it is not in the list."""
        at = self._at(number)
        return None if at is None else self._before[at] + number - self.ranges[at].start

    def range_of(self, number: int) -> range | None:
        """Return the range that a number is in; None where it is not in the list."""
        at = self._at(number)
        return None if at is None else self.ranges[at]

    def _at(self, number: int) -> int | None:
        at = bisect_right(self._starts, number) - 1
        return at if at >= 0 and number in self.ranges[at] else None

    def cut(self, start: int, stop: int) -> tuple[range, ...]:
        """Return the numbers from one place to before another, as ranges."""
        found = []
        at = bisect_right(self._before, start) - 1
        while at < len(self.ranges) and self._before[at] < stop:
            before = self._before[at]
            found.append(self.ranges[at][max(0, start - before) : stop - before])
            at += 1
        return tuple(found)


@lru_cache(16)
def number_list(text: str) -> NumberList:
    """Read the numbers of a survey from the text in its manifest."""
    return NumberList(parse_ranges(text))
