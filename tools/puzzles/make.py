"""Make the puzzles of the package: `make puzzles`, some minutes of one core in the idle class.

    python -m tools.puzzles.make [--seed 25] [--deals 154000] [--to FILE] [--folder FOLDER]

tools/puzzles/find_puzzles.cpp searches games of the simulated players, PART deals at a time; its
results stay in the folder, so that it goes on where it was stopped. Here the best of each deal is
chosen, every win is replayed, and the set is written, the easiest first. The same seed gives the
same set.
tools/puzzles/check_puzzles.cpp checks it and shares no code with this.
"""

import argparse
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.programs import ROOT, compiled
from freecell.board import HOME, Board, Move, deal
from freecell.puzzle_set import puzzle_file, with_moves_home
from freecell.solver import Limit, solve
from freecell.text.address import parse_moves
from freecell.verdict import Solved, Undecided

PART = 2000
ASKED = 64
"""How often the simulated players are asked for each puzzle."""
LIKED = 6
"""How many of these choices make a move one that the players like."""
FEWEST_MORE = 5
"""Moves, as players count, that are still to be made after the answer."""
DEAD_END = 5
"""A wrong move with a proof of fewer positions is a dead end that one sees at once."""
FEWEST_OTHERS = 3
"""Wrong moves that are no dead ends: with fewer the answer is found by looking one move ahead."""
SMALLEST_SHARE = 15
"""The fewest wrong choices among a hundred of the players: below it all find the answer."""
DEEP_PROOF = 100
"""A wrong move with a proof of this many positions is a trap, and not a dead end that one sees."""


class JudgedMove(NamedTuple):
    """A move, how often the players choose it, and the win or the size of the proof after it."""

    move: str
    chosen: int
    rest: str


class Found(NamedTuple):
    """A position that tools/puzzles/find_puzzles.cpp found."""

    number: int
    moves: str
    good: list[JudgedMove]
    wrong: list[JudgedMove]

    @property
    def share(self) -> int:
        """How many of a hundred choices of the players lose."""
        return round(100 * sum(each.chosen for each in self.wrong) / ASKED)

    @property
    def dull(self) -> bool:
        """Whether nearly everybody finds the answer, or one look ahead does."""
        others = sum(int(each.rest) >= DEAD_END for each in self.wrong)
        return others < FEWEST_OTHERS or self.share < SMALLEST_SHARE

    @property
    def worth(self) -> tuple[object, ...]:
        """What makes a puzzle better: one answer, a trap among columns, a deep trap."""
        liked = [each for each in self.wrong if each.chosen >= LIKED]
        to_column = any(each.move[1].isdigit() for each in liked)
        deepest = max((int(each.rest) for each in liked), default=0)
        return len(self.good) == 1, to_column, deepest >= DEEP_PROOF, deepest, self.moves


def main() -> None:
    """Find, choose and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--deals", type=int, default=154_000)
    parser.add_argument("--to", type=Path, default=puzzle_file())
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "puzzles")
    options = parser.parse_args()
    files = find(options.seed, options.deals, options.folder)
    lines = choose(read(line) for file in files for line in file.read_text().splitlines())
    options.to.write_text("".join(lines), encoding="ascii")
    print(f"{len(lines)} puzzles, {options.to.stat().st_size:,} bytes")


def find(seed: int, deals: int, folder: Path) -> list[Path]:
    """Search the games of this many deals; return the files with the puzzles found."""
    folder.mkdir(parents=True, exist_ok=True)
    (program,) = compiled("find_puzzles")
    files = []
    for first in range(0, deals, PART):
        file = folder / f"found-{seed}-{first:06}.txt"
        if not file.exists():
            count = min(PART, deals - first)
            done = subprocess.run(
                [program, str(seed), str(first), str(count)], capture_output=True, check=True
            )
            unfinished = file.with_suffix(".tmp")
            unfinished.write_bytes(done.stdout)
            unfinished.rename(file)
        files.append(file)
    return files


def read(line: str) -> Found:
    """Read a line of the program."""
    number, moves, good, wrong = line.split("\t")
    return Found(int(number), moves, *(_choices(part) for part in (good, wrong)))


def _choices(text: str) -> list[JudgedMove]:
    parts = (part.split("=") for part in text.split(" "))
    return [JudgedMove(move, int(chosen), rest) for move, chosen, rest in parts]


def choose(found: Iterable[Found]) -> list[str]:
    """Return the lines of the set: the best of each deal that can be written, easiest first."""
    best: dict[int, Found] = {}
    for each in found:
        if each.dull:
            continue
        if each.number not in best or each.worth > best[each.number].worth:
            best[each.number] = each
    kept = [(each, line) for each in best.values() if (line := written(each)) is not None]
    kept.sort(key=lambda pair: (pair[0].share, pair[0].number))
    return [line for _, line in kept]


def written(found: Found) -> str | None:
    """Return a puzzle's line; None where its win is short, or fails without its moves home."""
    start = deal(found.number)
    moves = _without_moves_home(start, found.moves)
    if moves is None:
        return None
    board = _after(start, parse_moves(found.moves, 4))
    wins = [_without_moves_home(board, each.move + each.rest) for each in found.good]
    if None in wins or not all(_is_long(board, each) for each in found.good):
        return None
    return (
        " ".join([str(found.number), str(found.share), moves or "-", *(win or "" for win in wins)])
        + "\n"
    )


def _without_moves_home(start: Board, text: str) -> str | None:
    """Leave the moves home out, where playing all that can go home gives the same position."""
    moves = parse_moves(text, 4)
    short = "".join(str(move) for move in moves if move.target != HOME)
    try:
        same = _after(start, with_moves_home(start, short)) == _after(start, moves)
    except ValueError:
        return None
    return short if same else None


def _after(board: Board, moves: Iterable[Move]) -> Board:
    for move in moves:
        board = board.play(move)
    return board


def _is_long(board: Board, good: JudgedMove) -> bool:
    """Whether it is proved that a win needs more moves after the answer."""
    after = _after(board, parse_moves(good.move, 4))
    verdict = solve(after, goal="shortest", limit=Limit(nodes=2_000))
    if isinstance(verdict, Solved):
        return verdict.game.player_count() >= FEWEST_MORE
    return isinstance(verdict, Undecided) and (verdict.least or 0) >= FEWEST_MORE


if __name__ == "__main__":
    main()
