"""Searches and shares: no search waits for a longer one, and a share is one in all workers."""

import asyncio
import os
import re
import select
import signal
import socket
import time
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from freecell.board import deal
from freecell.solver import Limit
from freecell.web import search_answers
from freecell.web.rate_limit import SIZE, Shares, TooManyError, counts_for_all
from freecell.web.request_bodies import Question
from freecell.web.search_pool import LONG, QUICK, SHORT, STEPS, Searches
from freecell.web.settings import Settings
from tests.known import HARD_CELLS, HARD_DEAL, HARD_PATH
from tests.web.running_service import (
    answer_to,
    ask,
    begin,
    serving,
    until_long_searches,
    workers,
)

T = TypeVar("T")

SOLUTION = "/api/deals/1/solution"


# Lanes


def run(playing: Coroutine[None, None, T]) -> T:
    """What a coroutine answers, on a thread of its own: a browser's tests may hold this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, playing).result()


def request_of(client: str) -> Request:
    """Return a request of a client that never goes away."""

    async def receive() -> dict[str, Any]:
        never: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        return await never

    return Request({"type": "http", "client": (client, 1)}, receive)


def test_a_search_goes_on_until_it_is_decided() -> None:
    tried: list[Limit] = []

    def work(limit: Limit, _: Event) -> int:
        tried.append(limit)
        return len(tried)

    async def play(enough: int) -> int:
        tried.clear()
        searches = Searches(Settings(seconds=7, megabytes=20))
        try:
            return await searches.run(work, request_of("a"), lambda count: count >= enough)
        finally:
            searches.close()

    limits = [
        Limit(5_000, 7, 16 * 2**20),
        Limit(100_000, 7, 20 * 2**20),
        Limit(None, 7, 20 * 2**20),
    ]
    for enough, expected in ((1, 1), (2, 2), (3, 3), (4, 3)):  # the last lane's answer is the last
        assert run(play(enough)) == expected
        assert tried == limits[:expected]


def test_no_search_waits_for_a_longer_one() -> None:
    """Every thread of two lanes is held, and the shorter lanes answer all the same."""

    async def play(held: int) -> list[str]:
        searches, release = Searches(Settings(searches=2)), Event()

        def hold(_: Limit, __: Event) -> str:
            release.wait(60)
            return "held"

        long = [
            asyncio.ensure_future(searches.run(hold, request_of(client), bool, [step]))
            for client in "ab"
            for step in range(held, LONG + 1)
        ]
        answers = [
            await searches.run(lambda *_: "quick", request_of("c"), bool, [step])
            for step in range(held)
        ]
        assert not any(each.done() for each in long)
        release.set()
        answers += await asyncio.gather(*long)
        searches.close()
        return answers

    assert run(play(SHORT)) == ["quick"] + 4 * ["held"]
    assert run(play(LONG)) == ["quick", "quick"] + 2 * ["held"]


def test_threads_of_longer_searches_stand_further_back() -> None:
    async def play() -> list[int]:
        searches = Searches(Settings())
        niceness = [
            await searches.run(
                lambda *_: os.getpriority(os.PRIO_PROCESS, 0), request_of("a"), bool, [step]
            )
            for step in (QUICK, SHORT, LONG)
        ]
        searches.close()
        return niceness

    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert run(play()) == [min(own + step.niceness, 19) for step in STEPS]
    assert STEPS[QUICK].niceness < STEPS[SHORT].niceness < STEPS[LONG].niceness


def test_a_search_gives_its_memory_back() -> None:
    kept = []

    def work(_: Limit, __: Event) -> bool:
        pieces = [bytes(1000) for _ in range(150_000)]
        kept.append(pieces[-1])  # what lies below a piece that is kept stays with the process
        return True

    async def play() -> None:
        searches = Searches(Settings())
        await searches.run(work, request_of("a"), bool, [LONG])
        searches.close()

    before = memory()
    run(play())
    assert memory() - before < 75  # of 150 MB


def memory() -> int:
    """Return how many megabytes this process holds."""
    status = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024


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
        )  # nor does it follow from what is there
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
def test_a_share_is_exactly_as_large_as_promised(per_minute: int) -> None:
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


def test_looking_for_cards_ends_when_no_client_waits_any_more() -> None:
    cancel = Event()
    cancel.set()
    answer = search_answers.found("-- -- -- -- -- -- -- AH\n-- AS\nKC 2C 3C 4C 5C", cancel)
    assert not answer["complete"]
    assert answer["last"] < search_answers.LAST_LOOKED_AT


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
def test_a_few_clients_cannot_block_the_searches_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two clients fill every long search and the queue; a third has easy answers and its place.

    Whatever the order in which the requests go through the lanes, as many of them are refused.
    """
    monkeypatch.setenv("FREECELL_QUEUE_SECONDS", "300")
    options = ("--searches", "2", "--queue", "6", "--seconds", "300", "--no-log")
    with ExitStack() as held, serving(*options) as (port, process):
        greedy = [
            held.enter_context(begin(port, HARD_PATH, source))
            for source in ("127.0.0.8", "127.0.0.9")
            for _ in range(6)
        ]
        for _ in range(4):  # of each client one search runs and three requests wait
            waits_no_more(greedy)
        until_long_searches(process.pid, 2)
        for _ in range(3):
            assert ask(port, SOLUTION, timeout=60, source="127.0.0.5")[0] == 200
            assert ask(port, "/api/deals/617", timeout=60, source="127.0.0.5")[0] == 200
        newcomer = held.enter_context(begin(port, HARD_PATH, "127.0.0.5"))
        waits_no_more(greedy)  # the youngest request of one of them makes room
        assert select.select([newcomer, *greedy], [], [], 0)[0] == []
        assert len(greedy) == 7
        held.close()


