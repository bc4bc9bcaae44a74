"""A board, the moves on it, and the rules.

Boards and moves are values: `play` gives a new board and leaves the old one as it was.

>>> board = deal(617)
>>> print(*board.legal_moves())
1a 2a 3a 4a 58 5a 6a 7a 82 83 8a
>>> print(board.play(Move(7, 2)))
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH
JD KS KC 4H
-- -- QH

- `moves`: places and moves, why a move is refused, and which cards go home by themselves;
- `parts`: the parts of a board, checked;
- `position`: `Board`, with the rules, and `deal`.
"""

from freecell.board.moves import (
    COLUMN_COUNT,
    FIRST_CELL,
    HOME,
    MAX_CELLS,
    Autoplay,
    BoardError,
    IllegalMoveError,
    Move,
    Place,
    check_cells,
)
from freecell.board.position import Board, deal

__all__ = [
    "COLUMN_COUNT", "FIRST_CELL", "HOME", "MAX_CELLS", "Autoplay", "Board", "BoardError",
    "IllegalMoveError", "Move", "Place", "check_cells", "deal",
]  # fmt: skip
