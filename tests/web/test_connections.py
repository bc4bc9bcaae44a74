"""Clients that hold connections, or do not read: they take from nobody else."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn

from benchmarks.ports import wait_for
from freecell.web import slow_clients
from freecell.web.app import create_app
from freecell.web.connections import Connections
from freecell.web.server import allow_open_files, listen
from freecell.web.settings import Settings
from tests.known import HARD_PATH
from tests.waiting import PATIENCE, until
from tests.web.running_service import answer_to, ask, begin, serving

FILE = "/static/any/engine/engine.wasm"
PROTECTING = ("x-content-type-options: nosniff", "content-security-policy:", "referrer-policy:")


# The list of connections


CLOCK = count()


class Line:
    """A connection that only says how it is."""

    def __init__(self, *, busy: bool = False, waiting: int = 0) -> None:
        self.busy, self.bytes, self.dropped = busy, waiting, False
        self.used = float(next(CLOCK))

    def rests(self) -> bool:
        return not self.busy and not self.bytes

    def waiting(self) -> int:
        return self.bytes

    def drop(self) -> None:
        self.dropped = True


def opened(connections: Connections, client: str, *lines: Line) -> list[bool]:
    """Open connections of a client, and return which of them found room."""
    return [connections.add(line) and connections.claim(line, client) for line in lines]


def test_a_client_that_opens_too_many_loses_the_one_it_used_least() -> None:
    connections = Connections(100, 2, 1000)
    first, second, third, other = Line(), Line(), Line(), Line()
    assert opened(connections, "a", first, second) == [True, True]
    assert opened(connections, "b", other) == [True]
    first.used = float(next(CLOCK))  # asks again
    assert opened(connections, "a", third) == [True]
    assert [line.dropped for line in (first, second, third, other)] == [False, True, False, False]
    assert (connections.of("a"), connections.of("b"), len(connections)) == (2, 1, 3)


def test_a_client_whose_connections_are_all_at_work_gets_no_more() -> None:
    connections = Connections(100, 2, 1000)
    busy = [Line(busy=True), Line(busy=True)]
    assert opened(connections, "a", *busy, Line()) == [True, True, False]
    assert not any(line.dropped for line in busy)


def test_one_that_does_not_read_makes_room_where_none_rests() -> None:
    connections = Connections(100, 2, 1000)
    busy, stuck = Line(busy=True), Line(waiting=10)
    assert opened(connections, "a", busy, stuck, Line()) == [True, True, True]
    assert (busy.dropped, stuck.dropped) == (False, True)


def test_too_many_bytes_that_nobody_reads_end_those_that_wait_longest() -> None:
    connections = Connections(100, 10, 1000)
    lines = [Line(waiting=600), Line(), Line(waiting=300), Line(waiting=200)]
    other = Line(waiting=900)
    opened(connections, "a", *lines)
    opened(connections, "b", other)
    connections.hold_to_bytes(lines[-1])
    assert [line.dropped for line in [*lines, other]] == [True, False, False, False, False]


def test_all_clients_together_have_a_limit_too() -> None:
    connections = Connections(2, 10, 1000)
    first, second, third = Line(), Line(), Line()
    opened(connections, "a", first)
    opened(connections, "b", second)
    assert opened(connections, "c", third) == [True]
    assert (first.dropped, len(connections)) == (True, 2)
    second.busy = third.busy = True
    assert opened(connections, "d", Line()) == [False]


def test_a_proxy_counts_for_its_clients_and_nothing_is_left_behind() -> None:
    connections = Connections(0, 1, 0)
    line = Line(busy=True)
    assert connections.add(line)
    for client in ("a", "b"):
        assert connections.claim(line, client)
        assert (connections.of(client), len(connections)) == (1, 1)
    connections.release(line)
    assert connections.of("b") == 0
    connections.hold_to_bytes(line)  # nobody's
    connections.remove(line)
    connections.remove(line)
    assert (len(connections), connections._clients) == (0, {})


# The running service


def reading_nothing(port: int, source: str, requests: int = 60) -> socket.socket:
    """Ask for more than the system buffers, and read nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((source, 0))
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", port))
    client.sendall(f"GET {FILE} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * requests)
    return client


def is_open(client: socket.socket) -> bool:
    """Whether the service holds a connection that said nothing."""
    client.settimeout(0)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@pytest.mark.slow
def test_a_thousand_idle_and_two_hundred_unread_connections_take_from_nobody_else() -> None:
    allow_open_files(3000)  # here, for the clients
    with ExitStack() as held, serving("--no-log") as (port, _):
        for _ in range(1000):
            idle = socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.9", 0))
            held.enter_context(idle)
        for _ in range(200):
            held.enter_context(reading_nothing(port, "127.0.0.9"))
        for number in range(1, 101):
            path = f"/api/deals/{number}" + ("/picture.svg" if number % 2 else "")
            status, _, _ = ask(port, path, source="127.0.0.5")
            assert status == 200
        assert ask(port, FILE, source="127.0.0.5")[0] == 200
        assert ask(port, "/", source="127.0.0.9")[0] == 200  # nor from its neighbours
        held.close()


def test_an_answer_that_is_not_read_in_time_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_WRITE_SECONDS", "0.5")
    with ExitStack() as held, serving("--no-log") as (port, _):
        slow = held.enter_context(reading_nothing(port, "127.0.0.9"))
        until(lambda: is_dropped(slow), "the connection is dropped")
        held.close()


def test_bytes_that_wait_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_CLIENT_BYTES", "5000")
    with ExitStack() as held, serving("--no-log") as (port, _):
        clients = [held.enter_context(reading_nothing(port, "127.0.0.9")) for _ in range(10)]
        assert ask(port, "/healthz", source="127.0.0.9")[0] == 200
        # How much waits is the system's to say.
        until(lambda: sum(map(is_dropped, clients)) >= 5, "half of the connections are dropped")
        held.close()


def is_dropped(client: socket.socket) -> bool:
    """Whether the service has dropped a connection, which shows at its own end: here nothing was read."""
    ends = [in_table(client.getpeername()), in_table(client.getsockname())]
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    return all(line[3] != ESTABLISHED for line in lines if line[1:3] == ends)


ESTABLISHED = "01"


def in_table(address: tuple[str, int]) -> str:
    """Return an address as the system's table of connections writes it."""
    host, port = address
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"


def refused(port: int, client: str) -> Any:
    """Ask something by a proxy; return the answer where it is that there are too many requests."""
    answer = ask(port, "/api/deals/1", headers={"X-Forwarded-For": client})
    return answer if answer[0] == 429 else None


def test_behind_a_trusted_proxy_each_client_has_its_own_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FREECELL_CLIENT_CONNECTIONS", "2")
    options = ("--no-log", "--trust-proxy", "127.0.0.1", "--seconds", "300")
    with ExitStack() as held, serving(*options) as (port, _):
        proxy = [socket.create_connection(("127.0.0.1", port)) for _ in range(10)]
        stranger = [
            held.enter_context(
                socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.9", 0))
            )
            for _ in range(10)
        ]
        for _ in range(2):
            line = "X-Forwarded-For: 203.0.113.7"
            held.enter_context(begin(port, HARD_PATH, "127.0.0.1", line))
        greedy = until(lambda: refused(port, "203.0.113.7"), "a third request is refused")
        assert greedy[2]["retry-after"] == "5"
        assert greedy[1] == {"error": "too many requests of yours at once"}
        assert ask(port, "/api/deals/1", headers={"X-Forwarded-For": "203.0.113.8"})[0] == 200
        assert [is_open(client) for client in proxy] == [True] * 10
        kept = [False] * 8 + [True] * 2
        until(lambda: [is_open(client) for client in stranger] == kept, "eight are closed")
        for client in proxy:
            client.close()
        held.close()


def test_a_body_that_nobody_reads_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_BODY_SECONDS", "0.2")
    with serving("--no-log") as (port, _):
        slow = begin(port, "/api/deals/1", "127.0.0.1", "Content-Length: 1000000")
        assert slow.recv(1000).startswith(b"HTTP/1.1 200")
        assert any(is_refused_a_byte(slow) for _ in range(600))
        slow.close()


def is_refused_a_byte(client: socket.socket) -> bool:
    """Send one more byte, slowly."""
    time.sleep(0.1)
    try:
        client.sendall(b"x")
    except ConnectionError:
        return True
    return False


# What the server answers itself


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (b"NONSENSE\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nbad header\r\n\r\n", 400),
        (b"POST /api/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000, 400),
        (b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\nConnection: close\r\n\r\n", 404),
    ],
)
def test_every_answer_protects_the_reader(service: int, request_text: bytes, status: int) -> None:
    answer = answer_to(service, request_text).decode()
    assert answer.startswith(f"HTTP/1.1 {status} ")
    for header in PROTECTING:
        assert answer.count(header) == 1, answer
    assert '{"error":' in answer


def test_what_comes_after_a_request_is_no_second_answer(service: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", service), 20) as raw:
        raw.sendall(request)
        answer = b""
        while not answer.endswith(b'{"status":"ok"}'):
            answer += raw.recv(65536)
        raw.sendall(b"this is no chunk\r\n")
        answer += b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.endswith(b'{"status":"ok"}')
    assert answer.count(b"HTTP/1.1") == 1


def test_a_target_in_absolute_form_is_understood(service: int) -> None:
    for target in (b"http://cards.test/617", b"HTTPS://cards.test/617", b"http://u@cards.test/617"):
        request = b"GET %s HTTP/1.1\r\nHost: other.test\r\nConnection: close\r\n\r\n" % target
        answer = answer_to(service, request).decode()
        assert answer.startswith("HTTP/1.1 200")
        assert 'content="http://cards.test/api/deals/617/preview.png"' in answer
    for target in (b"http://cards.test", b"http://cards.test?deal=617", b"http://x/api/deals/1"):
        request = b"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % target
        assert answer_to(service, request).startswith(b"HTTP/1.1 200")
    missing = b"GET ftp://cards.test/617 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert answer_to(service, missing).startswith(b"HTTP/1.1 404")


# The same in this process, where one can look into it


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[int]:
    """Return the port of a service with small limits that trusts a proxy at 127.0.0.1."""
    limits = {"CLIENT_CONNECTIONS": 2, "CONNECTIONS": 6, "WRITE_SECONDS": 1, "BODY_SECONDS": 1}
    limits.update(getattr(request, "param", {}))
    for name, value in limits.items():
        monkeypatch.setenv(f"FREECELL_{name}", str(value))
    for cached in (slow_clients.settings, slow_clients.connections):
        cached.cache_clear()
    listener = listen(0)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(Settings(log=False)),
            http=slow_clients.Patience,
            ws="none",
            log_level="error",
            forwarded_allow_ips="127.0.0.1",
        )
    )
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    wait_for(listener.getsockname()[1])
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert len(slow_clients.connections()) == 0  # nothing is left behind
    for cached in (slow_clients.settings, slow_clients.connections):
        cached.cache_clear()


