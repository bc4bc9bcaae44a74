"""FreeCell's numbered deals: a number, its exact board, and everything one then wants to do with it.

>>> import freecell
>>> freecell.deal_freecell(617)[0]
['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
>>> board = freecell.deal(617)
>>> len(board.legal_moves())
11
"""

from freecell.board import Autoplay, Board, BoardError, IllegalMoveError, Move, deal
from freecell.cards import CARD_NAMES, Card, NotationError, card_name, parse_card
from freecell.dealing import deal_freecell, dealFreeCell, deals, shuffled
from freecell.game import Game
from freecell.notation import format_board
from freecell.numbers import DealNumberError, parse_number, parse_ranges
from freecell.reading import parse_board
from freecell.solver import (
    FewestCells,
    Hint,
    Impossible,
    Limit,
    Solved,
    Undecided,
    fewest_cells,
    hint,
    prove,
    solve,
    solve_many,
)

__version__ = "0.1.0"

__all__ = [
    "CARD_NAMES",
    "Autoplay",
    "Board",
    "BoardError",
    "Card",
    "DealNumberError",
    "FewestCells",
    "Game",
    "Hint",
    "IllegalMoveError",
    "Impossible",
    "Limit",
    "Move",
    "NotationError",
    "Solved",
    "Undecided",
    "card_name",
    "deal",
    "dealFreeCell",
    "deal_freecell",
    "deals",
    "fewest_cells",
    "format_board",
    "hint",
    "parse_board",
    "parse_card",
    "parse_number",
    "parse_ranges",
    "prove",
    "shuffled",
    "solve",
    "solve_many",
]
