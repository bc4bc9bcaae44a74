"""What every answer passes on its way out: headers that protect a reader, and the log."""

import json
import sys
import time
from http import HTTPStatus
from typing import TextIO

from starlette.responses import Response
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
_HEADERS_OF_PAGES = [*_HEADERS, (_POLICY, PAGE_POLICY.encode())]


class Protection:
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
    return headers + (_HEADERS if _POLICY in dict(headers) else _HEADERS_OF_PAGES)


def as_bytes(response: Response) -> bytes:
    """Return an answer as it is sent, for what is answered without the application."""
    status = HTTPStatus(response.status_code)
    lines = [b": ".join(header) for header in protected(response.raw_headers)]
    head = b"\r\n".join([f"HTTP/1.1 {status} {status.phrase}".encode(), *lines])
    return head + b"\r\n\r\n" + bytes(response.body)
