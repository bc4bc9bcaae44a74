"""A position in the game, and the rules: which moves are legal, and what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import SupportsIndex

from freecell.board.moves import (
    COLUMN_COUNT,
    FIRST_CELL,
    HOME,
    NO_CARD,
    PLACE_NAMES,
    Autoplay,
    BoardError,
    IllegalMoveError,
    Move,
    Place,
    Refusal,
    check_autoplay,
    check_cells,
    goes_by_itself,
    move_name,
)
from freecell.board.parts import Cells, Columns, Homes, checked_parts
from freecell.cards import CARD_NAMES, RANKS, SUITS, Card, card_of, fits_on, rank_of, suit_of
from freecell.dealing import Rows, deal_cards
from freecell.words import Message


class Board:
    """A position in the game; moves make new boards and leave this one as it was."""

    __slots__ = ("cells", "columns", "homes")

    columns: tuple[tuple[Card, ...], ...]
    """The eight columns from left to right, each from its back card to its front card."""

    cells: tuple[Card | None, ...]
    """The cells from left to right, 0 to 8 of them; None where one is empty."""

    homes: tuple[int, ...]
    """How many cards of clubs, diamonds, hearts and spades are home."""

    def __init__(
        self,
        columns: Iterable[Iterable[Card]],
        cells: Iterable[Card | None] = (None,) * 4,
        homes: Iterable[int] = (0, 0, 0, 0),
    ) -> None:
        """Make a board of any cards; each of the 52 must be there once."""
        _fill(self, *checked_parts(columns, cells, homes))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board does not change: cannot delete {name!r}")

    def _values(self) -> tuple[object, ...]:
        return self.columns, self.cells, self.homes

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"Board(columns={self.columns}, cells={self.cells}, homes={self.homes})"

    def __reduce__(self) -> tuple[object, ...]:
        return Board, self._values()

    # What is on it

    def rows(self) -> Rows:
        """Return the names of the cards in the columns, by rows, `--` for a place left empty.

        For a fresh deal these are the seven rows of `deal_freecell`.
        """
        rows = []
        for row in zip_longest(*self.columns):
            names = [NO_CARD if card is None else CARD_NAMES[card] for card in row]
            while names[-1] == NO_CARD:
                names.pop()
            rows.append(names)
        return rows

    def __str__(self) -> str:
        """Write the rows, and above them the cells and homes unless they are as at the start."""
        rows = [" ".join(row) for row in self.rows()]
        if self.cells == (None,) * 4 and not any(self.homes):
            return "\n".join(rows)
        cells = [NO_CARD if card is None else CARD_NAMES[card] for card in self.cells]
        homes = [
            RANKS[size - 1] + suit if size else NO_CARD
            for size, suit in zip(self.homes, SUITS, strict=True)
        ]
        return "\n".join([f"Cells: {' '.join(cells) or 'none'}", f"Home: {' '.join(homes)}", *rows])

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook."""
        from freecell.drawing.picture import picture

        return picture(self)

    def cards_home(self) -> int:
        """Return how many cards are home, 52 when the game is won."""
        return sum(self.homes)

    @property
    def won(self) -> bool:
        """Whether every card is home."""
        return self.cards_home() == 52

    @property
    def stuck(self) -> bool:
        """Whether the game is lost because no move is left."""
        return not self.won and not self.legal_moves()

    def run_length(self, column: Place) -> int:
        """Return how many cards at the front of a column lie in order and could move at once."""
        cards = self.columns[_check_column(column)]
        length = min(1, len(cards))
        while length < len(cards) and fits_on(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def longest_run(self, target: Place) -> int:
        """Return how many cards can move at once to a column: each empty column doubles it.

        A run is moved card by card through empty cells and columns; the target, where it is
        empty itself, does not help.
        """
        empty_itself = not self.columns[_check_column(target)]
        empty_columns = sum(not cards for cards in self.columns) - empty_itself
        return int((self.cells.count(None) + 1) * 2**empty_columns)

    # Moves

    def legal_moves(self) -> list[Move]:
        """Return every legal move, by source (columns, then cells) and target.

        All empty cells are one target, the leftmost. To an empty column 1, 2, ... cards are
        different moves; to an occupied one the number of cards is determined.
        """
        return list(self._moves())

    def _moves(self) -> Iterator[Move]:
        empty_cell = self.empty_cell()
        limits = [self.longest_run(target) for target in range(COLUMN_COUNT)]
        for source, cards in enumerate(self.columns):
            if cards:
                run = self.run_length(source)
                for target in range(COLUMN_COUNT):
                    if target != source:
                        for count in self._counts(cards, min(run, limits[target]), target):
                            yield Move(source, target, count)
                if empty_cell is not None:
                    yield Move(source, empty_cell)
                if self.goes_home(cards[-1]):
                    yield Move(source, HOME)
        for source, card in enumerate(self.cells, FIRST_CELL):
            if card is not None:
                for target in range(COLUMN_COUNT):
                    if not self.columns[target] or fits_on(card, self.columns[target][-1]):
                        yield Move(source, target)
                if self.goes_home(card):
                    yield Move(source, HOME)

    def _counts(self, cards: tuple[Card, ...], most: int, target: Place) -> range:
        """Return how many of a column's front cards, at most `most`, can go to another column."""
        if not self.columns[target]:
            return range(1, most + 1)
        parent = self.columns[target][-1]
        count = rank_of(parent) - rank_of(cards[-1])
        fits = 1 <= count <= most and fits_on(cards[-count], parent)
        return range(count, count + fits)

    def empty_cell(self) -> Place | None:
        """Return the leftmost empty cell; None where all are taken."""
        return FIRST_CELL + self.cells.index(None) if None in self.cells else None

    def goes_home(self, card: Card) -> bool:
        """Whether a card is the next of its suit."""
        return rank_of(card) == self.homes[suit_of(card)]

    def why_illegal(self, move: Move, language: str = "en") -> str | None:
        """Say why the rules forbid a move, or None where it is legal."""
        refusal = self.refusal(move)
        return refusal.message().in_language(language) if refusal else None

    def refusal(self, move: Move) -> Refusal | None:
        """Return why the rules forbid a move as a value, or None where it is legal."""
        source, target, count = move
        if source == HOME:
            return Refusal("from_home", HOME)
        for place in (source, target):
            if not self._is_place(place):
                return Refusal("no_cell" if FIRST_CELL <= place < HOME else "no_place", place)
        if count < 1:
            return Refusal("no_cards", source, count=count)
        cards = self.cards_at(source)
        if not cards:
            return Refusal("empty", source)
        if target == source:
            return Refusal("same_place", source)
        if count > len(cards):
            return Refusal("too_few", source, count=count, most=len(cards))
        if target < COLUMN_COUNT:
            return self._why_not_to_column(source, target, count)
        if count > 1:
            return Refusal("one_at_a_time", target)
        return self._why_not_home(cards[-1]) if target == HOME else self._why_not_to_cell(move)

    def _why_not_to_column(self, source: Place, target: Place, count: int) -> Refusal | None:
        card = self.cards_at(source)[-count]
        if source < COLUMN_COUNT and count > (run := self.run_length(source)):
            return Refusal("not_in_order", source, count=count, most=run)
        if self.columns[target] and not fits_on(card, parent := self.columns[target][-1]):
            return Refusal("no_fit", target, card, parent)
        if count > (most := self.longest_run(target)):
            return Refusal("no_room", target, count=count, most=most)
        return None

    def _why_not_home(self, card: Card) -> Refusal | None:
        if self.goes_home(card):
            return None
        suit = suit_of(card)
        return Refusal("not_yet_home", HOME, card, card_of(self.homes[suit], suit))

    def _why_not_to_cell(self, move: Move) -> Refusal | None:
        if move.source >= FIRST_CELL:
            return Refusal("cell_to_cell")
        if self.empty_cell() is None:
            return Refusal("no_empty_cell")
        if (there := self.cells[move.target - FIRST_CELL]) is not None:
            return Refusal("cell_taken", move.target, there)
        return None

    def _is_place(self, place: Place) -> bool:
        return 0 <= place < FIRST_CELL + len(self.cells) or place == HOME

    def cards_at(self, place: Place) -> tuple[Card, ...]:
        """Return the cards of a column, or the one in a cell, if there is one."""
        if not 0 <= place < FIRST_CELL + len(self.cells):
            raise BoardError(f"not a column or a cell: {place!r}")
        if place < COLUMN_COUNT:
            return self.columns[place]
        card = self.cells[place - FIRST_CELL]
        return () if card is None else (card,)

    def play(self, move: Move) -> Board:
        """Return the board after a move; an illegal one is refused with the reason.

        Legal are the moves of `legal_moves`, and those to any other empty cell: the card then lies
        in that one.
        """
        self._check_move(move)
        return self.play_unchecked(move)

    def _check_move(self, move: Move) -> None:
        if refusal := self.refusal(move):
            raise IllegalMoveError(f"illegal move {move_name(move)}: {refusal.message()}")

    def play_unchecked(self, move: Move) -> Board:
        """Return the board after a move that must be legal: it is not checked."""
        source, target, count = move
        columns, cells, homes = list(self.columns), list(self.cells), list(self.homes)
        if source < COLUMN_COUNT:
            moved = columns[source][-count:]
            columns[source] = columns[source][:-count]
        else:
            moved = self.cards_at(source)
            cells[source - FIRST_CELL] = None
        if target < COLUMN_COUNT:
            columns[target] += moved
        elif target == HOME:
            homes[suit_of(moved[0])] += 1
        else:
            cells[target - FIRST_CELL] = moved[0]
        return _unchecked(tuple(columns), tuple(cells), tuple(homes))

    def in_words(self, move: Move, language: str = "en") -> str:
        """Say a legal move, such as "QH onto KC in column 3"."""
        self._check_move(move)
        cards = " ".join(CARD_NAMES[card] for card in self.cards_at(move.source)[-move.count :])
        kind, other = "move_home", ""
        if move.target < COLUMN_COUNT:
            kind = "move_onto" if self.columns[move.target] else "move_to_empty_column"
            other = CARD_NAMES[self.columns[move.target][-1]] if self.columns[move.target] else ""
        elif move.target < HOME:
            kind = "move_to_cell"
        message = Message(kind, cards=cards, other=other, letter=PLACE_NAMES[move.target])
        return message.in_language(language)

    # Automatic play

    def moves_home(self, autoplay: Autoplay = "horne") -> list[Move]:
        """Return the moves home that automatic play of this kind makes from here, in order."""
        check_autoplay(autoplay)
        board, moves = self, []
        while move := board._next_home(autoplay):
            moves.append(move)
            board = board.play_unchecked(move)
        return moves

    def _next_home(self, autoplay: Autoplay) -> Move | None:
        for source in range(FIRST_CELL + len(self.cells)):
            for card in self.cards_at(source)[-1:]:
                if self.goes_home(card) and goes_by_itself(card, self.homes, autoplay):
                    return Move(source, HOME)
        return None

    def play_home(self, autoplay: Autoplay = "horne") -> Board:
        """Return the board after automatic play of this kind."""
        board = self
        for move in self.moves_home(autoplay):
            board = board.play_unchecked(move)
        return board


def deal(number: SupportsIndex | str, cells: int = 4) -> Board:
    """Return the board of a number or an ending such as `ending:12:617`, with 0 to 8 cells."""
    if isinstance(number, str) and number.strip().lower().startswith("ending:"):
        from freecell.instances import ending  # which plays its lines on boards

        return ending(number, cells)
    check_cells(cells)
    cards = tuple(deal_cards(number))
    columns = tuple(cards[column::COLUMN_COUNT] for column in range(COLUMN_COUNT))
    return _unchecked(columns, (None,) * cells, (0, 0, 0, 0))


def _check_column(column: Place) -> Place:
    """Return the index of a column; refuse others, also -1."""
    if not 0 <= column < COLUMN_COUNT:
        raise BoardError(f"not a column: {column!r} (expected 0 to {COLUMN_COUNT - 1})")
    return column


def _unchecked(columns: Columns, cells: Cells, homes: Homes) -> Board:
    """Make a board from checked parts; `Board(...)` itself checks every card."""
    board = object.__new__(Board)
    _fill(board, columns, cells, homes)
    return board


def _fill(board: Board, columns: Columns, cells: Cells, homes: Homes) -> None:
    """Set the parts of a new board, which does not change afterwards."""
    object.__setattr__(board, "columns", columns)
    object.__setattr__(board, "cells", cells)
    object.__setattr__(board, "homes", homes)
