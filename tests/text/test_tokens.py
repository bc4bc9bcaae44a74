import pytest

from freecell import NotationError
from freecell.text.tokens import check_length, is_ornament, lines, stated_number


def test_lines_are_made_plain():
    text = "\ufeff> quoted\r\n>> twice # a comment\r// another\n=====\n```text\n\u00a07D\t8D\n\nend"
    assert [str(line) for line in lines(text)] == [
        "1: quoted",
        "2: twice",
        "6:  7D     8D",
        "8: end",
    ]


def test_blank_lines_are_kept_where_they_matter():
    assert [line.number for line in lines("a\n\nb", blanks=True)] == [1, 2, 3]


def test_words_know_where_they_end():
    (line,) = lines("7D, 8D; '9D'|TD")
    assert [tuple(word) for word in line.tokens()] == [("7D", 2), ("8D", 6), ("9D", 11), ("TD", 15)]


@pytest.mark.parametrize(
    "title",
    ["Game #617", "game 617", "#617", "617", "ms617", "Deal 617", "Microsoft FreeCell #617",
     "Juego n.º 617", "Игра № 617", "Gioco n. 617", "Jogo nº 617", "617:", " Game #617 "],
)  # fmt: skip
def test_a_title_states_the_number(title):
    assert stated_number(title) == 617


@pytest.mark.parametrize("text", ["", "7D AD", "Game", "Game #99999999999", "x" * 300, "#6,17"])
def test_other_lines_state_none(text):
    assert stated_number(text) is None


def test_ornaments_only_separate():
    assert is_ornament("-=-=-=-")
    assert is_ornament("```python")
    assert not is_ornament("--")
    assert not is_ornament("7D")


def test_what_is_too_long_is_refused():
    check_length("x" * 10, 10, "a_board")
    with pytest.raises(NotationError, match=r"too long for a board: 'x+' \(expected at most 10"):
        check_length("x" * 11, 10, "a_board")
