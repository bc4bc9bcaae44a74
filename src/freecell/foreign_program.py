"""Runs other programs and functions under limits, and ends everything that they started.

For every job this process forks a watcher, which starts the program, measures it, and ends it when
a limit is reached. The watcher adopts whatever the program leaves behind, and kills all of it when
the job is over or when this process has ended in any way, `kill -9` included.

A program runs with the rights of the user: its time, memory and output are limited, nothing else.
All limits hold on Linux; elsewhere memory is limited where the system can, for each process alone,
and only the program's own process group is ended. Windows has no `fork` and is refused.
"""

from __future__ import annotations

import ctypes
import os
import re
import select
import shlex
import signal
import sys
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from freecell.cards import shorten
from freecell.errors import OptionError

Work: TypeAlias = Sequence[str] | Callable[[], str]
"""A program and its arguments, or a function that returns what a program would print."""
Ending: TypeAlias = Literal["exited", "time", "memory", "output", "gone"]
"""It exited by itself, passed one of the three limits, or its watcher was killed."""

MOST_SECONDS = 86_400
MOST_JOBS = 256
MOST_OUTPUT = 1_000_000
"""Bytes of output, or of error messages, after which a program is ended."""
INPUT = "{input}"
"""In an argument: the name of a file with the same content as standard input."""
_LEAST_BYTES = 2**24
_KEPT_ERRORS = 2_000
_LONGEST_PAUSE = 0.05
_SUBREAPER, _DEATH_SIGNAL = 36, 1  # of Linux's prctl
_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|out of memory|cannot allocate memory|OutOfMemory|memory allocation of",
    re.IGNORECASE,
)


class Job(NamedTuple):
    """What to run, and what it reads on standard input."""

    work: Work
    stdin: str = ""


class Limits(NamedTuple):
    """What each job may take."""

    seconds: float = 60.0
    bytes: int = 10**9
    """Memory of all its processes together."""


class Ran(NamedTuple):
    """How a job went."""

    ended: Ending
    status: int
    """The exit status, or minus the number of the signal that ended it."""
    output: str
    errors: str
    """The beginning of what it wrote to standard error."""
    seconds: float
    bytes: int
    """The most memory that it held at once, as far as it was seen."""


