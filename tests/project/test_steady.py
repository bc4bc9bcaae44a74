"""What keeps the tests honest: `make steady`, random order, late files, and nothing left out unseen."""

import contextlib
import gc
import json
import os
import socket
import subprocess
import sys
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest

from tests import slow_machine
from tests.slow_renderers import slowed_renderers
from tests.waiting import until
from tools import steady

ROOT = Path(__file__).parents[2]

MIXED = """
from pathlib import Path

def test_that_passes(): pass

def test_that_fails_the_first_time():
    marker = Path(__file__).with_name("ran")
    ran = marker.exists()
    marker.touch()
    assert ran
"""


def test_rounds_are_counted_over_several_sittings(tmp_path: Path) -> None:
    (tmp_path / "test_mixed.py").write_text(MIXED)
    command = [sys.executable, "-m", "tools.steady", "--log", str(tmp_path / "log"), "--busy=0"]
    reported = [
        subprocess.run(
            [*command, "--processes=0", str(tmp_path / "test_mixed.py")],
            capture_output=True, text=True, cwd=ROOT, check=False,
        )
        for _ in range(2)
    ]  # fmt: skip
    assert [each.returncode for each in reported] == [1, 0], reported
    rounds = steady.read_log(tmp_path / "log")
    assert [(each.passed, each.skipped) for each in rounds] == [(1, 0), (2, 0)]
    [name] = rounds[0].failed  # with its folders, where a folder holds both them and this checkout
    assert name.endswith("test_mixed::test_that_fails_the_first_time")
    assert rounds[1].failed == []
    assert f"    1  {name}\n" in reported[1].stdout


def test_the_last_whole_rounds_without_a_failure_are_counted() -> None:
    def one(failed: list[str], tests: list[str]) -> steady.Round:
        return steady.Round(1, "abc", tests, 60, 10, 0, failed)

    rounds = [one([], []), one(["a"], []), one([], []), one(["b"], ["tests/web"]), one([], [])]
    assert steady.summary(rounds) == (
        "failed in 5 rounds of all sittings:\n    1  a\n    1  b\n"
        "rounds: 5, of the whole suite 4; the last 2 of those without a failure"
    )


class Item:
    """A test, as far as its order goes."""

    def __init__(self, module: int, test: int) -> None:
        """Name its module."""
        self.path, self.test = Path(f"test_{module}.py"), test


def test_the_order_is_another_one_and_modules_stay_together() -> None:
    items: list[Any] = [Item(module, test) for module in range(9) for test in range(9)]
    orders = []
    for seed in ("1", "2", "1"):
        shuffled = list(items)
        slow_machine.shuffle(shuffled, seed)
        assert sorted(map(id, shuffled)) == sorted(map(id, items))
        assert len([*groupby(shuffled, lambda item: item.path)]) == 9
        orders.append(shuffled)
    assert items != orders[0] != orders[1]
    assert orders[0] == orders[2]


class Files(BaseHTTPRequestHandler):
    """A host of files that are as long as their names say, and keeps connections."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        content = b"x" * int(self.path.strip("/").split(".")[0])
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


def test_late_files_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_machine, "SEED", "5")
    monkeypatch.setattr(slow_machine, "delay", lambda chance: chance.uniform(0, 0.01))
    host = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = Thread(target=host.serve_forever)
    thread.start()
    try:
        with slow_machine.late_files(host.server_port) as port:
            assert port != host.server_port
            for name in ("0.js", "17.js", "300000.wasm", "5.html"):
                with urlopen(f"http://127.0.0.1:{port}/{name}", timeout=60) as answer:
                    assert answer.read() == b"x" * int(name.split(".")[0])
            with socket.create_connection(("127.0.0.1", port), 60) as client:
                for _ in range(2):  # on one connection
                    client.sendall(b"GET /3.json HTTP/1.1\r\nHost: x\r\n\r\n")
                    answered = b""
                    while not answered.endswith(b"xxx"):
                        answered += client.recv(1000)
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


def test_late_files_leave_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that was just accepted, nor one whose client reads nothing: an error would be its end."""
    monkeypatch.setattr(slow_machine, "SEED", "5")
    host = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = Thread(target=host.serve_forever)
    thread.start()
    try:
        for _ in range(10):
            with contextlib.ExitStack() as clients:
                with slow_machine.late_files(host.server_port) as port:
                    for _ in range(10):
                        client = socket.create_connection(("127.0.0.1", port), 60)
                        clients.enter_context(client)
                        client.sendall(b"GET /9000000.html HTTP/1.1\r\nHost: x\r\n\r\n")
                gc.collect()
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


def test_some_files_come_much_later_than_others() -> None:
    chance = Random(1)
    delays = sorted(slow_machine.delay(chance) for _ in range(1000))
    assert delays[500] < 0.2 < 0.3 < delays[-50]
    assert delays[-1] <= 2


def has_state(process: int, wanted: str) -> bool:
    """Whether a process runs (R), waits (S), is stopped (T) ..."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="it finds processes in /proc")
def test_renderers_are_stopped_again_and_again_and_run_at_the_end() -> None:
    command = [sys.executable, "-c", "while True: pass"]
    with (
        subprocess.Popen([*command, "--type=renderer"]) as page,
        subprocess.Popen(command) as other,
    ):
        try:
            with slowed_renderers(os.getpid()):
                for wanted in "TRTR":
                    until(partial(has_state, page.pid, wanted), wanted)
                    assert not has_state(other.pid, "T")
            # Under `make steady` another one stops it now and then, as all pages of this process.
            until(partial(has_state, page.pid, "R"), "it runs again")
        finally:
            page.kill()
            other.kill()


@pytest.mark.parametrize(("everything", "word", "code"), [("", "SKIPPED", 0), ("1", "ERROR", 1)])
def test_a_missing_browser_is_reported_and_fails_where_everything_is_needed(
    everything: str, word: str, code: int
) -> None:
    tests = "tests/browser/test_engines.py"
    command = [sys.executable, "-m", "pytest", "-q", "-rsE", "-p", "no:cacheprovider", tests]
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": "/nowhere", "FREECELL_EVERYTHING": everything},
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout.count(f"\n{word} ") == 3, done.stdout
    for missing in ("chromium", "firefox-esr", "webkit2gtk-driver"):
        assert f"{missing} is not installed" in done.stdout


def test_a_log_of_rounds_is_read_as_it_was_written(tmp_path: Path) -> None:
    one = steady.Round(7, "abc+", ["tests/web"], 61, 10, 2, ["a::b"])
    (tmp_path / "log").write_text(json.dumps(vars(one)) + "\n")
    assert steady.read_log(tmp_path / "log") == [one]
    assert str(one) == "tests/web, seed 7: 1 failed, 10 passed, 2 skipped in 1:01"
