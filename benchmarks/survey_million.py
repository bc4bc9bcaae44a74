"""Solve Microsoft's million deals, and hold the result against what is known of them.

    python -m benchmarks.survey_million [LAST]

Every solution is replayed by the core's verifier. Exit status 1 when anything but the known eight
deals is not solved.
"""

import os
import sys
import time

from freecell import Impossible, Solved, Undecided, solve_many

IMPOSSIBLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


def main() -> int:
    """Solve them all and say how many, how fast, and which not."""
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    threads = os.cpu_count() or 1
    impossible, undecided, solved = [], [], 0
    start, start_cpu = time.perf_counter(), time.process_time()
    for number, result in enumerate(solve_many(range(1, last + 1), threads=threads), 1):
        match result:
            case Solved():
                solved += 1
            case Impossible():
                impossible.append(number)
            case Undecided(reason):
                undecided.append((number, reason))
        if number % 50_000 == 0:
            print(f"{number:,} deals, {time.perf_counter() - start:.0f} s", flush=True)
    wall, cpu = time.perf_counter() - start, time.process_time() - start_cpu
    print(f"{solved:,} solved, {len(impossible)} proved impossible, {len(undecided)} undecided")
    print(
        f"{wall:.1f} s on {threads} threads, {cpu:.1f} s of CPU, {last / cpu:,.0f} deals/s a core"
    )
    print("impossible:", *impossible)
    for number, reason in undecided:
        print(f"undecided: {number}: {reason}")
    known = [number for number in IMPOSSIBLE if number <= last]
    return 0 if impossible == known and not undecided else 1


if __name__ == "__main__":
    sys.exit(main())
