"""The page for this machine alone, with the standard library: what `freecell play` serves.

There is no service behind it: the page plays, solves and checks with its own engine. Every answer
is one of the files of the page, looked up by its name, so that no path leads anywhere else.
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from freecell.errors import FreecellError
from freecell.numbers import DealNumberError, parse_number
from freecell.web.assets import Asset, asset, assets, atlas_files, digest, has_engine
from freecell.web.page import learn_page, manifest, page, service_worker
from freecell.web.policies import PAGE_POLICY, PROTECTING_HEADERS, frame_policy, learn_policy

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_SECONDS = 60.0
"""How long a silent connection is kept."""


class NoEngineError(FreecellError):
    """The page was installed without its compiled engine."""


class Answer(NamedTuple):
    """A file of the page, and how it is sent."""

    file: Asset
    status: int = 200
    cache: str = _ASK_AGAIN
    policy: str = PAGE_POLICY


class PageServer(ThreadingHTTPServer):
    """Serves the page to this machine, at `port`; 0 takes any port that is free."""

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # elsewhere two servers would share a port

    def __init__(self, port: int) -> None:
        if not has_engine():
            raise NoEngineError(
                "engine.wasm and player.wasm are missing, and the page needs them "
                "(expected them from `make wasm`)"
            )
        super().__init__(("127.0.0.1", port), _Requests)

    def server_bind(self) -> None:
        """Take the port, and ask no name server for the name of this machine."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as above it
        """Say nothing of a browser that went away; anything else is a mistake of ours."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Requests(BaseHTTPRequestHandler):
    """Answers with files; a connection is kept for the next request."""

    protocol_version = "HTTP/1.1"
    timeout = _SECONDS

    def do_GET(self) -> None:
        """Send a file with its content."""
        self._answer(with_content=True)

    def do_HEAD(self) -> None:
        """Say what a file is like."""
        self._answer(with_content=False)

    def _answer(self, *, with_content: bool) -> None:
        found = answer(self.path)
        packed = "gzip" in self.headers.get("accept-encoding", "")
        content = found.file.compressed if packed else found.file.content
        self.send_response(found.status)
        headers = {
            **PROTECTING_HEADERS,
            "content-type": found.file.type,
            "content-length": str(len(content)),
            "content-security-policy": found.policy,
            "cache-control": found.cache,
            "vary": "accept-encoding",
        }
        if packed and content is not found.file.content:
            headers["content-encoding"] = "gzip"
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if with_content:
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the only client sits at this machine."""


def answer(target: str) -> Answer:
    """Return the file for the target of a request, or the page with status 404."""
    path = unquote(urlsplit(target).path).lstrip("/")
    folder, _, name = path.partition("/")
    if folder == "static":
        return _static(name)
    if folder == "atlas" and name in atlas_files():
        return Answer(atlas_files()[name])
    if folder == "learn" and not name:
        return Answer(asset("learn.html", learn_page("/").encode()), policy=learn_policy())
    for each in (manifest(), service_worker()):
        if path == each.name:
            return Answer(each)
    if path == "favicon.ico":
        return Answer(assets()["icon.svg"])
    return _page(name if folder in ("game", "deal") else path)


def _static(path: str) -> Answer:
    folder, _, name = path.partition("/")
    found = assets().get(name)
    if found is None or folder != digest():  # a page of another version has files of its own
        return _page(path)
    policy = frame_policy() if name == "learn/sandbox.html" else PAGE_POLICY
    return Answer(found, cache=_FOR_EVER, policy=policy)


def _page(text: str) -> Answer:
    """Return the page of a deal, by its number."""
    number, status = None, 200
    try:
        number = parse_number(text) if text else None
    except DealNumberError:
        status = 404
    document = page(number, "/", service=False)
    return Answer(asset("index.html", document.encode()), status)
