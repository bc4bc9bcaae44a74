"""Puzzles: positions in which one move, or two, keep the win and every other move loses it.

>>> from freecell.puzzle_set import puzzles
>>> puzzle = puzzles()[0]
>>> all(puzzle.keeps_the_win(move) for move in puzzle.answers)
True
>>> puzzle.wins[0].won
True

The positions come from games of the simulated players (`core/assess/players`). Every answer has a
win that begins with it. That every other move loses was proved when the set was made;
`docs/puzzles.md` says how. `puzzles.txt` has a puzzle a line: the deal, how many of a hundred
choices of the simulated players lose, the moves from the deal to the position (`-` where it is the
deal itself), and a win for each answer. Moves home are left out: every card goes home as soon as
it can.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from freecell.board import Board, Move, deal
from freecell.difficulty import LEVELS, Level
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.text.address import parse_moves

LEVEL_STARTS = (0, 46, 56, 80, 98)
"""The smallest share of losing choices, in percent, of each level."""

DAY_LEVELS = (0, 1, 1, 2, 2, 3, 4)
"""The level of each weekday's puzzle, from Monday on."""

FIRST_DAY = date(2026, 1, 5)
"""The Monday from which the puzzles of the day are counted."""


class PuzzleError(FreecellError):
    """There is no such puzzle."""


class Puzzle(NamedTuple):
    """A position in which few moves keep the win."""

    number: int
    """Its place in the set, from 1; the easiest come first."""
    deal: int
    """The deal that the position comes from; no deal has two puzzles."""
    wrong: int
    """How many of a hundred choices of the simulated players lose the win."""
    moves_text: str
    wins_text: tuple[str, ...]

    @property
    def level(self) -> Level:
        """One of the five levels, by how often the simulated players go wrong."""
        return LEVELS[bisect_right(LEVEL_STARTS, self.wrong) - 1]

    @property
    def game(self) -> Game:
        """The game from the deal to the position."""
        start = deal(self.deal)
        return Game(start, with_moves_home(start, self.moves_text), self.deal)

    @property
    def board(self) -> Board:
        """The position."""
        return self.game.board

    @property
    def answers(self) -> tuple[Move, ...]:
        """The moves that keep the win; of equivalent ones, as to another empty cell, the first."""
        return tuple(parse_moves(text, 4)[0] for text in self.wins_text)

    @property
    def wins(self) -> tuple[Game, ...]:
        """For each answer, a game that begins with it at the position and is won."""
        board = self.board
        return tuple(Game(board, with_moves_home(board, text)) for text in self.wins_text)

    def keeps_the_win(self, move: Move) -> bool:
        """Say whether a move is an answer, or equivalent to one; an illegal move is refused."""
        board = self.board
        after = _regardless_of_order(board.play(move))
        return any(after == _regardless_of_order(board.play(each)) for each in self.answers)


def puzzles(level: Level | None = None) -> tuple[Puzzle, ...]:
    """Return all puzzles, or those of a level, the easiest first."""
    if level is None:
        return _all()
    if level not in LEVELS:
        raise PuzzleError(f"not a level: {level!r} (expected one of {', '.join(LEVELS)})")
    return tuple(each for each in _all() if each.level == level)


def puzzle(number: int) -> Puzzle:
    """Return the puzzle of a number, from 1."""
    known = _all()
    if not 1 <= number <= len(known):
        raise PuzzleError(f"there is no puzzle {number} (expected 1 to {len(known)})")
    return known[number - 1]


def puzzle_of_the_day(day: date | None = None) -> Puzzle:
    """Return a day's puzzle; today's, by the clock of this machine, where no day is given."""
    week, weekday = divmod((day or date.today()).toordinal() - FIRST_DAY.toordinal(), 7)
    of_level = puzzles(LEVELS[DAY_LEVELS[weekday]])
    return of_level[(week * STRIDE + weekday) % len(of_level)]


STRIDE = 37
"""How far apart the puzzles of two weeks are within their level; neighbours are alike."""


def puzzle_file() -> Path:
    """Return where the puzzles are kept."""
    return Path(__file__).with_name("puzzles.txt")


@cache
def _all() -> tuple[Puzzle, ...]:
    lines = puzzle_file().read_text(encoding="ascii").splitlines()
    return tuple(_read(number, line) for number, line in enumerate(lines, 1))


def _read(number: int, line: str) -> Puzzle:
    name, wrong, moves, *wins = line.split(" ")
    return Puzzle(number, int(name), int(wrong), moves.removeprefix("-"), tuple(wins))


def with_moves_home(start: Board, text: str) -> list[Move]:
    """Return the moves of a text, with all moves home that are possible before and after each."""
    board, moves = start, []
    for move in [None, *parse_moves(text, 4)]:
        made = [] if move is None else [move]
        board = board if move is None else board.play(move)
        made += board.moves_home("max")
        board = board.play_home("max")
        moves += made
    return moves


def _regardless_of_order(board: Board) -> tuple[object, ...]:
    """Return a position in which the order of columns and of cells does not count."""
    cells = sorted(card for card in board.cells if card is not None)
    return sorted(board.columns), cells, board.homes
