"""Run `freecell survey` again and again, and send Ctrl-C at one line of it after the other.

A program of its own: `python -m tests.interrupted_survey FOLDER EVERY OFFSET ARGUMENTS...` interrupts at every
EVERY-th place, beginning with OFFSET; a place is a line that was not reached before, of our code or of any other. What
the survey needs is imported once; each run is a copy of this process, in a folder of its own. Prints an object a run.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from freecell.interrupts import listen

LIMIT = 120.0
"""Seconds after which a run that was interrupted is taken to hang."""


class Interrupter:
    """Counts the places that a program reaches, and sends Ctrl-C at one of them."""

    def __init__(self, wanted: int, reached: Path) -> None:
        self._seen: set[tuple[str, int]] = set()
        self._wanted, self._reached = wanted, reached

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:
        place = frame.f_code.co_filename, frame.f_lineno
        if event == "line" and place not in self._seen:
            self._seen.add(place)
            if len(self._seen) == self._wanted:
                sys.settrace(None)
                self._reached.write_text(f"{place[0]}:{place[1]}")
                os.kill(os.getpid(), signal.SIGINT)
        return self


def run_interrupted(folder: Path, wanted: int, arguments: list[str]) -> NoReturn:
    """Be the command, interrupted at a place; in a copy of this process."""
    for name, stream in (("output", 1), ("errors", 2)):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT), stream)
    sys.argv = ["freecell", *arguments, "-o", str(folder / "survey")]
    from freecell.__main__ import run

    listen()
    sys.settrace(Interrupter(wanted, folder / "place"))
    try:
        run()
    finally:
        sys.settrace(None)
    os._exit(0)


def wait_for(process: int) -> int:
    """Return how a process ended; -9 where it did not."""
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(process, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def attempt(folder: Path, wanted: int, arguments: list[str]) -> dict[str, Any]:
    """Interrupt a run at a place, and return what became of it."""
    folder.mkdir(parents=True)
    process = os.fork()
    if not process:
        run_interrupted(folder, wanted, arguments)
    status = wait_for(process)
    place = folder / "place"
    return {
        "number": wanted,
        "place": place.read_text() if place.exists() else None,
        "status": status,
        "errors": (folder / "errors").read_text(),
        "folder": str(folder / "survey"),
    }


def main(folder: Path, every: int, offset: int, arguments: list[str]) -> None:
    """Interrupt runs until one ends before the place is reached."""
    import pyarrow.parquet  # noqa: F401 - once for all runs

    import freecell.cli.survey
    import freecell.surveys.workers  # noqa: F401 - likewise

    for wanted in range(offset, 1_000_000, every):
        done = attempt(folder / str(wanted), wanted, arguments)
        sys.stdout.write(json.dumps(done) + "\n")
        sys.stdout.flush()
        if done["place"] is None:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
