"""The files of the page, read once and held compressed.

All of them lie in one folder named after their content, so that browsers may keep them for ever;
only the page itself, the manifest and the service worker keep their names.
"""

import gzip
import hashlib
import json
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from freecell.daily import calendar_file
from freecell.deal_atlas import FOLDER
from freecell.instances import course_file
from freecell.picture_reader import WEIGHTS
from freecell.puzzle_set import puzzle_file
from freecell.web.bundle import FIRST_FILE, bundled, is_wanted
from freecell.words import LANGUAGES, words

STATIC = Path(__file__).parent / "static"
ATLAS = FOLDER

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".zip": "application/zip",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".fca": "application/octet-stream",
    ".bin": "application/octet-stream",
}
_MADE = {"index.html", "sw.js", "learn/learn.html", "learn/sandbox.html", "learn/sandbox.js"}
"""Files that are sent only after something was put into them."""
_STYLE = ["variables", "page", "bars", "table", "cards", "notices", "dialogs", "system"]
"""The parts of the style in `style/`, in their order; they are sent as one file."""
_FOR_LEARNERS = {"mistakes", "checks", "learn"}
"""Parts of the words that the game does not need."""

FIRST_MODULES = [
    "app.js",
    "engine/engine.js",
    "games/board.js",
    "games/cards.js",
    "games/deal.js",
    "games/deal_results.js",
    "games/game.js",
    "games/kept.js",
    "games/links.js",
    "games/opening.js",
    "games/session.js",
    "games/statistics.js",
    "games/store.js",
    "table/buttons.js",
    "table/card_art.js",
    "table/controls.js",
    "table/hands.js",
    "table/keys.js",
    "table/looks.js",
    "table/motion.js",
    "table/notices.js",
    "table/refusals.js",
    "table/shortcuts.js",
    "table/speech.js",
    "table/table.js",
    "text/address.js",
    "updates.js",
    "words.js",
]
"""What the first view needs besides `language.js` (asks for the words) and `start.js` (begins)."""


def first_files() -> list[str]:
    """Return the files that the page asks for at once, so that no module waits for another."""
    return ["language.js", *([FIRST_FILE] if is_wanted() else FIRST_MODULES)]


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
        if path.suffix in _TYPES and path.relative_to(STATIC).as_posix() not in _MADE
    }
    found["style.css"] = b"\n".join(found.pop(f"style/{name}.css") for name in _STYLE)
    found["daily.json"] = calendar_file().read_bytes()
    found["course.txt"] = course_file().read_bytes()
    found["engine/picture_weights.bin"] = WEIGHTS.read_bytes()
    found["puzzles.txt"] = puzzle_file().read_bytes()
    for language in LANGUAGES:
        found[f"words.{language}.json"] = _words_in(language, set(words()) - _FOR_LEARNERS)
        found[f"learn/words.{language}.json"] = _words_in(language, _FOR_LEARNERS)
    found["learn/sandbox.html"] = _sandbox()
    if is_wanted():
        sources = {name: text.decode() for name, text in found.items() if name.endswith(".js")}
        sent = bundled(sources, FIRST_MODULES)
        found.update({name: text.encode() for name, text in sent.items()})
    return {name: asset(name, content) for name, content in sorted(found.items())}


_IN_ALL_LANGUAGES = {"terms", "index_letters"}
"""What the page needs of every language at once: readers of text know the titles of all of them."""


def _words_in(language: str, parts: set[str]) -> bytes:
    """Return some parts of the words in one language, in the shape that the file of all has."""
    content = {
        name: part if name in _IN_ALL_LANGUAGES else _only(part, language)
        for name, part in words().items()
        if name in parts
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _only(part: dict[str, Any], language: str) -> dict[str, Any]:
    """Leave out the other languages wherever a text has several."""
    others = set(LANGUAGES) - {language}
    return {
        key: _only(value, language) if isinstance(value, dict) else value
        for key, value in part.items()
        if key not in others
    }


def _sandbox_script() -> str:
    return (STATIC / "learn" / "sandbox.js").read_text(encoding="utf-8")


@cache
def sandbox_hash() -> str:
    """Return the hash of that script for the policy: without an origin, a frame loads no files."""
    hashed = b64encode(hashlib.sha256(_sandbox_script().encode()).digest()).decode()
    return f"'sha256-{hashed}'"


def sandbox_policy() -> str:
    """Return what the frame for strangers' functions may do: run its own script, and workers."""
    scripts = f"{sandbox_hash()} blob: 'wasm-unsafe-eval'"
    return f"default-src 'none'; script-src {scripts}; worker-src blob:"


def _sandbox() -> bytes:
    """Return the document of that frame, with its script and its policy in it."""
    text = (STATIC / "learn" / "sandbox.html").read_text(encoding="utf-8")
    text = text.replace("{{policy}}", sandbox_policy())
    return text.replace("{{script}}", _sandbox_script()).encode()


@cache
def atlas_files() -> dict[str, Asset]:
    """Return the files of the atlas by name; they are stored compressed and sent unchanged."""
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


def has_dealer() -> bool:
    """Whether the dealers with mistakes were compiled for the browser, too."""
    return "learn/dealer.wasm" in assets()


def has_picture_reader() -> bool:
    """Whether the reader of pictures was compiled for the browser."""
    return "engine/picture.wasm" in assets()


def has_engine() -> bool:
    """Whether the engine was compiled for the browser when this package was built."""
    return {"engine/engine.wasm", "engine/player.wasm"} <= assets().keys()
