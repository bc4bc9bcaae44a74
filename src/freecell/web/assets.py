"""The files of the page, read once and held compressed.

All of them lie in one folder named after their content, so that browsers may keep them for ever;
only the page itself, the manifest and the service worker keep their names.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from freecell.daily import calendar_file
from freecell.deal_atlas import FOLDER
from freecell.words import LANGUAGES, words

STATIC = Path(__file__).parent / "static"
ATLAS = FOLDER

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".fca": "application/octet-stream",
}
_AT_THE_ROOT = {"index.html", "sw.js"}

FIRST_MODULES = [
    "app.js",
    "atlas.js",
    "board.js",
    "card_art.js",
    "cards.js",
    "deal.js",
    "engine.js",
    "game.js",
    "hands.js",
    "kept.js",
    "keys.js",
    "links.js",
    "notices.js",
    "refusals.js",
    "session.js",
    "speech.js",
    "statistics.js",
    "store.js",
    "table.js",
    "text/address.js",
    "words.js",
]
"""What the first view needs, asked for by the page itself so that no module waits for another."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    name: str
    type: str
    content: bytes
    compressed: bytes


def asset(name: str, content: bytes) -> Asset:
    """Make an asset, compressed the same way every time."""
    return Asset(name, content_type(name), content, gzip.compress(content, 9, mtime=0))


def content_type(name: str) -> str:
    """Return the type of a file by its name."""
    return _TYPES[Path(name).suffix]


@cache
def assets() -> dict[str, Asset]:
    """Return the files of the page by name, the words and the engine among them."""
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in _TYPES and path.name not in _AT_THE_ROOT
    }
    found["daily.json"] = calendar_file().read_bytes()
    found |= {f"words.{language}.json": _words_in(language) for language in LANGUAGES}
    return {name: asset(name, content) for name, content in sorted(found.items())}


_IN_ALL_LANGUAGES = {"terms", "index_letters"}
"""What the page needs of every language at once: readers of text know the titles of all of them."""


def _words_in(language: str) -> bytes:
    """Return the words of one language, in the shape that the file of all of them has."""
    content = {
        name: part if name in _IN_ALL_LANGUAGES else _only(part, language)
        for name, part in words().items()
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _only(part: dict[str, Any], language: str) -> dict[str, Any]:
    """Leave out the other languages wherever a thing is said in several."""
    others = set(LANGUAGES) - {language}
    return {
        key: _only(value, language) if isinstance(value, dict) else value
        for key, value in part.items()
        if key not in others
    }


@cache
def atlas_files() -> dict[str, Asset]:
    """Return the files of the atlas by name. They are compressed already, and are sent as they are."""
    found = {path.name: path.read_bytes() for path in sorted(ATLAS.glob("*.fca"))}
    return {name: Asset(name, content_type(name), each, each) for name, each in found.items()}


@cache
def digest() -> str:
    """Return the name of the folder: it changes when any of its files does."""
    together = hashlib.sha256()
    for each in assets().values():
        together.update(each.name.encode() + b"\0" + each.content)
    return together.hexdigest()[:12]


def folder() -> str:
    """Return the folder of the assets, relative to the page."""
    return f"static/{digest()}/"


def has_engine() -> bool:
    """Whether the engine was compiled for the browser when this package was built."""
    return {"engine.wasm", "player.wasm"} <= assets().keys()
