"""`solve_many`: order, threads, limits, and processes that were forked meanwhile."""

import subprocess
import sys
import threading
from itertools import islice

import pytest

from freecell import (
    Board,
    BoardError,
    DealNumberError,
    FreecellError,
    Impossible,
    Limit,
    Solved,
    Undecided,
    deal,
    solve_many,
)
from tests.known import HARD_CELLS, HARD_DEAL
from tests.needed import not_on_windows


def test_many_deals_come_in_order_whatever_the_threads():
    numbers = [*range(1, 150), 11982, -3]
    alone = list(solve_many(numbers))
    together = list(solve_many(numbers, threads=3))
    assert [kind(result) for result in alone] == [kind(result) for result in together]
    assert isinstance(alone[-2], Impossible)
    assert _start_of(alone[0]) == deal(1)
    assert all(result.game.won for result in together if isinstance(result, Solved))


def kind(result: object) -> object:
    return result.moves if isinstance(result, Solved) else result


def test_many_deals_may_be_endless_and_left():
    numbers = range(1, 10**9)
    assert all(isinstance(result, Solved) for result in islice(solve_many(numbers), 100))
    assert all(isinstance(result, Solved) for result in islice(solve_many(numbers, threads=2), 100))


def test_many_deals_with_other_cells_and_limits():
    results = list(solve_many([1, 2, 3], cells=1, limit=Limit(nodes=10**6)))
    assert [type(result) for result in results] == [Impossible, Solved, Impossible]
    assert _start_of(results[1]) == deal(2, cells=1)


def test_many_deals_can_be_cancelled():
    cancel = threading.Event()
    cancel.set()
    for threads in (1, 2):
        results = list(
            solve_many([HARD_DEAL] * 3, cells=HARD_CELLS, threads=threads, cancel=cancel)
        )
        assert results == [Undecided("the search was cancelled", number=HARD_DEAL)] * 3


def test_many_deals_are_checked_at_the_door():
    with pytest.raises(BoardError):
        solve_many([1], cells=9)
    with pytest.raises(ValueError, match="not a number of threads: 0"):
        solve_many([1], threads=0)
    with pytest.raises(ValueError, match="not a number of threads: 1180591620717411303424"):
        solve_many([1], threads=2**70)
    with pytest.raises(DealNumberError):
        list(solve_many([-5]))


def _start_of(result: object) -> Board:
    assert isinstance(result, Solved)
    return result.game.start


FORK = """
import os, sys
from freecell import FreecellError, solve, solve_many
results = solve_many(range(1, 5000), threads=2)
for _ in range(100):
    next(results)
if os.fork() == 0:
    assert solve(617).game.won
    assert len(list(solve_many(range(1, 200), threads=2))) == 199
    try:
        list(results)
    except FreecellError as error:
        print(error, flush=True)
    sys.exit(0)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
results.close()
"""


@not_on_windows("way to copy a process")
def test_a_child_that_was_forked_while_threads_solve_can_solve_and_does_not_hang():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("these deals are being solved by the threads of another process")


def test_results_that_another_process_began_are_refused_at_once(monkeypatch):
    results = solve_many(range(1, 5000), threads=2)
    next(results)
    monkeypatch.setattr("os.getpid", lambda: 0)  # as in a child, which the run above really forks
    with pytest.raises(FreecellError, match="the threads of another process"):
        list(results)
