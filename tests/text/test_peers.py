"""Freecell Solver itself writes, and we read: for real, with the program that Debian packages."""

import os
import shutil
import subprocess
from functools import cache

import pytest

from freecell import deal, format_board, parse_board, replay
from freecell.text.solution_writer import DIALECTS
from tests.needed import needs

pytestmark = needs(
    shutil.which("fc-solve"), "fc-solve is not installed (apt-get install freecell-solver-bin)"
)

FORMS = {
    "sn": ["-m", "-sn"],
    "snx": ["-m", "-snx"],
    "sentences": ["-m"],
    "boards": ["-p", "-t"],
    "pictures": [],
}


NUMBERS = range(1, 9)


@cache
def solved(number: int, *options: str) -> str:
    done = subprocess.run(
        ["fc-solve", *options, "-"],
        input=format_board(deal(number), "fc-solve") + "\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "FREECELL_SOLVER_QUIET": "1"},
    )
    return done.stdout


@pytest.mark.parametrize("form", FORMS)
def test_what_freecell_solver_prints_is_replayed_and_won(form):
    assert_replayed(NUMBERS, form)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_what_it_prints_of_25_deals_is_replayed_and_won(form):
    assert_replayed(range(1, 26), form)


def assert_replayed(numbers: range, form: str) -> None:
    for number in numbers:
        result = replay(number, solved(number, *FORMS[form]))
        assert result.won, number
        assert result.dialect in {form, "boards" if form == "pictures" else "sn"}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_its_solutions_are_won_again_in_every_dialect(dialect):
    for number in NUMBERS:
        game = replay(number, solved(number, "-m", "-sn")).game
        assert replay(number, game.write(dialect)).won, number


def test_it_reads_our_boards_in_the_middle_of_a_game():
    game = replay(1, solved(1, "-m", "-snx")).game
    for _ in range(60):
        game.undo()
    text = format_board(game.board, "fc-solve") + "\n"
    done = subprocess.run(
        ["fc-solve", "-m", "-snx", "-"], input=text, capture_output=True, text=True, check=True
    )
    assert replay(game.board, done.stdout).won


def test_the_eighth_cell_has_the_letter_that_it_writes():
    """`h` is home; with seven cells taken and one card to be put away, `k` must come."""
    text = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: KC KD KH KS QC QD QH -
: QS JC JD JH JS TC
: TD TH TS 9C 9D 9H 9S 8C
: 8D 8H 8S 7C 7D 7H 7S
: 6C 6D 6H 6S 5C 5D
: 5H 5S 4C 4D 4H 4S
: 3C 3D 3H 3S 2C 2D
: AC AD AH
: AS 2S 2H
"""
    command = ["fc-solve", "--freecells-num", "8", "-m", "-snx", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert " 8k " in done.stdout
    result = replay(parse_board(text), done.stdout)
    assert result.won
    assert " ".join(result.game.write("snx").split()) in " ".join(done.stdout.split())
