"""Clients that hold connections, or do not read: the running service drops them, not the others."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import uvicorn

from benchmarks.ports import wait_for
from freecell.web import assets, timeout_protocol
from freecell.web.app import create_app
from freecell.web.server import allow_open_files, listen
from freecell.web.settings import Settings
from tests.known import HARD_PATH
from tests.waiting import PATIENCE
from tests.web.running_service import (
    answer_to,
    ask,
    begin,
    serving,
    until_long_searches,
    wait_until,
)

FILE = f"/{assets.folder()}engine/engine.wasm"
PROTECTING = ("x-content-type-options: nosniff", "content-security-policy:", "referrer-policy:")
_ESTABLISHED = "01"  # in /proc/net/tcp


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
    """Whether the service holds a connection that sent nothing."""
    client.settimeout(0)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@pytest.mark.slow
def test_a_thousand_idle_and_two_hundred_unread_connections_take_nothing_from_others() -> None:
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
        until_dropped(port, [slow], 1)
        held.close()


def test_bytes_that_wait_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_CLIENT_BYTES", "5000")
    with ExitStack() as held, serving("--no-log") as (port, _):
        clients = [held.enter_context(reading_nothing(port, "127.0.0.9")) for _ in range(10)]
        until_dropped(port, clients, 5)  # how much the system takes of each is not ours to say
        assert ask(port, "/healthz", source="127.0.0.9")[0] == 200
        held.close()


def until_dropped(port: int, clients: list[socket.socket], count: int) -> None:
    """Wait until the service has ended some connections, of which nothing is read meanwhile."""
    wait_until(
        lambda: sum(not is_held(port, client) for client in clients) >= count,
        f"{count} dropped connections",
    )


def is_held(port: int, client: socket.socket) -> bool:
    """Whether the service's end of a connection is open: an end would reach the client last."""
    table = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ports = [
        [int(address.rpartition(":")[2], 16) for address in line[1:3]]
        for line in table
        if line[3] == _ESTABLISHED
    ]
    return [port, client.getsockname()[1]] in ports


def test_a_trusted_proxy_may_have_many_connections_and_others_a_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FREECELL_CLIENT_CONNECTIONS", "2")
    monkeypatch.setenv("FREECELL_BODY_SECONDS", "300")
    with ExitStack() as held, serving("--no-log", "--trust-proxy", "127.0.0.1") as (port, _):
        proxy, stranger = (
            [held.enter_context(connected(port, source)) for _ in range(10)]
            for source in ("127.0.0.1", "127.0.0.9")
        )
        wait_until(lambda: not any(map(is_open, stranger[:8])), "the stranger's share")
        assert [is_open(client) for client in stranger[8:]] == [True] * 2
        assert [is_open(client) for client in proxy] == [True] * 10
        forwarded = {"X-Forwarded-For": "203.0.113.8"}
        assert ask(port, "/api/deals/1", headers=forwarded)[0] == 200
        held.close()


def test_an_unread_body_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_BODY_SECONDS", "2")
    with serving("--no-log") as (port, _):
        slow = begin(port, "/api/deals/1", "127.0.0.1", "Content-Length: 1000000")
        assert slow.recv(1000).startswith(b"HTTP/1.1 200")
        wait_until(lambda: is_refused_a_byte(slow), "the end of the connection")
        slow.close()


def is_refused_a_byte(client: socket.socket) -> bool:
    """Send one more byte of a body."""
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
    with socket.create_connection(("127.0.0.1", service), PATIENCE) as raw:
        raw.sendall(request)
        answer = b""
        while not answer.endswith(b'{"status":"ok"}'):
            answer += raw.recv(65536)
        raw.sendall(b"this is no chunk\r\n")
        assert b"".join(iter(lambda: raw.recv(65536), b"")) == b""
    assert answer.count(b"HTTP/1.1") == 1


