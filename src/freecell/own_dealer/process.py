"""Runs the user's function in a separate process, which cannot hang, break or end this one.

The process is a copy of this one, where the system can copy processes, so that any function will
do; elsewhere it must be one that another process can import. It answers in lines of JSON
(`call_messages`); the next line must be complete before a deadline, whatever arrives until then.

The process ends with this one, however that ends: the kernel kills it (`end_with_parent`), since no
thread of its own can act while the function holds the interpreter. Its processor time and its
memory are limited. It has the user's rights, and a function that means harm can use them: this is
no prison.
"""

from __future__ import annotations

import os
import signal
import socket
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from freecell.own_dealer.call_messages import (
    LONGEST_LINE,
    Call,
    Ended,
    Loaded,
    MessageError,
    read_message,
)
from freecell.own_dealer.called import CallLimits, Dealer, serve

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

SECONDS_TO_START = 60.0
"""For the process itself to appear on a busy machine; none of the function's time."""
SECONDS_TO_MEASURE = 3.0
"""For the speed of both functions, beside the time for a call."""
SECONDS_TO_END = 1.0
"""For a process that hung up, to see how it ended."""


class SilenceError(Exception):
    """No complete line came in time."""


class FloodError(Exception):
    """More came than a line may have."""


def run_dealer(
    load: Callable[[], Dealer], numbers: Sequence[int], seconds: float, language: str
) -> Iterator[Call | Ended]:
    """Call a function with every number, twice; yield how each call went, and how it ended.

    `load` gives the function; it is called in the other process, too, since it may import anything.
    """
    import multiprocessing

    methods = multiprocessing.get_all_start_methods()
    copies = "fork" in methods
    context: Any = multiprocessing.get_context("fork" if copies else "spawn")
    ours, theirs = socket.socketpair()
    lifeline = os.pipe() if copies else None
    limits = CallLimits(
        os.getpid(), lifeline, seconds * (2 * len(numbers) + 1) + SECONDS_TO_MEASURE
    )
    arguments = (theirs, limits, load, tuple(numbers), language)
    child = context.Process(target=serve, args=arguments, daemon=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of copying a process with threads
            child.start()
        theirs.close()
        yield from _heard(ours, child, numbers, seconds)
    finally:
        for each in (ours, theirs):
            each.close()
        _end(child)
        for end in lifeline or ():
            os.close(end)


def _heard(
    ours: socket.socket, child: BaseProcess, numbers: Sequence[int], seconds: float
) -> Iterator[Call | Ended]:
    """Yield what the other process says in the order of the calls, until it is done or must end."""
    lines = _Lines(ours)
    order = [(number, 1) for number in numbers] + [(number, 2) for number in reversed(numbers)]
    try:
        if lines.next(SECONDS_TO_START) != b"here\n":
            raise MessageError("not the beginning")
        message = read_message(lines.next(seconds))
        if isinstance(message, Ended) and message.how == "not loaded":
            yield message
            return
        if not isinstance(message, Loaded):
            raise MessageError("not loaded")
        for expected in order:
            call = read_message(lines.next(seconds))
            if not isinstance(call, Call) or (call.number, call.round) != expected:
                raise MessageError("not in its turn")
            yield call
        message = read_message(lines.next(seconds + SECONDS_TO_MEASURE))
        if not isinstance(message, Ended) or message.how != "done":
            raise MessageError("not the end")
        yield message
    except SilenceError:
        yield Ended("late")
    except (FloodError, MessageError):
        yield Ended("flood")
    except (EOFError, OSError):
        yield Ended("cpu" if _status(child) == -getattr(signal, "SIGXCPU", 0) else "gone")


def _status(child: BaseProcess) -> int | None:
    """Return the exit status of a process that hung up, which may still be about to end.

    `join` with a limit is no help: it believes the end of a pipe that the function can close.
    """
    end = time.monotonic() + SECONDS_TO_END
    while child.exitcode is None and time.monotonic() < end:
        time.sleep(0.01)
    return child.exitcode


class _Lines:
    """Lines of bytes from a socket, each of a limited length and before a deadline."""

    def __init__(self, source: socket.socket) -> None:
        self.source = source
        self.arrived = b""

    def next(self, seconds: float) -> bytes:
        """Return the next complete line; raise at the deadline, whatever arrives until then."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.arrived:
            if len(self.arrived) > LONGEST_LINE:
                raise FloodError
            left = deadline - time.monotonic()
            if left <= 0:
                raise SilenceError
            self.source.settimeout(left)
            try:
                more = self.source.recv(LONGEST_LINE)
            except TimeoutError:
                raise SilenceError from None
            if not more:
                raise EOFError
            self.arrived += more
        line, _, self.arrived = self.arrived.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise FloodError
        return line + b"\n"


def _end(child: BaseProcess) -> None:
    """End the process and those that it started, as far as they stayed in its group."""
    if child.pid is None:
        return
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.join()
