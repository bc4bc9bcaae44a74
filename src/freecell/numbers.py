"""Deal numbers and ranges of them, read as people write them.

A number is `617`, `#617`, `ms617`, `11,982` or `1_000_000`, from -4 to 8,589,934,591; without
leading zeros. A range is `1-32000` or `1..32000`, both ends included; commas separate: `1,5,9-12`.
A text that is wholly one to three digits followed by groups of a comma and three digits is one
number (`11,982`), otherwise its commas separate.

>>> parse_number("ms11,982")
11982
>>> parse_ranges("1,5,9-12")
(range(1, 2), range(5, 6), range(9, 13))
"""

import operator
import re
from typing import SupportsIndex

from freecell.cards import NotationError, shorten
from freecell.words import Message

FIRST_DEAL = -4
LAST_DEAL = 2**33 - 1
LAST_MICROSOFT_DEAL = 1_000_000
ACCEPTED = f"{FIRST_DEAL} to {LAST_DEAL:,}"

_LONGEST = 200
"""Longer texts are refused without being parsed."""

_DIGITS = r"-?(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,2}(?:_[0-9]{3})+)"
_NUMBER = re.compile(rf"(?:#|ms ?#?)?({_DIGITS})", re.IGNORECASE | re.ASCII)
_RANGE = re.compile(r"(.*?[0-9])\s*(?:-|\u2013|\.\.\.?)\s*(.*)", re.ASCII)


class DealNumberError(NotationError):
    """It is no deal number, or no range of them, or outside of what can be dealt."""


def check_number(number: SupportsIndex | str) -> int:
    """Return a deal number as an int: a whole number in range, or a text that says one."""
    if type(number) is not int:
        number = _whole_number(number)
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise DealNumberError(
            Message("no_such_deal", number=_brief(number), first=FIRST_DEAL, last=LAST_DEAL)
        )
    return number


def _whole_number(number: object) -> int:
    """Read text, or anything that Python takes for an index, such as a numpy integer."""
    if isinstance(number, str):
        return _parse(number)
    is_bool = type(number).__name__ == "bool"  # numpy's too, of which numpy 2.1 makes an index
    if is_bool or not hasattr(number, "__index__"):
        raise DealNumberError(
            f"not a deal number: {shorten(str(number))} "
            f"(expected a whole number from {ACCEPTED}, not {type(number).__name__})"
        )
    return operator.index(number)


def _brief(number: int) -> str:
    """Write a number that may have a million digits, without converting all of them."""
    return str(number) if abs(number) < 10**30 else f"a number of {number.bit_length():,} bits"


def _parse(text: str) -> int:
    stripped = text.strip()
    match = _NUMBER.fullmatch(stripped) if len(stripped) <= _LONGEST else None
    if match is None:
        raise DealNumberError(
            Message("not_a_deal_number", text=shorten(text), first=FIRST_DEAL, last=LAST_DEAL)
        )
    return int(match[1].replace(",", "").replace("_", ""))


def parse_number(text: str) -> int:
    """Read one deal number: `617`, `#617`, `ms617`, `11,982`, `1_000_000`."""
    return check_number(text)


def is_one_number(text: str) -> bool:
    """Whether a text is written as one number, in range or not: `617`, `70,454`."""
    return _NUMBER.fullmatch(text.strip()) is not None


def could_be_list(text: str) -> bool:
    """Whether a text that is one number could be meant as several: `70,454`, but not `1,000`."""
    return is_one_number(text) and "," in text and all(map(is_one_number, text.split(",")))


def parse_ranges(text: str) -> tuple[range, ...]:
    """Read numbers and ranges: `617`, `1-32000`, `1..32000`, `1,5,9-12`.

    Both ends of a range belong to it, so that `1-3` is `range(1, 4)`.
    """
    if is_one_number(text) or "," not in text:
        return (_parse_range(text),)
    try:
        return tuple(_parse_range(part) for part in text.split(","))
    except DealNumberError as error:
        raise DealNumberError(f"in {shorten(text)}: {error}") from None


def _parse_range(text: str) -> range:
    match = _RANGE.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if match is None or is_one_number(text):
        number = parse_number(text)
        return range(number, number + 1)
    first, last = parse_number(match[1]), parse_number(match[2])
    if last < first:
        raise DealNumberError(
            f"not a range: {shorten(text)} (expected the smaller number first: {last}-{first})"
        )
    return range(first, last + 1)
