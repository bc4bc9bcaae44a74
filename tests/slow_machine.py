"""A machine that is slow in places, for `make steady`: another order, late files, a slow browser.

All of it is switched on by FREECELL_STEADY, which holds the seed of the random choices; without it
nothing here does anything.

- Modules of tests run in random order, and so do the tests of each module.
- Files of the page (modules, WebAssembly, words) arrive late: the browser talks to a port of its
  own, which passes everything on and holds back the requests for them. A service worker and the
  engines without Playwright see that, too, which Playwright's own routes do not do for them.
- Chromium's pages compute four times as slowly (`tests/slow_renderers.py`).
"""

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import groupby
from queue import SimpleQueue
from random import Random
from threading import Thread

import pytest

from tests.slow_renderers import slowed_renderers

SEED = os.environ.get("FREECELL_STEADY")
HELD_BACK = re.compile(rb"GET \S+\.(?:js|mjs|wasm|json|css)[? ]")


# The order


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Shuffle the modules, and the tests in each: what a module shares is still made once."""
    chance = Random(seed)
    modules = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    chance.shuffle(modules)
    for tests in modules:
        chance.shuffle(tests)
    items[:] = [test for tests in modules for test in tests]


# The processor


@contextmanager
def slow_pages() -> Iterator[None]:
    """Let all pages of Chromium that this process opens compute slowly."""
    with slowed_renderers(os.getpid()) if SEED is not None else nullcontext():
        yield


# The files


@contextmanager
def late_files(port: int) -> Iterator[int]:
    """Return a port at which the files of a service arrive late; its own one without FREECELL_STEADY."""
    if SEED is None:
        yield port
        return
    started: SimpleQueue[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = SimpleQueue()
    thread = Thread(target=lambda: asyncio.run(_listen(port, Random(f"{SEED} {port}"), started)))
    thread.start()
    own_port, loop, ended = started.get()
    try:
        yield own_port
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()


async def _listen(
    port: int,
    chance: Random,
    started: "SimpleQueue[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]]",
) -> None:
    connections: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []  # both ends of all connections

    # Called at once, unlike a coroutine: no connection is accepted and then not known at the end.
    def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        task = asyncio.ensure_future(_connect(port, chance, (reader, writer), writers))
        connections.add(task)
        task.add_done_callback(connections.discard)

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    ended = asyncio.Event()
    started.put((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), ended))
    await ended.wait()
    # A server that is closed loses what it has just accepted; so it accepts no more before.
    for socket in server.sockets:
        asyncio.get_running_loop().remove_reader(socket.fileno())
    for _ in range(5):  # rounds of the loop, in which what was accepted becomes a connection
        await asyncio.sleep(0)
    server.close()
    for task in connections:
        task.cancel()
    await asyncio.gather(*connections, return_exceptions=True)
    for each in writers:  # also those whose task was cancelled before it began
        each.transport.abort()
    await asyncio.sleep(0)  # the sockets are closed in the next round of the loop


async def _connect(
    port: int,
    chance: Random,
    browser: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    writers: list[asyncio.StreamWriter],
) -> None:
    """Pass a connection on, to the service and back."""
    reader, writer = browser
    try:
        from_service, to_service = await asyncio.open_connection("127.0.0.1", port)
    except OSError:  # the service is gone: so are its files
        writer.close()
        return
    writers.append(to_service)
    try:
        await asyncio.gather(
            _copy(reader, to_service, chance), _copy(from_service, writer, chance=None)
        )
    finally:
        for each in (writer, to_service):
            each.close()


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random | None
) -> None:
    """Pass on what comes; a browser sends a request when it has the answer to the one before."""
    with suppress(ConnectionError):
        while piece := await reader.read(65536):
            if chance and HELD_BACK.match(piece):
                await asyncio.sleep(delay(chance))
            writer.write(piece)
            await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.write_eof()


def delay(chance: Random) -> float:
    """Return seconds: mostly few, and of eight files one comes much later than the others."""
    return chance.uniform(0, 0.15) if chance.random() < 7 / 8 else chance.uniform(0.3, 2)
