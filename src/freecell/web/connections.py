"""Limits the open connections of each client.

A client has a share of the connections, and of the bytes that wait to be read. When it exceeds its
share, it loses the connections that it has not used for longest. The connections of other clients
stay.
"""

from collections.abc import Iterable
from math import inf
from typing import Protocol


class Connection(Protocol):
    """What the limits need to know of a connection, and how they end it."""

    used: float
    """When it was last used."""

    def rests(self) -> bool:
        """Whether nothing is asked and nothing waits to be read."""

    def waiting(self) -> int:
        """Return how many bytes wait for the client to read them, and cannot be sent."""

    def drop(self) -> None:
        """End the connection at once, with what waits."""


class Connections:
    """The open connections of a worker. A limit of 0 stands for no limit."""

    def __init__(self, most: int, of_a_client: int, bytes_of_a_client: int) -> None:
        self.most = most or inf
        self.of_a_client = of_a_client or inf
        self.bytes_of_a_client = bytes_of_a_client or inf
        self._all: dict[Connection, str | None] = {}
        self._clients: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def of(self, client: str) -> int:
        """Return how many connections a client has."""
        return len(self._clients.get(client, ()))

    def add(self, connection: Connection) -> bool:
        """Accept a new connection whose client is not known yet; return whether there is room."""
        if len(self._all) >= self.most and not self._make_room(self._all):
            return False
        self._all[connection] = None
        return True

    def claim(self, connection: Connection, client: str) -> bool:
        """Assign a connection to a client; return whether the client may have it."""
        own = self._clients.get(client, {})
        if len(own) >= self.of_a_client and not self._make_room(own):
            return False
        self._clients.setdefault(client, {})[connection] = None
        self._all[connection] = client
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        client = self._all.pop(connection, None)
        if client is not None:
            own = self._clients[client]
            del own[connection]
            if not own:
                del self._clients[client]

    def hold_to_bytes(self, connection: Connection) -> None:
        """End connections of a client that reads too slowly, the longest waiting first."""
        client = self._all.get(connection)
        own = self._clients[client] if client is not None else {}
        excess = sum(each.waiting() for each in own) - self.bytes_of_a_client
        for each in sorted(own, key=_last_use):
            if excess <= 0:
                break
            if waiting := each.waiting():
                excess -= waiting
                self._end(each)

    def _make_room(self, candidates: Iterable[Connection]) -> bool:
        """End an idle connection, or else an unread one; return whether there was one."""
        for is_spare in (_rests, _is_stuck):
            if spare := list(filter(is_spare, candidates)):
                self._end(min(spare, key=_last_use))
                return True
        return False

    def _end(self, connection: Connection) -> None:
        self.remove(connection)
        connection.drop()


def _last_use(connection: Connection) -> float:
    return connection.used


def _rests(connection: Connection) -> bool:
    return connection.rests()


def _is_stuck(connection: Connection) -> bool:
    return connection.waiting() > 0
