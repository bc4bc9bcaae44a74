"""Certificates of shortest wins, and the checker that shares no code with the search."""

import re
import subprocess
from pathlib import Path

import pytest

from freecell import Game, Limit, Solved, solve, solve_many
from freecell.certificate import FIRST_LINE, certify
from freecell.errors import OptionError

CHECKER = Path(__file__).parents[1] / "tools" / "check_certificate.cpp"

# What is changed, and what the checker says of it.
TAMPERED = {
    "another length": (r"length: 21", "length: 20", "the length is wrong"),
    "another count": (r"count: moves", "count: cards", "the length is wrong|is not legal"),
    "no such count": (r"count: moves", "count: runs", "no such count: runs"),
    "fewer positions": (r"positions: \d", "positions: ", "the refutation has"),
    "another checksum": (r"(checksum: .*)[0-7](\w*)", r"\g<1>8\2", "the checksum is"),
    "a move less": (r"moves: \w+ ", "moves: ", "is not legal|does not win"),
    "a line that ends early": (r" \w+\npositions", "\npositions", "does not win"),
    "a move that there is not": (r"moves: \w+ ", "moves: 11 ", "is not legal"),
    "another board": (r"column 1: (\w+) (\w+)", r"column 1: \2 \1", "is not legal|refutation"),
    "a card twice": (r"column 1: (\w+) (\w+)", r"column 1: \1 \1", "each of the 52 cards"),
    "another version": (FIRST_LINE, "freecell shortest win, certificate 2", "not a certificate"),
    "no board": (r"column 8: .*\n", "", 'no line "column 8:"'),
}


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("checker") / "check_certificate"
    subprocess.run(["g++", "-std=c++20", "-O2", "-o", program, CHECKER], check=True)
    return program


def checked(checker: Path, text: str, folder: Path) -> str:
    file = folder / "certificate.txt"
    file.write_text(text)
    done = subprocess.run([checker, file], capture_output=True, text=True, check=False)
    said = done.stdout.removeprefix(f"{file}: ").removesuffix("\n")
    assert done.returncode == (0 if said == "confirmed" else 1)
    return said


@pytest.fixture(scope="module")
def win() -> Game:
    """Return the shortest win of a deal that needs few positions."""
    result = solve(2, goal="shortest")
    assert isinstance(result, Solved)
    return result.game


def test_a_certificate_has_the_board_the_line_and_the_positions(win: Game):
    lines = certify(win).splitlines()
    names = [line.partition(":")[0] for line in lines[1:]]
    columns = [f"column {number}" for number in range(1, 9)]
    assert lines[0] == FIRST_LINE
    assert names == [
        "count",
        "length",
        "homes",
        "cells",
        *columns,
        "moves",
        "positions",
        "checksum",
    ]


def test_the_checker_confirms_a_certificate_and_rejects_it_tampered_with(
    checker: Path, win: Game, tmp_path: Path
):
    text = certify(win)
    assert checked(checker, text, tmp_path) == "confirmed"
    for what, (right, wrong, complaint) in TAMPERED.items():
        changed = re.sub(right, wrong, text, count=1)
        assert changed != text, what
        assert re.match(f"rejected: .*({complaint})", checked(checker, changed, tmp_path)), what


@pytest.mark.long
def test_the_checker_confirms_twenty_deals_and_single_cards(checker: Path, tmp_path: Path):
    confirmed = 0
    for result in solve_many(range(1, 61), goal="shortest", limit=Limit(nodes=600_000)):
        if isinstance(result, Solved) and confirmed < 20:
            assert checked(checker, certify(result.game), tmp_path) == "confirmed"
            confirmed += 1
    assert confirmed == 20
    single = solve(3, goal="shortest", count="cards")
    assert isinstance(single, Solved)
    assert checked(checker, certify(single.game, count="cards"), tmp_path) == "confirmed"


def test_a_win_that_is_not_shortest_has_no_certificate():
    long = solve(26, goal="short")
    assert isinstance(long, Solved)
    assert long.player_count() == 23
    with pytest.raises(OptionError, match="there is a shorter one"):
        certify(long.game)


def test_a_refutation_without_memory_has_no_certificate(win: Game):
    with pytest.raises(OptionError, match="the refutation was not finished: bytes"):
        certify(win, limit=Limit(bytes=1))


def test_a_refutation_is_held_to_every_limit(win: Game):
    with pytest.raises(OptionError, match="the refutation was not finished: nodes"):
        certify(win, limit=Limit(nodes=1))
    with pytest.raises(OptionError, match="the refutation was not finished: seconds"):
        certify(win, limit=Limit(seconds=0))
    with pytest.raises(OptionError, match="not a limit of bytes: -1"):
        certify(win, limit=Limit(bytes=-1))
    with pytest.raises(OptionError, match=r"the refutation was not finished: cancelled"):
        certify(win, cancel=Set())


class Set:
    def is_set(self) -> bool:
        return True


def test_only_a_won_game_has_a_certificate(win: Game):
    with pytest.raises(
        OptionError, match=r"not a shortest win: .* \(expected a game that is won\)"
    ):
        certify(Game(win.start, win.moves[:-1]))
    with pytest.raises(OptionError, match="no such count: 'runs'"):
        certify(win, count="runs")  # type: ignore[arg-type]  # what is refused
