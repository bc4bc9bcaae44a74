"""The service as a process of its own, and clients at other addresses of this machine."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from benchmarks.ports import free_port, wait_for
from freecell.web.search_pool import LONG, STEPS
from tests.waiting import PATIENCE


@contextmanager
def serving(*options: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run the command, and end it as a service manager would."""
    port = free_port()
    command = [sys.executable, "-m", "freecell", "serve", "--port", str(port), *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(port)
        yield port, process
    finally:
        process.terminate()
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert process.stderr is not None
        process.stderr.close()


def ask(
    port: int,
    path: str,
    timeout: float = PATIENCE,
    *,
    source: str = "127.0.0.1",
    headers: dict[str, str] | None = None,
) -> tuple[int, Any, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(source, 0))
    with closing(connection):
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        answered = {name.lower(): value for name, value in response.getheaders()}
    content = json.loads(body) if answered["content-type"] == "application/json" else body
    return response.status, content, answered


def begin(port: int, path: str, source: str = "127.0.0.1", *lines: str) -> socket.socket:
    """Ask for something and do not wait for the answer."""
    waiting = socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))
    head = "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *lines])
    waiting.sendall(f"{head}\r\n\r\n".encode())
    return waiting


def answer_to(port: int, request: bytes) -> bytes:
    """Send something, and return all that is answered before the service ends the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(request)
        return b"".join(iter(lambda: raw.recv(65536), b""))


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait for something that happens sooner or later, on a busy machine too."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        time.sleep(0.02)


def until_long_searches(process: int, count: int) -> None:
    """Wait until a worker has begun some long searches: their threads are known by their priority."""
    wait_until(lambda: long_searches(process) >= count, f"{count} long searches")


def long_searches(process: int) -> int:
    """Return how many threads of a worker have been started for long searches."""
    stats = [contents_of(each) for each in Path(f"/proc/{process}/task").glob("*/stat")]
    fields = [stat.rpartition(b")")[2].split() for stat in stats]
    lowest = min(os.getpriority(os.PRIO_PROCESS, 0) + STEPS[LONG].niceness, 19)
    return [int(each[16]) for each in fields if each].count(lowest)


def workers(parent: int) -> list[int]:
    """Return the processes that serve, which are children and no resource trackers."""
    children = contents_of(Path(f"/proc/{parent}/task/{parent}/children")).split()
    commands = {int(child): contents_of(Path(f"/proc/{int(child)}/cmdline")) for child in children}
    return [child for child, command in commands.items() if b"spawn_main" in command]


def contents_of(path: Path) -> bytes:
    """Return what the system says of a process; nothing where it has just ended."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
