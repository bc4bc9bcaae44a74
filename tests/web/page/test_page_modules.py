"""The modules of the page: which may import which, and what they may not keep where."""

import re

import pytest

from freecell.web import assets
from tests.web.page_modules import imported_at_once, imported_later, modules


def test_no_module_imports_itself_through_others() -> None:
    waiting = {name: imported_at_once(name) | imported_later(name) for name in modules()}
    assert len(waiting) > 25
    while free := {name for name, needs in waiting.items() if not needs & set(waiting)}:
        waiting = {name: needs for name, needs in waiting.items() if name not in free}
    assert waiting == {}, "these import each other in a circle"


@pytest.mark.parametrize("name", modules())
def test_nobody_asks_the_look_of_the_page_what_is_going_on(name: str) -> None:
    """What the program knows is in the program; classes are for the style alone."""
    text = assets.assets()[name].content.decode()
    asked = set(re.findall(r"classList\.contains\(\"([\w-]+)", text))
    assert asked <= {"card"}  # which is what an element is, not what happens to it


@pytest.mark.parametrize("name", [name for name in modules() if name != "games/session.js"])
def test_only_its_owner_changes_the_game(name: str) -> None:
    text = assets.assets()[name].content.decode()
    assert not re.findall(r"\b(?:app|this\.app)\.game\s*=[^=]", text)
    assert not re.findall(r"\bapp\.game\.(?:cursor\s*[-+]?=[^=]|(?:play|undo|redo)\()", text)
