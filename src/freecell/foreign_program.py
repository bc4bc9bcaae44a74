"""Somebody's programs and functions, run under limits; nothing of them is left running.

For every job this process forks a watcher, which starts the program, measures it, and ends it when a
limit is reached. The watcher adopts whatever the program leaves behind, and kills all of it when the job
is over or when this process has ended in any way, `kill -9` included.

A program runs with the rights of the user: its time, memory and output are limited, nothing else. All
limits hold on Linux; elsewhere memory is limited where the system can, for each process alone, and only
the program's own process group is ended. Windows has no `fork` and is refused.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
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
    """Refuse limits that nothing could run under."""
    for name, value, least, most in (
        ("time limit", limits.seconds, 0.001, MOST_SECONDS),
        ("memory limit", limits.bytes, _LEAST_BYTES, 2**50),
        ("number of jobs", parallel, 1, MOST_JOBS),
    ):
        whole = name == "time limit" or type(value) is int
        if not whole or not least <= value <= most:
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
            while sum(not each.done for each in watchers) < parallel:
                if (job := next(waiting, None)) is None:
                    break
                watchers.append(_Watcher(job, limits))
            if not watchers:
                return
            while not watchers[0].done:
                running = [each for each in watchers if not each.done]
                ended = [each for each in select.select(running, [], [])[0] if each.read()]
                if ended and len(running) == parallel:
                    break  # there is room for another one
            while watchers and watchers[0].done:
                yield watchers.popleft().result()
    finally:
        for each in watchers:
            each.stop()


_running: set[_Watcher] = set()
"""A new process must not hold the lifelines of others."""


class _Watcher:
    """A watcher as its parent sees it: a process, a pipe that it answers through, its lifeline."""

    def __init__(self, job: Job, limits: Limits) -> None:
        self.done = False
        self._content = bytearray()
        self._answer, answer = os.pipe()
        life, self._life = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads
            self._pid = os.fork()
        if self._pid == 0:  # pragma: no cover - in the other process
            for other in (self, *_running):
                other.close()
            _Watch(job, limits).answer(life, answer)
        _running.add(self)
        os.close(life)
        os.close(answer)

    def fileno(self) -> int:
        return self._answer

    def read(self) -> bool:
        """Take some of the answer; at its end the watcher is gone."""
        part = os.read(self._answer, 2**16)
        self._content += part
        if not part:
            self.stop()
        return self.done

    def stop(self) -> None:
        """Let the watcher end everything, and wait until it has."""
        if not self.done:
            self.done = True
            self.close()
            _running.discard(self)
            with suppress(ChildProcessError):  # somebody else waits for all children
                os.waitpid(self._pid, 0)

    def close(self) -> None:
        """Close this process's ends of the pipes; without its lifeline the watcher ends."""
        if self._life >= 0:
            os.close(self._life)
            os.close(self._answer)
            self._life = -1

    def result(self) -> Ran:
        import json

        if not self._content.endswith(b"\n"):
            return Ran("gone", 0, "", "the process that watched it was killed", 0.0, 0)
        return Ran(*json.loads(self._content))


