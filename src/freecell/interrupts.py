"""Ctrl-C: handled at once, and never raised inside foreign code.

A `KeyboardInterrupt` in the middle of foreign code may be swallowed there, or leave a lock held for
ever. So this module owns the signal:

- A command (`listen`) ends inside the handler. Nothing is raised at all.
- Work that has to end in order (`deferred`, such as a survey with its processes) remembers the
  request and asks for it in lines of its own (`check`). While the core searches (`let_in`) it is
  raised at once: the core ends the search and passes it on.

Python interrupts the main thread only; elsewhere all of this does nothing. A handler of
the caller, or a Ctrl-C that is ignored, stays in force.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

STATUS = 130
"""The exit status after Ctrl-C, as shells have it."""

_PATIENCE = 2.0
"""Seconds after which a second Ctrl-C ends a command that does not end in order."""


class _State:
    """What is known of Ctrl-C in this process."""

    process = 0
    """The process that listens; the copies that it may make of itself do not tidy up."""
    asked = 0.0
    """When Ctrl-C was deferred; 0 when it was not."""
    is_command = False
    is_open = False
    """Whether the core searches, which may be interrupted at any moment."""
    is_ending = False


_undo: list[Callable[[], object]] = []


def listen() -> None:
    """Let Ctrl-C end this process, which is a command, from now on."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _State.process = os.getpid()
        signal.signal(signal.SIGINT, _end)


def stop_listening() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again, for a server that expects it."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End the process in the middle of whatever it does; what it has printed goes out."""
    if _State.is_ending or os.getpid() != _State.process:
        os._exit(STATUS)
    _State.is_ending = True
    for each in (*reversed(_undo), sys.stdout.flush, sys.stderr.flush):
        with suppress(Exception):
            each()
    os._exit(STATUS)


@contextmanager
def on_interrupt(undo: Callable[[], object]) -> Iterator[None]:
    """Run something if Ctrl-C ends the command inside this block; it must not block."""
    _undo.append(undo)
    try:
        yield
    finally:
        _undo.remove(undo)


class deferred:  # noqa: N801 - used like a function
    """Defer Ctrl-C inside this block: `check`, or at the latest its end, raises it."""

    def __init__(self) -> None:
        self._before: Any = None

    def __enter__(self) -> None:
        if current_thread() is not main_thread():
            return
        before = signal.getsignal(signal.SIGINT)
        if before in (signal.default_int_handler, _end):
            _State.asked, _State.is_command = 0.0, before is _end
            self._before = before
            signal.signal(signal.SIGINT, _remember)

    def __exit__(self, failure: object, *_: object) -> None:
        if self._before is None:  # another one began before and lasts longer
            return
        signal.signal(signal.SIGINT, self._before)
        if _State.asked and failure is None:
            signal.raise_signal(signal.SIGINT)


def _remember(_number: int, _frame: FrameType | None) -> None:
    if _State.is_command and _State.asked and monotonic() - _State.asked > _PATIENCE:
        _end()
    _State.asked = _State.asked or monotonic()
    if _State.is_open:
        _State.is_open = False
        raise KeyboardInterrupt


def check() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was deferred; called where no work is half done."""
    if _is_deferred() and _State.asked:
        raise KeyboardInterrupt


def _is_deferred() -> bool:
    return current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is _remember


class let_in:  # noqa: N801 - used like a function
    """Raise Ctrl-C at once inside this block, not deferred; only for calls of the core."""

    def __enter__(self) -> None:
        if _is_deferred():
            _State.is_open = True
            try:
                check()
            except KeyboardInterrupt:  # __exit__ is not called
                _State.is_open = False
                raise

    def __exit__(self, *_: object) -> None:
        _State.is_open = False


@contextmanager
def starting_processes() -> Iterator[None]:
    """Start processes that leave Ctrl-C to this one for good, from their first moment on.

    A terminal sends it to all of them, and one that is hit while it loads would complain.
    """
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it is started with the first process, and then lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
