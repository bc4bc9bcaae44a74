"""The page and its files, and what robots and other programs ask for: no search, no waiting."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell.deal_atlas.block_file import checksum_of
from freecell.instances import check_start, is_ending
from freecell.numbers import DealNumberError
from freecell.web import assets
from freecell.web.openapi import description
from freecell.web.page import learn_page, manifest, page, service_worker
from freecell.web.policies import frame_policy, learn_policy
from freecell.web.pyodide import pyodide_address, pyodide_files, pyodide_size
from freecell.web.responses import ASK_AGAIN, FOR_EVER, as_file, as_json


async def show_page(request: Request) -> Response:
    """Answer with the page; the number in the address gives it its title and preview.

    For an address that names no deal the status is 404, and the page explains it.
    """
    text = request.path_params.get("number")
    try:
        start, status = check_start(text) if text is not None else _start_asked(request), 200
    except DealNumberError:
        start, status = None, 404
    base = _base(request)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    catalog = request.app.state.surveys is not None
    body = page(start, base, origin=origin, catalog=catalog)
    return as_file(request, assets.asset("index.html", body.encode()), ASK_AGAIN, status)


def _base(request: Request) -> str:
    """Return the path that the page lives at, with a slash behind it."""
    root: str = request.scope.get("root_path", "")
    return root.rstrip("/") + "/"


async def show_learn(request: Request) -> Response:
    """Answer with the page for learners."""
    folder = _pyodide_folder(request)
    python = (pyodide_address(folder), pyodide_size(folder, compressed=True)) if folder else ("", 0)
    document = assets.asset("learn.html", learn_page(_base(request), python=python).encode())
    return _with_policy(as_file(request, document, ASK_AGAIN), learn_policy())


def _pyodide_folder(request: Request) -> Path | None:
    name = request.app.state.settings.pyodide
    return Path(name) if name else None


async def show_pyodide(request: Request) -> Response:
    """Answer with a file of Pyodide, where the service has a folder of them."""
    folder = _pyodide_folder(request)
    found = pyodide_files(folder).get(request.path_params["name"]) if folder else None
    if folder is None or found is None:
        raise HTTPException(404)
    current = pyodide_address(folder) == f"pyodide/{request.path_params['folder']}/"
    return as_file(request, found, FOR_EVER if current else ASK_AGAIN)


def _with_policy(response: Response, policy: str) -> Response:
    response.headers["content-security-policy"] = policy
    return response


def _start_asked(request: Request) -> int | str | None:
    """Return the deal or ending in the query of a foreign link, such as `?deal=617:moves`."""
    for name in ("deal", "g", "game", "deal_number"):
        if text := request.query_params.get(name):
            try:
                return check_start(text if is_ending(text) else text.split(":")[0])
            except DealNumberError:
                return None
    return None


async def show_asset(request: Request) -> Response:
    """Answer with a file of the page.

    A page of another version, which asks in another folder, gets none: it keeps its own files, and
    parts of two versions do not fit together.
    """
    found = assets.assets().get(request.path_params["name"])
    if found is None or request.path_params["folder"] != assets.digest():
        raise HTTPException(404)
    response = as_file(request, found, FOR_EVER)
    if found.name == "learn/sandbox.html":
        return _with_policy(response, frame_policy())
    return response


async def show_atlas(request: Request) -> Response:
    """Answer with a file of the atlas: for ever where the address says which version is meant."""
    found = assets.atlas_files().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    cache = FOR_EVER if request.query_params.get("v") == checksum_of(found.content) else ASK_AGAIN
    headers = {"cache-control": cache, "content-type": found.type}
    return Response(found.content, headers=headers)


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
    """Ask crawlers to fetch two of the billions of pages only."""
    rules = "User-agent: *\nAllow: /$\nAllow: /learn$\nDisallow: /\n"
    return Response(rules, media_type="text/plain")


async def show_health(_: Request) -> Response:
    """Say that this worker answers."""
    return as_json({"status": "ok"})


async def show_description(_: Request) -> Response:
    """Answer with the OpenAPI description of the service."""
    return as_json(description(), cache=ASK_AGAIN, headers={"access-control-allow-origin": "*"})


ROUTES = [
    Route("/api", show_description),
    Route("/healthz", show_health),
    Route("/static/{folder}/{name:path}", show_asset),
    Route("/atlas/{name}", show_atlas),
    Route("/pyodide/{folder}/{name}", show_pyodide),
    Route("/sw.js", show_service_worker),
    Route("/manifest.webmanifest", show_manifest),
    Route("/favicon.ico", show_icon),
    Route("/robots.txt", show_robots),
    Route("/learn", show_learn),
    Route("/learn/", show_learn),
    Route("/", show_page),
    Route("/game/{number}", show_page),
    Route("/deal/{number}", show_page),
    Route("/{number}", show_page),
]
