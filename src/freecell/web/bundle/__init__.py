"""The modules of the first view as one file, so that a slow line is not asked for each of them.

The sources stay plain modules that any browser loads as they are; `FREECELL_BUNDLE=0` serves them
so. What is made of them here is the same program: every module of the first view becomes a function
that is called once and returns what it exports (`first.js`), every other one takes what it imports
from those, and a module that is asked for by its own name gives the same things again. No tool is
needed for it: the modules are written in one way (`import { a } from "./b.js"`, `export` before a
declaration, no circles), which tests hold.
"""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping

FIRST_FILE = "first.js"

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n|//.*\n)", re.MULTILINE)


def is_wanted() -> bool:
    """Whether the modules of the first view are put together."""
    return os.environ.get("FREECELL_BUNDLE", "1") != "0"


def bundled(modules: Mapping[str, str], first: list[str]) -> dict[str, str]:
    """Return the modules of the page as they are sent: those of the first view in one file."""
    parts = [_as_function(name, modules[name]) for name in in_order(modules, first)]
    names = ", ".join(map(variable, first))
    beside = set().union(*(imported(name, modules[name]) for name in first)) - set(first)
    head = [f'import * as {variable(name)} from "./{name}";\n' for name in sorted(beside)]
    sent = {FIRST_FILE: "".join([*head, *parts]) + f"export {{ {names} }};\n"}
    for name, text in modules.items():
        sent[name] = _stub(name, text) if name in first else _rewritten(name, text, first)
    return sent


def variable(name: str) -> str:
    """Return the name that a module has in the one file: `$games_board`."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def in_order(modules: Mapping[str, str], names: list[str]) -> Iterator[str]:
    """Yield modules so that each comes after those that it imports."""
    left = dict.fromkeys(sorted(names))
    while left:
        free = [name for name in left if not imported(name, modules[name]) & left.keys()]
        assert free, f"these import each other in a circle: {', '.join(left)}"
        yield from free
        for name in free:
            del left[name]


def imported(name: str, text: str) -> set[str]:
    """Return the modules that a module imports before it runs."""
    return {_resolved(name, path) for _, path in _IMPORT.findall(text)}


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _from(name: str, path: str) -> str:
    """Return a path as a module at `name` writes it."""
    way = posixpath.relpath(path, posixpath.dirname(name) or ".")
    return way if way.startswith(".") else f"./{way}"


def _taken(names: str, source: str) -> str:
    """Return the statement that takes imported names out of a module's variable."""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {variable(source)};\n"
    renamed = re.sub(r"\s+as\s+", ": ", names)
    return f"const {renamed} = {variable(source)};\n"


def _as_function(name: str, text: str) -> str:
    """Return a module as a function that is called once and returns what it exports."""
    text = _COMMENT.sub("", text)
    text = _IMPORT.sub(lambda found: _taken(found[1], _resolved(name, found[2])), text)
    text = _LATER.sub(lambda found: f'import("./{_resolved(name, found[1])}")', text)
    text = text.replace("import.meta.url", f'new URL("{name}", import.meta.url)')
    exports = ", ".join(each for _, each in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1", text)
    return f"const {variable(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _stub(name: str, text: str) -> str:
    """Return a module of the first view by its own name: what it exports, out of the one file."""
    own, file = variable(name), _from(name, FIRST_FILE)
    exports = ", ".join(each for _, each in _EXPORT.findall(text))
    return f'import {{ {own} }} from "{file}";\nexport const {{ {exports} }} = {own};\n'


def _rewritten(name: str, text: str, first: list[str]) -> str:
    """Return another module, which takes what it needs of the first view out of the one file."""

    def take(found: re.Match[str]) -> str:
        source = _resolved(name, found[2])
        if source not in first:
            return found[0]
        file = _from(name, FIRST_FILE)
        return f'import {{ {variable(source)} }} from "{file}";\n{_taken(found[1], source)}'

    return _IMPORT.sub(take, text)
