"""The running service: full queues, clients that leave or dawdle, workers that die."""

import os
import signal
import socket
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from benchmarks.ports import wait_for
from freecell.surveys import Options, survey
from tests.known import HARD_PATH
from tests.playing import playing
from tests.waiting import PATIENCE
from tests.web.running_service import (
    ask,
    begin,
    long_searches,
    serving,
    until_long_searches,
    wait_until,
    workers,
)

pytestmark = pytest.mark.slow


def test_a_full_queue_sheds_load_and_a_client_that_leaves_makes_room() -> None:
    options = ("--searches", "1", "--queue", "0", "--seconds", "600", "--no-log")
    with serving(*options) as (port, process):
        waiting = begin(port, HARD_PATH)
        until_long_searches(process.pid, 1)
        status, content, headers = ask(port, HARD_PATH, timeout=PATIENCE)
        assert (status, headers["retry-after"]) == (503, "5")
        assert content == {"error": "too many searches at once: come back in 5 s"}
        assert ask(port, "/api/deals/1", timeout=PATIENCE)[0] == 200  # what costs nothing goes on
        waiting.close()
        wait_until(lambda: is_taken(port, HARD_PATH), "a search for another client")


def is_taken(port: int, path: str) -> bool:
    """Whether a request is not refused at once; one that is taken is given up after a second."""
    try:
        return ask(port, path, timeout=1)[0] == 200
    except TimeoutError:
        return True


def test_a_search_ends_at_its_limit() -> None:
    with serving("--seconds", "0.3", "--no-log") as (port, _):
        status, content, headers = ask(port, HARD_PATH)
        assert (status, content["verdict"]) == (200, "undecided")
        assert content["reason"] == "the limit of 0.3 seconds was reached"
        assert headers["cache-control"] == "no-store"


def test_a_client_that_dawdles_gets_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_BODY_SECONDS", "2")
    with serving("--no-log") as (port, _):
        slow = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        slow.sendall(b"POST /api/read HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")
        slow.close()


def test_a_client_that_never_ends_its_head_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_BODY_SECONDS", "2")
    with serving("--no-log") as (port, _):
        begun = time.monotonic()
        slow = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        silent = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        lasting = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        slow.sendall(b"GET / HTTP/1.1\r\n")
        slow.settimeout(0.1)
        answer = b""
        while not answer and time.monotonic() - begun < PATIENCE:
            try:
                answer = slow.recv(1000)
            except TimeoutError:
                with suppress(ConnectionError):  # it may have been sent away just now
                    slow.sendall(b"X-Slow: 1\r\n")
            except ConnectionError:  # by what was sent after the answer, which is lost then
                answer = b"HTTP/1.1 408"
            lasting.request("GET", "/api/deals/1")  # a connection in use is not cut off
            assert lasting.getresponse().read()
        assert answer.startswith(b"HTTP/1.1 408")
        assert time.monotonic() - begun >= 2
        assert silent.recv(100) == b""  # nothing was asked, so nothing is answered
        time.sleep(2.2)  # longer than a head may take
        lasting.request("GET", "/api/deals/1")  # nor is one that rests between two requests
        assert lasting.getresponse().status == 200
        for each in (slow, silent, lasting):
            each.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_is_left_in_the_temporary_folder(
    workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving("--workers", workers, "--no-log") as (port, _):
        assert ask(port, "/api/deals/1/about")[0] == 200  # which is counted
    assert list(tmp_path.iterdir()) == []  # after SIGTERM


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /api/deals/617\r\nX: y HTTP/1.1",
        b"GET /%ff%fe HTTP/1.1",
        b"GET /" + b"9" * 60_000 + b" HTTP/1.1",
        b"GET //evil.example/617 HTTP/1.1",
        b"GET /static/x/../../../../etc/passwd HTTP/1.1",
        b"FETCH / HTTP/1.1",
    ],
)
def test_malformed_requests_are_refused(service: int, request_line: bytes) -> None:
    raw = socket.create_connection(("127.0.0.1", service), timeout=PATIENCE)
    raw.sendall(request_line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = raw.recv(1000)
    raw.close()
    assert answer[:10] == b"HTTP/1.1 4", answer


def test_a_worker_that_dies_takes_only_its_own_answer_along() -> None:
    with serving("--workers", "2", "--seconds", "30", "--no-log") as (port, process):
        waiting = begin(port, HARD_PATH)
        wait_until(lambda: any(map(long_searches, workers(process.pid))), "a long search")
        (busy,) = filter(long_searches, workers(process.pid))
        os.kill(busy, signal.SIGKILL)
        waiting.settimeout(PATIENCE)
        assert waiting.recv(100) == b""  # that answer is lost
        waiting.close()
        assert ask(port, "/api/deals/617", timeout=PATIENCE)[0] == 200
        until_replaced(process.pid, busy)


def until_replaced(parent: int, dead: int) -> None:
    """Wait until there are two workers again, and a dead one is not among them."""
    wait_until(lambda: len({*workers(parent)} - {dead}) == 2, "another worker")


def test_a_worker_that_dies_while_it_owes_an_answer_is_replaced_at_once() -> None:
    with serving("--workers", "2", "--no-log") as (port, process):
        wait_until(lambda: len(workers(process.pid)) == 2, "two workers")
        stuck, _ = workers(process.pid)
        os.kill(stuck, signal.SIGSTOP)
        time.sleep(1.5)  # by now it was asked whether it is well; if not, this test is only easier
        os.kill(stuck, signal.SIGKILL)
        until_replaced(process.pid, stuck)
        assert ask(port, "/api/deals/617", timeout=PATIENCE)[0] == 200


def test_a_page_with_surveys_is_played_on_this_machine_only(tmp_path: Path) -> None:
    survey(tmp_path / "small", Options("1-20", part_size=20))
    with playing("11982", "--catalog", str(tmp_path / "small")) as address:
        assert address.startswith("http://127.0.0.1:")
        assert address.endswith("/11982")
        port = int(address.split(":")[2].split("/")[0])
        wait_for(port)
        assert ask(port, "/healthz")[0] == 200


def test_forwarded_headers_are_believed_only_when_configured() -> None:
    for options, expected in (
        ([], "http://"),
        (["--trust-proxy", "127.0.0.1"], "https://cards.test"),
    ):
        with serving("--no-log", *options) as (port, _):
            connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            headers = {"X-Forwarded-Proto": "https", "Host": "cards.test"}
            connection.request("GET", "/617", headers=headers)
            page = connection.getresponse().read().decode()
            connection.close()
            assert f'content="{expected}' in page
