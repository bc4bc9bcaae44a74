"""Runs in the process of the user's function: sets limits, calls it, and sends the answers."""

from __future__ import annotations

import math
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from freecell.cards import shorten
from freecell.dealing import deal_freecell
from freecell.errors import FreecellError
from freecell.own_dealer.call_messages import Call, Ended, Loaded, Message, write_message
from freecell.own_dealer.returned_board import read_returned

Dealer: TypeAlias = Callable[[int], object]

MOST_MEMORY = 2**30
"""How many bytes the function may take beside what the process has."""
_MEASURED_SECONDS = 0.05
_PR_SET_PDEATHSIG = 1


class CallLimits(NamedTuple):
    """When the process must end, whatever the function does."""

    parent: int
    """The process that started it."""
    lifeline: tuple[int, int] | None
    """The two ends of a pipe; the parent alone keeps the second one, so that it closes with it."""
    cpu_seconds: float


def serve(
    connection: socket.socket,
    limits: CallLimits,
    load: Callable[[], Dealer],
    numbers: Sequence[int],
    language: str,
) -> None:  # pragma: no cover - measured nowhere, since it is another process
    """Call the function with every number, twice, and send how it went."""
    end_with_parent(limits)
    detach_streams()
    limit_resources(limits.cpu_seconds)
    connection.settimeout(None)

    def send(message: Message) -> None:
        connection.sendall(write_message(message))

    connection.sendall(b"here\n")
    try:
        dealer = load()
    except BaseException as error:
        send(Ended("not loaded", text=shown_error(error)))
        return
    send(Loaded())
    works = True
    for round_, order in ((1, numbers), (2, numbers[::-1])):
        for number in order:
            call = call_once(dealer, number, round_, language)
            works = works and call.returned is not None
            send(call)
    send(Ended("done", *(rates(dealer) if works else (0.0, 0.0))))


# Limits


def end_with_parent(limits: CallLimits) -> None:
    """Let the kernel kill this process, and those that it starts, when its parent is gone.

    The process leads a group of its own. When the parent ends, the pipe closes, and the kernel
    sends the group a signal; on Linux also to the process itself, by `PR_SET_PDEATHSIG`.
    """
    if not hasattr(os, "setsid"):
        return
    with suppress(OSError):
        os.setsid()
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if limits.lifeline is not None:
        import fcntl

        reading, writing = limits.lifeline
        os.close(writing)
        fcntl.fcntl(reading, fcntl.F_SETOWN, -os.getpgrp())
        if hasattr(fcntl, "F_SETSIG"):
            fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGKILL)  # otherwise SIGIO, which ends too
        flags = fcntl.fcntl(reading, fcntl.F_GETFL)
        fcntl.fcntl(reading, fcntl.F_SETFL, flags | os.O_ASYNC)
        if os.getppid() != limits.parent:  # it was gone before
            os._exit(1)


def detach_streams() -> None:
    """Let the function print into nothing, and read nothing."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the process ends


def can_limit_resources() -> bool:
    """Whether the system limits processes; Windows has no such limits that Python could set."""
    try:
        import resource  # noqa: F401 - only whether it is there
    except ImportError:
        return False
    return True


def limit_resources(cpu_seconds: float) -> None:
    """Limit the memory and the processor time of this process, and of each that it starts."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        cpu = math.ceil(cpu_seconds)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        used = pages * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, used + MOST_MEMORY))


# Calls


class _Printed(StringIO):
    """What a function prints: the beginning of it is kept."""

    def write(self, text: str) -> int:
        if self.tell() < 2000:
            super().write(text[:2000])
        return len(text)


def call_once(dealer: Dealer, number: int, round_: int, language: str) -> Call:
    """Call the function once, and read what it returned."""
    printed = _Printed()

    def problem(name: str, text: str = "", reason: str = "") -> Call:
        return Call(number, round_, None, name, text, reason, exact=False)

    with watching_random() as watched:
        try:
            with redirect_stdout(printed):
                value = dealer(number)
        except SystemExit:
            return problem("ended")
        except BaseException as error:
            return problem("raised", shown_error(error))
    if value is None:
        text = printed.getvalue()
        return problem("printed", shorten(text)) if text else problem("nothing")
    try:
        returned = read_returned(value, language)
    except FreecellError as error:
        return problem("unreadable", _shown_value(value), str(error))
    except BaseException as error:
        return problem("unreadable", shorten(type(value).__name__), shown_error(error))
    return Call(
        number, round_, returned, "", "", "", exact=_is_exact(value, number), random=watched()
    )


def _is_exact(value: object, number: int) -> bool:
    """Whether this is to the letter what the task asks for: a list of seven lists of texts."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        return False
    return all(isinstance(card, str) for row in value for card in row) and (
        [[str(card) for card in row] for row in value] == deal_freecell(number)
    )


def _shown_value(value: object) -> str:
    try:
        return shorten(repr(value))
    except BaseException as error:
        return shown_error(error)


def shown_error(error: BaseException) -> str:
    """Return the type of an error and what it says, in one short line."""
    try:
        message = str(error)
    except BaseException:
        message = ""
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return " ".join(text.split())[:200]


@contextmanager
def watching_random() -> Iterator[Callable[[], bool]]:
    """Watch whether Python's own random numbers are used: drawn, or a generator of them seeded."""
    seeded = []
    seed = random.Random.seed
    before = random.getstate()

    def noted(self: random.Random, *arguments: object, **options: object) -> None:
        seeded.append(True)
        seed(self, *arguments, **options)  # type: ignore[arg-type]  # whatever was given

    random.Random.seed = noted  # type: ignore[method-assign]  # put back at once
    try:
        yield lambda: bool(seeded) or random.getstate() != before
    finally:
        random.Random.seed = seed  # type: ignore[method-assign]  # put back at once


# Speed


def rates(dealer: Dealer) -> tuple[float, float]:
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
