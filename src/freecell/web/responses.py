"""Answers to requests, and how long they may be kept."""

import json
import re
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from freecell.web.assets import Asset
from freecell.web.policies import PICTURE_POLICY
from freecell.words import LANGUAGES

FOR_EVER = "public, max-age=31536000, immutable"
"""For what is a pure function of the address: a deal, its picture, a file named by its content."""
A_DAY = "public, max-age=86400"
ASK_AGAIN = "no-cache"
NEVER = "no-store"

_TAGS = re.compile(r'(?:W/)?("[^"]*")')


def as_json(
    content: object, status: int = 200, cache: str = NEVER, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    body = text.encode(errors="backslashreplace")  # half of a character, as JSON writes it
    return Response(
        body, status, {"cache-control": cache, **(headers or {})}, media_type="application/json"
    )


def is_kept(request: Request, tag: str) -> bool:
    """Whether the client says that it has the answer with this tag.

    It may name several, and a proxy that compressed the answer has made its tag a weak one.
    """
    named = ",".join(request.headers.getlist("if-none-match"))
    return named.strip() == "*" or tag in _TAGS.findall(named)


def as_picture(svg: str | bytes, cache: str = FOR_EVER) -> Response:
    """Answer with a picture, which can load and run nothing."""
    headers = {"cache-control": cache, "content-security-policy": PICTURE_POLICY}
    return Response(svg, headers=headers, media_type="image/svg+xml")


def as_file(request: Request, each: Asset, cache: str, status: int = 200) -> Response:
    """Answer with a file, compressed for those who can read that."""
    headers = {"cache-control": cache, "content-type": each.type, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(each.compressed, status, {**headers, "content-encoding": "gzip"})
    return Response(each.content, status, headers)


def language_of(request: Request) -> str:
    """Return the language of an address, `?lang=es`; English where we do not have it."""
    language = request.query_params.get("lang", "en")
    return language if language in LANGUAGES else "en"


def refusal(error: Exception | str, status: int = 400, **headers: str) -> Response:
    """Answer with the words of an error, as the library says them."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return as_json({"error": str(error)}, status, headers=named)
