"""Endings of real games with permanent names, and a course of them with known results.

`ending:12:617` is the first position of deal 617's reference line with twelve cards not yet home.
The lines are frozen in `course.txt`, so that no later search changes what a name means. `deal` and
everything that calls it takes such a name for a number.

>>> print(ending("ending:4:617"))
Cells: -- QD -- --
Home: QC JD QH KS
-- KC -- -- KD -- KH
>>> [each.name for each in course()][-1]
'617'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, SupportsIndex, TypeGuard

from freecell.board import Board, Move, check_cells, deal
from freecell.board.moves import PLACE_NAMES
from freecell.cards import shorten
from freecell.errors import OptionError
from freecell.numbers import DealNumberError, check_number, parse_number, parse_ranges

PREFIX = "ending:"
COURSE = "course"
"""The name of the whole course, where a list of deals is expected."""
_NAME = re.compile(r"ending:(\d{1,3}):(\S{1,40})", re.IGNORECASE)


class Instance(NamedTuple):
    """A board of the course, and what is known of it with four cells."""

    name: str
    """`ending:12:617`, or the number of a deal."""
    positions: int | None
    """Positions that can be reached, itself included; None where there are a million or more. Those
    that differ in the order of columns or cells only count once."""
    moves: int
    """The proved length of the shortest win, as players count: moves home are free."""
    cards: int | None
    """The proved length in single cards, moves home included; None where it is not known."""

    @property
    def board(self) -> Board:
        """The board, with four cells."""
        return deal(self.name)


def is_ending(text: object) -> TypeGuard[str]:
    """Whether a text is meant to be the name of an ending."""
    return isinstance(text, str) and text.strip().lower().startswith(PREFIX)


def ending(name: str, cells: int = 4) -> Board:
    """Return the board of a name such as `ending:12:617`; empty cells are added or left out."""
    number, moves = moves_to(name)
    board = _boards(number)[len(moves)]
    full = [card for card in board.cells if card is not None]
    if check_cells(cells) < len(full):
        raise OptionError(
            f"too few cells for {name}: {cells} (expected {len(full)} or more: they hold cards)"
        )
    if cells == len(board.cells):
        return board
    return Board(board.columns, [*full, *[None] * (cells - len(full))], board.homes)


def parse_ending(name: str) -> tuple[int, int]:
    """Return the cards not yet home and the deal number of a name."""
    found = _NAME.fullmatch(name.strip())
    with suppress(DealNumberError):
        if found and 1 <= int(found[1]) <= 52 and parse_number(found[2]) in reference_lines():
            return int(found[1]), parse_number(found[2])
    deals = ", ".join(map(str, reference_lines()))
    raise DealNumberError(
        f"not an ending: {shorten(name)} (expected ending:CARDS:DEAL with 1 to 52 cards and one of "
        f"the deals {deals})"
    )


def parse_deals(text: str) -> tuple[Sequence[int | str], ...]:
    """Read numbers and ranges as `parse_ranges` does, and names: `1-3,ending:12:617`, `course`."""
    if text.strip().lower() == COURSE:
        return ([check_start(each.name) for each in course()],)
    if PREFIX not in text.lower():
        return parse_ranges(text)
    parts = text.split(",")
    if len(parts) == 1:
        return ([check_start(text)],)
    return tuple(chain.from_iterable(map(parse_deals, parts)))


def check_start(start: SupportsIndex | str) -> int | str:
    """Return a deal number, or the name of an ending as the course writes it.

    >>> check_start("ms617"), check_start("Ending:12:#617")
    (617, 'ending:12:617')
    """
    if not is_ending(start):
        return check_number(start)
    left, number = parse_ending(start)
    return f"{PREFIX}{left}:{number}"


def moves_to(name: str) -> tuple[int, list[Move]]:
    """Return the deal number of an ending, and the moves of the reference line that lead to it."""
    left, number = parse_ending(name)
    homes = (52 - board.cards_home() for board in _boards(number))
    return number, reference_lines()[number][: list(homes).index(left)]


def course_file() -> Path:
    """Return the file of the lines and of the course, which the page reads too."""
    return Path(__file__).with_name("course.txt")


@cache
def course() -> tuple[Instance, ...]:
    """Return the course: 60 boards from trivial ones to deal 617, with their truth."""
    return tuple(
        Instance(name, _known(positions), int(moves), _known(cards))
        for name, positions, moves, cards in _lines("course")
    )


def _known(text: str) -> int | None:
    return None if text == "-" else int(text)


def known_instance(name: str) -> Instance | None:
    """Return what the course knows of a name."""
    return next((each for each in course() if each.name == name), None)


@cache
def reference_lines() -> dict[int, list[Move]]:
    """Return the frozen lines, by deal number; each wins."""
    return {int(number): list(map(_move, moves)) for number, *moves in _lines("line")}


def _lines(kind: str) -> list[list[str]]:
    lines = map(str.split, course_file().read_text(encoding="ascii").splitlines())
    return [words for first, *words in lines if first == kind]


def _move(word: str) -> Move:
    source, target = map(PLACE_NAMES.index, word[:2])
    return Move(source, target, int(word[3:] or "1", 16))


@cache
def _boards(number: int) -> tuple[Board, ...]:
    """Return the positions of a reference line, without checking the rules: a test does."""
    boards = [deal(number)]
    for move in reference_lines()[number]:
        boards.append(boards[-1].play_unchecked(move))
    return tuple(boards)
