"""Eight threads that use the library at once get the answers that one thread gets.

The compiled core declares that it needs no global lock, so that in a Python without one these threads
really run side by side; elsewhere the searches do, which release the lock.
"""

import random
import sys
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import freecell
from freecell import deal, deal_freecell, find, hint, replay, solve
from freecell.solver import Limit
from freecell.text.solution_writer import write_moves

THREADS = 8
NUMBERS = [1, 617, 11982, 31465, 8_589_934_591, -1, 4_294_967_296, 77]


def dealt(number: int) -> object:
    return deal_freecell(number), deal(number, cells=2).legal_moves()


def found(number: int) -> object:
    return find(deal(number)), find(deal(number, cells=3))


def solved(number: int) -> object:
    return solve(number, limit=Limit(nodes=200_000)), hint(number)


def replayed(number: int) -> object:
    result = solve(number, limit=Limit(nodes=200_000))
    if not isinstance(result, freecell.Solved):
        return result
    text = write_moves(deal(number), result.moves, "microsoft")
    played = replay(number, text)
    return played.won, played.game.board, text


TASKS: list[Callable[[int], object]] = [dealt, found, solved, replayed]


def test_eight_threads_at_once_get_what_one_gets():
    tasks = [(task, number) for task in TASKS for number in NUMBERS]
    alone = [task(number) for task, number in tasks]
    together = Barrier(THREADS)

    def work(seed: int) -> list[tuple[int, object]]:
        order = random.Random(seed).sample(range(len(tasks)), len(tasks))
        together.wait()
        return [(at, tasks[at][0](tasks[at][1])) for at in order]

    with ThreadPoolExecutor(THREADS) as pool:
        for answers in pool.map(work, range(THREADS)):
            assert dict(answers) == dict(enumerate(alone))


def test_a_python_without_a_global_lock_keeps_it_off():
    """A module that does not declare it would switch the lock on for the whole process."""
    is_locked = getattr(sys, "_is_gil_enabled", lambda: True)
    assert is_locked() == (not sysconfig.get_config_var("Py_GIL_DISABLED"))
