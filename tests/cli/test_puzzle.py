"""`freecell puzzle`: shown, tried, answered, listed."""

import json
from datetime import date

import pytest

from freecell.puzzle_set import puzzle, puzzle_of_the_day, puzzles
from tests.commands import run as run_command


def run(*arguments: str) -> tuple[int, str]:
    """Run a command, and return its exit status and all that it wrote."""
    outcome = run_command(*arguments)
    return outcome.status, outcome.output + outcome.errors


def test_a_puzzle_is_shown_without_its_answer() -> None:
    shown = puzzle(17)
    code, output = run("puzzle", "17")
    assert code == 0
    assert output.startswith(f"Puzzle 17, {shown.level}: deal {shown.deal} after ")
    assert str(shown.board) in output
    assert " wins: " not in output


def test_the_answer_is_shown_on_request() -> None:
    shown = puzzle(17)
    _, output = run("puzzle", "17", "--answer")
    for win in shown.wins:
        assert f"{win.moves[0]} wins: {' '.join(map(str, win.moves))}" in output


def test_a_move_is_tried() -> None:
    shown = puzzle(17)
    wrong = next(move for move in shown.board.legal_moves() if not shown.keeps_the_win(move))
    good = shown.answers[0]
    assert run("puzzle", "17", "--try", str(good)) == (0, f"{good} keeps the win\n")
    assert run("puzzle", "17", "--try", str(wrong)) == (
        3,
        f"{wrong} loses: no win is left after it\n",
    )
    code, output = run("puzzle", "17", "--try", str(good), "--format", "json")
    assert (code, json.loads(output)["keeps_the_win"]) == (0, True)


def test_the_puzzle_of_a_day() -> None:
    code, output = run("puzzle", "--day", "2026-11-16", "--format", "json")
    assert code == 0
    assert json.loads(output)["number"] == puzzle_of_the_day(date(2026, 11, 16)).number


def test_they_are_listed_by_level() -> None:
    code, output = run("puzzle", "--list", "--level", "hard", "--format", "json")
    assert code == 0
    assert [each["number"] for each in json.loads(output)] == [e.number for e in puzzles("hard")]
    _, text = run("puzzle", "--list")
    assert len(text.splitlines()) == len(puzzles()) + 1


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["0"], "there is no puzzle 0 (expected 1 to "),
        (["17", "--try", "zz"], "not a move: 'zz'"),
        (["17", "--try", "1a2a"], "not one move: '1a2a'"),
        (["17", "--try", "11"], "illegal move"),
    ],
)
def test_what_is_refused_is_one_line(arguments: list[str], refusal: str) -> None:
    code, output = run("puzzle", *arguments)
    assert code == 1
    assert refusal in output
    assert len(output.splitlines()) == 1
