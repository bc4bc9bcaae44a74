"""The modules of the page: which imports which, and what they answer when node runs them."""

import json
import os
import posixpath
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from freecell.web import assets
from tests.needed import needs

needs_node = needs(shutil.which("node"), "node is not installed, which runs the page's modules")
needs_dealer = needs(
    assets.has_dealer(), "the dealer was not compiled for the browser: `make wasm`"
)

needs_engine = needs(
    assets.has_engine(), "the engine was not compiled for the browser: `make wasm`"
)


def ask_page(script: str, questions: object, zone: str | None = None) -> Any:
    """Ask a script in tests/js, which asks the modules; `zone` is where the player is."""
    done = subprocess.run(
        ["node", str(Path(__file__).parents[1] / "js" / script)],
        input=json.dumps(questions),
        env=os.environ if zone is None else {**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def ask_rules(**questions: object) -> Any:
    """Ask the page's own rules and readers; the answer has one item for each question."""
    return ask_page("answer.mjs", questions)


def imported_at_once(name: str) -> set[str]:
    """Return the modules that a module imports before it runs."""
    return _resolved(name, r'\bfrom "(\.[^"]*)";')


def _resolved(name: str, pattern: str) -> set[str]:
    text = re.sub(r"/\*\*.*?\*/", "", source(name), flags=re.DOTALL)
    folder = posixpath.dirname(name)
    return {posixpath.normpath(posixpath.join(folder, path)) for path in re.findall(pattern, text)}


def imported_later(name: str) -> set[str]:
    """Return the modules that a module loads when they are needed."""
    return _resolved(name, r'\bimport\("(\.[^"]*)"\)')


def source(name: str) -> str:
    """Return a module as it was written."""
    return (assets.STATIC / name).read_text(encoding="utf-8")


def modules() -> list[str]:
    """Return the names of all of them."""
    sent = [name for name in assets.assets() if name.endswith(".js")]
    return [name for name in sent if (assets.STATIC / name).exists()]
