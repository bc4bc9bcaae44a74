"""The page that `freecell play` serves with the standard library."""

import re
import socket
from collections.abc import Iterator
from threading import Thread
from urllib.parse import urlsplit

import pytest

from freecell.web import assets
from freecell.web.loopback import PageServer
from freecell.web.policies import PAGE_POLICY, frame_policy, learn_policy
from tests.needed import needs
from tests.playing import playing
from tests.waiting import PATIENCE
from tests.web.running_service import ask

pytestmark = needs(assets.has_engine(), "the engine was not compiled: `make wasm`")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Serve the page from a thread, and return its port."""
    with PageServer(0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join(PATIENCE)


def test_the_page_of_a_deal_is_answered_without_a_service(port):
    status, content, headers = ask(port, "/617")
    assert status == 200
    page = content.decode()
    assert "<title>FreeCell #617</title>" in page
    assert 'data-address="path" data-service="no"' in page
    assert "{{" not in page
    assert headers["content-security-policy"] == PAGE_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    for same in ("/game/617", "/deal/617", "/617?cells=3", "/ms617"):
        assert ask(port, same)[1] == content
    assert "<title>FreeCell</title>" in ask(port, "/")[1].decode()


def test_everything_that_the_page_asks_for_is_there(port):
    page = ask(port, "/617")[1].decode()
    addresses = set(re.findall(r'(?:href|src)="([^"#:]+)"', page))
    assert len(addresses) > 5
    for address in addresses:
        assert ask(port, f"/{address.lstrip('/')}")[0] == 200, address
    for path in ("/sw.js", "/manifest.webmanifest", "/favicon.ico", "/learn", "/learn/"):
        assert ask(port, path)[0] == 200, path


def test_every_file_is_sent_as_it_is_and_compressed_for_those_who_read_that(port):
    for name, each in assets.assets().items():
        status, content, headers = ask(port, f"/{assets.folder()}{name}")
        assert (status, headers["content-type"]) == (200, each.type)
        assert "immutable" in headers["cache-control"]
        if each.type != "application/json":
            assert content == each.content
    _, packed, headers = ask(port, f"/{assets.folder()}app.js", headers={"accept-encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
    assert packed == assets.assets()["app.js"].compressed
    name, block = next(iter(assets.atlas_files().items()))
    status, content, headers = ask(port, f"/atlas/{name}", headers={"accept-encoding": "gzip"})
    assert (status, content, "content-encoding" in headers) == (200, block.content, False)
    old = ask(port, "/static/000000000000/app.js")[2]
    assert old["cache-control"] == "no-cache"


def test_learners_have_the_policies_of_the_service(port):
    assert ask(port, "/learn")[2]["content-security-policy"] == learn_policy()
    frame = ask(port, f"/{assets.folder()}learn/sandbox.html")[2]
    assert frame["content-security-policy"] == frame_policy()


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/static/x/../../page.py", "/static/x/%2e%2e/page.py", "/atlas/../page.py",
     "/api/deals/617", "/atlas/none.fca", "/static/x/page.py", "//etc/passwd", "/99999999999"],
)  # fmt: skip
def test_any_other_address_is_not_found_and_shows_the_page(port, path):
    status, content, _ = ask(port, path)
    assert status == 404
    assert b"<!doctype html>" in content


def test_a_request_for_the_head_alone_has_no_content(port):
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(b"HEAD /617 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b""
        while more := client.recv(65536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"\r\n\r\n")


def test_a_client_that_goes_away_is_no_news(port, capfd):
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.sendall(b"GET /617 HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
    assert ask(port, "/617")[0] == 200
    assert capfd.readouterr().err == ""


def test_the_command_serves_this_machine_only_until_ctrl_c():
    with playing("11982") as address:
        parts = urlsplit(address)
        assert (parts.hostname, parts.path) == ("127.0.0.1", "/11982")
        status, content, _ = ask(parts.port or 0, parts.path)
        assert (status, b"<title>FreeCell #11982</title>" in content) == (200, True)
