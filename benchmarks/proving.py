"""Proofs that there is no win: all positions, and those of easier games until one decides.

python -m benchmarks.proving
"""

from time import process_time

from benchmarks.rounds import sized
from freecell import deal, prove
from freecell._core import decide_by_twins
from freecell.core_values import board_to_core
from freecell.solver import Impossible, Limit, limit_to_core

# One cell less than they need, or impossible with four; 90, 544 and 472883268 can be won in the
# first easier game, and the last has 232 million positions.
DEALS = ((11982, 4), (517776, 4), (544, 2), (1, 2), (90, 1), (30833, 1), (472883268, 4), (11266, 2),
         (8983, 1))  # fmt: skip
LIMIT = Limit(bytes=8 * 2**30)


def main() -> None:
    """Print positions, seconds of CPU and their ratio."""
    print("     deal  cells    positions  seconds  easier games  seconds     ratio")
    for number, cells in sized(DEALS, DEALS[:1]):
        board, began = board_to_core(deal(number, cells)), process_time()
        easier = decide_by_twins(*board, *limit_to_core(LIMIT), None)
        half = process_time()
        real = prove(number, cells=cells, safe_play=True, limit=LIMIT)
        assert isinstance(real, Impossible)
        assert easier.verdict == "impossible"
        seconds, easier_seconds = process_time() - half, half - began
        print(
            f"{number:>9} {cells:>6} {real.positions:>12,} {seconds:>8.3f} {easier.nodes:>13,} "
            f"{easier_seconds:>8.3f} {seconds / easier_seconds:>9.1f}"
        )


if __name__ == "__main__":
    main()
