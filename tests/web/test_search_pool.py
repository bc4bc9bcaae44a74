"""Searches and shares: clients take turns, and a share is one whichever worker a client meets."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.board import deal
from freecell.solver import Limit
from freecell.web import search_answers
from freecell.web.rate_limit import SIZE, Shares, TooManyError, counts_for_all
from freecell.web.request_bodies import Question
from freecell.web.search_pool import BusyError, Turns
from tests.known import HARD_CELLS, HARD_DEAL, HARD_PATH
from tests.web.running_service import answer_to, ask, begin, serving, workers

T = TypeVar("T")

SOLUTION = "/api/deals/1/solution"


# Turns


def run(playing: Coroutine[None, None, T]) -> T:
    """What a coroutine answers, on a thread of its own: a browser's tests may hold this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, playing).result()


def lined_up(turns: Turns, clients: str) -> "list[asyncio.Future[None]]":
    return [turns.line_up(client) for client in clients]


def test_one_client_cannot_have_all_searches() -> None:
    async def play() -> None:
        turns = Turns(3, 0, 10)
        begun = [turn.done() for turn in lined_up(turns, "aaab")]
        assert begun == [True, True, False, True]

    run(play())


def test_one_client_cannot_fill_the_queue() -> None:
    async def play() -> None:
        turns = Turns(1, 0, 4)
        lined_up(turns, "aaa")
        with pytest.raises(BusyError):
            turns.line_up("a")
        lined_up(turns, "bb")
        with pytest.raises(BusyError):  # for all together
            turns.line_up("c")

    run(play())


def test_clients_take_turns_however_much_each_of_them_asks() -> None:
    async def play() -> str:
        turns = Turns(1, 0, 20)
        order = "aaaaaabbc"
        waiting = dict(enumerate(lined_up(turns, order)))
        begun = ""
        while waiting:
            (now,) = [index for index, turn in waiting.items() if turn.done()]
            del waiting[now]
            begun += order[now]
            turns.end(order[now])
        assert (turns.running.total(), turns.waiting) == (0, {})
        return begun

    assert run(play()) == "abcabaaaa"


def test_who_gives_up_leaves_nothing_behind() -> None:
    async def play() -> None:
        turns = Turns(1, 0, 20)
        first, second, third = lined_up(turns, "abb")
        turns.give_up("b", second)
        turns.give_up("a", first)  # its turn had come, and is the next one's now
        assert third.done()
        turns.end("b")
        assert (turns.running.total(), turns.waiting) == (0, {})

    run(play())


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["begin", "end", "leave"]))))
def test_whatever_happens_no_limit_is_passed_and_nobody_waits_beside_a_free_search(
    events: list[tuple[str, str]],
) -> None:
    async def play() -> None:
        turns, held = Turns(3, 0, 4), Counter[str]()
        lines: list[tuple[str, asyncio.Future[None]]] = []
        for client, what in events:
            own = [line for line in lines if line[0] == client]
            if what == "begin":
                try:
                    lines.append((client, turns.line_up(client)))
                except BusyError:
                    assert len(lines) - held.total() >= 2
            elif own:
                turns.give_up(*own[0])
                lines.remove(own[0])
            held = Counter(name for name, turn in lines if turn.done())
            assert held == turns.running
            assert held.total() <= 3
            assert all(count <= 2 for count in held.values())
            waiting = {name for name, turn in lines if not turn.done()}
            assert set(turns.waiting) == waiting
            assert held.total() == 3 or all(held[name] == 2 for name in waiting)

    run(play())


# Shares


def test_a_share_is_one_for_all_who_count_in_one_file() -> None:
    with counts_for_all() as counts:
        now = 1000.0
        first, second = (Shares(4, counts, clock=lambda: now) for _ in range(2))
        for shares in (first, second, second, first):
            shares.take({"client": ("192.0.2.1", 5)})
        for shares in (first, second):
            with pytest.raises(TooManyError, match="come back in 16 s"):
                shares.take({"client": ("192.0.2.1", 5)})
        now = 1015.0
        second.take({"client": ("192.0.2.1", 5)})
        with pytest.raises(TooManyError):
            first.take({"client": ("192.0.2.1", 5)})
        assert (
            b"192.0.2.1" not in Path(counts).read_bytes()
        )  # nor can it be told from what is there
        first.close()
        second.close()
    assert not Path(counts).exists()


def test_a_file_of_counts_that_is_gone_is_no_reason_not_to_serve() -> None:
    shares = Shares(1, "/nowhere/counts")
    shares.take({"client": ("192.0.2.1", 5)})
    with pytest.raises(TooManyError):
        shares.take({"client": ("192.0.2.1", 5)})
    shares.close()


