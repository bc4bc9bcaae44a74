"""What a search may take and pursue: its limits, its goal, and when it is cancelled."""

from __future__ import annotations

import operator
from collections.abc import Callable
from time import monotonic
from typing import Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, get_args

from freecell import _core
from freecell.errors import OptionError, check_choice

Goal: TypeAlias = Literal["any", "short", "shortest"]
"""Any solution, as fast as possible; one of few moves; or one of the fewest, with a proof."""

MOST_EFFORT = _core.MOST_EFFORT
"""The effort for a short solution goes from 1 to this; each step takes about four times as long."""

MOST_BYTES = 2 * 2**30
"""How much memory one search may take unless a limit says otherwise."""

_PROGRESS_SECONDS = 0.1


class Limit(NamedTuple):
    """The limits of one search; None is no limit, for bytes 2 GiB."""

    nodes: int | None = None
    """Limit of positions."""
    seconds: float | None = None
    bytes: int | None = None
    """Limit of memory."""


class Cancel(Protocol):
    """A flag that cancels a search, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop."""


def check_effort(goal: str, effort: int) -> int:
    """Return the effort as the core wants it: 0 for any solution."""
    check_choice("goal", goal, get_args(Goal))
    if not 1 <= operator.index(effort) <= MOST_EFFORT:
        raise OptionError(f"not an effort: {effort!r} (expected 1 to {MOST_EFFORT})")
    return 0 if goal == "any" else effort


def reason_to_stop(reached: str, limit: Limit) -> str:
    """Say which limit was reached, or that the search was cancelled."""
    if reached == "cancelled":
        return "the search was cancelled"
    value = MOST_BYTES if reached == "bytes" and limit.bytes is None else getattr(limit, reached)
    return f"the limit of {value:,} {reached} was reached"


def tick_for_core(
    cancel: Cancel | None, progress: Callable[[int], None] | None
) -> Callable[[int], bool] | None:
    """Return the callback for the core, called every 10 ms or so; true stops the search."""
    if cancel is None and progress is None:
        return None
    reported = monotonic()

    def tick(nodes: int) -> bool:
        nonlocal reported
        if progress is not None and monotonic() - reported >= _PROGRESS_SECONDS:
            reported = monotonic()
            progress(nodes)
        return cancel is not None and cancel.is_set()

    return tick


def limit_to_core(limit: Limit) -> tuple[int, float, int]:
    """Return the limits as the core wants them."""
    for name, value in zip(limit._fields, limit, strict=True):
        if value is not None and not value >= 0:
            raise OptionError(f"not a limit of {name}: {value!r} (expected 0 or more)")
    nodes = 2**64 - 1 if limit.nodes is None else _whole("nodes", limit.nodes)
    seconds = float("inf") if limit.seconds is None else limit.seconds
    size = MOST_BYTES if limit.bytes is None else _whole("bytes", limit.bytes)
    return min(nodes, 2**64 - 1), float(min(seconds, 1e12)), min(size, 2**63)


def _whole(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise OptionError(
            f"not a limit of {name}: {value!r} (expected a whole number, 0 or more)"
        ) from None
