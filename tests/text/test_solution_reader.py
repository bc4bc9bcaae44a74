import pytest

from freecell import NotationError
from freecell.text.solution_reader import (
    LONGEST_SOLUTION,
    looks_like_a_solution,
    take_apart,
)


def words(text: str) -> list[str]:
    return [word.text for word in take_apart(text).written]


@pytest.mark.parametrize(
    "text",
    [
        "8a 8b 87 a2 5h",
        "8a,8b,87,a2,5h",
        "8a8b87a25h",
        "1. 8a 2. 8b 3. 87 4. a2 5. 5h",
        "1) 8a\n2) 8b\n3) 87\n4) a2\n5) 5h",
        "1: 8a\n2: 8b\n3: 87\n4: a2\n5: 5h",
        "8-a 8->b 8→7 a => 2, 5 - h",
        "8A 8B 87 A2 5H",
        "8a 8b (the queen) 87 [a note] a2 {another} 5h",
        "Solution of a friend:\n8a 8b 87\na2 5h  # and so on\n\nThis game is solveable.\n"
        "Total number of states checked is 2624.\n",
        "617: 8a 8b 87 a2 5h",
        "#617: 8a8b87a25h",
        "#617 Attempt: 1 NumFcs=4 (FCPro)\n8a 8b 87 a2 5h",
        "https://example.org/play?deal=617:8a8b87a25h",
        "Game #617\n8a 8b 87 a2 5h.",
    ],
)
def test_moves_are_found_whatever_stands_around_them(text):
    assert [word.lower() for word in words(text)] == ["8a", "8b", "87", "a2", "5h"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Game #617\n8a", 617),
        ("617\n8a", 617),
        ("617: 8a", 617),
        ("ms617: 8a", 617),
        ("#617 Attempt: 1 NumFcs=4 (FCPro)\n8a", 617),
        ("#custom Attempt: 1 NumFcs=4 (FCPro)\n8a", None),
        ("https://example.org/?deal=617:8a", 617),
        ("http://example.org/?g=617&v=All\n8a", 617),
        ("http://example.org/game/617\n8a", 617),
        ("http://example.org/?game=9999999999\n8a", None),
        ("Game #617\nMove a card from stack 7 to freecell 0", 617),
        ("8a 8b", None),
        ("12\n34", None),
    ],
)
def test_the_number_is_taken_from_titles_and_links(text, number):
    assert take_apart(text).number == number


def test_two_digits_alone_are_a_move():
    assert words("12\n34") == ["12", "34"]


def test_the_kinds_are_distinguished():
    assert take_apart("8a 87").kind == "standard"
    assert take_apart("617:4r46").kind == "macroxue"
    assert take_apart("#617 Attempt: 1 NumFcs=2 (FCPro)\n8a").kind == "fcpro"
    assert take_apart("#617 Attempt: 1 NumFcs=2 (FCPro)\n8a").cells == 2
    assert take_apart("#617 Att.:1\n8a").cells is None
    assert take_apart("Move 3 cards from stack 0 to stack 7").kind == "sentences"
    assert take_apart("Foundations: H-0\n: 7D\nFoundations: H-A\n: 7D").kind == "boards"


def test_sentences_become_moves():
    text = (
        "Move a card from stack 7 to freecell 0\n====\nMove 3 cards from stack 0 to stack 7\n"
        "Move a card from freecell 0 to stack 1\nMove a card from stack 1 to the foundations\n"
    )
    found = [(word.source, word.target, word.cards, word.line) for word in take_apart(text).written]
    assert found == [
        ("8", "a", None, 1),
        ("1", "8", 3, 3),
        ("a", "2", None, 4),
        ("2", "h", None, 5),
    ]


def test_counts_are_hexadecimal():
    assert [word.cards for word in take_apart("24v2 46va 8a").written] == [2, 10, None]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no moves in '' (expected moves such as 8a 87 a2 5h)"),
        ("nothing to see here", "no moves in 'nothing to see here'"),
        ("8a 9x", "line 1: not a move: '9x' (expected two of 1-8, a-d, h such as 8a 87 a2 5h)"),
        ("8a\n8", "line 2: not a move: '8'"),
        ("8a ab", "line 1: not a move: 'ab'"),
        (
            "Move a card from stack 8 to freecell 0",
            "line 1: no such place: 'stack 8' (expected 0 to 7)",
        ),
        ("8a " * LONGEST_SOLUTION, "too long for a solution"),
    ],
)
def test_what_is_no_solution_is_refused(text, message):
    with pytest.raises(NotationError) as caught:
        take_apart(text)
    assert str(caught.value).startswith(message)


def test_solutions_and_boards_are_distinguished():
    assert looks_like_a_solution("8a 8c 2h 5d 87 a2 5h 3d")
    assert looks_like_a_solution("Move a card from stack 7 to freecell 0")
    assert looks_like_a_solution("Deal: 617\n8a")
    assert looks_like_a_solution("")
    assert not looks_like_a_solution("7d ad 5c 3s 5s 8c 2d ah\ntd 7s qd ac 6d 8h as kh")
    assert not looks_like_a_solution("[['7D', 'AD', '5C'], ['TD', '7S']]")
