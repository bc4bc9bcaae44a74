import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import check_lines, find, replay
from freecell.text.solution_reader import LONGEST_SOLUTION
from tests.games import won_games
from tests.strategies import lines

ONE_LINE = ["snx", "sn", "microsoft", "macroxue", "steps"]


def line_of(game, dialect: str) -> str:
    text = game.write(dialect).replace("\n", " ")
    return text if dialect == "macroxue" else f"{find(game.start)}: {text}"


def test_won_games_are_won_in_every_dialect_of_one_line():
    texts = [line_of(game, dialect) for game in won_games() for dialect in ONE_LINE]
    checks = list(check_lines(texts))
    assert all(check.won and check.error is None for check in checks)
    for check, text in zip(checks, texts, strict=True):
        result = replay(None, text)
        assert (check.dialect, check.autoplay) == (result.dialect, result.autoplay)


@given(lines(max_moves=30), st.sampled_from(ONE_LINE), st.integers(0, 40))
def test_the_core_says_what_replay_says(line, dialect, damage):
    start, moves = line
    from freecell import Game

    text = line_of(Game(start, moves), dialect)
    if damage > 20:  # break a move in the middle
        text = text[:damage] + "1" + text[damage + 1 :]
    (check,) = check_lines([text], cells=len(start.cells))
    if check.dialect is None:
        return
    if find(start) != check.number:
        return
    result = replay(start, text)
    assert check.won == result.won
    assert (check.error is None) == (result.error is None)
    assert check.cards_left == result.cards_left
    if check.error is not None and result.error is not None:
        assert check.error.partition(":")[0] == result.error.partition(":")[0]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("617: 8a 8b 17", "617: impossible: move 3, 17: JD does not fit on JH"),
        ("617: 8a b1", "617: impossible: move 2, b1: cell b is empty"),
        ("617: 8a 7a", "617: impossible: move 2, 7a: cell a is taken by QH"),
        ("617: 8g", "617: impossible: move 1, 8g: there is no cell g"),
        ("617: 8f", "617: impossible: move 1, 8f: QH cannot go home before AH"),
        ("-4: 1a 1b", "-4: legal, but 52 cards are left, sn"),
        ("#617: 8a,8b", "617: legal, but 52 cards are left, microsoft"),
        ("617: 1. 8a 2. 8b", "617: legal, but 52 cards are left, microsoft"),
        (
            "x: 8a",
            "line 1: not a solution: no number and colon in 'x: 8a' (expected a line such as",
        ),
        ("617: ", "line 1: not a solution: no moves in '617:'"),
        ("617: 9x", "line 1: not a solution: line 1: not a move: '9x'"),
        ("617: 8av0", "line 1: not a solution: line 1: not a move: '8av0'"),
        ("99999999999: 8a", "line 1: not a solution: no number and colon"),
        ("617: " + "8a " * 350_000, "line 1: not a solution: too long for a solution"),
        ("617: " + "8a " * 1_500, "617: impossible: move 2, 8a: "),
    ],
)
def test_a_line_and_its_verdict(line, verdict):
    (check,) = check_lines([line])
    assert str(check).startswith(verdict)


def test_empty_lines_and_comments_are_passed_over():
    assert [check.line for check in check_lines(["", "// hello", "617: 8a", "  "])] == [3]


def test_thousands_of_lines_come_in_order():
    text = line_of(won_games()[0], "snx")
    checks = check_lines(text if at % 3 else "617: 8a" for at in range(5_000))
    assert [check.won for check in checks] == [at % 3 != 0 for at in range(5_000)]


def test_a_line_cannot_make_the_search_run_away():
    loop = "617: 8a 8b 8c 8d " + "12 21 " * 400
    (check,) = check_lines([loop])
    assert check.error is not None
    assert len(loop) < LONGEST_SOLUTION
