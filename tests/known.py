"""What is known and kept in files beside the tests."""

import json
from pathlib import Path
from typing import NamedTuple

from freecell import Board, Move, deal
from freecell.board import FIRST_CELL, HOME

DATA = Path(__file__).parent / "data"
HARD_DEAL, HARD_CELLS = 62_088, 1
"""No search decides it with so few cells within a minute."""
HARD_PATH = f"/api/deals/{HARD_DEAL}/solution?cells={HARD_CELLS}"


def known_deals() -> list[tuple[int, list[str]]]:
    """Return numbers whose cards are known from several implementations."""
    vectors = json.loads((DATA / "vectors.json").read_text())
    special = json.loads((DATA / "special.json").read_text())
    return [(int(number), cards) for number, cards in {**vectors, **special}.items()]


class Perft(NamedTuple):
    """A position, and how many lines of legal moves start from it."""

    number: int
    cells: int
    moves: str
    """The moves that lead from the deal to the position."""
    counts: tuple[int, ...]
    """The lines of one move, of two moves, ..."""

    def board(self) -> Board:
        """Return the position."""
        board = deal(self.number, self.cells)
        for text in self.moves.split():
            board = board.play(read_move(text))
        return board


def read_move(text: str) -> Move:
    """Read a move of the perft file: `2a`, `a5`, `5h`, `27v3`; the file has no cell h."""
    count = int(text[3:], 16) if len(text) > 2 else 1
    return Move(_place(text[0]), _place(text[1]), count)


def _place(letter: str) -> int:
    if letter == "h":
        return HOME
    return int(letter) - 1 if letter.isdigit() else FIRST_CELL + "abcdefg".index(letter)


def perft(board: Board, depth: int) -> int:
    """Count the lines of `depth` legal moves without automatic play, by the rules in Python."""
    moves = board.legal_moves()
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(board.play_unchecked(move), depth - 1) for move in moves)


def read_perft() -> list[Perft]:
    """Return the positions of deals.perft; its first lines say what a line holds."""
    lines = (DATA / "deals.perft").read_text().splitlines()
    rows = [line.split(";") for line in lines if not line.startswith("#")]
    return [
        Perft(int(number), int(cells), moves.strip(), tuple(map(int, counts.split())))
        for number, cells, moves, counts in rows
    ]