CHUNKED = b"POST /api/find HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
HIDDEN = b"2\r\n{}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def test_two_lengths_of_a_request_close_the_connection(service: int) -> None:
    """A proxy that believes the other length would take what follows for a part of the body."""
    answer = answer_to(service, CHUNKED + b"Content-Length: 66\r\n\r\n" + HIDDEN)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"\r\nconnection: close\r\n" in answer.lower()
    assert answer.count(b"HTTP/1.1") == 1
    answer = answer_to(service, CHUNKED + b"\r\n" + HIDDEN)  # with one length both are answered
    assert answer.count(b"HTTP/1.1") == 2


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/617/", "/617"),
        ("/api/deals/617/?x=//y.test/", "/api/deals/617?x=//y.test/"),
        ("/deal/617/", "/deal/617"),
    ],
)
def test_a_redirect_does_not_repeat_the_host(service: int, path: str, location: str) -> None:
    for target in (path, f"http://evil.test{path}"):
        head = f"GET {target} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n"
        answer = answer_to(service, head.encode()).decode()
        assert answer.startswith("HTTP/1.1 307")
        assert f"\r\nlocation: {location}\r\n" in answer
        assert "evil" not in answer
    for path_of_two in ("//evil.test/", "//evil.test/617/", "/%2f/evil.test/"):
        head = f"GET {path_of_two} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        assert "\r\nlocation: //" not in answer_to(service, head.encode()).decode()


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
def limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Set small limits for this test, which may set others before it starts the service."""
    small = {"CLIENT_CONNECTIONS": 2, "CONNECTIONS": 6, "WRITE_SECONDS": 1, "BODY_SECONDS": 2}
    for name, value in small.items():
        monkeypatch.setenv(f"FREECELL_{name}", str(value))
    for cached in (timeout_protocol.settings, timeout_protocol.connections):
        cached.cache_clear()
    yield monkeypatch
    assert len(timeout_protocol.connections()) == 0  # nothing is left behind
    for cached in (timeout_protocol.settings, timeout_protocol.connections):
        cached.cache_clear()


@contextmanager
def serving_here(stop_seconds: int = 15) -> Iterator[tuple[int, uvicorn.Server]]:
    """Serve in a thread; give the port, and the server to stop it."""
    listener = listen(0)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(Settings(log=False, seconds=300)),
            http=timeout_protocol.TimeoutProtocol,
            ws="none",
            log_level="error",
            timeout_graceful_shutdown=stop_seconds,
        )
    )
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    port = listener.getsockname()[1]
    try:
        wait_for(port)
        yield port, server
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.usefixtures("limits")
def test_a_server_that_stops_refuses_what_would_take_too_long(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with serving_here(stop_seconds=2) as (port, server), begin(port, HARD_PATH) as waiting:
        until_long_searches(os.getpid(), 1)
        server.should_exit = True
        waiting.settimeout(PATIENCE)
        answer = b"".join(iter(lambda: waiting.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"\r\nretry-after: 5\r\n" in answer
        assert answer.endswith(b'{"error":"this service is about to stop"}')
    assert capfd.readouterr().err == ""  # no task had to be cancelled


def connected(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))


def test_a_client_keeps_the_connections_that_it_used_last(limits: pytest.MonkeyPatch) -> None:
    limits.setenv("FREECELL_BODY_SECONDS", "300")
    with serving_here() as (here, _), ExitStack() as held:
        lines = []
        for _ in range(4):
            lines.append(held.enter_context(connected(here, "127.0.0.9")))
            assert ask(here, "/healthz", source="127.0.0.8")[0] == 200  # so that it was accepted
        wait_until(lambda: not any(map(is_open, lines[:2])), "the end of the first two")
        assert [is_open(line) for line in lines[2:]] == [True, True]
        assert timeout_protocol.connections().of("127.0.0.9") == 2
        held.close()


@pytest.mark.usefixtures("limits")
def test_what_is_slow_or_no_request_ends_here() -> None:
    with serving_here() as (port, _):
        what_is_slow_or_no_request_ends(port)


def what_is_slow_or_no_request_ends(here: int) -> None:
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
        wait_until(lambda: is_refused_a_byte(body), "the end of the connection")


@pytest.mark.usefixtures("limits")
def test_what_is_not_read_ends_here() -> None:
    with serving_here() as (here, _), reading_nothing(here, "127.0.0.9") as slow:
        assert slow.recv(1) == b"H"  # it is being answered
        wait_until(lambda: timeout_protocol.connections().of("127.0.0.9") == 0, "the end")
