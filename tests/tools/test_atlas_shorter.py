"""Shorter solutions for the atlas: only better, each attempt a line that outlives an interruption."""

import shutil
from pathlib import Path

import pytest

from freecell import _core
from freecell.board import deal
from freecell.core_values import board_to_core
from freecell.deal_atlas import Atlas
from freecell.deal_atlas.block_file import SHORTEST, AtlasError
from freecell.solver import Solved, solve_many
from tests.tools.conftest import ONE
from tools.atlas.maker import Pass, check_atlas, make
from tools.atlas.report import Figures
from tools.atlas.shorter import Attempt, join_attempts, read_attempts, shorten_all

WIDTH = 20


@pytest.fixture
def folder(undisturbed, tmp_path) -> Path:
    """Return the folder of an atlas whose short solutions are those of a narrow beam."""
    return Path(shutil.copytree(undisturbed, tmp_path / "atlas"))


def lower_bound(number: int) -> int:
    return _core.lower_bound(*board_to_core(deal(number)), False)


def test_a_pass_makes_solutions_shorter_and_nothing_else(folder, tmp_path):
    before, message = Atlas(folder).columns(), list[str]()
    make(folder, "1-60", tmp_path / "work", [Pass("shorter", width=WIDTH)], ONE, message.append)
    after = Atlas(folder).columns()
    assert message[0].startswith("0000001.fca: shorter of 60 deals in ")
    assert (after["moves"] <= before["moves"]).all()
    assert after["moves"][5:65].sum() < before["moves"][5:65].sum() - 10
    for name in set(before) - {"moves"}:
        assert (after[name] == before[name]).all()
    assert all(after["moves"][4 + number] >= lower_bound(number) for number in range(1, 61))
    made = Atlas(folder).block(1).made["moves"][-1]
    assert (made["goal"], made["width"], made["numbers"]) == ("shorter", WIDTH, "1..60")
    assert f"shorter, width {WIDTH}" in Figures(Atlas(folder)).passes("moves")
    check_atlas(folder)  # the index fits


def test_what_is_done_is_not_done_again(folder, tmp_path):
    message: list[str] = []
    for width in (WIDTH, WIDTH - 1, WIDTH, WIDTH + 1):
        wanted = [Pass("shorter", width=width)]
        make(folder, "1-5", tmp_path / "work", wanted, ONE, message.append)
    assert len(message) == 2


def test_another_checkout_joins_the_answers_without_a_search(folder, undisturbed, tmp_path):
    wanted = [Pass("shorter", width=WIDTH)]
    make(folder, "1-20", tmp_path / "work", wanted, ONE)
    [file] = (tmp_path / "work" / f"shorter-{WIDTH}").iterdir()
    attempts = [each._replace(seconds=1.0) for each in read_attempts(file)]
    file.write_text("".join(each.line() for each in attempts))
    other = shutil.copytree(undisturbed, tmp_path / "other")
    make(other, "1-20", tmp_path / "work", wanted, ONE)
    assert Atlas(other).block(1).moves == Atlas(folder).block(1).moves
    assert Atlas(other).block(1).made["moves"][-1]["seconds"] == 20.0


def test_answers_of_an_interrupted_pass_are_taken_over(undisturbed, tmp_path):
    file, block = tmp_path / "work" / "0000001.csv", Atlas(undisturbed).block(1)
    whole = shorten_all(block, range(1, 31), WIDTH, file, 2)
    assert sorted(each[:2] for each in read_attempts(file)) == [each[:2] for each in whole]
    known = whole[0]._replace(seconds=617.25)
    file.write_text(known.line() + "1")  # torn: with the next line it would be about another deal
    again = shorten_all(block, range(1, 31), WIDTH, file, 1)
    assert again[0] == known
    assert [each[:2] for each in again] == [each[:2] for each in whole]
    assert sorted(each[:2] for each in read_attempts(file)) == [each[:2] for each in whole]


def test_a_length_that_is_the_bound_or_proved_is_left_alone(folder):
    numbers = range(1, 11)
    tight = [(n, lower_bound(n)) for n in numbers]
    assert [_core.DealShortener().shorten(n, known, 500) for n, known in tight] == [0] * 10
    block = Atlas(folder).block(1)
    proved = bytes([block.moves[0] | SHORTEST, *block.moves[1:]])
    with pytest.raises(AtlasError, match="deal 1: shorter than the shortest"):
        join_attempts(block._replace(moves=proved), [Attempt(1, block.moves[0] - 1, 0.1)])


def test_more_places_find_shorter_solutions_and_never_one_too_short():
    shortener, deals = _core.DealShortener(), range(1, 41)
    short = solve_many(deals, goal="short", effort=2)
    known = {n: each.player_count() for n, each in zip(deals, short, strict=True) if isinstance(each, Solved)}  # fmt: skip
    lengths = [
        {n: shortener.shorten(n, known[n], places) or known[n] for n in deals}
        for places in (10, 100)
    ]
    assert sum(lengths[1].values()) < sum(lengths[0].values()) <= sum(known.values())


def test_no_win_is_shorter_than_the_proved_length_and_most_of_those_are_found():
    shortener, shipped, found = _core.DealShortener(), Atlas(), 0
    for number in range(1, 41):
        about = shipped.about(number)
        assert about.shortest
        assert about.moves is not None
        assert shortener.shorten(number, about.moves, 40) == 0
        found += shortener.shorten(number, about.moves + 1, 200) == about.moves
    assert found > 25
