"""Let the pages of Chromium compute slowly: a program that stops its renderers most of the time.

    python -m tests.slow_renderers PID

It slows the renderers among all processes below PID, and ends when its standard input is closed.
Chromium's own throttling would keep a processor busy for every open page, also for one that has
nothing to do; a stopped process costs nothing.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SLOWER = 4
"""How many times as long the pages take for what they compute."""
RUNNING = 0.01
STOPPED = RUNNING * (SLOWER - 1)
"""Seconds of each turn."""
TURNS = 5
"""After so many turns it looks for new renderers."""


@contextmanager
def slowed_renderers(root: int) -> Iterator[None]:
    """Slow the renderers below a process meanwhile."""
    command = [sys.executable, "-m", "tests.slow_renderers", str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=Path(__file__).parents[1]):
        yield  # then its standard input is closed, and it is waited for


def renderers(process: int) -> Iterator[int]:
    """Yield the renderers among the processes below this one."""
    with suppress(OSError):  # some end while they are listed
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                if b"--type=renderer" in Path(f"/proc/{child}/cmdline").read_bytes():
                    yield child
                yield from renderers(child)


def send(number: signal.Signals, processes: list[int]) -> None:
    """Send a signal to those that still run."""
    for each in processes:
        with suppress(ProcessLookupError):
            os.kill(each, number)


def ends_within(seconds: float) -> bool:
    """Wait, or return sooner and say so where the standard input was closed."""
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def main() -> None:
    """Stop and continue them in turns."""
    root = int(sys.argv[1])
    ended = False
    while not ended:
        found = list(renderers(root))
        for _ in range(TURNS):
            send(signal.SIGSTOP, found)
            ended = ends_within(STOPPED)
            send(signal.SIGCONT, found)
            ended = ended or ends_within(RUNNING)
            if ended:
                break


if __name__ == "__main__":
    main()
