"""What a dialect leaves unsaid, found by playing: a search over the readings of written moves.

A reading says which cards go home by themselves, whether also before the first move, how many cards
go to an empty column, and what the letter of a cell means. Where the number of cards is open, all
are tried, the move after that decides; a board that has failed once is not tried again. The search
ends after a stated number of moves in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from freecell.board import CELL_NAMES, FIRST_CELL, HOME, Autoplay, Board, Move
from freecell.cards import CARD_NAMES, Card, fits_on, rank_of
from freecell.text.adapting import fullest_count
from freecell.text.solution_reader import MoveWord

MOST_TRIES = 40_000
"""So many moves are played in all, over all readings of a text, before the search gives up."""

Counts: TypeAlias = Literal["one", "most", "any"]
Letters: TypeAlias = Literal["names", "nth"]


class Reading(NamedTuple):
    """One way to understand written moves."""

    autoplay: Autoplay
    counts: Counts
    """How many cards go to an empty column where the text does not say it."""
    letters: Letters = "names"
    """A cell's letter names the cell, or it counts the cells that hold a card."""
    at_start: bool = False
    """Whether cards go home by themselves before the first move too."""


class Attempt(NamedTuple):
    """How far a reading got: the moves, all of them legal, and why it went no further."""

    reading: Reading
    moves: list[Move]
    done: int
    """How many of the written moves could be played."""
    reason: str | None
    won: bool

    @property
    def wins(self) -> bool:
        """Whether every written move is legal and the game is won."""
        return self.won and self.reason is None

    def worth(self) -> tuple[bool, bool, int]:
        """Order attempts: a win is best, then all moves played, then as many as possible."""
        return self.wins, self.reason is None, self.done


class Budget:
    """How many moves may still be tried."""

    def __init__(self, left: int = MOST_TRIES) -> None:
        self.left = left

    def take(self) -> bool:
        """Take one and say whether it was there."""
        self.left -= 1
        return self.left >= 0


class _Here(NamedTuple):
    """A point in the search: the board, and the cells as the text's own program has them."""

    board: Board
    cells: tuple[Card | None, ...]
    made: tuple[Move, ...]
    """The moves that led here from the point before, automatic ones included."""


class _Stop(NamedTuple):
    """A place where the written moves cannot go on."""

    reason: str


def attempt(start: Board, words: Sequence[MoveWord], reading: Reading, budget: Budget) -> Attempt:
    """Play the written moves in this reading, as far as possible and as often as needed."""
    search = _Search(start, words, reading, budget)
    return search.run()


