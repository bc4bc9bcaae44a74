"""Making the atlas: it goes on where it stopped, never gets worse, and refuses what contradicts it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from freecell.deal_atlas import FOLDER, Atlas
from freecell.deal_atlas.block_file import (
    INDEX_NAME,
    PROVED,
    SHORTEST,
    AtlasError,
    Block,
    empty_block,
    file_name,
    pack_block,
    unpack_block,
)
from freecell.surveys import Options, survey
from freecell.surveys.catalogs import Catalog
from tests.tools.conftest import ONE, SMALL
from tools.atlas.join import Columns, join_table, record
from tools.atlas.maker import (
    Pass,
    check_atlas,
    join_shortest,
    join_survey,
    make,
)
from tools.atlas.report import END, START

ROOT = Path(__file__).parents[2]


def files(folder: Path) -> dict[str, object]:
    """Return what the files of an atlas say, but for the time that it took."""
    found: dict[str, object] = {}
    for path in sorted(folder.glob("*.fca")):
        if path.name == INDEX_NAME:
            continue
        block = unpack_block(path.read_bytes(), path.name)
        made = {n: [{**each, "seconds": 0} for each in of] for n, of in block.made.items()}
        found[path.name] = block._replace(made=made)
    return found


def test_a_second_run_has_nothing_to_do(undisturbed, tmp_path):
    message: list[str] = []
    before = files(undisturbed)
    make(undisturbed, "-4-400", tmp_path, SMALL, ONE, message.append)
    assert message == []
    assert files(undisturbed) == before
    counts = check_atlas(undisturbed)
    assert (counts["blocks"], counts["scores"]) == (2, 405)


def test_the_shipped_atlas_has_had_the_usual_passes(tmp_path):
    for name in (file_name(1), file_name(450_001), file_name(990_001)):
        shutil.copy(FOLDER / name, tmp_path)
    message: list[str] = []
    make(
        tmp_path,
        "1-10000,450001-460000,990001-1000000",
        tmp_path / "work",
        workers=ONE,
        report=message.append,
    )
    assert message == []


def test_it_goes_on_from_the_packed_files_alone(undisturbed, tmp_path):
    for first, last in ((-4, 150), (100, 300), (1, 400)):
        make(tmp_path / "atlas", f"{first}-{last}", tmp_path / "work", SMALL, ONE)
        assert not list((tmp_path / "work").glob("*"))
    ours, theirs = files(tmp_path / "atlas"), files(undisturbed)
    assert ours == theirs


def test_a_better_pass_only_makes_it_better(undisturbed, tmp_path):
    folder = tmp_path / "atlas"
    shutil.copytree(undisturbed, folder)
    before = Atlas(folder).columns()
    make(folder, "1-60", tmp_path / "work", [Pass("fewest", nodes=60_000), Pass("short", effort=2)], ONE)  # fmt: skip
    after = Atlas(folder).columns()
    assert after["fewest_proved"].sum() > before["fewest_proved"].sum()
    assert (after["fewest_proved"] >= before["fewest_proved"]).all()
    assert (after["fewest"] <= before["fewest"]).all()
    assert (after["moves"] <= before["moves"]).all()
    assert after["moves"].sum() < before["moves"].sum()
    assert np.array_equal(before["score"], after["score"])
    made = Atlas(folder).block(1).made["cells"]
    assert [(each["nodes"], each["numbers"]) for each in made] == [(3_000, "1..400"), (60_000, "1..60")]  # fmt: skip


def test_a_run_that_is_killed_twice_and_run_again_is_as_if_undisturbed(undisturbed, tmp_path):
    command = [
        sys.executable, "-m", "tools.atlas.make", "--folder", tmp_path / "atlas", "--work", tmp_path / "work",
        "--difficulty", "--fewest", "3000", "--effort", "1", "--processes", "2", "--", "-4-400",
    ]  # fmt: skip
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    for moment in (1.2, 1.8):
        with subprocess.Popen(command, cwd=ROOT, **quiet) as process:  # type: ignore[call-overload]  # these three
            time.sleep(moment)
            os.killpg(process.pid, signal.SIGKILL)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "2 blocks, " in done.stdout
    assert files(tmp_path / "atlas") == files(undisturbed)


@pytest.mark.long
def test_make_atlas_killed_and_run_again_is_as_if_undisturbed(tmp_path):
    def command(name: str) -> list[str]:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "atlas.md").write_text(f"{START}{END}")
        options = (
            f"--folder {folder}/atlas --work {folder}/work --report {folder}/atlas.md "
            "--difficulty --fewest 3000 --proof 20000 --effort 1 --processes 2"
        )
        return ["make", "-C", str(ROOT), "atlas", "RANGE=1-2000", f"ARGS={options}"]

    whole, disturbed = command("whole"), command("disturbed")
    done = subprocess.run(whole, capture_output=True, text=True, check=True)
    assert "1 blocks, " in done.stdout
    for moment in (2, 6, 12):
        with subprocess.Popen(disturbed, stdout=subprocess.DEVNULL, start_new_session=True) as run_:
            time.sleep(moment)
            os.killpg(run_.pid, signal.SIGKILL)
    subprocess.run(disturbed, capture_output=True, check=True)
    assert files(tmp_path / "disturbed" / "atlas") == files(tmp_path / "whole" / "atlas")
    documents = [tmp_path / name / "atlas.md" for name in ("whole", "disturbed")]
    assert "### The fewest cells" in documents[0].read_text()
    images = [sorted(path.name for path in each.parent.glob("images/*")) for each in documents]
    assert images[0] == images[1] != []


def test_surveys_of_others_are_joined(tmp_path):
    survey(tmp_path / "cells", Options("1-40,20001-20010", "fewest", nodes=5_000), processes=1)
    survey(tmp_path / "short", Options("5-30,11982", "short", effort=1), processes=1)
    survey(tmp_path / "any", Options("1-3"), processes=1)
    message: list[str] = []
    for name in ("cells", "short", "any"):
        join_survey(tmp_path / "atlas", tmp_path / name, message.append)
    assert [line.split(":")[0] for line in message] == [
        "0000001.fca", "0020001.fca", "0000001.fca", "0010001.fca", "0000001.fca",
    ]  # fmt: skip
    found = Atlas(tmp_path / "atlas")
    cells = Catalog(tmp_path / "cells").probe(7)
    assert cells is not None
    assert (found.about(7).fewest, found.about(7).fewest_proved) == (cells.at_most, cells.fewest is not None)  # fmt: skip
    assert found.about(11982).verdict == "impossible"
    assert (found.about(3).verdict, found.about(3).moves) == ("solved", None)
    assert found.about(31).moves is None
    assert [each["goal"] for each in found.block(1).made["moves"]] == ["short", "any"]


def test_what_was_won_with_four_cells_needs_at_most_four(tmp_path):
    survey(tmp_path / "any", Options("40001-40003"), processes=1)
    join_survey(tmp_path / "atlas", tmp_path / "any")
    found = Atlas(tmp_path / "atlas").about(40_002)
    assert (found.verdict, found.fewest, found.fewest_proved) == ("solved", 4, False)
    assert found.moves is None


def test_proofs_of_the_shortest_are_joined(undisturbed, tmp_path):
    folder = tmp_path / "atlas"
    shutil.copytree(undisturbed, folder)
    known = Atlas(folder).about(7).moves
    assert known is not None
    (tmp_path / "proofs.csv").write_text(f"7,{known - 1}\n400001,25\n400002,20,23,0,6.17\n")
    join_shortest(folder, tmp_path / "proofs.csv")
    found = Atlas(folder).about(7)
    assert (found.moves, found.shortest) == (known - 1, True)
    assert Atlas(folder).about(400_001)[1:5] == ("solved", 25, True, 4)
    assert Atlas(folder).about(400_002)[1:5] == ("solved", 23, False, 4)
    assert Atlas(folder).about(400_002).least == 20
    assert Atlas(folder).block(1).made["moves"][-1]["numbers"] == "7"
    (tmp_path / "proofs.csv").write_text(f"7,{known}")
    with pytest.raises(AtlasError, match="deal 7: a shortest that is not"):
        join_shortest(folder, tmp_path / "proofs.csv")


def test_the_interval_of_the_shortest_is_kept_until_it_is_proved(tmp_path):
    folder = tmp_path / "atlas"
    survey(tmp_path / "early", Options("2-5,11982", "shortest", nodes=150_000), processes=1)
    join_survey(folder, tmp_path / "early")
    found, entry = Atlas(folder).about(4), Catalog(tmp_path / "early").probe(4)
    assert entry is not None
    assert entry.most is not None
    assert (found.verdict, found.moves, found.shortest, found.least, found.fewest) == (
        "solved", entry.most, False, entry.least, 4,
    )  # fmt: skip
    assert Atlas(folder).about(3)[2:4] == (18, True)
    assert Atlas(folder).about(3).least == 18
    assert Atlas(folder).about(11982).verdict == "impossible"
    assert check_atlas(folder)["shortest"] == 2
    message: list[str] = []
    make(folder, "2-4", tmp_path / "work", [Pass("shortest", nodes=5_000_000)], ONE, message.append)
    [line] = message
    assert line.startswith("0000001.fca: shortest of 1 deals in ")  # two of them were proved
    proved = Atlas(folder).about(4)
    assert (proved.moves, proved.shortest, proved.least) == (27, True, 27)
    make(folder, "2-4", tmp_path / "work", [Pass("shortest", nodes=5_000_000)], ONE, message.append)
    assert len(message) == 1
    entries = Atlas(folder).block(1).made["moves"]
    assert [(each["goal"], each["nodes"]) for each in entries] == [
        ("shortest", 150_000), ("shortest", 5_000_000),
    ]  # fmt: skip
    assert Atlas(folder).block(1).least.count(0) == 10_000 - 1  # of deal 5
    assert Atlas(folder).columns()["least"][[6, 7, 8, 10]].tolist() == [21, 18, 27, -1]


def test_a_win_of_the_least_length_is_proved_and_a_shorter_one_refused():
    columns, at = Columns(changed(2, cells=15 + 32, moves=30)), np.zeros(10_000, np.int16)
    at[1] = 1
    columns.add_least(29 * at)
    assert columns.block().least[1] == 29
    columns.add_moves(29 * at, np.zeros(10_000, np.bool_))
    block = columns.block()
    assert (block.moves[1], block.least) == (29 + SHORTEST, b"")
    with pytest.raises(AtlasError, match="deal 2: shorter than the least"):
        columns.add_least(30 * at)
    shorter = Columns(changed(2, cells=15 + 32, moves=30))
    shorter.add_least(31 * at)
    with pytest.raises(AtlasError, match="deal 2: shorter than the least"):
        shorter.block()


def test_a_survey_that_counts_cards_is_refused(tmp_path):
    survey(tmp_path / "cards", Options("3", "shortest", unit="cards"), processes=1)
    with pytest.raises(AtlasError, match=r"a survey that counts cards \(expected moves\)"):
        join_survey(tmp_path / "atlas", tmp_path / "cards")


def test_a_survey_with_other_cells_is_refused(tmp_path):
    survey(tmp_path / "three", Options("1-3", cells=3), processes=1)
    with pytest.raises(AtlasError, match=r"a survey with 3 cells \(expected 4\)"):
        join_survey(tmp_path / "atlas", tmp_path / "three")


# What contradicts is refused


def changed(number: int, *, cells: int | None = None, moves: int | None = None) -> Block:
    block = empty_block(1)
    columns = bytearray(block.cells), bytearray(block.moves)
    for column, value in zip(columns, (cells, moves), strict=True):
        if value is not None:
            column[number - 1] = value
    return block._replace(cells=bytes(columns[0]), moves=bytes(columns[1]))


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory) -> dict[str, Path]:
    """Return the folders of two surveys of the first deals."""
    folder: Path = tmp_path_factory.mktemp("surveyed")
    survey(folder / "fewest", Options("1-9,11982", "fewest", nodes=30_000), processes=1)
    survey(folder / "short", Options("1-9,11982", "short", effort=1), processes=1)
    return {name: folder / name for name in ("fewest", "short")}


@pytest.mark.parametrize(
    ("goal", "block", "why"),
    [
        ("fewest", changed(7, cells=2 + PROVED + 32), "deal 7: fewer cells than the proved"),
        ("fewest", changed(7, cells=0 + 32), "deal 7: proved cells above what was won"),
        ("fewest", changed(7, cells=15 + 64), "deal 7: both a win and a proof"),
        ("short", changed(7, cells=15 + 64), "deal 7: both a win and a proof"),
        ("short", changed(7, cells=15 + 32, moves=99 + SHORTEST), "deal 7: shorter than the"),
    ],
)
def test_what_contradicts_the_atlas_is_refused(goal, block, why, surveyed):
    with pytest.raises(AtlasError, match=why):
        join_table(block, Catalog(surveyed[goal]).table(), goal)


def test_columns_that_cannot_be_are_refused():
    for block, why in (
        (changed(3, cells=15 + PROVED), "deal 3: fewest cells are proved and not known"),
        (changed(3, moves=20), "deal 3: there is a solution and no win"),
        (changed(3, moves=SHORTEST), "deal 3: nothing is proved to be the shortest"),
    ):
        with pytest.raises(AtlasError, match=why):
            Columns(block).block()


def test_a_length_that_is_proved_stays():
    columns = Columns(changed(2, cells=15 + 32, moves=30))
    thirty, none = np.zeros(10_000, np.int16), np.zeros(10_000, np.bool_)
    thirty[1] = 30
    columns.add_moves(thirty, thirty > 0)
    columns.add_moves(thirty, none)
    assert columns.block().moves[1] == 30 + SHORTEST
    with pytest.raises(AtlasError, match="a shortest that is not"):
        columns.add_moves(thirty + 1, thirty > 0)


def test_a_survey_of_other_deals_changes_nothing(surveyed):
    block = empty_block(500_001)
    assert join_table(block, Catalog(surveyed["short"]).table(), "short") is block


def test_passes_with_the_same_limits_are_one_entry():
    made = {"cells": [{"goal": "fewest", "nodes": 5, "numbers": "1..9", "seconds": 1.0}]}
    again = record(
        made, "cells", {"goal": "fewest", "nodes": 5, "numbers": "5..20", "seconds": 2.5}
    )
    assert again["cells"] == [{"goal": "fewest", "nodes": 5, "numbers": "1..20", "seconds": 3.5}]
    other = record(again, "cells", {"goal": "fewest", "nodes": 6, "numbers": "1", "seconds": 0.0})
    assert len(other["cells"]) == 2


def test_an_index_of_other_blocks_is_found_out(undisturbed, tmp_path):
    (tmp_path / INDEX_NAME).write_bytes((undisturbed / INDEX_NAME).read_bytes())
    (tmp_path / file_name(1)).write_bytes(pack_block(empty_block(1)))
    with pytest.raises(AtlasError, match=r"index\.fca does not fit 0000001\.fca"):
        check_atlas(tmp_path)
