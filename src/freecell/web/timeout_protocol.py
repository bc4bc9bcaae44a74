"""uvicorn's HTTP protocol with timeouts, and limits on a client's connections and bytes.

uvicorn waits without end for the head of a request and for a client to read its answer, and holds
any number of connections. Here each of these has a limit. The time for a body is watched where
bodies are read (`request_bodies.py`), and here for bodies that no route reads.
"""

import asyncio
import socket
from functools import cache
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from freecell.web.client_address import client_at
from freecell.web.connections import Connections
from freecell.web.middleware import as_bytes
from freecell.web.responses import refusal
from freecell.web.settings import settings_from_environment

RETRY_SECONDS = "5"
_GRACE_SECONDS = 2
"""A body that no route reads has this much more time than one whose reader answers with 408."""
_SYSTEM_BYTES = 65536
"""How much of an answer the system may buffer for a connection; its own limit is some megabytes."""
_ANSWERING = (h11.SEND_RESPONSE, h11.SEND_BODY)

settings = cache(settings_from_environment)


@cache
def connections() -> Connections:
    """Return the connections of this worker."""
    limits = settings()
    return Connections(limits.connections, limits.client_connections, limits.client_bytes)


class TimeoutProtocol(H11Protocol):
    """One connection, which is ended when its client takes too long or too much."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as uvicorn calls it
        super().__init__(*args, **kwargs)
        self.used = 0.0
        self._has_sent = False
        self._awaited: object = None
        self._to_receive: asyncio.TimerHandle | None = None
        self._to_be_read: asyncio.TimerHandle | None = None
        self._to_stop: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        """Wait for the first request, if there is room for one more connection."""
        super().connection_made(transport)
        self.used = self.loop.time()
        transport.set_write_buffer_limits(
            high=0
        )  # pause_writing() is called for any byte that waits
        if line := transport.get_extra_info("socket"):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SYSTEM_BYTES)
        host = self.client[0] if self.client else ""
        self._await(h11.IDLE)
        if not connections().add(self):
            self.refuse(503, "too many connections", retry_after=RETRY_SECONDS)
        elif not self._is_proxy(host) and not connections().claim(self, client_at(host)):
            self.refuse(429, "too many connections of yours", retry_after=RETRY_SECONDS)

    def _is_proxy(self, host: str) -> bool:
        """Whether this is a trusted proxy, whose connections belong to many clients."""
        return isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts

    # The request

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; the timer runs on until all of the head or body is there."""
        self._has_sent = True
        self.used = self.loop.time()
        super().data_received(data)
        self._await(self.conn.their_state)

    def _await(self, state: object) -> None:
        """Start the timer for a head or for a body, when the client begins with one."""
        if state is self._awaited:
            return
        self._awaited = state
        _stop(self._to_receive)
        seconds = settings().body_seconds
        if state is h11.IDLE:
            self._to_receive = self.loop.call_later(seconds, self._end_of_head)
        elif state is h11.SEND_BODY:
            self._to_receive = self.loop.call_later(seconds + _GRACE_SECONDS, self.drop)

    def _end_of_head(self) -> None:
        """Refuse half a head. A client that sent nothing gets nothing: browsers connect early."""
        if self._has_sent:
            self.refuse(408, "the head of the request did not arrive in time")
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self.refuse(400, msg)

    def refuse(self, status: int, error: str, **headers: str) -> None:
        """Answer in place of the application, unless it has begun to, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            self.transport.write(as_bytes(refusal(error, status, connection="close", **headers)))
        if self.cycle is not None:  # the application must not write a second answer
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    # The answer

    def pause_writing(self) -> None:
        """Start the timer for the client to read; its other connections may have waited longer."""
        super().pause_writing()
        self._to_be_read = self.loop.call_later(settings().write_seconds, self.drop)
        connections().hold_to_bytes(self)

    def resume_writing(self) -> None:
        """Stop the timer: everything was read."""
        _stop(self._to_be_read)
        super().resume_writing()

    # The end

    def shutdown(self) -> None:
        """Let an answer under way end; refuse it shortly before uvicorn would cancel it."""
        super().shutdown()
        if seconds := self.config.timeout_graceful_shutdown:
            self._to_stop = self.loop.call_later(0.8 * seconds, self._stop_answering)

    def _stop_answering(self) -> None:
        if self.waiting():
            self.drop()
        else:
            self.refuse(503, "this service is about to stop", retry_after=RETRY_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        for timer in (self._to_receive, self._to_be_read, self._to_stop):
            _stop(timer)
        connections().remove(self)
        super().connection_lost(exc)

    # What `Connections` asks

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
