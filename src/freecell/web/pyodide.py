"""Python for the page for learners: the files of Pyodide, from a folder.

They are not part of the package; `make pyodide` fills a folder from npm. The page fetches them when
Python is first used.
"""

import gzip
import hashlib
from functools import cache
from pathlib import Path

from freecell.errors import FreecellError
from freecell.web.assets import Asset, content_type

NAMES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""The interpreter, its standard library, and what they were built for."""


class PyodideError(FreecellError):
    """The folder does not hold Pyodide."""


def check_pyodide(folder: Path) -> None:
    """Refuse a folder that does not hold all files of Pyodide."""
    missing = [name for name in NAMES if not (folder / name).is_file()]
    if missing:
        raise PyodideError(
            f"{folder}: no {missing[0]} "
            "(expected the files of Pyodide, as `make pyodide` puts them there)"
        )


@cache
def pyodide_files(folder: Path) -> dict[str, Asset]:
    """Return the files of Pyodide in a folder, by name."""
    check_pyodide(folder)
    contents = {name: (folder / name).read_bytes() for name in NAMES}
    return {
        name: Asset(name, content_type(name), content, gzip.compress(content, 6, mtime=0))
        for name, content in contents.items()
    }


@cache
def pyodide_address(folder: Path) -> str:
    """Return where the page finds the files, relative to itself; it changes with their content."""
    together = hashlib.sha256()
    for each in pyodide_files(folder).values():
        together.update(each.content)
    return f"pyodide/{together.hexdigest()[:12]}/"


def pyodide_size(folder: Path, *, compressed: bool) -> int:
    """Return how many bytes a browser must load."""
    files = pyodide_files(folder).values()
    return sum(len(each.compressed if compressed else each.content) for each in files)
