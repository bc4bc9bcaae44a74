"""A line of play as text, in each of the dialects that people exchange.

- `snx`: as Freecell Solver's `-m -snx`: every move written out, `27v3` for three cards to an empty
  column. Ten moves a line, as in all the short ones.
- `sn`: as its `-m -sn`: the same without the counts.
- `words`: as its `-m`: `Move a card from stack 7 to freecell 0`, counted from 0.
- `boards`: as its `-p -t`: the boards alone, one after the other.
- `microsoft`: moves home by Horne's rule are not written, and as many cards as possible go to an
  empty column; so on freecellgamesolutions.com and in the classic list.
- `fcpro`: FreeCell Pro's file: the same under a line `#617 Attempt: 1 NumFcs=4 (FCPro)`, with
  FreeCell Pro's automatic play.
- `macroxue`: `617:4r462r...` in one line, with maximal automatic play where it can be told so,
  otherwise Horne's: `r` is any cell, and a letter counts the cards in cells as they came.
- `steps`: as `snx`, but card by card.

Where one of the three with automatic play would move more cards to an empty column than the line
does, and there is no way round, the move carries its number of cards as in `snx`: `34v1`.

>>> from freecell.board import deal
>>> print(write_moves(deal(617), [Move(7, 8), Move(7, 9), Move(7, 10), Move(7, 6)], "words"))
Move a card from stack 7 to freecell 0
Move a card from stack 7 to freecell 1
Move a card from stack 7 to freecell 2
Move 1 cards from stack 7 to stack 6
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, TypeAlias, get_args

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, PLACE_NAMES, Board, Move
from freecell.cards import CARD_NAMES, RANKS, SUITS
from freecell.errors import OptionError
from freecell.finder import find
from freecell.text.adapting import ConversionError, Step, adapted
from freecell.text.steps import single_steps

Dialect: TypeAlias = Literal[
    "snx", "sn", "words", "boards", "microsoft", "fcpro", "macroxue", "steps"
]
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)

_MOVES_A_LINE = 10


def write_moves(start: Board, moves: Sequence[Move], dialect: Dialect = "snx") -> str:
    """Write legal moves in one of `DIALECTS`; the docstring above describes them.

    A dialect with automatic play tells the same game in its own moves; where it cannot, a
    ConversionError says why.
    """
    try:
        writer = _WRITERS[dialect]
    except KeyError:
        raise OptionError(
            f"no such dialect: {dialect!r} (expected one of {', '.join(DIALECTS)})"
        ) from None
    return writer(start, moves)


def _boards(start: Board, moves: Iterable[Move]) -> list[Board]:
    return list(accumulate(moves, Board._play, initial=start))


def _in_lines(words: Sequence[str]) -> str:
    rows = (words[at : at + _MOVES_A_LINE] for at in range(0, len(words), _MOVES_A_LINE))
    return "\n".join(" ".join(row) for row in rows)


def _plain(move: Move) -> str:
    return PLACE_NAMES[move.source] + PLACE_NAMES[move.target]


def _write_snx(start: Board, moves: Sequence[Move]) -> str:
    return _in_lines(
        [
            str(move) if _to_empty_column(board, move) else _plain(move)
            for board, move in zip(_boards(start, moves), moves, strict=False)
        ]
    )


def _to_empty_column(board: Board, move: Move) -> bool:
    return move.target < COLUMN_COUNT and not board.columns[move.target]


def _write_sn(_: Board, moves: Sequence[Move]) -> str:
    return _in_lines([_plain(move) for move in moves])


def _write_steps(start: Board, moves: Sequence[Move]) -> str:
    boards = _boards(start, moves)
    steps = [
        step
        for board, move in zip(boards, moves, strict=False)
        for step in single_steps(board, move)
    ]
    return _write_snx(start, steps)


def _write_words(_: Board, moves: Sequence[Move]) -> str:
    return "\n".join(map(_sentence, moves))


def _sentence(move: Move) -> str:
    between_columns = move.source < COLUMN_COUNT and move.target < COLUMN_COUNT
    cards = f"{move.count} cards" if between_columns else "a card"
    return f"Move {cards} from {_fc_solve_place(move.source)} to {_fc_solve_place(move.target)}"


def _fc_solve_place(place: int) -> str:
    if place == HOME:
        return "the foundations"
    return f"stack {place}" if place < FIRST_CELL else f"freecell {place - FIRST_CELL}"


def _write_boards(start: Board, moves: Sequence[Move]) -> str:
    return f"\n\n\n{'=' * 20}\n\n".join(map(_fc_solve_board, _boards(start, moves)))


def _fc_solve_board(board: Board) -> str:
    homes = [
        f"{suit}-{RANKS[size - 1] if size else 0}"
        for suit, size in ((suit, board.homes[SUITS.index(suit)]) for suit in "HCDS")
    ]
    cells = ["  " if card is None else CARD_NAMES[card] for card in board.cells]
    columns = [f": {' '.join(CARD_NAMES[card] for card in column)}" for column in board.columns]
    heads = [f"Foundations: {' '.join(homes)} ", "Freecells:" + "".join(f"  {c}" for c in cells)]
    return "\n".join(heads + columns)


def _write_microsoft(start: Board, moves: Sequence[Move]) -> str:
    return _in_lines(list(map(str, adapted(start, moves, "horne"))))


def _write_fcpro(start: Board, moves: Sequence[Move]) -> str:
    number = find(start)
    name = "custom" if number is None else str(number)
    lines = _in_lines(list(map(str, adapted(start, moves, "fcpro"))))
    return f"#{name} Attempt: 1 NumFcs={len(start.cells)} (FCPro)\n{lines}"


def _write_macroxue(start: Board, moves: Sequence[Move]) -> str:
    number = find(start)
    line = "".join(_macroxue_words(start, _adapted_somehow(start, moves)))
    return line if number is None else f"{number}:{line}"


def _adapted_somehow(start: Board, moves: Sequence[Move]) -> list[Step]:
    """Tell a line with maximal automatic play, or with Horne's, which every line can be told with."""
    try:
        return list(adapted(start, moves, "max"))
    except ConversionError:
        return list(adapted(start, moves, "horne"))


def _macroxue_words(start: Board, steps: Iterable[Step]) -> Iterator[str]:
    held = [card for card in start.cells if card is not None]  # in the order they came
    for board, (source, target, count), after, must_say in steps:
        card = board._cards_at(source)[-1]
        letter = PLACE_NAMES[source if source < FIRST_CELL else FIRST_CELL + held.index(card)]
        goal = "r" if FIRST_CELL <= target < HOME else PLACE_NAMES[target]
        yield f"{letter}{goal}v{count:x}" if must_say else letter + goal
        held = [other for other in [*held, card] if other in after.cells and other != card]
        held += [card] * (card in after.cells)


_WRITERS: dict[str, Callable[[Board, Sequence[Move]], str]] = {
    "snx": _write_snx,
    "sn": _write_sn,
    "words": _write_words,
    "boards": _write_boards,
    "microsoft": _write_microsoft,
    "fcpro": _write_fcpro,
    "macroxue": _write_macroxue,
    "steps": _write_steps,
}
