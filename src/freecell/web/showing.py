"""What the service shows: deals, pictures, the page and its files. No search, no waiting."""

import json
from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from freecell.board import BoardError, deal
from freecell.dealing import deal_freecell
from freecell.numbers import DealNumberError, parse_number
from freecell.picture import THEMES, Look, Theme, animation, picture
from freecell.web import assets
from freecell.web.answers import ASK_AGAIN, FOR_EVER, as_file, as_json, as_picture
from freecell.web.openapi import description
from freecell.web.page import manifest, page, service_worker
from freecell.web.positions import parse_moves, parse_position
from freecell.web.preview import preview
from freecell.words import LANGUAGES, check_language, term

# Deals and their pictures: pure functions of the address


async def show_deal(request: Request) -> Response:
    """Answer with the board of a number."""
    body = _deal(parse_number(request.path_params["number"]))
    headers = {"cache-control": FOR_EVER, "access-control-allow-origin": "*"}
    return Response(body, headers=headers, media_type="application/json")


@lru_cache(maxsize=4096)
def _deal(number: int) -> bytes:
    content = {"number": number, "rows": deal_freecell(number)}
    return json.dumps(content, separators=(",", ":")).encode()


async def show_picture(request: Request) -> Response:
    """Answer with the picture of a number's board."""
    query = request.query_params
    return as_picture(
        _picture(
            parse_number(request.path_params["number"]),
            cells_of(query.get("cells", "4")),
            _one_of("theme", query.get("theme", "light"), THEMES),
            _one_of("colours", query.get("colours", "2"), ("2", "4")),
            _one_of("lang", query.get("lang", "en"), LANGUAGES),
        )
    )


@lru_cache(maxsize=512)
def _picture(number: int, cells: int, theme: Theme, colours: str, lang: str) -> bytes:
    svg = picture(
        deal(number, cells),
        title=term("game_no_label", check_language(lang)).format(n=number),
        four_colours=colours == "4",
        theme=theme,
        language=lang,
    )
    return svg.encode()


def cells_of(text: str) -> int:
    """Return a number of cells that a query gives."""
    if len(text) != 1 or text not in "012345678":
        raise BoardError(f"not a number of cells: {text[:40]!r} (expected 0 to 8)")
    return int(text)


def _one_of(name: str, text: str, choices: tuple[str, ...]) -> Any:  # noqa: ANN401 - a literal
    if text not in choices:
        raise ValueError(f"no such {name}: {text[:40]!r} (expected one of {', '.join(choices)})")
    return text


async def show_preview(request: Request) -> Response:
    """Answer with the small picture that other sites show of a link."""
    number = parse_number(request.path_params["number"])
    content = await run_in_threadpool(preview, number)
    return Response(content, headers={"cache-control": FOR_EVER}, media_type="image/png")


async def show_position(request: Request) -> Response:
    """Answer with the picture of any position; with moves, a film of them."""
    query = request.query_params
    board = parse_position(query.get("board", ""))
    look = Look(
        title=term("game_name"),
        theme=_one_of("theme", query.get("theme", "light"), THEMES),
        four_colours=_one_of("colours", query.get("colours", "2"), ("2", "4")) == "4",
        language=_one_of("lang", query.get("lang", "en"), LANGUAGES),
    )._asdict()
    request.app.state.shares.take(request.scope)
    if moves := parse_moves(query.get("moves", ""), len(board.cells)):
        return as_picture(animation(board, moves, **look))
    return as_picture(picture(board, **look))


# The page and its files


async def show_page(request: Request) -> Response:
    """Answer with the page; the number in the address gives it its title and preview.

    An address that names no deal is not found, but who typed it gets the page, which says so.
    """
    text = request.path_params.get("number")
    try:
        number, status = parse_number(text) if text is not None else _number_asked(request), 200
    except DealNumberError:
        number, status = None, 404
    base = request.scope.get("root_path", "").rstrip("/") + "/"
    origin = f"{request.url.scheme}://{request.url.netloc}"
    catalog = request.app.state.known is not None
    body = page(number, base, origin=origin, catalog=catalog)
    return as_file(request, assets.asset("index.html", body.encode()), ASK_AGAIN, status)


def _number_asked(request: Request) -> int | None:
    """Return the number in the query of a link from elsewhere, such as `?deal=617:moves`."""
    for name in ("deal", "g", "game", "deal_number"):
        if text := request.query_params.get(name):
            try:
                return parse_number(text.split(":")[0])
            except DealNumberError:
                return None
    return None


async def show_asset(request: Request) -> Response:
    """Answer with a file of the page; another folder than today's is an old page asking."""
    found = assets.assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    current = request.path_params["folder"] == assets.digest()
    return as_file(request, found, FOR_EVER if current else ASK_AGAIN)


async def show_service_worker(request: Request) -> Response:
    """Answer with the service worker."""
    return as_file(request, service_worker(), ASK_AGAIN)


async def show_manifest(request: Request) -> Response:
    """Answer with the manifest, by which the page can be installed."""
    return as_file(request, manifest(), ASK_AGAIN)


async def show_icon(request: Request) -> Response:
    """Answer those who ask for an icon without having read the page."""
    return as_file(request, assets.assets()["icon.svg"], ASK_AGAIN)


async def show_robots(_: Request) -> Response:
    """Tell robots that there are billions of pages here, and that the first will do."""
    return Response("User-agent: *\nAllow: /$\nDisallow: /\n", media_type="text/plain")


async def show_health(_: Request) -> Response:
    """Say that this worker answers."""
    return as_json({"status": "ok"})


async def show_description(_: Request) -> Response:
    """Answer with the OpenAPI description of the service."""
    return as_json(description(), cache=ASK_AGAIN, headers={"access-control-allow-origin": "*"})