def parse_command(command: str | Sequence[str]) -> list[str]:
    """Return a program and its arguments, from a line as a shell reads it; no shell runs it."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(map(str, command))
    except ValueError as error:
        raise OptionError(f"not a command: {shorten(str(command))} ({error})") from None
    if not words:
        raise OptionError("no command (expected a program and its arguments)")
    return words


def check_limits(limits: Limits, parallel: int) -> None:
    """Refuse limits under which no program can run."""
    for name, value, least, most in (
        ("time limit", limits.seconds, 0.001, MOST_SECONDS),
        ("memory limit", limits.bytes, _LEAST_BYTES, 2**50),
        ("number of jobs", parallel, 1, MOST_JOBS),
    ):
        if not least <= value <= most:
            raise OptionError(f"not a {name}: {value!r} (expected {least:,} to {most:,})")


def run_jobs(
    jobs: Iterable[Job], limits: Limits | None = None, *, parallel: int = 1
) -> Generator[Ran, None, None]:
    """Run jobs, some of them at once, and yield how each went, in order."""
    limits = limits or Limits()
    check_limits(limits, parallel)
    if not hasattr(os, "fork"):
        raise OptionError("programs cannot be run under limits here (expected Linux or macOS)")
    waiting = iter(jobs)
    watchers: deque[_Watcher] = deque()
    try:
        while True:
            running = [each for each in watchers if each.ran is None]
            started = [_Watcher(job, limits) for job in islice(waiting, parallel - len(running))]
            watchers += started
            if not watchers:
                return
            for each in select.select([*running, *started], [], [])[0]:
                each.end()
            while watchers and (ran := watchers[0].ran):
                yield ran
                watchers.popleft()
    finally:
        for each in watchers:
            each.end()


class _Watcher:
    """A watcher as its parent sees it: a process, and what it answers through."""

    def __init__(self, job: Job, limits: Limits) -> None:
        self.ran: Ran | None = None
        self._link, theirs = Pipe()
        caller = os.getpid()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads
            self._pid = os.fork()
        if self._pid == 0:  # pragma: no cover - in the other process
            _Watch(job, limits, caller).answer(theirs)
        theirs.close()

    def fileno(self) -> int:
        return self._link.fileno()

    def end(self) -> None:
        """Take the answer where there is one, let the watcher end everything, and wait for that."""
        if self.ran is None:
            self.ran = Ran("gone", 0, "", "the process that watched it was killed", 0.0, 0)
            try:
                with suppress(EOFError, OSError):
                    if self._link.poll():
                        self.ran = self._link.recv()
            finally:
                self._link.close()
                with suppress(ProcessLookupError, ChildProcessError):  # already reaped elsewhere
                    os.kill(self._pid, signal.SIGTERM)
                    os.waitpid(self._pid, 0)


class _Watch:  # pragma: no cover - in the other process
    """The watcher of one job, in its own process."""

    def __init__(self, job: Job, limits: Limits, caller: int) -> None:
        self._job = job
        self._limits = limits
        self._caller = caller
        self._pid = self._peak = 0
        self._input, self._path = tempfile.mkstemp(".txt", "freecell-")
        self._status: int | None = None
        self._own = _memory_of(os.getpid())
        self._shared = self._own if callable(job.work) else 0

    def answer(self, link: Connection) -> NoReturn:
        """Run the job, answer how it went, and end this process, whatever happens."""
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, lambda *_: self._finish())
            os.setsid()
            _prctl(_SUBREAPER, 1)
            ran = self._run()
            self._kill_all()
            link.send(ran)
        finally:
            self._finish()

    def _finish(self) -> NoReturn:
        try:
            self._kill_all()
            Path(self._path).unlink(missing_ok=True)
        finally:
            os._exit(0)

    def _run(self) -> Ran:
        begun = time.monotonic()
        heard = self._start()
        ended = self._wait(heard, begun + self._limits.seconds)
        seconds = time.monotonic() - begun
        _, output, written = (each.decode("utf-8", "replace") for each in heard.values())
        spent = self._peak > 0.9 * self._limits.bytes or _OUT_OF_MEMORY.search(written)
        if ended == "exited" and self._status and spent:
            ended = "memory"
        return Ran(ended, self._status or 0, output, written[:_KEPT_ERRORS], seconds, self._peak)

    def _start(self) -> dict[int, bytearray]:
        """Start the program; return what ends when it runs, its output and its error messages."""
        pipes = [os.pipe() for _ in range(3)]
        os.write(self._input, self._job.stdin.encode())
        os.lseek(self._input, 0, os.SEEK_SET)
        self._pid = os.fork()
        if self._pid == 0:
            os.setsid()
            _prctl(_DEATH_SIGNAL, signal.SIGKILL)
            for number, stream in enumerate((self._input, pipes[1][1], pipes[2][1])):
                os.dup2(stream, number)
            self._become(pipes[0][1])
        for pipe in pipes:
            os.close(pipe[1])
        return {pipe[0]: bytearray() for pipe in pipes}

    def _wait(self, heard: dict[int, bytearray], deadline: float) -> Ending:
        """Wait for the first of: its exit, a limit, the end of the process that asked."""
        started, *_ = streams = list(heard)
        pause, measured, exited = 0.001, 0.0, False
        while True:
            ready = select.select(streams, [], [], 0 if exited else pause)[0]
            if os.getppid() != self._caller:  # it may have ended before this process ran at all
                self._finish()
            if exited and not ready:
                return "exited"
            exited = self._reap()
            for stream in ready:
                part = os.read(stream, 2**16)
                heard[stream] += part
                if not part:
                    streams.remove(stream)
            if any(len(each) > MOST_OUTPUT for each in heard.values()):
                return "output"
            now = time.monotonic()
            if started not in streams and now - measured >= pause:
                held = sum(map(_memory_of, _descendants()))
                self._peak = max(self._peak, held - self._shared)
                measured, pause = now, min(2 * pause, _LONGEST_PAUSE)
            if self._peak > self._limits.bytes:
                return "memory"
            if now > deadline and not exited:
                return "time"

    def _reap(self) -> bool:
        """Reap processes that have ended; return whether the program itself has."""
        with suppress(ChildProcessError):
            while (found := os.wait4(-1, os.WNOHANG))[0]:
                most = found[2].ru_maxrss * (1 if sys.platform == "darwin" else 1024)
                if most > 2 * self._own:  # less may be what this process held when it forked
                    self._peak = max(self._peak, most - self._shared)
                if found[0] == self._pid:
                    self._status = os.waitstatus_to_exitcode(found[1])
        return self._status is not None

    def _kill_all(self) -> None:
        """Kill everything below this process, and wait until nothing is left of it."""
        if self._pid:
            with suppress(OSError):  # at once, so that nothing of it can fork any more
                os.killpg(self._pid, signal.SIGKILL)
        while True:
            for pid in _descendants():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            time.sleep(0.001)

    def _become(self, started: int) -> NoReturn:
        """Be the program, or call the function: what that prints goes where error messages go."""
        import resource

        work, memory = self._job.work, self._limits.bytes
        if callable(work):  # what it holds from its parent does not count
            memory += _memory_of(os.getpid(), field=5)
        for limit, value in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (value, value))
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
            signal.signal(name, signal.SIG_DFL)
        status = 127
        try:
            if not callable(work):
                os.execvp(work[0], [word.replace(INPUT, self._path) for word in work])
            os.close(started)
            answer, status = os.dup(1), 1
            os.dup2(2, 1)
            sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - until the process ends
            sys.stdout = sys.stderr = open(2, "w", encoding="utf-8", errors="replace")  # noqa: SIM115 - likewise
            text = work()
            with open(answer, "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - a descriptor
                file.write(text)
            status = 0
        except BaseException as error:
            what = (
                error if callable(work) else f"{work[0]}: {os.strerror(getattr(error, 'errno', 0))}"
            )
            os.write(2, f"{type(error).__name__}: {what}".encode("utf-8", "replace")[:_KEPT_ERRORS])
        finally:
            os._exit(status)


def _prctl(option: int, value: int) -> None:  # pragma: no cover - in the other process
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _memory_of(pid: int, field: int = 1) -> int:
    """Return the bytes that a process holds in memory, or, of field 5, those of its data."""
    with suppress(OSError):
        pages = Path(f"/proc/{pid}/statm").read_bytes().split()[field]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _descendants() -> list[int]:  # pragma: no cover - in the other process
    """Return the processes below this one, from the system's table of all processes."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - twice as fast
            with suppress(OSError):
                stat = Path(f"/proc/{name}/stat").read_bytes()
                parent = int(stat.rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found = list(children.get(os.getpid(), ()))
    for each in found:
        found += children.get(each, ())
    return found
