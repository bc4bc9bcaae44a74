"""Searches off the event loop: a few at once, a few waiting, and none for a client that has gone.

Clients take turns: one may not have all the searches that run, nor all the places in the queue. Who
waits is answered or refused in time: `queue_seconds` until a search begins, `seconds` for itself.
"""

import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, get_native_id
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.types import Receive

from freecell.web.client_address import client_of
from freecell.web.settings import Settings

Answer = TypeVar("Answer")

_GRACE_SECONDS = 0.5
"""So much later than by its own limit a search is ended here."""


class BusyError(Exception):
    """All searchers are at work and enough requests wait; come back later."""

    seconds = 5

    def __init__(self) -> None:
        super().__init__(f"too many searches at once: come back in {self.seconds} s")


class GoneError(Exception):
    """The client went away before its answer was there."""


def step_back() -> None:
    """Let a search wait for those who answer: what costs nothing should be answered at once."""
    with suppress(AttributeError, OSError):  # on Linux a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 10)


class Turns:
    """Whose turn it is: some at once, each client in its turn."""

    def __init__(self, at_once: int, of_a_client: int, queue: int) -> None:
        self.at_once = at_once
        self.of_a_client = of_a_client or max(1, at_once - 1)
        self.queue = queue
        self.queue_of_a_client = (queue + 1) // 2
        self.running: Counter[str] = Counter()
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def line_up(self, client: str) -> "asyncio.Future[None]":
        """Return what is done when it is the client's turn; refuse it where too many wait."""
        turn = asyncio.get_running_loop().create_future()
        own = self.waiting.get(client, deque())
        if self._may_begin(client):
            self.running[client] += 1
            turn.set_result(None)
        elif self._waiting() >= self.queue or len(own) >= self.queue_of_a_client:
            raise BusyError
        else:
            self.waiting.setdefault(client, own).append(turn)
        return turn

    def give_up(self, client: str, turn: "asyncio.Future[None]") -> None:
        """Wait no more; a turn that came in the meantime is another's."""
        if turn.done():
            self.end(client)
        else:
            self._leave(client, turn)

    def end(self, client: str) -> None:
        """End a client's turn; the next is that of the client that has waited longest for one."""
        self.running -= Counter([client])
        self._go_behind(client)
        for each in list(self.waiting):
            if self._may_begin(each):
                turn = self.waiting[each][0]
                self._leave(each, turn)
                self._go_behind(each)
                self.running[each] += 1
                turn.set_result(None)

    def _go_behind(self, client: str) -> None:
        if client in self.waiting:
            self.waiting[client] = self.waiting.pop(client)

    def _may_begin(self, client: str) -> bool:
        free = self.running.total() < self.at_once
        return free and self.running[client] < self.of_a_client

    def _waiting(self) -> int:
        return sum(map(len, self.waiting.values()))

    def _leave(self, client: str, turn: "asyncio.Future[None]") -> None:
        self.waiting[client].remove(turn)
        if not self.waiting[client]:
            del self.waiting[client]


class Searches:
    """The threads that search. Each search has its own limit of time and memory."""

    def __init__(self, settings: Settings) -> None:
        self.turns = Turns(settings.searches, settings.client_searches, settings.queue)
        self.queue_seconds = settings.queue_seconds
        self.seconds = settings.seconds
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[Event], Answer], request: Request) -> Answer:
        """Search in a thread; `work` gets an event that is set when nobody waits any more."""
        client = client_of(request.scope)
        leaving = asyncio.ensure_future(gone(request.receive))
        try:
            await self._turn(client, leaving)
            return await self._search(work, client, leaving)
        finally:
            leaving.cancel()

    async def _turn(self, client: str, leaving: "asyncio.Future[None]") -> None:
        """Wait until it is the client's turn, for as long as a client may wait."""
        turn = self.turns.line_up(client)
        try:
            await _first_of(turn, leaving, seconds=self.queue_seconds)
            if not turn.done():
                raise GoneError if leaving.done() else BusyError
        except BaseException:  # the server may stop, too
            self.turns.give_up(client, turn)
            raise

    async def _search(
        self, work: Callable[[Event], Answer], client: str, leaving: "asyncio.Future[None]"
    ) -> Answer:
        loop, cancel = asyncio.get_running_loop(), Event()
        self._threads = self._threads or ThreadPoolExecutor(self.turns.at_once, "search", step_back)
        search = loop.run_in_executor(self._threads, work, cancel)
        # The turn ends when the thread is free again, not when its client left.
        search.add_done_callback(lambda done: self._ended(client, done))
        limit = loop.call_later(self.seconds + _GRACE_SECONDS, cancel.set)
        try:
            await _first_of(search, leaving)
            if search.done():
                return search.result()
            raise GoneError
        finally:
            cancel.set()
            limit.cancel()

    def _ended(self, client: str, search: "asyncio.Future[Any]") -> None:
        self.turns.end(client)
        if not search.cancelled():
            search.exception()  # looked at, so that nobody complains about it

    def close(self) -> None:
        """End the threads; searches under way end by their own limits."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


async def _first_of(*futures: "asyncio.Future[Any]", seconds: float | None = None) -> None:
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


async def gone(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
