"""The layer around the application: it mends requests and answers, and writes the log."""

import json
import re
import sys
import time
from http import HTTPStatus
from typing import TextIO
from urllib.parse import unquote, urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web.policies import PAGE_POLICY, PROTECTING_HEADERS
from freecell.web.settings import Settings

_HEADERS = [(name.encode(), value.encode()) for name, value in PROTECTING_HEADERS.items()]
_POLICY = b"content-security-policy"
_HEADERS_OF_PAGES = [*_HEADERS, (_POLICY, PAGE_POLICY.encode())]

_ABSOLUTE = re.compile(rb"https?://([^/]*)(.*)", re.IGNORECASE | re.DOTALL)
"""The absolute form of a target, `GET http://host/617`, which proxies and some programs send."""


class Protection:
    """Protecting headers for every answer, and one line of log for every request."""

    def __init__(self, app: ASGIApp, settings: Settings, log: TextIO | None = None) -> None:
        self.app = app
        self.settings = settings
        self.log = log or sys.stderr

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and watch its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope = in_origin_form(scope)
        begun = time.perf_counter()
        status, sent = 0, 0

        async def watch(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [_without_host(header) for header in message["headers"]]
                if _has_two_lengths(scope):
                    headers.append((b"connection", b"close"))
                message["headers"] = protected(headers)
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


def _without_host(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Redirect to a path alone: the host of a request is what its client claims."""
    name, value = header
    if name != b"location":
        return header
    path = urlsplit(value)._replace(scheme=b"", netloc=b"").geturl()
    return name, b"/" + path.lstrip(b"/")  # two slashes would begin a host again


def _has_two_lengths(scope: Scope) -> bool:
    """Whether a request says twice how long it is, and a proxy may believe the other one.

    The connection must then be closed (RFC 9112, section 6.1): what follows may be a hidden
    request.
    """
    names = {name for name, _ in scope["headers"]}
    return {b"content-length", b"transfer-encoding"} <= names


def protected(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the headers that protect a reader, and the page's policy where there is no other."""
    return headers + (_HEADERS if _POLICY in dict(headers) else _HEADERS_OF_PAGES)


def as_bytes(response: Response) -> bytes:
    """Return an answer as it is sent, for what is answered without the application."""
    status = HTTPStatus(response.status_code)
    lines = [b": ".join(header) for header in protected(response.raw_headers)]
    head = b"\r\n".join([f"HTTP/1.1 {status} {status.phrase}".encode(), *lines])
    return head + b"\r\n\r\n" + bytes(response.body)


def in_origin_form(scope: Scope) -> Scope:
    """Return a request as if it had named the path alone; the host in the target is the host."""
    root: str = scope.get("root_path", "")
    raw: bytes = scope.get("raw_path") or b""
    if raw.startswith(b"/", len(root)):  # as nearly all are
        return scope
    absolute = _ABSOLUTE.fullmatch(raw[len(root) :])
    if absolute is None:
        return scope
    host, path = absolute[1].rpartition(b"@")[2], absolute[2] or b"/"
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "path": root + unquote(path.decode("ascii", "replace")),
        "raw_path": root.encode() + path,
        "headers": [(b"host", host), *headers],
    }
