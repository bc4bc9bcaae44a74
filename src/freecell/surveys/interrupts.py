"""Ctrl-C, and the processes that a survey starts: the survey alone hears it, and ends them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Put Ctrl-C off; processes that are started meanwhile leave it to this one for good.

    They inherit it from their start on, so that one that is hit while it still loads says nothing.
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
