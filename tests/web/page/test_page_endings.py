"""The names of endings mean the same on the page and in Python."""

from freecell.board import deal
from freecell.instances import reference_lines
from freecell.text.address import format_position
from tests.web.page_modules import ask_page, needs_node

pytestmark = needs_node


def test_page_and_python_know_the_same_endings() -> None:
    names = [f"ending:{left}:{number}" for number in reference_lines() for left in range(1, 53)]
    answers = ask_page("endings.mjs", names)
    assert answers == [format_position(deal(name)) for name in names]


def test_what_is_no_ending_is_none_on_the_page_either() -> None:
    names = ["ending:0:617", "ending:53:617", "ending:12:21", "ending:12", "ending:x:1", "617"]
    assert ask_page("endings.mjs", [*names, " Ending:52:#617 "]) == [
        *[None] * len(names),
        format_position(deal(617)),
    ]
