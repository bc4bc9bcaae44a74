"""A fair queue: clients take turns on a few threads.

This is plain data without threads. The rules:

- A client may have only some of the threads at once, and half of the queue.
- The next turn belongs to the client that has used the least time lately: what it used counts half
  after ten seconds, a quarter after twenty.
- When the queue is full, a client with fewer requests waiting takes the place of the youngest
  request of the client with the most, unless it would then have as many itself.

So a client with few requests is next as soon as a thread is free, however many the others send.
"""

import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Protocol

HALF_LIFE = 10.0
"""Seconds after which the time that a client has used counts half."""
_NEXT_TO_NOTHING = 0.001
_MOST_KNOWN = 1000
"""Clients whose use is remembered; beyond that, the half that used least is forgotten."""


class Ticket(Protocol):
    """A request that waits for its turn."""

    @property
    def client(self) -> str:
        """Whose request it is."""

    def begin(self) -> None:
        """Start: the turn has come."""

    def refuse(self) -> None:
        """Give up: another client has taken the place in the queue."""


class BusyError(Exception):
    """All threads are at work and enough requests wait; come back later."""

    seconds = 5

    def __init__(self) -> None:
        super().__init__(f"too many searches at once: come back in {self.seconds} s")


class Turns:
    """The requests that run and those that wait, by client."""

    def __init__(
        self,
        at_once: int,
        of_a_client: int,
        queue: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.at_once = at_once
        self.of_a_client = of_a_client or max(1, at_once - 1)
        self.queue = queue
        self.queue_of_a_client = (queue + 1) // 2
        self.running: Counter[str] = Counter()
        self.waiting: dict[str, deque[Ticket]] = {}
        self._used: dict[str, float] = {}
        """Seconds that each client has used lately."""
        self._clock = clock
        self._halved = clock()

    def line_up(self, ticket: Ticket) -> None:
        """Begin a request, or let it wait; raise `BusyError` where there is no place for it."""
        client = ticket.client
        if self._may_begin(client):
            self._begin(ticket)
            return
        own = len(self.waiting.get(client, ()))
        if own >= self.queue_of_a_client:
            raise BusyError
        if sum(map(len, self.waiting.values())) >= self.queue:
            self._make_room(own)
        self.waiting.setdefault(client, deque()).append(ticket)

    def _make_room(self, own: int) -> None:
        """Refuse the newest request of the client with the most waiting, for one with `own`."""
        rival = max(self.waiting, key=self._claim, default=None)
        if rival is None or len(self.waiting[rival]) < own + 2:
            raise BusyError
        youngest = self.waiting[rival][-1]
        self.leave(youngest)
        youngest.refuse()

    def leave(self, ticket: Ticket) -> None:
        """Take a request that waits out of the queue."""
        waiting = self.waiting[ticket.client]
        waiting.remove(ticket)
        if not waiting:
            del self.waiting[ticket.client]

    def end(self, client: str, seconds: float) -> None:
        """End a turn that took some time, and begin as many as there are threads for."""
        self.running -= Counter([client])
        self._forget()
        self._used[client] = self._use_of(client) + seconds
        while able := [each for each in self.waiting if self._may_begin(each)]:
            ticket = self.waiting[min(able, key=self._use_of)][0]
            self.leave(ticket)
            self._begin(ticket)

    def _begin(self, ticket: Ticket) -> None:
        self.running[ticket.client] += 1
        ticket.begin()

    def _may_begin(self, client: str) -> bool:
        free = self.running.total() < self.at_once
        return free and self.running[client] < self.of_a_client

    def _use_of(self, client: str) -> float:
        return self._used.get(client, 0.0)

    def _claim(self, client: str) -> tuple[int, float]:
        return len(self.waiting[client]), self._use_of(client)

    def _forget(self) -> None:
        """Let use count less as time passes, and drop clients of which next to nothing is left."""
        halvings = (self._clock() - self._halved) // HALF_LIFE
        self._halved += halvings * HALF_LIFE
        used = {client: seconds * 0.5**halvings for client, seconds in self._used.items()}
        median = sorted(used.values())[len(used) // 2] if len(used) > _MOST_KNOWN else 0.0
        least = max(median, _NEXT_TO_NOTHING)
        self._used = {client: seconds for client, seconds in used.items() if seconds > least}