@given(st.integers(1, 5000))
def test_a_share_is_exactly_as_large_as_was_said(per_minute: int) -> None:
    now = 12345.678
    shares = Shares(per_minute, clock=lambda: now)
    for _ in range(per_minute):
        shares.take({"client": ("192.0.2.1", 5)})
    with pytest.raises(TooManyError):
        shares.take({"client": ("192.0.2.1", 5)})
    now += 60
    shares.take({"client": ("192.0.2.1", 5)})
    shares.close()


def test_of_too_many_clients_those_are_forgotten_who_asked_least() -> None:
    now = 0.0
    shares = Shares(10, clock=lambda: now)
    greedy = {"client": ("192.0.2.1", 5)}
    for _ in range(10):
        shares.take(greedy)
    for client in range(60_000):
        shares.take({"client": (str(client), 1)})
    with pytest.raises(TooManyError):
        shares.take(greedy)
    assert len(shares._table) == SIZE
    shares.close()


# What is asked for


def test_looking_for_cards_ends_when_nobody_waits_any_more() -> None:
    cancel = Event()
    cancel.set()
    begun = time.monotonic()
    answer = search_answers.found("-- -- -- -- -- -- -- AH\n-- AS\nKC 2C 3C 4C 5C", cancel)
    assert not answer["complete"]
    assert answer["last"] < search_answers.LAST_LOOKED_AT
    assert time.monotonic() - begun < 5


def test_a_search_whose_time_is_over_says_so() -> None:
    cancel = Event()
    cancel.set()
    answer = search_answers.verdict(
        deal(HARD_DEAL, HARD_CELLS), Question("short", "moves"), Limit(seconds=2.5), cancel
    )
    assert (answer["verdict"], answer["reason"]) == (
        "undecided",
        "the limit of 2.5 seconds was reached",
    )


def test_the_fewest_cells_say_which_limit_they_reached() -> None:
    cancel = Event()
    cancel.set()
    answer = search_answers.fewest(209, Limit(seconds=2.5), cancel)
    assert answer == {"cells": None, "reason": "the limit of 2.5 seconds was reached"}


# The running service


@pytest.mark.slow
def test_a_client_with_many_searches_keeps_nobody_waiting() -> None:
    options = ("--searches", "2", "--queue", "6", "--seconds", "30", "--no-log")
    with ExitStack() as held, serving(*options) as (port, _):
        for _ in range(6):
            held.enter_context(begin(port, HARD_PATH, "127.0.0.9"))
        time.sleep(0.5)
        for _ in range(3):
            assert ask(port, SOLUTION, timeout=10, source="127.0.0.5")[0] == 200
        status, _, headers = ask(port, SOLUTION, timeout=10, source="127.0.0.9")
        assert (status, headers["retry-after"]) == (503, "5")
        held.close()


@pytest.mark.slow
def test_who_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_QUEUE_SECONDS", "0.5")
    options = ("--searches", "1", "--queue", "6", "--seconds", "30", "--no-log")
    with ExitStack() as held, serving(*options) as (port, _):
        held.enter_context(begin(port, HARD_PATH, "127.0.0.9"))
        time.sleep(0.5)
        status, _, headers = ask(port, SOLUTION, timeout=10, source="127.0.0.5")
        assert (status, headers["retry-after"]) == (503, "5")
        held.close()


@pytest.mark.slow
def test_a_share_is_the_same_with_several_workers() -> None:
    body = b'{"text": "8a 8b 17", "number": 617}'
    head = b"POST /api/read HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    statuses: Counter[bytes] = Counter()
    with serving("--workers", "3", "--per-minute", "5", "--no-log") as (port, process):
        for worker in all_of(process.pid, 3):
            with ExitStack() as stopped:  # so that this one answers
                for other in set(workers(process.pid)) - {worker}:
                    os.kill(other, signal.SIGSTOP)
                    stopped.callback(os.kill, other, signal.SIGCONT)
                for _ in range(4):
                    statuses[answer_to(port, head % len(body) + body)[9:12]] += 1
    assert statuses == {b"200": 5, b"429": 7}


def all_of(parent: int, count: int) -> list[int]:
    """Return the workers, when all of them serve."""
    for _ in range(600):
        found = workers(parent)
        if len(found) == count and all(listens(each) for each in found):
            return found
        time.sleep(0.1)
    raise TimeoutError(f"there are no {count} workers")


def listens(process: int) -> bool:
    """Whether a worker has got so far that it waits for connections."""
    files = Path(f"/proc/{process}/fd")
    return any("eventpoll" in str(each.readlink()) for each in files.iterdir())
