"""Somebody's function run in a process of its own, which cannot hang or end this one.

The process is a copy of this one, where the system can copy processes, so that any function will do;
elsewhere it must be one that another process can import.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from freecell.cards import shorten
from freecell.dealing import deal_freecell
from freecell.errors import FreecellError
from freecell.own_dealer.returned_board import Returned, read_returned

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Dealer: TypeAlias = Callable[[int], object]

_MEASURED_SECONDS = 0.05
_MOST_MEMORY = 2**30


class Call(NamedTuple):
    """How one call of a function went."""

    number: int
    round: int
    """1, or 2 when it was called with the same number again."""
    returned: Returned | None
    problem: str
    """What went wrong: raised, nothing, printed, unreadable; or nothing at all."""
    text: str
    """The error, what was printed, or what was returned."""
    reason: str
    """Why what was returned is no board."""
    exact: bool
    """Whether it is just what the task asks for, to the letter."""


class Ended(NamedTuple):
    """How the process ended: done, late or gone; and how fast the function was beside ours."""

    how: str
    rate: float = 0.0
    ours: float = 0.0


def run_dealer(
    load: Callable[[], Dealer], numbers: Sequence[int], seconds: float, language: str
) -> Iterator[Call | Ended]:
    """Call a function with every number, twice; yield how each call went, and how it ended.

    `load` gives the function; it is called in the other process, too, since it may import anything.
    """
    import multiprocessing

    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, load, numbers, language), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of copying a process with threads
        child.start()
    theirs.close()
    try:
        yield from _heard(ours, seconds)
    finally:
        child.kill()
        child.join()
        ours.close()


def _heard(ours: Connection, seconds: float) -> Iterator[Call | Ended]:
    """Yield what the other process says, until it is done, or silent for too long, or gone."""
    while True:
        if not ours.poll(seconds):
            yield Ended("late")
            return
        try:
            said = ours.recv()
        except EOFError:
            said = Ended("gone")
        yield said
        if isinstance(said, Ended):
            return


# In the other process


def _serve(
    connection: Connection, load: Callable[[], Dealer], numbers: Sequence[int], language: str
) -> None:  # pragma: no cover - measured nowhere, since it is another process
    _close_doors()
    try:
        dealer = load()
    except BaseException as error:
        connection.send(Call(0, 0, None, "raised", _shown(error), "", exact=False))
        connection.send(Ended("not loaded"))
        return
    works = True
    for round_, order in ((1, numbers), (2, numbers[::-1])):
        for number in order:
            call = _call(dealer, number, round_, language)
            works = works and call.returned is not None
            connection.send(call)
    connection.send(Ended("done", *(_rates(dealer) if works else (0.0, 0.0))))


def _close_doors() -> None:  # pragma: no cover - in the other process
    """Let the function print into nothing, read nothing, and take a limited amount of memory."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the process ends
    with suppress(ImportError, ValueError, OSError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        used = pages * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + _MOST_MEMORY, used + _MOST_MEMORY))


class _Printed(StringIO):
    """What a function prints: the beginning of it is kept."""

    def write(self, text: str) -> int:
        if self.tell() < 2000:
            super().write(text[:2000])
        return len(text)


def _call(dealer: Dealer, number: int, round_: int, language: str) -> Call:
    """Call the function once, and read what it returned."""
    printed = _Printed()

    def problem(name: str, text: str = "", reason: str = "") -> Call:
        return Call(number, round_, None, name, _writable(text), _writable(reason), exact=False)

    try:
        with redirect_stdout(printed):
            value = dealer(number)
    except SystemExit:
        return problem("ended")
    except BaseException as error:
        return problem("raised", _shown(error))
    if value is None:
        text = printed.getvalue()
        return problem("printed", shorten(text)) if text else problem("nothing")
    try:
        returned = read_returned(value, language)
        exact = value == deal_freecell(number)
    except FreecellError as error:
        return problem("unreadable", shorten(repr(value)), str(error))
    except Exception as error:
        return problem("unreadable", shorten(type(value).__name__), _shown(error))
    return Call(number, round_, returned, "", "", "", exact=exact)


def _shown(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _writable(" ".join(text.split()))[:200]


def _writable(text: str) -> str:
    """Return a text of theirs with its halves of characters, which nothing can hold, escaped."""
    return text.encode("utf-8", "backslashreplace").decode()


def _rates(dealer: Dealer) -> tuple[float, float]:
    """Return how many deals a second a function makes, and ours: the best of two turns each."""
    with redirect_stdout(_Printed()):
        turns = [(_rate(dealer), _rate(deal_freecell)) for _ in range(2)]
    theirs, ours = zip(*turns, strict=True)
    return max(theirs), max(ours)


def _rate(dealer: Dealer) -> float:
    count, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < _MEASURED_SECONDS:
        count += 1
        try:
            dealer(count)
        except Exception:
            return 0.0  # with a number that it was not called with before
    return count / passed
