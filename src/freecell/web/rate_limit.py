"""Rate limit: every client has a quota of requests, which refills over time.

Several workers count in one file, which each of them maps into its memory, so that a client has one
quota whichever worker it meets. The file holds keyed digests of addresses, eight bytes each. The
table has a fixed size: when it is full, the clients with the most quota left are evicted.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from struct import Struct
from typing import BinaryIO

from starlette.types import Scope

from freecell.web.client_address import client_of

_KEY_BYTES = 16
_ENTRY = Struct("=Qd")  # the digest of a client, and when its quota will be full again
_PLACES = 8
_BUCKETS = 2048
SIZE = _KEY_BYTES + _BUCKETS * _PLACES * _ENTRY.size
MINUTE = 60.0
_ROUNDING = 1e-6


class TooManyError(Exception):
    """A client has used up its quota; it may come back later."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        super().__init__(f"too many requests: come back in {self.seconds} s")


@contextmanager
def counts_for_all() -> Iterator[str]:
    """Make the file in which several workers count, and remove it in the end."""
    file, name = tempfile.mkstemp(prefix="freecell-counts-")
    try:
        os.write(file, os.urandom(_KEY_BYTES) + bytes(SIZE - _KEY_BYTES))
        os.close(file)
        yield name
    finally:
        Path(name).unlink(missing_ok=True)


class Shares:
    """How much of its quota each client has used."""

    def __init__(
        self, per_minute: int, counts: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.per_minute = per_minute
        self.clock = clock
        try:
            self._file = Path(counts).open("r+b") if counts else None  # noqa: SIM115 - as long as this
        except OSError:  # the file was removed; a worker that starts now counts for itself
            self._file = None
        self._table = mmap(self._file.fileno() if self._file else -1, SIZE)
        if self._file is None:
            self._table[:_KEY_BYTES] = os.urandom(_KEY_BYTES)

    def take(self, scope: Scope) -> None:
        """Count one request of a client; refuse it when the quota is used up."""
        if not self.per_minute:
            return
        each = MINUTE / self.per_minute  # the time in which a quota grows by one request
        now = self.clock()
        with self._exclusive():
            who, place = self._find(client_of(scope))
            used = min(max(_ENTRY.unpack_from(self._table, place)[1] - now, 0.0), MINUTE)
            excess = used + each - MINUTE
            if excess <= _ROUNDING:
                _ENTRY.pack_into(self._table, place, who, now + used + each)
                return
        raise TooManyError(excess)

    def _find(self, client: str) -> tuple[int, int]:
        """Return a client's digest and its slot; a new client takes the least used slot."""
        key = self._table[:_KEY_BYTES]
        who = int.from_bytes(blake2b(client.encode(), digest_size=8, key=key).digest(), "little")
        first = _KEY_BYTES + who % _BUCKETS * _PLACES * _ENTRY.size
        places = range(first, first + _PLACES * _ENTRY.size, _ENTRY.size)
        entries = {place: _ENTRY.unpack_from(self._table, place) for place in places}
        for place, (known, _) in entries.items():
            if known == who:
                return who, place
        place = min(places, key=lambda place: entries[place][1])
        _ENTRY.pack_into(self._table, place, who, 0.0)
        return who, place

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Lock the table against the other workers."""
        if self._file is not None:
            _lock(self._file)
        try:
            yield
        finally:
            if self._file is not None:
                _unlock(self._file)

    def close(self) -> None:
        """Unmap the table."""
        self._table.close()
        if self._file is not None:
            self._file.close()


def _lock(file: BinaryIO) -> None:
    with suppress(ImportError):  # where there are no locks, two requests may count as one
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _unlock(file: BinaryIO) -> None:
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)
