"""Searches off the event loop: a few at once, a few waiting, and none for a client that has gone."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, get_native_id
from typing import Any, TypeVar

from starlette.types import Receive

from freecell.web.settings import Settings

Answer = TypeVar("Answer")


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


class Searches:
    """The threads that search. Each search has its own limit of time and memory."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.searches + settings.queue
        self.open = 0
        self.at_once = settings.searches
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[Event], Answer], receive: Receive) -> Answer:
        """Search in a thread; `work` gets an event that is set when nobody waits any more."""
        if self.open >= self.most:
            raise BusyError
        cancel = Event()
        self._threads = self._threads or ThreadPoolExecutor(self.at_once, "search", step_back)
        search = asyncio.get_running_loop().run_in_executor(self._threads, work, cancel)
        self.open += 1
        search.add_done_callback(self._closed)
        leaving = asyncio.ensure_future(gone(receive))
        try:
            both: list[asyncio.Future[Any]] = [search, leaving]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if search.done():
                return search.result()
            raise GoneError
        finally:
            cancel.set()
            leaving.cancel()

    def _closed(self, search: "asyncio.Future[Answer]") -> None:
        """Count a search as done when its thread is free again, not when its client left."""
        self.open -= 1
        if not search.cancelled():
            search.exception()  # looked at, so that nobody complains about it

    def close(self) -> None:
        """End the threads; searches under way end by their own limits."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


async def gone(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
