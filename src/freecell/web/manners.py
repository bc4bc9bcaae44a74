"""What every request meets on its way in and out: limits, headers that protect, and the log."""

import asyncio
import json
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TextIO

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web.settings import Settings

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
"""A picture carries its own style and may be shown anywhere; it can load and run nothing."""

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), browsing-topics=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
_POLICY = b"content-security-policy"
_MOST_CLIENTS = 10_000


class TooLargeError(Exception):
    """The body of a request is larger than this service reads."""


class TooSlowError(Exception):
    """A client did not send the body of its request in time."""


class TooManyError(Exception):
    """A client asked for more than its share; it may come back later."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        super().__init__(f"too many requests: come back in {self.seconds} s")


class Manners:
    """The layer around the application: protecting headers and one line of log for each request."""

    def __init__(self, app: ASGIApp, settings: Settings, log: TextIO | None = None) -> None:
        self.app = app
        self.settings = settings
        self.log = log or sys.stderr

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and watch its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, sent = 0, 0

        async def watch(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = protected(message["headers"])
            else:
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            if self.settings.log:
                self._note(scope, status, sent, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, sent: int, seconds: float) -> None:
        """Write one line of JSON; the address of the client is left out on purpose."""
        line = {
            "time": round(time.time(), 3),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "bytes": sent,
            "ms": round(seconds * 1000, 2),
        }
        self.log.write(json.dumps(line) + "\n")


def protected(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the headers that protect a reader, and the page's policy where there is no other."""
    if any(name == _POLICY for name, _ in headers):
        return [*headers, *_HEADERS]
    return [*headers, *_HEADERS, (_POLICY, PAGE_POLICY.encode())]


async def read_body(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """Return the body of a request, unless it is too large or comes too slowly."""
    length = Headers(scope=scope).get("content-length", "")
    if length.isdigit() and int(length) > settings.body:
        raise TooLargeError(
            f"the body is too large: {length} bytes (expected up to {settings.body})"
        )
    try:
        async with asyncio.timeout(settings.body_seconds):
            return await _read(receive, settings.body)
    except TimeoutError:
        raise TooSlowError(f"the body did not arrive within {settings.body_seconds:g} s") from None


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise TooSlowError("the client went away")
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLargeError(f"the body is too large (expected up to {most} bytes)")
        if not message.get("more_body"):
            return bytes(body)


class Shares:
    """How much of its share each client has used; a share fills up again as time passes."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, scope: Scope) -> None:
        """Count one request of a client; refuse it where the share is used up."""
        if not self.per_minute:
            return
        client = scope["client"][0] if scope.get("client") else ""
        now = self.clock()
        left, since = self._left.pop(client, (float(self.per_minute), now))
        left = min(self.per_minute, left + (now - since) * self.per_minute / 60)
        self._left[client] = (max(left - 1, 0.0) if left >= 1 else left, now)
        while len(self._left) > _MOST_CLIENTS:
            self._left.popitem(last=False)
        if left < 1:
            raise TooManyError((1 - left) * 60 / self.per_minute)


async def gone(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


Handler = Callable[..., Awaitable[object]]
