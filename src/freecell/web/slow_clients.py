"""The server's own protocol, with limits: for clients that dawdle, and for those that take too much.

The server waits for a head, and for a client to read its answer, as long as it takes, and holds as
many connections as come, so that one client could hold every connection there is. Here each piece
has a time, and each client a share. The time for a body is watched where bodies are read, and here
where nobody reads them.
"""

import asyncio
import socket
from functools import cache
from typing import Any

import h11
from starlette.types import Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from freecell.web.client_address import client_at, client_of
from freecell.web.connections import Connections
from freecell.web.middleware import as_bytes
from freecell.web.responses import refusal
from freecell.web.settings import settings_from_environment

RETRY_SECONDS = 5
_GRACE_SECONDS = 2
"""So much longer than whoever reads a body, and says that it came too late."""
_SYSTEM_BYTES = 65536
"""So much of an answer the system may keep for a connection; it would take megabytes by itself."""

_ANSWERING = (h11.SEND_RESPONSE, h11.SEND_BODY)

settings = cache(settings_from_environment)


@cache
def connections() -> Connections:
    """Return the connections of this worker."""
    limits = settings()
    return Connections(limits.connections, limits.client_connections, limits.client_bytes)


class Patience(H11Protocol):
    """The server's own protocol, with an end to its patience."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as uvicorn calls it
        super().__init__(*args, **kwargs)
        self.used = 0.0
        self._heard = False
        self._from_proxy = False
        self._answering = False
        self._awaited: object = None
        self._to_receive: asyncio.TimerHandle | None = None
        self._to_be_read: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to wait for the first request, where there is room for one more connection."""
        super().connection_made(transport)
        self.used = self.loop.time()
        transport.set_write_buffer_limits(high=0)  # so that we are told of every byte that waits
        if line := transport.get_extra_info("socket"):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SYSTEM_BYTES)
        self.app_state = {**self.app_state, "connection": self}
        self._from_proxy = self._is_a_proxy()
        if not connections().add(self):
            self.refuse(503, "too many connections", retry_after=str(RETRY_SECONDS))
        elif not self._from_proxy and not connections().claim(self, self._peer()):
            self.refuse(429, "too many connections of yours", retry_after=str(RETRY_SECONDS))
        else:
            self._await(h11.IDLE)

    def _peer(self) -> str:
        return client_at(self.client[0]) if self.client else ""

    def _is_a_proxy(self) -> bool:
        """Whether this is a proxy that names its clients, each of which has a share of its own."""
        host = self.client[0] if self.client else None
        return isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts

    # The request comes in

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; while more is to come, the wait goes on."""
        self._heard = True
        super().data_received(data)
        self._await(self.conn.their_state)

    def _await(self, state: object) -> None:
        """Wait for the rest of a head or a body, whichever comes now, and for nothing else."""
        if state is self._awaited:
            return
        self._awaited = state
        _stop(self._to_receive)
        seconds = settings().body_seconds
        if state is h11.IDLE:
            self._to_receive = self.loop.call_later(seconds, self._send_away)
        elif state is h11.SEND_BODY:
            self._to_receive = self.loop.call_later(seconds + _GRACE_SECONDS, self.drop)

    def _send_away(self) -> None:
        """Say why to a client that said something; browsers also open connections ahead of need."""
        if self._heard:
            self.refuse(408, "the head of the request did not arrive in time")
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request."""
        self.refuse(400, msg)

    def refuse(self, status: int, error: str, **headers: str) -> None:
        """Answer in place of the application, where no answer is under way, and end it here."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            self.transport.write(as_bytes(refusal(error, status, connection="close", **headers)))
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    # The request is answered

    def begin(self, scope: Scope) -> bool:
        """Begin to answer a client; say whether it may have one more request under way."""
        self.used = self.loop.time()
        if not self._from_proxy:
            return True
        self._answering = True
        # One that is closing is counted no more, or it would be counted for ever.
        return self.transport.is_closing() or connections().claim(self, client_of(scope))

    def answers(self) -> bool:
        """Whether an answer is on its way, or waits behind another."""
        return self.cycle.response_started or bool(self.waiting())

    def end(self) -> None:
        """End an answer; what waits to be read still counts as the client's."""
        self._answering = False
        self._leave_to_proxy()

    def _leave_to_proxy(self) -> None:
        if self._from_proxy and not self._answering and not self.waiting():
            connections().release(self)

    # The answer goes out

    def pause_writing(self) -> None:
        """Begin to wait for the client to read; others of its connections may have waited long."""
        super().pause_writing()
        self._to_be_read = self.loop.call_later(settings().write_seconds, self.drop)
        connections().hold_to_bytes(self)

    def resume_writing(self) -> None:
        """Go on: everything was read."""
        _stop(self._to_be_read)
        super().resume_writing()
        self._leave_to_proxy()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a client that has gone."""
        _stop(self._to_receive)
        _stop(self._to_be_read)
        connections().remove(self)
        super().connection_lost(exc)
        self.app_state = {}

    # What the list of connections asks

    def rests(self) -> bool:
        """Whether nothing is asked and nothing waits to be read."""
        return self.conn.our_state not in _ANSWERING and not self.waiting()

    def waiting(self) -> int:
        """Return how many bytes wait for the client to read them."""
        return self.transport.get_write_buffer_size()

    def drop(self) -> None:
        """End the connection at once, with what waits."""
        self.transport.abort()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