class _Search:
    """A depth-first search over the open numbers of cards."""

    def __init__(
        self, start: Board, words: Sequence[MoveWord], reading: Reading, budget: Budget
    ) -> None:
        self.words = words
        self.reading = reading
        self.budget = budget
        self.failed: set[tuple[int, Board, tuple[Card | None, ...]]] = set()
        homes = start.moves_home(reading.autoplay) if reading.at_start else []
        self.first = self._after(_Here(start, start.cells, ()), homes)
        self.best = Attempt(reading, [], -1, "", won=False)

    def run(self) -> Attempt:
        """Return the first win, else the best of all that was tried."""
        path = [self.first]
        branches = [self._next(self.first, 0)]
        while branches:
            here = next(branches[-1], None)
            if here is None:
                branches.pop()
                path.pop()
                continue
            if isinstance(here, _Stop):
                self._note(path, here.reason)
                continue
            path.append(here)
            if len(path) > len(self.words):
                self._note(path, None)
                if self.best.wins:
                    break
                path.pop()
                continue
            branches.append(self._next(here, len(path) - 1))
        return self.best

    def _note(self, path: list[_Here], reason: str | None) -> None:
        done, won = len(path) - 1, path[-1].board.won
        if (won and reason is None, reason is None, done) > self.best.worth():
            moves = [move for here in path for move in here.made]
            self.best = Attempt(self.reading, moves, done, reason, won)

    def _next(self, here: _Here, at: int) -> Iterator[_Here | _Stop]:
        """Yield what the next written move can lead to, or why it leads nowhere."""
        moves = list(self._moves(here, self.words[at]))
        for move in moves:
            if isinstance(move, str):
                yield _Stop(move)
            elif reason := here.board.why_illegal(move):
                yield _Stop(reason)
            elif not self.budget.take():
                yield _Stop(f"gave up after {MOST_TRIES:,} moves tried")
            else:
                yield from self._played(here, move, self.words[at], at, only=len(moves) == 1)

    def _played(
        self, here: _Here, move: Move, word: MoveWord, at: int, *, only: bool
    ) -> Iterator[_Here]:
        card = here.board._cards_at(move.source)[-1]
        cells = [None if held == card else held for held in here.cells]
        if FIRST_CELL <= move.target < HOME:
            cells[self._cell(here, word)] = card
        board = here.board._play(move)
        homes = board.moves_home(self.reading.autoplay) if self.reading.autoplay != "none" else []
        after = self._after(_Here(board, tuple(cells), (move,)), homes)
        key = (at, after.board, after.cells)
        if only or key not in self.failed:
            if not only:
                self.failed.add(key)
            yield after

    def _after(self, here: _Here, homes: Sequence[Move]) -> _Here:
        board = here.board
        for move in homes:
            board = board._play(move)
        cells = tuple(card if card in board.cells else None for card in here.cells)
        if self.reading.letters == "nth":
            cells = tuple(sorted(cells, key=lambda card: card is None))  # no gaps
        return _Here(board, cells, (*here.made, *homes))

    # From characters to moves

    def _moves(self, here: _Here, word: MoveWord) -> Iterator[Move | str]:
        """Yield the moves that a written one can mean, or why it can mean none."""
        board = here.board
        source = self._source(here, word.source)
        if isinstance(source, str):
            yield source
        elif word.target.isdigit():
            target = int(word.target) - 1
            for count in self._card_counts(board, source, target, word.cards):
                yield Move(source, target, count)
        else:
            yield from self._moves_up(here, source, word)

    def _moves_up(self, here: _Here, source: int, word: MoveWord) -> Iterator[Move | str]:
        """Yield the move home or to a cell; `f` is home too where there is no cell of that name."""
        if word.target == "h" or (word.target == "f" and len(here.cells) <= CELL_NAMES.index("f")):
            yield Move(source, HOME)
            return
        cell = self._cell(here, word)
        if cell >= len(here.cells):
            yield "no cell is empty" if word.target == "r" else f"there is no cell {word.target}"
        elif here.cells[cell] is not None:
            yield f"cell {word.target} is taken by {_name(here.cells[cell])}"
        else:
            yield Move(source, FIRST_CELL + here.board.cells.index(None))

    def _source(self, here: _Here, character: str) -> int | str:
        if character.isdigit():
            return int(character) - 1
        index = CELL_NAMES.index(character)
        held = list(here.cells)
        if self.reading.letters == "nth":
            held = [card for card in held if card is not None]
        card = held[index] if index < len(held) else None
        if card is None:
            return f"cell {character} is empty"
        return FIRST_CELL + here.board.cells.index(card)

    def _cell(self, here: _Here, word: MoveWord) -> int:
        """Return the cell that a move goes to; `r` is the leftmost empty one."""
        if word.target == "r":
            return here.cells.index(None) if None in here.cells else len(here.cells)
        return CELL_NAMES.index(word.target)

    def _card_counts(
        self, board: Board, source: int, target: int, said: int | None
    ) -> Sequence[int]:
        if said is not None:
            return [said]
        if source >= FIRST_CELL or source == target or not board.columns[source]:
            return [1]
        if board.columns[target]:
            return [_fitting_count(board, source, target)]
        most = fullest_count(board, source, target)
        if self.reading.counts == "any":
            return range(1, most + 1) if self.reading.autoplay == "none" else range(most, 0, -1)
        return [1 if self.reading.counts == "one" else most]


def _fitting_count(board: Board, source: int, target: int) -> int:
    """Return how many cards must go to an occupied column; 1 where none fits, to be refused."""
    cards, parent = board.columns[source], board.columns[target][-1]
    count = rank_of(parent) - rank_of(cards[-1])
    fits = 1 <= count <= len(cards) and fits_on(cards[-count], parent)
    return count if fits else 1


def _name(card: Card | None) -> str:
    return "nothing" if card is None else CARD_NAMES[card]
