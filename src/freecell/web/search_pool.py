"""Runs searches in threads beside the event loop, with fair turns for the clients.

How long a search takes is not known beforehand. So each is tried with a small limit first, then
with a larger one, and with the full limit last. Each of these steps has a lane of its own with its
own threads. Most questions are decided in the first lane within milliseconds, and none of them
waits for a long search.

In every lane clients take turns (`turns.py`). A request is answered or refused in time:
`queue_seconds` for all its waiting, and `seconds` for its search. A client that leaves ends its
search.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from threading import Event, get_native_id
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.types import Receive

from freecell.solver import Limit
from freecell.web.client_address import client_of
from freecell.web.settings import Settings
from freecell.web.turns import BusyError, Turns

Answer = TypeVar("Answer")

_GRACE_SECONDS = 0.5
"""A search that has not ended by itself is cancelled this much later than its own limit."""


class Step(NamedTuple):
    """A lane, and how far it takes a search."""

    nodes: int | None
    megabytes: int | None
    niceness: int
    """How much lower the priority of the threads is than that of the event loop."""


QUICK, SHORT, LONG = range(3)
STEPS = (
    Step(5_000, 16, 0),  # some milliseconds: a win of an ordinary deal, a shortest end of a game
    Step(100_000, 32, 5),  # up to 0.1 s: a win of few moves, most proofs that there is none
    Step(None, None, 10),  # what the settings allow
)


class GoneError(Exception):
    """The client went away before its answer was there."""


class Asking(NamedTuple):
    """A request as the lanes see it."""

    client: str
    leaving: "asyncio.Future[None]"
    """Done when the client has gone away."""
    deadline: float
    """When its search must have begun, by the clock of the event loop."""


class Searches:
    """The lanes, from quick searches to long ones."""

    def __init__(self, settings: Settings) -> None:
        self.queue_seconds = settings.queue_seconds
        self.lanes = [Lane(settings, step.niceness) for step in STEPS]
        self.limits = [_limit_of(step, settings) for step in STEPS]

    async def run(
        self,
        work: Callable[[Limit, Event], Answer],
        request: Request,
        is_decided: Callable[[Answer], bool],
        steps: Sequence[int] = (QUICK, SHORT, LONG),
    ) -> Answer:
        """Search in one lane after the other, until the answer is decided.

        `work` gets a limit, and an event that is set when the request is cancelled.
        """
        async with asking(request, self.queue_seconds) as who:
            for step in steps:
                search = work if step == QUICK else partial(_returning_memory, work)
                answer = await self.lanes[step].take_turn(partial(search, self.limits[step]), who)
                if is_decided(answer):
                    break
            return answer

    def close(self) -> None:
        """End the threads; searches under way end by their own limits."""
        for lane in self.lanes:
            lane.close()


def _limit_of(step: Step, settings: Settings) -> Limit:
    megabytes = min(step.megabytes or settings.megabytes, settings.megabytes)
    return Limit(step.nodes, settings.seconds, megabytes * 2**20)


class Lane:
    """Some threads, for which clients take turns."""

    def __init__(self, settings: Settings, niceness: int) -> None:
        self.turns = Turns(settings.searches, settings.client_searches, settings.queue)
        self.queue_seconds = settings.queue_seconds
        self.seconds = settings.seconds
        self._niceness = niceness
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[Event], Answer], request: Request) -> Answer:
        """Work in a thread; `work` gets an event that is set when the request is cancelled."""
        async with asking(request, self.queue_seconds) as who:
            return await self.take_turn(work, who)

    async def take_turn(self, work: Callable[[Event], Answer], who: Asking) -> Answer:
        """Wait for a turn of this client, and work in a thread."""
        await self._wait(who)
        return await self._work(work, who)

    async def _wait(self, who: Asking) -> None:
        ticket = _Ticket(who.client)
        self.turns.line_up(ticket)
        try:
            seconds = who.deadline - asyncio.get_running_loop().time()
            await _first_of(ticket.turn, who.leaving, seconds=seconds)
            if not ticket.has_begun():
                raise GoneError if who.leaving.done() else BusyError
        except BaseException:  # also where the server stops
            if ticket.has_begun():
                self.turns.end(who.client, 0)
            elif not ticket.turn.done():
                self.turns.leave(ticket)
            raise

    async def _work(self, work: Callable[[Event], Answer], who: Asking) -> Answer:
        loop, cancel = asyncio.get_running_loop(), Event()
        begun = loop.time()

        def end(done: "asyncio.Future[Any]") -> None:
            self.turns.end(who.client, loop.time() - begun)
            if not done.cancelled():
                done.exception()  # retrieved, or asyncio would log it when the client has gone

        search = loop.run_in_executor(self._executor(), work, cancel)
        search.add_done_callback(end)  # not when the client leaves: the thread still works then
        limit = loop.call_later(self.seconds + _GRACE_SECONDS, cancel.set)
        try:
            await _first_of(search, who.leaving)
            if search.done():
                return search.result()
            raise GoneError
        finally:
            cancel.set()
            limit.cancel()

    def _executor(self) -> ThreadPoolExecutor:
        if self._threads is None:
            lower = partial(lower_priority, self._niceness)
            self._threads = ThreadPoolExecutor(self.turns.at_once, "search", lower)
        return self._threads

    def close(self) -> None:
        """End the threads; work under way ends by its own limit."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


class _Ticket:
    """A place in the queue, and a future that says how the wait ended."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        self.turn.set_result(True)

    def refuse(self) -> None:
        self.turn.set_result(False)

    def has_begun(self) -> bool:
        return self.turn.done() and self.turn.result()


@asynccontextmanager
async def asking(request: Request, seconds: float) -> AsyncIterator[Asking]:
    """Watch for the client of a request to leave, which may wait some seconds for its search."""
    leaving = asyncio.ensure_future(gone(request.receive))
    deadline = asyncio.get_running_loop().time() + seconds
    try:
        yield Asking(client_of(request.scope), leaving, deadline)
    finally:
        leaving.cancel()


async def gone(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first_of(*futures: "asyncio.Future[Any]", seconds: float | None = None) -> None:
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


# What a thread does for the others


def lower_priority(niceness: int) -> None:
    """Lower this thread's priority below that of the event loop, which answers cheap requests."""
    with suppress(AttributeError, OSError):  # on Linux a thread has a priority of its own
        own = os.getpriority(os.PRIO_PROCESS, get_native_id())
        os.setpriority(os.PRIO_PROCESS, get_native_id(), own + niceness)


def _returning_memory(
    work: Callable[[Limit, Event], Answer], limit: Limit, cancel: Event
) -> Answer:
    """Search, and give back the memory that it took."""
    try:
        return work(limit, cancel)
    finally:
        return_memory()


def return_memory() -> None:
    """Give the memory that a search has freed back to the system; glibc would keep most of it."""
    if trim := _malloc_trim():
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    with suppress(ImportError, OSError, AttributeError, TypeError):  # only glibc has it
        import ctypes

        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        return trim
    return None
