"""The clients of the soak: those that ask and read, and those that misbehave."""

import asyncio
import json
import random
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from benchmarks.soak_requests import HARD_ONE, Asked
from freecell.web.assets import folder

PROTECTING = ("x-content-type-options", "content-security-policy", "referrer-policy")


class Answer(NamedTuple):
    """What was answered."""

    status: int
    headers: dict[str, str]
    content: bytes


class Client:
    """A client with its own address: requests in turn, on one connection while it lasts."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, asked: Asked) -> Answer:
        """Ask, and once again where the service had ended a connection that rested."""
        body = b"" if asked.body is None else json.dumps(asked.body).encode()
        method = "GET" if asked.body is None else "POST"
        head = (
            f"{method} {asked.path} HTTP/1.1\r\nHost: soak\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        rested = self._streams is not None
        try:
            return await self._exchange(head.encode() + body)
        except (OSError, asyncio.IncompleteReadError):
            await self.leave()
            if not rested:
                raise
            return await self._exchange(head.encode() + body)

    async def _exchange(self, request: bytes) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        reader, writer = self._streams
        writer.write(request)
        answer = await asyncio.wait_for(_read(reader), 60)
        if answer.headers.get("connection") == "close":
            await self.leave()
        return answer

    async def leave(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
            self._streams = None


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    content = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(first.split()[1]), headers, content)


# Those that misbehave: each opens a connection, does no good, and has an end


async def _connected(port: int, address: str) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(0)
    line.bind((address, 0))
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    return line


async def _send(line: socket.socket, text: bytes) -> None:
    await asyncio.get_running_loop().sock_sendall(line, text)


async def says_nonsense(line: socket.socket, chance: random.Random) -> None:
    """Send bytes that are no request."""
    await _send(line, chance.randbytes(chance.randrange(1, 3000)) + b"\r\n\r\n")
    await asyncio.sleep(1)


async def dawdles(line: socket.socket, chance: random.Random) -> None:
    """Send a head a byte at a time, and never end it."""
    for byte in b"GET /api/deals/1 HTTP/1.1\r\nX: " + b"y" * 100:
        await _send(line, bytes([byte]))
        await asyncio.sleep(chance.random())


async def sends_no_body(line: socket.socket, _: random.Random) -> None:
    """Promise a body that never comes."""
    await _send(line, b"POST /api/verdict HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n{")
    await asyncio.sleep(12)


async def reads_nothing(line: socket.socket, _: random.Random) -> None:
    """Ask for much, and read nothing of it."""
    request = f"GET /{folder()}engine/engine.wasm HTTP/1.1\r\nHost: x\r\n\r\n"
    await _send(line, request.encode() * 50)
    await asyncio.sleep(30)


async def says_nothing(_: socket.socket, __: random.Random) -> None:
    """Hold a connection."""
    await asyncio.sleep(30)


async def leaves(line: socket.socket, chance: random.Random) -> None:
    """Ask for a search, and go away."""
    await _send(line, f"GET {HARD_ONE} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await asyncio.sleep(chance.random())


async def breaks_off(line: socket.socket, chance: random.Random) -> None:
    """Ask, and reset the connection while the answer comes."""
    await _send(line, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
    await asyncio.sleep(chance.random() / 10)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")


MISCHIEF: list[Callable[[socket.socket, random.Random], Awaitable[None]]] = [
    says_nonsense,
    dawdles,
    sends_no_body,
    reads_nothing,
    says_nothing,
    leaves,
    breaks_off,
]


async def misbehave(port: int, address: str, chance: random.Random) -> None:
    """Do one kind of mischief, and end the connection; the service may end it first."""
    with suppress(OSError):
        line = await _connected(port, address)
        with line:
            await chance.choice(MISCHIEF)(line, chance)