def waits_no_more(clients: list[socket.socket]) -> None:
    """Wait until one of the clients is refused, and take it from the list."""
    readable, _, _ = select.select(clients, [], [], 60)
    answer = readable[0].recv(4096)
    assert answer.startswith(b"HTTP/1.1 503"), answer
    assert b"retry-after: 5" in answer
    clients.remove(readable[0])


@pytest.mark.slow
def test_who_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_QUEUE_SECONDS", "0.5")
    options = ("--searches", "1", "--queue", "6", "--seconds", "300", "--no-log")
    with ExitStack() as held, serving(*options) as (port, process):
        held.enter_context(begin(port, HARD_PATH, "127.0.0.9"))
        until_long_searches(process.pid, 1)
        status, _, headers = ask(port, HARD_PATH, timeout=60, source="127.0.0.5")
        assert (status, headers["retry-after"]) == (503, "5")
        held.close()


@pytest.mark.slow
def test_a_share_is_the_same_with_several_workers() -> None:
    body = b'{"text": "8a 8b 17", "number": 617}'
    head = b"POST /api/read HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    statuses: Counter[bytes] = Counter()
    with serving("--workers", "3", "--per-minute", "5", "--no-log") as (port, process):
        asked: set[int] = set()
        begun = time.monotonic()
        for _ in range(3):
            worker = next(each for each in all_of(process.pid, 3) if each not in asked)
            asked.add(worker)
            with ExitStack() as stopped:  # so that this one answers
                for other in set(workers(process.pid)) - {worker}:
                    os.kill(other, signal.SIGSTOP)
                    stopped.callback(os.kill, other, signal.SIGCONT)
                for _ in range(4):
                    statuses[answer_to(port, head % len(body) + body)[9:12]] += 1
        grown = (time.monotonic() - begun) * 5 / 60  # on a busy machine the share grows meanwhile
    assert statuses.total() == 12
    assert 5 <= statuses[b"200"] <= 5 + grown
    assert statuses[b"429"] == 12 - statuses[b"200"]


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
