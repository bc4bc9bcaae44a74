"""Deal numbers as arguments: `617`, `1-100`, `1,5,9-12`, `@file`, `-` for standard input, `-1`.

Where a board will do, the names of endings are taken too: `ending:12:617`, and `course` for all of
them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import TextIOWrapper
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, TextIO, TypeAlias, TypeVar

import click

from freecell.cards import shorten
from freecell.instances import parse_deals
from freecell.numbers import DealNumberError, parse_ranges

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")
Numbers: TypeAlias = Iterable[Sequence[int | str]]
"""Ranges of numbers, and lists of names among them."""

_LONGEST_LINE = 1_000_000

# Lets -1 to -4 through as arguments; options.py refuses what else starts with a dash.
SETTINGS = {"ignore_unknown_options": True}

text_or_json = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
"""An option of commands that print one answer."""


class FiniteRange(click.FloatRange):
    """A number within a range; click lets `nan` pass, which is neither below nor above anything."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number that a text stands for."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is no number of {self._describe_range()}", param, ctx)
        return number


def numbers_argument(
    *, required: bool = True, names: bool = False
) -> Callable[[Function], Function]:
    """Give a command the argument NUMBERS, handed to it as an iterator of ranges.

    With `names` the endings are numbers too, in lists of their own.
    """

    def read(_: click.Context, __: click.Parameter, arguments: tuple[str, ...]) -> Numbers:
        return _read(arguments, parse_deals) if names else read_ranges(arguments)

    return click.argument(
        "numbers", nargs=-1, required=required, type=click.UNPROCESSED, callback=read
    )


def each(ranges: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """Yield all the numbers one by one."""
    return chain.from_iterable(ranges)


def read_ranges(arguments: Iterable[str]) -> Iterator[range]:
    """Return the ranges that some arguments of the command line name."""
    return _read(arguments, parse_ranges)


def is_list(argument: str) -> bool:
    """Whether an argument names a list of numbers: a file, or standard input."""
    return argument == "-" or argument.startswith("@")


def _read(arguments: Iterable[str], parse: Callable[[str], Iterable[Item]]) -> Iterator[Item]:
    """Return the ranges, read as they are asked for: a file may be endless.

    What stands on the command line itself is read at once, so that a mistake in the last argument
    is reported before the first deal is printed.
    """
    return chain.from_iterable([_ranges(argument, parse) for argument in arguments])


def _ranges(argument: str, parse: Callable[[str], Iterable[Item]]) -> Iterable[Item]:
    if argument == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
        return _from_file(sys.stdin, "<stdin>", parse)
    if argument.startswith("@"):
        return _from_path(argument[1:], parse)
    return parse(argument)


def _from_path(name: str, parse: Callable[[str], Iterable[Item]]) -> Iterator[Item]:
    with Path(name).open(encoding="utf-8-sig", errors="replace") as file:
        yield from _from_file(file, name, parse)


def _from_file(file: TextIO, name: str, parse: Callable[[str], Iterable[Item]]) -> Iterator[Item]:
    """Yield the ranges of a file: any number of them on a line, separated by spaces."""
    count = 0
    while line := file.readline(_LONGEST_LINE):
        count += 1
        for argument in line.split():
            try:
                yield from parse(argument)
            except DealNumberError as error:
                raise DealNumberError(f"{name}: line {count}: {error}") from error
        if len(line) == _LONGEST_LINE:
            raise DealNumberError(
                f"{name}: line {count} is too long: {shorten(line)} "
                f"(expected less than {_LONGEST_LINE:,} characters)"
            )
