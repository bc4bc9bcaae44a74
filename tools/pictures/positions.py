"""Positions to draw: fresh deals with and without a number, and games in progress."""

from __future__ import annotations

import random

from freecell import Board, deal
from tools.pictures.boards import Position


def numbered(r: random.Random) -> Position:
    """Return a fresh deal of Microsoft's million."""
    number = r.randint(1, 1_000_000)
    return Position([list(column) for column in deal(number).columns], number=number)


def unnumbered(r: random.Random) -> Position:
    """Return a fresh board that no number deals."""
    cards = list(range(52))
    r.shuffle(cards)
    return Position([cards[column::8] for column in range(8)])


def in_progress(r: random.Random) -> Position:
    """Return a game after some moves, as a player of no great skill makes them."""
    number = r.randint(1, 1_000_000)
    board = deal(number)
    for _ in range(r.randint(2, 45)):
        moves = board.legal_moves()
        if not moves:
            break
        after = [board.play(move) for move in moves]
        after.sort(key=lambda new: worth(new) + r.uniform(0, 2), reverse=True)
        board = after[0]
    homes = [rank * 4 - 4 + suit for suit, rank in enumerate(board.homes) if rank]
    columns = [list(column) for column in board.columns]
    return Position(columns, list(board.cells), homes, number)


def worth(board: Board) -> float:
    """Rate a position roughly: cards home, cells free, runs in order."""
    free = sum(card is None for card in board.cells)
    return 3.0 * sum(board.homes) + 0.8 * free
