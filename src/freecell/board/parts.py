"""The parts of a board, checked: eight columns, cells and homes, with each card once."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias

from freecell.board.moves import COLUMN_COUNT, MAX_CELLS, BoardError
from freecell.cards import CARD_NAMES, RANKS, SUITS, Card, card_of
from freecell.words import Message

Columns: TypeAlias = tuple[tuple[Card, ...], ...]
Cells: TypeAlias = tuple[Card | None, ...]
Homes: TypeAlias = tuple[int, ...]


def checked_parts(
    columns: Iterable[Iterable[Card]], cells: Iterable[Card | None], homes: Iterable[int]
) -> tuple[Columns, Cells, Homes]:
    """Return the parts of a board as tuples of plain integers; refuse what makes no board."""
    filled = tuple(None if card is None else _whole(card, "a card", "0 to 51") for card in cells)
    parts = (
        tuple(tuple(_whole(card, "a card", "0 to 51") for card in column) for column in columns),
        filled,
        tuple(_whole(size, "a number of cards", f"0 to {len(RANKS)}") for size in homes),
    )
    _check_shape(*parts)
    _check_cards(*parts)
    return parts


def _whole(value: object, name: str, expected: str) -> int:
    """Return a whole number, also numpy's; refuse 1.0 and True."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise BoardError(f"not {name}: {value!r} (expected {expected})")
    return operator.index(value)


def _check_shape(columns: Columns, cells: Cells, homes: Homes) -> None:
    if len(columns) != COLUMN_COUNT:
        raise BoardError(Message("board_columns", expected=COLUMN_COUNT, count=str(len(columns))))
    if len(cells) > MAX_CELLS:
        raise BoardError(Message("board_cells", most=MAX_CELLS, count=str(len(cells))))
    if len(homes) != len(SUITS):
        raise BoardError(Message("board_homes", expected=len(SUITS), count=str(len(homes))))
    for size, suit in zip(homes, SUITS, strict=True):
        if not 0 <= size <= len(RANKS):
            raise BoardError(Message("board_home", suit=suit, most=len(RANKS), count=str(size)))


def _check_cards(columns: Columns, cells: Cells, homes: Homes) -> None:
    """Refuse a board unless it has every card exactly once."""
    played = [card for column in columns for card in column]
    played += [card for card in cells if card is not None]
    home = [card_of(rank, suit) for suit, size in enumerate(homes) for rank in range(size)]
    for card in played:
        if card not in range(52):
            raise BoardError(f"not a card: {card!r} (expected 0 to 51)")
    seen = Counter(played)
    faults = {
        "cards_missing": [card for card in range(52) if card not in seen and card not in home],
        "cards_twice": [card for card, times in sorted(seen.items()) if times > 1],
        "cards_home_and_played": [card for card in home if card in seen],
    }
    found = [Message(fault, cards=_names(cards)) for fault, cards in faults.items() if cards]
    if found:
        raise BoardError(
            reduce(lambda one, other: Message("both_faults", one=one, other=other), found)
        )


def _names(cards: Iterable[Card]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)
