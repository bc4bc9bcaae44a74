"""Waiting for what a test means, as long as a busy machine may need."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60
"""Seconds after which something that should have happened will not happen any more."""


def eventually(check: Callable[[], None], seconds: float = PATIENCE) -> None:
    """Make assertions again and again until they hold; after that long they fail as they are."""
    end = time.monotonic() + seconds
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def until(condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """Ask again and again until the answer is true, and return it."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, f"not within {seconds} seconds: {what}"
        time.sleep(0.05)
    return answer
