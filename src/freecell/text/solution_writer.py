"""A line of play as text, in each of the dialects that people exchange.

- `snx`: as Freecell Solver's `-m -snx`: every move written out, `27v3` for three cards to an empty
  column. Ten moves a line, as in all the short ones.
- `sn`: as its `-m -sn`: the same without the counts.
- `sentences`: as its `-m`: `Move a card from stack 7 to freecell 0`, counted from 0.
- `boards`: as its `-p -t`: the boards alone, one after the other.
- `microsoft`: moves home by Horne's rule are not written, and as many cards as possible go to an
  empty column; so on freecellgamesolutions.com and in the classic list.
- `fcpro`: FreeCell Pro's file: the same under a line `#617 Attempt: 1 NumFcs=4 (FCPro)`, with
  FreeCell Pro's automatic play.
- `macroxue`: `617:4r462r...` in one line, with maximal automatic play where possible,
  otherwise Horne's: `r` is any cell, and a letter counts the cards in cells as they came.
- `steps`: as `snx`, but card by card.
- `pddl`: a plan for the domain of `freecell.text.pddl`, card by card.

Where one of the three with automatic play would move more cards to an empty column than the line
does, and there is no way round, the move carries its number of cards as in `snx`: `34v1`.

>>> from freecell.board import deal
>>> print(write_moves(deal(617), [Move(7, 8), Move(7, 9), Move(7, 10), Move(7, 6)], "sentences"))
Move a card from stack 7 to freecell 0
Move a card from stack 7 to freecell 1
Move a card from stack 7 to freecell 2
Move 1 cards from stack 7 to stack 6
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from freecell import _core
from freecell.board import Board, IllegalMoveError, Move
from freecell.core_values import board_to_core, moves_from_core, moves_to_core, refusal_from_core
from freecell.errors import check_choice
from freecell.finder import find

Dialect: TypeAlias = Literal[
    "snx", "sn", "sentences", "boards", "microsoft", "fcpro", "macroxue", "steps", "pddl"
]
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)

_WITH_A_NUMBER = ("fcpro", "macroxue")


def write_moves(
    start: Board, moves: Sequence[Move], dialect: Dialect = "snx", number: int | None = None
) -> str:
    """Write legal moves in one of `DIALECTS`; the docstring above describes them.

    The number of the deal is looked for where a dialect needs it and it is not given. A dialect
    with automatic play writes the same game in its own moves.
    """
    check_choice("dialect", dialect, DIALECTS)
    if number is None and dialect in _WITH_A_NUMBER:
        number = find(start)
    written = _core.write_line(*board_to_core(start), moves_to_core(moves), dialect, number)
    refusal = refusal_from_core(written.refusal)
    if refusal is None:
        return written.text
    (move,) = moves_from_core(written.move)
    raise IllegalMoveError(f"move {written.at + 1}: illegal move {move}: {refusal.message()}")
