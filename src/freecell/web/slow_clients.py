"""A client that does not finish the head of its request in time is sent away.

The server waits for a head as long as it takes, so that some clients that send a line now and then
could hold every connection there is. The time for a body is watched where bodies are read.
"""

import asyncio
from functools import cache

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from freecell.web.settings import settings_from_environment

_BODY = b'{"error":"the head of the request did not arrive in time"}'
_TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(_BODY), _BODY)
)


@cache
def head_seconds() -> float:
    """Return how long a head may take: as long as a body."""
    return settings_from_environment().body_seconds


class Patience(H11Protocol):
    """The server's own protocol, with an end to its patience."""

    _end: asyncio.TimerHandle | None = None
    _heard = False

    def connection_made(  # type: ignore[override]  # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; while it is a piece of a head, the wait goes on."""
        self._heard = True
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a client that has gone."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._end is None:
            self._end = self.loop.call_later(head_seconds(), self._send_away)

    def _rest(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _send_away(self) -> None:
        """Say why to a client that said something; browsers also open connections ahead of need."""
        self._end = None
        if self._heard and not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
        self.transport.close()
