"""The configuration that docs/serving.md gives for nginx, tried with a real one: `make test-nginx`."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.ports import free_port, wait_for
from freecell.web.server import allow_open_files
from tests.web.running_service import ask, serving

pytestmark = pytest.mark.long

DOCUMENT = Path(__file__).parents[2] / "docs" / "serving.md"
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{documented}
}}
"""


def documented(port: int, behind: int) -> str:
    """Return what the document says to put into nginx's configuration, with other ports."""
    block: str
    (block,) = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert block.count("listen 80;") == 1
    assert block.count("127.0.0.1:8617") == 1
    return block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("8617", str(behind))


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if not shutil.which("nginx"):
        pytest.skip("nginx is not installed (Debian: nginx-light)")
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    options = ("--root-path", "/freecell", "--trust-proxy", "127.0.0.1", "--per-minute", "5")
    with serving("--no-log", "--workers", "2", *options) as (behind, _):
        configuration = folder / "nginx.conf"
        configuration.write_text(
            WHOLE.format(folder=folder, documented=documented(port, behind)), encoding="utf-8"
        )
        with subprocess.Popen(["nginx", "-c", configuration, "-p", folder]) as process:
            try:
                wait_for(port)
                yield port
            finally:
                process.terminate()


def test_the_page_is_shown_below_its_path(nginx: int) -> None:
    status, page, headers = ask(nginx, "/freecell/617")
    assert status == 200
    assert b'<base href="/freecell/">' in page
    assert b'content="http://127.0.0.1/freecell/api/deals/617/preview.png"' in page
    assert headers["x-content-type-options"] == "nosniff"
    (folder,) = set(re.findall(rb'href="(static/[0-9a-f]+/)', page))
    status, _, headers = ask(nginx, f"/freecell/{folder.decode()}app.js")
    assert (status, "immutable" in headers["cache-control"]) == (200, True)


def test_each_client_has_its_own_share_behind_it(nginx: int) -> None:
    about = "/freecell/api/deals/1/about"
    statuses = [ask(nginx, about, source="127.0.3.1")[0] for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    assert ask(nginx, about, source="127.0.3.2")[0] == 200
    forged = {"X-Forwarded-For": "198.51.100.1"}
    assert ask(nginx, about, source="127.0.3.1", headers=forged)[0] == 429


def test_connections_of_many_addresses_keep_no_client_from_being_answered(nginx: int) -> None:
    """What the service does not hold by itself: each address has a share, and there are many."""
    allow_open_files(6000)
    with ExitStack() as held:
        for number in range(3000):
            source = (f"127.0.4.{1 + number % 250}", 0)
            line = held.enter_context(socket.create_connection(("127.0.0.1", nginx), 5, source))
            if number % 3 == 0:
                line.sendall(b"GET /freecell/ HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        times = []
        for number in range(1, 201):
            begun = time.monotonic()
            assert ask(nginx, f"/freecell/api/deals/{number}", 10, source="127.0.3.3")[0] == 200
            times.append(time.monotonic() - begun)
        assert sorted(times)[197] < 2  # ten times what the document says


def test_a_flood_of_requests_is_refused_before_it_gets_to_the_service(nginx: int) -> None:
    statuses = {
        ask(nginx, f"/freecell/api/deals/{number}", source="127.0.3.4")[0] for number in range(900)
    }
    assert statuses == {200, 429}


def test_a_large_body_is_refused(nginx: int) -> None:
    with socket.create_connection(("127.0.0.1", nginx), 10) as line:
        head = b"POST /freecell/api/read HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n"
        line.sendall(head)
        assert line.recv(1000).startswith(b"HTTP/1.1 413")
