"""Solving beside Freecell Solver, `freecell-solver-range-parallel-solve ... -l lg`, on one core.

Run by `make bench` where that program is installed. CPU time is compared on the same deals, in
turns of a few hundred, so that a busy machine hurts both alike. Prints a table and writes
bench-solving.json. Arguments: how many deals for any solution (32000), for short ones (1000), and
the efforts for short ones (2 4).
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from freecell import Solved, solve_many

PEER = "freecell-solver-range-parallel-solve"
DEALS_A_TURN = 500
SHORT_BARS = {2: (26.0, 55), 4: (25.4, 900)}
"""For an effort: the most moves on average, and the most times the time of the peer."""


class Turns(NamedTuple):
    """What all turns together took, and what came out."""

    ours: float
    peer: float
    solved: int
    moves: int


def peer_seconds(first: int, count: int) -> float:
    """Return the CPU time that Freecell Solver takes for these deals."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = first + count - 1
    command = [PEER, str(first), str(last), str(count), "-l", "lg"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def take_turns(deals: int, effort: int | None) -> Turns:
    """Let both solve the deals from 1 on; without an effort any solution will do."""
    ours = peer = 0.0
    solved = moves = 0
    size = DEALS_A_TURN if effort is None else 50
    for first in range(1, deals + 1, size):
        count = min(size, deals + 1 - first)
        peer += peer_seconds(first, count)
        start = time.process_time()
        numbers = range(first, first + count)
        results = list(
            solve_many(numbers)
            if effort is None
            else solve_many(numbers, goal="short", effort=effort)
        )
        ours += time.process_time() - start
        wins = [result for result in results if isinstance(result, Solved)]
        solved += len(wins)
        moves += sum(win.game.player_count() for win in wins) if effort else 0
    return Turns(ours, peer, solved, moves)


def main() -> None:
    """Measure, print, and write the JSON."""
    any_deals, short_deals, *efforts = map(int, sys.argv[1:] or ["32000", "1000", "2", "4"])
    turns = take_turns(any_deals, None)
    ratio = turns.peer / turns.ours
    found: dict[str, object] = {"deals": any_deals, "solved": turns.solved, "ratio": ratio}
    print(f"any solution, deals 1 to {any_deals:,}: {turns.solved:,} solved")
    print(f"  Freecell Solver -l lg  {any_deals / turns.peer:10,.0f} /s")
    print(f"  freecell               {any_deals / turns.ours:10,.0f} /s, {ratio:.2f} times (bar 4)")
    for effort in efforts:
        turns = take_turns(short_deals, effort)
        mean, multiple = turns.moves / turns.solved, turns.ours / turns.peer
        found[f"effort {effort}"] = {"moves": mean, "times": multiple, "solved": turns.solved}
        bar = " (bar {} at {})".format(*SHORT_BARS[effort]) if effort in SHORT_BARS else ""
        print(
            f"short, effort {effort}, deals 1 to {short_deals:,}: {turns.solved:,} solved, "
            f"{mean:.3f} "
            f"moves at {multiple:.0f} times the time of lg{bar}"
        )
    Path("bench-solving.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
