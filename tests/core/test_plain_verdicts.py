"""Verdicts with few cells against a brute force that shares no code with the core.

The positions have at least 20 cards in play. They come from lines that win with that many cells: some
moves are made at random, or some cards are exchanged, so that many of them cannot be won any more.
"""

import random
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from freecell import Board, Game, Impossible, Limit, Solved, Undecided, solve
from tests.compiling import compiled

PROGRAM = Path(__file__).parent / "plain_verdicts.cpp"
IN_PLAY = 20
FIRST_DEAL = 40_000


def winning_lines(cells: int, count: int) -> list[Game]:
    """Return wins of the first deals that are quickly won with this many cells."""
    found: list[Game] = []
    number = FIRST_DEAL
    while len(found) < count:
        answer = solve(number, cells=cells, limit=Limit(nodes=20_000))
        found += [answer.game] if isinstance(answer, Solved) else []
        number += 1
    return found


def in_play(board: Board) -> int:
    return 52 - sum(board.homes)


def wandered(board: Board, chance: random.Random) -> Board:
    """Make up to 24 moves at random."""
    for _ in range(chance.randrange(25)):
        if not (moves := list(board.legal_moves())):
            break
        board = board.play(chance.choice(moves))
    return board


def exchanged(board: Board, chance: random.Random) -> Board:
    """Exchange up to eight pairs of cards."""
    places = [[*column] for column in board.columns]
    cells = [card for card in board.cells if card is not None]
    spots = [(pile, at) for pile in [*places, cells] for at in range(len(pile))]
    for _ in range(chance.randrange(9)):
        (pile, at), (other, there) = chance.sample(spots, 2)
        pile[at], other[there] = other[there], pile[at]
    empty = [None] * (len(board.cells) - len(cells))
    return Board(places, [*cells, *empty], board.homes)


def positions(cells: int, count: int, chance: random.Random) -> Iterator[Board]:
    lines = winning_lines(cells, count)
    while True:
        boards = [board for board in chance.choice(lines).boards() if in_play(board) >= IN_PLAY]
        change = chance.choice([wandered, exchanged])
        board = change(chance.choice(boards), chance)
        if in_play(board) >= IN_PLAY:
            yield board


def written(board: Board) -> str:
    piles = [[card for card in board.cells if card is not None], *board.columns]
    cards = " ".join("| " + " ".join(map(str, pile)) for pile in piles)
    return f"{len(board.cells)} {' '.join(map(str, board.homes))} {cards}\n"


@pytest.fixture(scope="module")
def program() -> Path:
    return compiled(PROGRAM)


def by_brute_force(program: Path, boards: list[Board], most: int) -> list[tuple[str, int]]:
    """Return for each board whether it is won, lost or open, and the positions that were met."""
    asked = "".join(map(written, boards))
    done = subprocess.run(
        [program, str(most)], input=asked, capture_output=True, text=True, check=True
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    return [(verdict, int(met)) for verdict, met in lines]


def compare(program: Path, cells: int, wanted: int, most: int) -> list[int]:
    """Compare this many verdicts, half of them or more won and a third lost; return the sizes of the lost."""
    chance = random.Random(cells)
    source = positions(cells, 20, chance)
    kept = {"won": 0, "lost": 0}
    share = {"won": wanted - wanted * 2 // 5, "lost": wanted * 2 // 5}
    sizes: list[int] = []
    while sum(kept.values()) < wanted:
        boards = list(islice(source, 50))
        for board, (truth, met) in zip(boards, by_brute_force(program, boards, most), strict=True):
            if truth == "open" or kept[truth] == share[truth]:
                continue
            answer = solve(board, limit=Limit(nodes=2_000_000))
            assert not isinstance(answer, Undecided), (board, answer)
            assert isinstance(answer, Solved if truth == "won" else Impossible), (board, truth)
            kept[truth] += 1
            sizes += [met] if truth == "lost" else []
    return sizes


@pytest.mark.parametrize("cells", range(4))
def test_verdicts_with_few_cells_are_those_of_a_brute_force(program: Path, cells: int):
    assert len(compare(program, cells, 25, 2_000)) == 10


@pytest.mark.long
@pytest.mark.parametrize("cells", range(4))
def test_1250_verdicts_with_few_cells_are_those_of_a_brute_force(program: Path, cells: int):
    sizes = compare(program, cells, 1250, 20_000)
    assert len(sizes) == 500
    assert sum(size > 100 for size in sizes) > 50, "too many of them are stuck at once"
