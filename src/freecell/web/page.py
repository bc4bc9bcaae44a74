"""The page itself: one document for all deals, with a title and a preview for the one it names."""

import json
from functools import cache
from html import escape

from freecell.drawing.card_art import symbols
from freecell.web.assets import (
    STATIC,
    Asset,
    asset,
    assets,
    first_files,
    folder,
    has_dealer,
    has_engine,
    has_picture_reader,
)
from freecell.words import words

FIRST_VISIT = 617


def page(
    start: int | str | None,
    base: str,
    *,
    origin: str = "",
    service: bool = True,
    by_path: bool = True,
    solver: bool = True,
    catalog: bool = False,
) -> str:
    """Return the document for a deal or an ending, for a page that lives at `base`, such as `/`.

    With a `service` the page may ask for what it cannot do itself. The address of a deal is a path,
    or a query, which any web host understands. With a `catalog` the service knows deals from
    surveys, and is asked before anything is computed.
    """
    shown = start if isinstance(start, str) else f"#{start}"
    values = {
        "title": "FreeCell" if start is None else f"FreeCell {shown}",
        "description": _text("description").format(n=FIRST_VISIT if start is None else start),
        "number": "" if start is None else str(start),
        "noscript": _text("noscript"),
        "base": base,
        "address": "path" if by_path else "query",
        "service": "yes" if service else "no",
        "solver": "yes" if service and solver else "no",
        "catalog": "yes" if service and catalog else "no",
        "engine": "yes" if has_engine() else "no",
        "picture": "yes" if has_picture_reader() else "no",
        "assets": folder(),
    }
    return _filled(_template(), values).replace(
        "{{preview}}", _preview(start, origin + base) if service else ""
    )


def learn_page(base: str, *, by_path: bool = True, python: tuple[str, int] = ("", 0)) -> str:
    """Return the document for learners; the number that it shows stands behind the `#`.

    `python` is where Pyodide's files are, relative to the page, and how many bytes they have.
    """
    values = {
        "title": words()["learn"]["learn_title"]["en"],
        "description": words()["learn"]["learn_intro"]["en"],
        "noscript": words()["learn"]["learn_noscript"]["en"],
        "base": base,
        "address": "path" if by_path else "query",
        "dealer": "yes" if has_dealer() else "no",
        "pyodide": python[0],
        "pyodide_size": str(python[1]),
        "assets": folder(),
    }
    return _filled((STATIC / "learn" / "learn.html").read_text(encoding="utf-8"), values)


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", escape(value))
    return text


def _text(key: str) -> str:
    text: str = words()["page"][key]["en"]
    return text


def _preview(start: int | str | None, address: str) -> str:
    """Return what other sites show of a shared link."""
    shown = FIRST_VISIT if start is None else start
    picture = escape(f"{address}api/deals/{shown}/preview.png")
    return (
        f'<meta property="og:image" content="{picture}">\n'
        '<meta property="og:image:width" content="1200">\n'
        '<meta property="og:image:height" content="630">\n'
        '<meta name="twitter:card" content="summary_large_image">'
    )


@cache
def _template() -> str:
    """Return the document with all that is the same for every deal already in it."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    links = [f'<link rel="modulepreload" href="{folder()}{name}">' for name in first_files()]
    return text.replace("{{preloads}}", "\n".join(links)).replace("{{symbols}}", symbols("s-"))


@cache
def manifest() -> Asset:
    """Return what a browser needs to install the page."""
    icon = {"src": f"{folder()}icon.svg", "sizes": "any", "type": "image/svg+xml"}
    pictures = [
        {"src": f"{folder()}icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    whole = {**pictures[1], "src": f"{folder()}icons/maskable.png", "purpose": "maskable"}
    content = {
        "name": "FreeCell",
        "short_name": "FreeCell",
        "description": _text("description").format(n=FIRST_VISIT),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#2c6e57",
        "theme_color": "#1f5140",
        "icons": [{**icon, "purpose": "any"}, *pictures, whole],
    }
    return asset("manifest.webmanifest", json.dumps(content).encode())


@cache
def service_worker() -> Asset:
    """Return the service worker, which knows by name all that the page needs without a network."""
    text = (STATIC / "sw.js").read_text(encoding="utf-8")
    names = [folder() + name for name in assets()]
    text = text.replace('"{{folder}}"', json.dumps(folder()))
    return asset("sw.js", text.replace('["{{files}}"]', json.dumps(names)).encode())
