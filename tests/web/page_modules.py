"""Which modules of the page import which."""

import posixpath
import re

from freecell.web import assets


def imported_at_once(name: str) -> set[str]:
    """Return the modules that a module imports before it runs."""
    return _resolved(name, r'\bfrom "(\.[^"]*)";')


def _resolved(name: str, pattern: str) -> set[str]:
    text = re.sub(r"/\*\*.*?\*/", "", assets.assets()[name].content.decode(), flags=re.DOTALL)
    folder = posixpath.dirname(name)
    return {posixpath.normpath(posixpath.join(folder, path)) for path in re.findall(pattern, text)}


def imported_later(name: str) -> set[str]:
    """Return the modules that a module loads when they are needed."""
    return _resolved(name, r'\bimport\("(\.[^"]*)"\)')


def modules() -> list[str]:
    """Return the names of all of them."""
    return [name for name in assets.assets() if name.endswith(".js")]
