"""Writes the page as static files for any web host or content network."""

from collections.abc import Iterator
from pathlib import Path

from freecell.errors import FreecellError
from freecell.files import write_whole
from freecell.web.assets import assets, atlas_files, folder, has_engine
from freecell.web.page import learn_page, manifest, page, service_worker
from freecell.web.pyodide import pyodide_address, pyodide_files, pyodide_size


class SiteError(FreecellError):
    """The page cannot be written as files."""


def site_files(pyodide: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of every file; with Pyodide's where a folder has them."""
    python = ("", 0)
    if pyodide is not None:
        python = (pyodide_address(pyodide), pyodide_size(pyodide, compressed=False))
        for each in pyodide_files(pyodide).values():
            yield python[0] + each.name, each.content
    yield "index.html", page(None, "./", service=False, by_path=False).encode()
    yield "learn/index.html", learn_page("../", by_path=False, python=python).encode()
    for each in (manifest(), service_worker()):
        yield each.name, each.content
    for each in assets().values():
        yield folder() + each.name, each.content
    for each in atlas_files().values():
        yield f"atlas/{each.name}", each.content


def write_site(target: Path, pyodide: Path | None = None) -> list[Path]:
    """Write the page into a folder, which is made where it is not there; return the files."""
    if not has_engine():
        raise SiteError(
            "engine.wasm and player.wasm are missing, and a page without a service needs them "
            "(expected them from `make wasm`)"
        )
    written = []
    for name, content in site_files(pyodide):
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        written.append(path)
    return written