def connected(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 20, (source, 0))


@pytest.mark.parametrize("here", [{"BODY_SECONDS": 300}], indirect=True)
def test_a_client_keeps_the_connections_that_it_used_last(here: int) -> None:
    with ExitStack() as held:
        lines = []
        for _ in range(4):
            lines.append(held.enter_context(connected(here, "127.0.0.9")))
            assert ask(here, "/healthz", source="127.0.0.8")[0] == 200
        kept = [False, False, True, True]
        until(lambda: [is_open(line) for line in lines] == kept, "the older ones are closed")
        assert slow_clients.connections().of("127.0.0.9") == 2
        held.close()


def test_what_is_slow_or_no_request_ends_here(here: int) -> None:
    with connected(here, "127.0.0.9") as slow, connected(here, "127.0.0.9") as silent:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")
        assert silent.recv(1000) == b""
    assert answer_to(here, b"NONSENSE\r\n\r\n").startswith(b"HTTP/1.1 400")
    chunked = b"POST /api/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    assert answer_to(here, chunked).startswith(b"HTTP/1.1 400")
    with connected(here, "127.0.0.9") as body:
        body.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
        assert body.recv(65536).startswith(b"HTTP/1.1 200")
        assert any(is_refused_a_byte(body) for _ in range(600))


def test_what_is_not_read_ends_here(here: int) -> None:
    with reading_nothing(here, "127.0.0.9"):
        for expected in (1, 0):
            until_held(expected)


def until_held(expected: int) -> None:
    """Wait until a client has so many connections."""
    held = slow_clients.connections()
    until(lambda: held.of("127.0.0.9") == expected, f"the client has {expected} connections")


def test_a_proxy_may_have_many_connections_and_its_clients_two_requests(here: int) -> None:
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(connected(here, "127.0.0.1"))
        line = "X-Forwarded-For: 203.0.113.7"
        for _ in range(2):
            held.enter_context(begin(here, HARD_PATH, "127.0.0.1", line))
        until(lambda: refused(here, "203.0.113.7"), "a third request is refused")
        forwarded = {"X-Forwarded-For": "203.0.113.8"}
        assert ask(here, "/api/deals/1", headers=forwarded)[0] == 200
        held.close()
