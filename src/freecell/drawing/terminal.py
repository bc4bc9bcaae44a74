"""A board drawn for a terminal: suit symbols, red and black cards, cells and homes above.

The drawing is a `rich` text, so that the terminal, `NO_COLOR` and the like decide about colour; its
plain text does not depend on them, nor on the width of the terminal.

>>> from freecell.board import deal
>>> print(draw(deal(617)).plain.splitlines()[1])
  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freecell.board import Board
from freecell.cards import SUIT_SYMBOLS, Card, card_of, index_letters, is_red, rank_of, suit_of

if TYPE_CHECKING:
    from rich.text import Text

_RED = "bright_red"
_FAINT = "dim"
_WIDTH = 4
"""Characters for a card: the ten has two, the symbol one, and a space between cards."""


def draw(board: Board, title: str = "", language: str = "en", *, letters: bool = False) -> Text:
    """Draw a board: an optional title, cells and homes, then the columns.

    With `letters`, the court cards and the ace are marked as the language prints them.
    """
    from rich.text import Text

    indexes = index_letters(language if letters else "en")
    text = Text(no_wrap=True, overflow="ignore")
    if title:
        text.append(f"{title}\n", "bold")
    _draw_top(text, board, indexes)
    for row in range(max(map(len, board.columns))):
        text.append("\n")
        for column in board.columns:
            _draw_card(text, column[row] if row < len(column) else None, indexes, "")
    text.rstrip()
    return text


def _draw_top(text: Text, board: Board, indexes: list[str]) -> None:
    """Draw the cells and, behind a bar, the top card of each home."""
    for card in board.cells:
        _draw_card(text, card, indexes, "·")
    text.append("  │", _FAINT)
    for suit, size in enumerate(board.homes):
        top = card_of(size - 1, suit) if size else None
        _draw_card(text, top, indexes, SUIT_SYMBOLS[suit])


def _draw_card(text: Text, card: Card | None, indexes: list[str], empty: str) -> None:
    if card is None:
        text.append(empty.rjust(_WIDTH), _FAINT)
    else:
        face = indexes[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)]
        text.append(face.rjust(_WIDTH), _RED if is_red(card) else "bold")
