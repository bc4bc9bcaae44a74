"""Dealers in any language: programs that print a board."""

import json
import sys

import pytest

import freecell
from freecell.dealing import deal_freecell
from freecell.errors import OptionError
from freecell.foreign_program import Limits
from freecell.own_dealer.board_check import deal_with_bugs
from freecell.own_dealer.command_check import check_dealer
from tests.commands import run

NUMBERS = [1, 617]


def program(tmp_path, boards: dict[int, str]) -> list[str]:
    """Return a dealer that knows what to print for each number."""
    file = tmp_path / "dealer.py"
    file.write_text(f"import sys; print({boards!r}[int(sys.argv[1])])", encoding="utf-8")
    return [sys.executable, str(file), "{number}"]


def rows(cards: list[int]) -> str:
    names = [freecell.CARD_NAMES[card] for card in cards]
    return "\n".join(" ".join(names[at : at + 8]) for at in range(0, 52, 8))


def test_a_right_dealer_may_print_text_or_json(tmp_path):
    text = program(tmp_path, {number: str(freecell.deal(number)) for number in NUMBERS})
    checked = check_dealer(text, NUMBERS)
    assert str(checked).splitlines() == [
        "1: right: this is deal 1",
        "617: right: this is deal 617",
        "all 2 calls are right",
    ]
    data = program(tmp_path, {number: json.dumps(deal_freecell(number)) for number in NUMBERS})
    checked = check_dealer(data, NUMBERS, jobs=2)
    assert (checked.right, checked.passes) == (True, True)


def test_the_cause_is_the_one_that_is_named_for_functions(tmp_path):
    boards = {number: deal_with_bugs(number, ["by columns"]) for number in NUMBERS}
    wrong = program(tmp_path, {number: rows(cards) for number, cards in boards.items()})
    checked = check_dealer(wrong, NUMBERS)
    called = freecell.check_function(lambda number: boards[number], NUMBERS)
    assert not checked.right
    assert checked.boards == called.boards
    assert "column by column" in str(checked)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["true"], "1: it printed nothing (expected a board)"),
        (["sh", "-c", "echo no >&2; exit 3"], "1: it ended with status 3: 'no'"),
        (["echo", "cards"], "1: it printed 'cards': "),
        (["yes"], "it printed more than a million bytes, and was ended"),
        (["sleep", "1000"], "1: no answer within 1 s: an endless loop?"),
    ],
)
def test_what_else_programs_do(command, text):
    checked = check_dealer(command, [1], limits=Limits(1.0 if "sleep" in command else 120.0))
    assert not checked.right
    assert text in str(checked)


def test_the_command_checks_programs(tmp_path):
    command = program(tmp_path, {number: str(freecell.deal(number)) for number in NUMBERS})
    done = run("check", "--dealer", " ".join(command), "1", "617")
    assert (done.status, done.output.splitlines()[-1]) == (0, "all 2 calls are right")
    done = run("check", "--dealer", "true", "617", "--lang", "it")
    assert (done.status, done.output.splitlines()[0]) == (
        1,
        "617: non ha stampato nulla (attesa una smazzata)",
    )
    assert run("check", "--dealer", "true", "--function", "a:b").status == 2
    with pytest.raises(OptionError, match="no numbers"):
        check_dealer("true", [])
