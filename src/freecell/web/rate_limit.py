"""How many requests a client may make: its share, which fills up again as time passes."""

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.types import Scope

_MOST_CLIENTS = 10_000


class TooManyError(Exception):
    """A client asked for more than its share; it may come back later."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        super().__init__(f"too many requests: come back in {self.seconds} s")


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
