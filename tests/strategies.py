"""What the property tests draw from: numbers, and boards and games that play has made."""

import os

from hypothesis import settings
from hypothesis import strategies as st

from freecell import Board, Move, deal
from freecell.numbers import FIRST_DEAL, LAST_DEAL

IS_LONG = os.environ.get("FREECELL_HYPOTHESIS") == "long"
BAND_EDGES = (0, 32_000, 1_000_000, 2**31, 2**32, LAST_DEAL)


def examples(count: int) -> settings:
    """Try a costly property with this many examples; `make test-long` tries it with ten times as many."""
    return settings(max_examples=10 * count if IS_LONG else count)


def deal_numbers() -> st.SearchStrategy[int]:
    """Draw any number that can be dealt; the edges of the bands are drawn often."""
    near_an_edge = st.builds(
        lambda edge, offset: min(max(edge + offset, FIRST_DEAL), LAST_DEAL),
        st.sampled_from(BAND_EDGES),
        st.integers(-40, 40),
    )
    return st.one_of(st.integers(FIRST_DEAL, LAST_DEAL), st.integers(1, 32_000), near_an_edge)


@st.composite
def lines(draw: st.DrawFn, *, max_moves: int = 40) -> tuple[Board, list[Move]]:
    """Draw a fresh deal with any number of cells, and legal moves from it."""
    start = board = deal(draw(deal_numbers()), cells=draw(st.sampled_from([4, 4, 4, 0, 1, 2, 8])))
    moves = []
    for choice in draw(st.lists(st.integers(0, 999), max_size=max_moves)):
        if legal := board.legal_moves():
            moves.append(legal[choice % len(legal)])
            board = board.play(moves[-1])
    return start, moves


@st.composite
def boards(draw: st.DrawFn, *, max_moves: int = 40) -> Board:
    """Draw a board as it can occur in play; it shrinks to a short game."""
    board, moves = draw(lines(max_moves=max_moves))
    for move in moves:
        board = board.play(move)
    return board