class _Watch:  # pragma: no cover - in the other process
    """The watcher of one job, in its own process."""

    def __init__(self, job: Job, limits: Limits) -> None:
        self._job = job
        self._limits = limits
        self._pid = self._peak = 0
        self._ended = 0.0
        self._path = ""
        self._status: int | None = None
        self._own = _memory_of(os.getpid())
        self._shared = self._own if callable(job.work) else 0

    def answer(self, life: int, answer: int) -> NoReturn:
        """Run the job, answer how it went, and end this process, whatever happens."""
        import json

        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
            os.setsid()
            _prctl(_SUBREAPER, 1)
            ran = self._run(life)
            self._kill_all()
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            with open(answer, "w", encoding="ascii") as file:
                file.write(json.dumps(ran) + "\n")
        finally:
            self._kill_all()
            if self._path:
                Path(self._path).unlink(missing_ok=True)
            os._exit(0)

    def _run(self, life: int) -> Ran:
        begun = time.monotonic()
        started, out, errors = self._start()
        heard = {started: bytearray(), out: bytearray(), errors: bytearray()}
        ended = self._wait(life, heard, begun + self._limits.seconds)
        seconds = (self._ended or time.monotonic()) - begun
        output, written = (heard[each].decode("utf-8", "replace") for each in (out, errors))
        spent = self._peak > 0.9 * self._limits.bytes or _OUT_OF_MEMORY.search(written)
        if ended == "exited" and self._status and spent:
            ended = "memory"
        return Ran(ended, self._status or 0, output, written[:_KEPT_ERRORS], seconds, self._peak)

    def _start(self) -> tuple[int, int, int]:
        """Start the program; return what ends when it runs, its output and its error messages."""
        content = self._job.stdin.encode()
        (stdin, feed), pipes = os.pipe(), [os.pipe() for _ in range(3)]
        os.set_blocking(feed, False)
        with suppress(BlockingIOError):  # it is longer than a pipe holds: the rest is not given
            os.write(feed, content)
        if not callable(self._job.work) and any(INPUT in word for word in self._job.work):
            import tempfile

            stream, self._path = tempfile.mkstemp(".txt", "freecell-")
            with os.fdopen(stream, "wb") as file:
                file.write(content)
        self._pid = os.fork()
        if self._pid == 0:
            os.setsid()
            _prctl(_DEATH_SIGNAL, signal.SIGKILL)
            for number, stream in enumerate((stdin, pipes[1][1], pipes[2][1])):
                os.dup2(stream, number)
            _become(self._job.work, self._path, self._limits.bytes, pipes[0][1])
        for stream in (stdin, feed, *(pipe[1] for pipe in pipes)):
            os.close(stream)
        return pipes[0][0], pipes[1][0], pipes[2][0]

    def _wait(self, life: int, heard: dict[int, bytearray], deadline: float) -> Ending:
        """Wait for the first of: its exit, a limit, the end of the process that asked."""
        started, *_ = streams = list(heard)
        pause, measured, exited = 0.001, 0.0, False
        while True:
            ready = select.select([life, *streams], [], [], 0 if exited else pause)[0]
            if life in ready:
                sys.exit(1)
            if exited and not ready:
                return "exited"
            exited = self._reap()
            streams = [each for each in streams if each not in ready or _read(each, heard[each])]
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
        """Take leave of processes that have ended; whether the program itself has."""
        with suppress(ChildProcessError):
            while (found := os.wait4(-1, os.WNOHANG))[0]:
                most = found[2].ru_maxrss * (1 if sys.platform == "darwin" else 1024)
                if most > 2 * self._own:  # less may be what this process held when it forked
                    self._peak = max(self._peak, most - self._shared)
                if found[0] == self._pid:
                    self._status = os.waitstatus_to_exitcode(found[1])
                    self._ended = time.monotonic()
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


def _prctl(option: int, value: int) -> None:  # pragma: no cover - in the other process
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _read(stream: int, heard: bytearray) -> bool:  # pragma: no cover - in the other process
    """Take what there is; whether there may be more."""
    part = os.read(stream, 2**16)
    heard += part
    return bool(part)


def _become(
    work: Work, path: str, memory: int, started: int
) -> NoReturn:  # pragma: no cover - in the other process
    """Be the program, or call the function: what that prints goes where error messages go."""
    import resource

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
            os.execvp(work[0], [word.replace(INPUT, path) for word in work])
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
            f"{work[0]}: {error.strerror}"
            if isinstance(error, OSError) and not callable(work)
            else error
        )
        os.write(2, f"{type(error).__name__}: {what}".encode("utf-8", "replace")[:_KEPT_ERRORS])
    finally:
        os._exit(status)


def _memory_of(pid: int, field: int = 1) -> int:
    """Return the bytes that a process holds in memory, or, of field 5, those of its data."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_bytes().split()[field]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


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
