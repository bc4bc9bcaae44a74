"""The columns of a board from lines of cards, which may be rows, columns, or all cards in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from freecell.board import COLUMN_COUNT, Board
from freecell.cards import CARD_NAMES, Card, NotationError
from freecell.text.tokens import Token, at_line
from freecell.words import Message

MaybeCard: TypeAlias = Card | None
"""What a token of a board says: a card, or that the place is empty."""


class BoardText(NamedTuple):
    """A board that was read, and what else its text contained."""

    board: Board
    form: str
    """`rows`, `columns` or `lines`: how the cards lay in the text."""
    number: int | None
    """The deal number that the text states, right or wrong."""


class Pile(NamedTuple):
    """A line of cards: a row or a column."""

    line: int
    tokens: list[Token]
    places: list[MaybeCard]

    def cards(self) -> list[Card]:
        """Return the cards, without the empty places."""
        return [card for card in self.places if card is not None]


class BoardLayout:
    """What has been read of a board so far, and the board that it makes."""

    def __init__(self, cells: int) -> None:
        self.number: int | None = None
        self.form = ""
        self.piles: list[Pile] = []
        self.cells: list[MaybeCard] | None = None
        self.homes: list[int] | None = None
        self.cell_count = cells
        self.grid: list[int] | None = None  # where the tokens of the eight columns end

    def result(self) -> BoardText:
        """Put the board together."""
        if not self.piles and self.homes is None:
            raise NotationError(Message("no_cards_in_text"))
        form = self._form()
        if form == "lines":
            columns = [
                self.piles[0].cards()[column::COLUMN_COUNT] for column in range(COLUMN_COUNT)
            ]
        elif form == "columns":
            columns = [pile.cards() for pile in self.piles]
        else:
            columns = self._columns_of_rows()
        cells = list(self.cells or [])
        cells += [None] * (self.cell_count - len(cells))
        homes = self.homes
        if homes is None:
            homes = _missing_homes(columns, cells) if self.cells is not None else [0, 0, 0, 0]
        return BoardText(Board(columns, cells, homes), form, self.number)

    def _form(self) -> str:
        """Say whether the lines are rows, columns, or all cards in one line."""
        sizes = [len(pile.places) for pile in self.piles]
        if not sizes:
            return "rows"  # every card is home
        if self.form in ("columns", "fc-solve"):
            if len(sizes) != COLUMN_COUNT:
                raise NotationError(
                    Message("wrong_columns", count=str(len(sizes)), expected=COLUMN_COUNT)
                )
            return "columns"
        if sizes == [len(CARD_NAMES)]:
            return "lines"
        if self.form in ("rows", "picture", "fcpro") or None in (
            place for pile in self.piles for place in pile.places
        ):
            return "rows"
        are_rows = all(size <= COLUMN_COUNT for size in sizes) and not _grows(sizes)
        if len(sizes) == COLUMN_COUNT and not (are_rows and self._look_like_rows(sizes)):
            return "columns"
        if not are_rows and self.grid is None and sum(sizes) == len(CARD_NAMES) - self._elsewhere():
            raise NotationError(
                Message("neither_rows_nor_columns", sizes=" ".join(map(str, sizes)))
            )
        return "rows"

    def _elsewhere(self) -> int:
        return sum(self.homes or []) + sum(card is not None for card in self.cells or [])

    def _look_like_rows(self, sizes: Sequence[int]) -> bool:
        """Whether eight lines are rows: under a head of ours, or where that is nearer to a deal."""
        if _distance(sizes) == 0:
            return False
        if self.cells is not None or self.homes is not None:
            return True
        as_rows = [sum(size > column for size in sizes) for column in range(COLUMN_COUNT)]
        return _distance(as_rows) < _distance(sizes)

    def _columns_of_rows(self) -> list[list[Card]]:
        columns: list[list[Card]] = [[] for _ in range(COLUMN_COUNT)]
        grid = self.grid
        for depth, pile in enumerate(self.piles):
            if grid is None and len(pile.tokens) == COLUMN_COUNT:
                grid = [token.end for token in pile.tokens]
            for column, place in zip(_columns_of(pile, grid), pile.places, strict=True):
                if place is None:
                    continue
                if column >= COLUMN_COUNT:
                    raise at_line(pile.line, Message("row_too_long", count=str(len(pile.places))))
                if len(columns[column]) != depth:
                    card, at = CARD_NAMES[place], str(column + 1)
                    raise at_line(pile.line, Message("no_card_above", card=card, column=at))
                columns[column].append(place)
        return columns


def _columns_of(pile: Pile, grid: list[int] | None) -> Iterable[int]:
    """Return the columns that the tokens of a row stand in: by their places, or else in order."""
    ends = [token.end for token in pile.tokens]
    if grid is not None and -1 not in grid and all(end in grid for end in ends):
        return [grid.index(end) for end in ends]
    return range(len(ends))


def _grows(sizes: Sequence[int]) -> bool:
    return any(after > before for before, after in pairwise(sizes))


def _distance(sizes: Sequence[int]) -> int:
    """Say how far the columns are from those of a fresh deal, in cards."""
    return sum(abs(size - fresh) for size, fresh in zip(sizes, (7,) * 4 + (6,) * 4, strict=True))


def _missing_homes(columns: list[list[Card]], cells: list[MaybeCard]) -> list[int]:
    """Return the homes of a board that does not show them: what is missing lies there."""
    seen = {card for column in columns for card in column} | set(cells)
    return [next((rank for rank in range(13) if rank * 4 + suit in seen), 13) for suit in range(4)]
