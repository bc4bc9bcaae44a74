"""Proofs for the atlas: one cell less, each answer a line that outlives an interruption."""

from pathlib import Path

import pytest

from freecell.deal_atlas import Atlas
from freecell.deal_atlas.block_file import empty_block
from freecell.solver import FewestCells, Impossible, Limit, Undecided, fewest_cells, prove
from tools.atlas.maker import Pass, WorkerSettings, make
from tools.atlas.proofs import (
    Proof,
    Question,
    join_proofs,
    open_question,
    prove_all,
    prove_one,
    read_proofs,
)

ONE = WorkerSettings(processes=1)


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    """Return the folder of an atlas that a quick pass left open in many places."""
    folder: Path = tmp_path_factory.mktemp("begun")
    make(folder / "atlas", "1-40", folder / "work", [Pass("fewest", nodes=8_000)], ONE)
    return folder / "atlas"


def test_the_proofs_close_what_a_quick_pass_left_open(begun, tmp_path):
    open_before = [n for n in range(1, 41) if not Atlas(begun).about(n).fewest_proved]
    message: list[str] = []
    make(begun, "1-40", tmp_path, [Pass("proof", nodes=1_000_000)], ONE, message.append)
    assert message[0].startswith(f"0000001.fca: proof of {len(open_before)} deals in ")
    assert not list(tmp_path.iterdir())
    after = [Atlas(begun).about(number) for number in range(1, 41)]
    assert sum(not each.fewest_proved for each in after) < len(open_before) / 3
    for found in after:
        known = fewest_cells(found.number)
        assert isinstance(known, FewestCells)
        assert found.fewest == known.cells or not found.fewest_proved
        assert (found.fewest or 0) >= known.cells
    make(begun, "1-40", tmp_path, [Pass("proof", nodes=1_000_000)], ONE, message.append)
    assert len(message) == 1


def test_answers_of_an_interrupted_pass_are_taken_over(tmp_path):
    file = tmp_path / "work" / "proof.csv"
    questions = [Question(1, 0), Question(4, 0), Question(2, 0)]
    [first, *_] = whole = prove_all(questions, 10_000, file, 1)
    assert {each.verdict for each in whole} == {"impossible"}
    lines = file.read_text().splitlines(keepends=True)
    known = first._replace(seconds=617.25)
    file.write_text(known.line() + lines[1] + lines[2][:-4])  # the last one is torn
    again = prove_all(questions, 10_000, file, 1)
    assert again[0] == known
    assert [each._replace(seconds=0) for each in again[1:]] == [
        each._replace(seconds=0) for each in whole[1:]
    ]


def test_a_limit_is_reported_and_a_larger_one_asks_again(tmp_path):
    file, question = tmp_path / "proof.csv", Question(1, 2)
    assert prove_all([question], 100, file)[0][:4] == (1, 2, "undecided", 100)
    message = prove_all([question], 10_000_000, file)[0]
    assert message[:3] == (1, 2, "impossible")
    result = prove(1, cells=2, safe_play=True)
    assert isinstance(result, Impossible)
    assert 100 < message.positions < result.positions
    assert [each.verdict for each in read_proofs(file)] == ["undecided", "impossible"]


@pytest.mark.parametrize("question", [Question(982, 2), Question(20410, 1), Question(24966, 1)])
def test_deals_that_an_exhaustive_search_would_not_decide_are_closed(question):
    assert prove_one(question, 3_000_000).verdict == "impossible"


def test_where_the_easier_game_can_be_won_cards_are_distinguished_until_it_decides():
    assert prove_one(Question(544, 2), 3_000_000).verdict == "impossible"
    assert isinstance(prove(544, cells=2, safe_play=True), Impossible)


def test_a_win_is_found_too_and_has_been_replayed():
    proof = prove_one(Question(164, 0), 1_000_000)
    assert (proof.number, proof.cells, proof.verdict) == (164, 0, "solved")


def test_wins_are_found_that_every_position_would_not_show_soon():
    question = Question(5435, 2)
    assert isinstance(prove(5435, cells=2, safe_play=True, limit=Limit(nodes=500_000)), Undecided)
    assert prove_one(question, 500_000).verdict == "solved"


def test_safe_play_needs_fewer_positions_for_the_same_answer():
    plain, safe = prove(781948), prove(781948, safe_play=True)
    assert isinstance(plain, Impossible)
    assert isinstance(safe, Impossible)
    assert safe.positions < plain.positions


def test_what_proofs_say_of_a_block():
    proofs = [
        Proof(3, 2, "solved", 9, 0.1),
        Proof(4, 1, "impossible", 9, 0.1),
        Proof(5, 0, "solved", 9, 0.1),
        Proof(6, 2, "undecided", 9, 0.1),
    ]
    block = join_proofs(empty_block(1), proofs)
    questions = [open_question(block, number) for number in (3, 4, 5, 6)]
    assert questions == [Question(3, 1), None, None, None]
    assert [block.cells[at] % 32 for at in (2, 3, 4, 5)] == [2, 16 + 2, 16 + 0, 15]


@pytest.mark.parametrize(
    ("number", "cells", "positions"), [(30833, 1, 1_001_456), (11982, 4, 83_239)]
)
def test_a_table_that_grew_many_times_has_lost_no_position(number, cells, positions):
    # Counted with tables that never grow in place; 83,239 is what other programs count too.
    assert prove(number, cells=cells) == Impossible(positions, number)
    small = prove(number, cells=cells, limit=Limit(bytes=200_000))
    assert str(small).startswith("Undecided(reason='the limit of ")
