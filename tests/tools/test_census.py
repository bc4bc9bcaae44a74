"""The packed verdicts of a census: what is written is read again, and surveys are joined with care."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.board import deal
from freecell.numbers import LAST_DEAL
from freecell.solver import Limit, solve
from freecell.surveys import Options, survey
from freecell.surveys import part as parts
from freecell.surveys.plan import read_plan
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED
from tools.atlas.census import Census, CensusError, collect, pack, unpack

ROOT = Path(__file__).parents[2]


@st.composite
def censuses(draw: st.DrawFn) -> Census:
    numbers = sorted(draw(st.sets(st.integers(0, LAST_DEAL), max_size=30)))
    verdicts = {number: draw(st.sampled_from((SOLVED, IMPOSSIBLE))) for number in numbers}
    return Census(draw(st.integers(0, 8)), verdicts, draw(st.integers(0, 10**6)))


@given(censuses())
def test_a_census_survives_being_packed_and_read(census: Census):
    assert unpack(pack(census)) == census


@given(censuses(), st.data())
def test_a_damaged_census_is_refused(census: Census, data: st.DataObject):
    packed = bytearray(pack(census))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(CensusError, match=r"census\.fcn: not a census"):
        unpack(bytes(packed), "census.fcn")


def test_eighty_thousand_numbers_of_the_whole_range_take_less_than_200_kilobytes():
    chance = random.Random(24)
    numbers = sorted(chance.sample(range(LAST_DEAL), 78_323))
    assert len(pack(Census(3, dict.fromkeys(numbers, IMPOSSIBLE)))) < 200_000


def test_the_census_with_three_cells_agrees_with_what_is_solved_now():
    census = unpack((ROOT / "tools" / "atlas" / "three-cells.fcn").read_bytes())
    for number, verdict in list(census.verdicts.items())[:: len(census.verdicts) // 8]:
        result = solve(deal(number, cells=3), limit=Limit(nodes=3_000_000))
        assert result.to_json()["verdict"] in (verdict, UNDECIDED), number


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("census") / "list"
    survey(folder, Options("1,11,617", cells=2, nodes=100_000, listed=True), processes=1)
    return folder


def test_surveys_of_a_list_are_joined(surveyed: Path):
    census = collect([617, 11, 1, 90_000], Census(2, {}), [surveyed, surveyed])
    assert census.verdicts[1] == IMPOSSIBLE  # deal 1 needs three cells
    assert list(census.verdicts) == [1, 11, 617]
    assert census.seconds > 0


def run(folder: Path, *arguments: str, module: str = "tools.atlas.census") -> str:
    """Run a command in a folder, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_a_census_goes_on_where_it_stopped(surveyed: Path, tmp_path: Path):
    (tmp_path / "list.txt").write_text("617\n1 11\n90,000\n")
    out = run(tmp_path, "list.txt", "--cells", "2", "--survey", str(surveyed), "-o", "list.fcn")
    assert out.startswith("4 deals with 2 cells: ")
    out = run(tmp_path, "list.txt", "--known", "list.fcn", "--rest", "rest.txt", "-o", "again.fcn")
    assert ", 1 open; " in out
    assert (tmp_path / "rest.txt").read_text() == "90000\n"
    assert (tmp_path / "again.fcn").read_bytes() == (tmp_path / "list.fcn").read_bytes()


def test_numbers_that_are_not_in_the_list_are_left_out(surveyed: Path):
    assert list(collect([617], Census(2, {}), [surveyed]).verdicts) == [617]


def test_a_survey_with_other_cells_is_refused(surveyed: Path):
    with pytest.raises(CensusError, match=r"list: 2 cells \(expected 3\)"):
        collect([1], Census(3, {}), [surveyed])


def test_surveys_that_contradict_each_other_are_refused(surveyed: Path, tmp_path: Path):
    wrong = tmp_path / "wrong"
    shutil.copytree(surveyed, wrong)
    plan = read_plan(wrong)
    [part] = plan.parts()
    table = parts.read(wrong, part, plan).table
    verdicts = [
        "solved" if each == "impossible" else "impossible" for each in table["verdict"].to_pylist()
    ]
    at = table.schema.get_field_index("verdict")
    changed = table.set_column(at, table.schema.field(at), pa.array(verdicts))
    parts.write(wrong, part, changed, plan, {"cpu": 1.0, "wall": 1.0})
    with pytest.raises(CensusError, match="deal 1: solved in one survey, impossible in another"):
        collect([1, 11, 617], Census(2, {}), [surveyed, wrong])


SAMPLE = "tools.atlas.certify_sample"


def test_a_sample_of_a_census_is_certified_and_confirmed(tmp_path: Path):
    verdicts = dict.fromkeys((1_000, 146692, 186216, 455889), IMPOSSIBLE) | {1_000: SOLVED}
    (tmp_path / "four.fcn").write_bytes(pack(Census(4, verdicts)))
    out = run(tmp_path, "four.fcn", "--count", "5", module=SAMPLE)
    assert out.startswith("3 of 3 deals with 4 cells: confirmed; 33,129 positions, at most 14,667")


def test_a_deal_that_can_be_won_fails_the_sample(tmp_path: Path):
    (tmp_path / "wrong.fcn").write_bytes(pack(Census(4, {617: IMPOSSIBLE, 781948: IMPOSSIBLE})))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(tmp_path, "wrong.fcn", module=SAMPLE)
    assert failed.value.stdout.startswith(
        "617: no certificate of impossibility: the board can be won\n1 of 2 deals"
    )
