"""The modules of the page: which may import which, and what they may not keep where."""

import re

from freecell.web import assets, bundle
from tests.web.page_modules import imported_at_once, imported_later, modules, source


def test_no_module_imports_itself_through_others() -> None:
    waiting = {name: imported_at_once(name) | imported_later(name) for name in modules()}
    assert len(waiting) > 25
    while free := {name for name, needs in waiting.items() if not needs & set(waiting)}:
        waiting = {name: needs for name, needs in waiting.items() if name not in free}
    assert waiting == {}, "these import each other in a circle"


def test_no_module_reads_state_from_the_looks_of_the_page() -> None:
    """What the program knows is in the program; classes are for the style alone."""
    for name in modules():
        asked = set(re.findall(r"classList\.contains\(\"([\w-]+)", source(name)))
        assert asked <= {"card"}, name  # which is what an element is, not what happens to it


def test_only_its_owner_changes_the_game() -> None:
    for name in modules():
        if name != "games/session.js":
            text = source(name)
            changed = r"\bapp\.game\.(?:cursor\s*[-+]?=[^=]|(?:play|undo|redo)\()"
            assert not re.findall(r"\b(?:app|this\.app)\.game\s*=[^=]", text), name
            assert not re.findall(changed, text), name


def test_the_one_file_of_the_first_view_exports_what_its_modules_do() -> None:
    """The modules as they are written, and as they are sent, have the same names to give."""
    sources = {name: source(name) for name in modules()}
    sent = bundle.bundled(sources, assets.FIRST_MODULES)
    assert set(sent) == {*sources, bundle.FIRST_FILE}
    for name in assets.FIRST_MODULES:
        exported = set(
            re.findall(r"^export .*?(?:function\*?|class|const|let) (\w+)", source(name), re.M)
        )
        given = re.search(r"export const \{ (.*) \} =", sent[name])
        assert exported, name
        assert given is not None
        assert set(given[1].split(", ")) == exported, name
        assert source(name).count("\nexport ") + source(name).startswith("export ") == len(
            exported
        ), name


def test_no_module_but_those_of_the_first_view_is_sent_twice() -> None:
    """A module that the page and its first file both have would have two states."""
    sources = {name: source(name) for name in modules()}
    for name, text in bundle.bundled(sources, assets.FIRST_MODULES).items():
        if name == bundle.FIRST_FILE or name in assets.FIRST_MODULES:
            continue
        assert not bundle.imported(name, text) & set(assets.FIRST_MODULES), name


def test_the_worker_needs_nothing_of_the_first_view() -> None:
    """It has no document, and a copy of its own of whatever it imports."""
    needed, waiting = set(), ["engine/worker.js"]
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting += imported_at_once(name) - needed
    assert not needed & set(assets.FIRST_MODULES)
