"""The maker of puzzles, and the program that checks them: it finds what is planted."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.programs import compiled
from freecell.board import Board
from freecell.puzzle_set import puzzle_file, puzzles
from freecell.text.board_writer import format_board
from tests.needed import needs
from tools.puzzles.make import choose, find, read

needs_fc_solve = needs(
    shutil.which("fc-solve"), "fc-solve is not installed (Debian: freecell-solver-bin)"
)


@pytest.fixture(scope="module")
def checker() -> Path:
    return compiled("check_puzzles")[0]


def check(checker: Path, file: Path, *part: int) -> tuple[int, str]:
    done = subprocess.run(
        [checker, file, *map(str, part)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    (one,), (other,) = find(25, 120, tmp_path / "one"), find(25, 120, tmp_path / "other")
    assert one.read_text() == other.read_text() != ""
    assert find(25, 120, tmp_path / "one") == [one], "what is there is not made again"


def test_what_is_found_is_chosen_and_checked(tmp_path: Path, checker: Path) -> None:
    (file,) = find(25, 120, tmp_path)
    found = [read(line) for line in file.read_text().splitlines()]
    lines = choose(found)
    chosen = tmp_path / "puzzles.txt"
    chosen.write_text("".join(lines))
    assert {int(line.split()[0]) for line in lines} <= {each.number for each in found}
    assert lines
    status, output = check(checker, chosen)
    assert (status, output.split(";")[0]) == (0, f"{len(lines)} puzzles, 0 wrong"), output


def test_some_of_the_shipped_puzzles_are_right(checker: Path) -> None:
    status, output = check(checker, puzzle_file(), 1 + len(puzzles()) // 2, 40)
    assert (status, output.split(";")[0]) == (0, "40 puzzles, 0 wrong"), output


@pytest.mark.long
def test_all_of_the_shipped_puzzles_are_right(checker: Path) -> None:
    status, output = check(checker, puzzle_file())
    assert (status, output.split(";")[0]) == (0, f"{len(puzzles())} puzzles, 0 wrong"), output


def judged_by_freecell_solver(board: Board) -> str:
    """Return the verdict of its exhaustive search, card by card: solved, impossible or undecided."""
    done = subprocess.run(
        ["fc-solve", "--method", "dfs", "-to", "01ABCDE", "-mi", "3000000", "-"],
        input=format_board(board, "fc-solve") + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if "This game is solveable" in done.stdout:
        return "solved"
    return "impossible" if "I could not solve this game" in done.stdout else "undecided"


def check_with_freecell_solver(step: int) -> int:
    """Ask about every move of each `step`-th puzzle; return the number of those puzzles."""
    some = puzzles()[::step]
    for shown in some:
        board = shown.board
        for move in board.legal_moves():
            expected = "solved" if shown.keeps_the_win(move) else "impossible"
            assert judged_by_freecell_solver(board.play(move)) == expected, (
                shown.number,
                str(move),
            )
    return len(some)


@needs_fc_solve
def test_freecell_solver_says_the_same() -> None:
    assert check_with_freecell_solver(len(puzzles()) // 4) >= 4


@pytest.mark.long
@needs_fc_solve
def test_freecell_solver_says_the_same_of_fifty() -> None:
    assert check_with_freecell_solver(len(puzzles()) // 50) >= 50


def planted() -> dict[str, str]:
    """Return puzzles with a mistake, by what the checker says of it."""
    two = next(each for each in puzzles() if len(each.answers) == 2)
    one = next(each for each in puzzles() if len(each.answers) == 1)
    name, moves, win = str(two.deal), two.moves_text, two.wins_text[0]
    wrong = next(move for move in one.board.legal_moves() if not one.keeps_the_win(move))
    return {
        "a win after a move that should lose": f"{name} 0 {moves} {win}",
        "an answer twice": f"{name} 0 {moves} {win} {win}",
        "a line that does not win": f"{name} 0 {moves} {win[:-2]}",
        "no answer": f"{name} 0 {moves}",
        "an illegal answer": f"{name} 0 {moves} 11{win}",
        "an illegal move before the position": f"{name} 0 11{moves} {win}",
        "fewer than two thirds of the cards in play": f"{one.deal} 0 {one.moves_text}{one.wins_text[0]} 12",
        "a line that does not win ": f"{one.deal} 0 {one.moves_text} {wrong}{one.wins_text[0]}",
        "not a puzzle": "617",
    }


@pytest.mark.parametrize("problem", planted())
def test_a_planted_mistake_is_found(problem: str, checker: Path, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(planted()[problem] + "\n")
    status, output = check(checker, file)
    assert (status, output.splitlines()[0]) == (1, f"puzzle 1: {problem.strip()}")
