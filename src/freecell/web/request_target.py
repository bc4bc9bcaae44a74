"""The target of a request in its absolute form: `GET http://host/617` instead of `GET /617`.

Proxies and some programs send it, and every server must understand it; uvicorn passes it on unchanged.
"""

import re
from urllib.parse import unquote

from starlette.types import Scope

_ABSOLUTE = re.compile(rb"https?://([^/]*)(.*)", re.IGNORECASE | re.DOTALL)


def in_origin_form(scope: Scope) -> Scope:
    """Return a request as if it had named the path alone; the host in the target is the host."""
    root: str = scope.get("root_path", "")
    raw: bytes = scope.get("raw_path") or b""
    if raw.startswith(b"/", len(root)):  # as nearly all are
        return scope
    absolute = _ABSOLUTE.fullmatch(raw[len(root) :])
    if absolute is None:
        return scope
    host, path = absolute[1].rpartition(b"@")[2], absolute[2] or b"/"
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "path": root + unquote(path.decode("ascii", "replace")),
        "raw_path": root.encode() + path,
        "headers": [(b"host", host), *headers],
    }
