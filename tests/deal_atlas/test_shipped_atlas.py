"""What is known of a deal: from the atlas, from a small one made here, or computed."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import freecell
from freecell.deal_atlas import About, Atlas, atlas, shipped
from freecell.deal_atlas.block_file import INDEX_NAME, AtlasError, file_name, pack
from freecell.difficulty import LEVELS, measure
from freecell.solver import Limit, Solved, solve
from tools.atlas.maker import Pass, WorkerSettings, make, write_index


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """Return the folder of an atlas of a few deals, all columns of the first of them."""
    folder: Path = tmp_path_factory.mktemp("atlas")
    one = WorkerSettings(processes=1)
    make(folder, "1-1500,11982", folder / "work", [Pass("difficulty")], one)
    make(folder, "1-300,11982", folder / "work", [Pass("fewest", nodes=20_000)], one)
    make(folder, "1-100,11982", folder / "work", [Pass("short", effort=1)], one)
    return folder


def test_what_the_atlas_says_is_so(small):
    known = Atlas(small)
    for number in random.Random(5).sample(range(1, 101), 15):
        found = known.about(number)
        assert found.verdict == "solved"
        assert found.fewest is not None
        assert isinstance(solve(number, cells=found.fewest), Solved)
        if found.fewest_proved and found.fewest:
            fewer = solve(number, cells=found.fewest - 1, limit=Limit(nodes=20_000))
            assert not isinstance(fewer, Solved)
        assert (found.difficulty, found.level) == measure(number)[1:]
        assert found.moves is not None
        assert 10 < found.moves < 60
        assert not found.shortest


def test_what_cannot_be_won_is_known_too(small):
    found = Atlas(small).about(11982)
    assert (found.verdict, found.moves, found.fewest, found.fewest_proved) == (
        "impossible", None, 5, True,
    )  # fmt: skip


def test_a_deal_of_each_difficulty_is_what_it_claims(small):
    known, chance = Atlas(small), random.Random(20)
    for level in LEVELS:
        drawn = [known.draw([level], 8, chance) for _ in range(20)]
        assert {measure(number).level for number in drawn if number} == {level}
        assert len(set(drawn)) > 10
    for _ in range(20):
        number = known.draw(["medium", "hard"], 2, chance)
        assert number is not None
        assert isinstance(solve(number, cells=2), Solved)
        assert measure(number).level in ("medium", "hard")


@pytest.mark.no_cover
def test_every_deal_of_a_kind_is_as_likely_as_any_other(small):
    known, chance = Atlas(small), random.Random(1)
    kind = [n for n in range(1, 301) if (found := known.about(n)).level == "easy" and found.fewest == 1]  # fmt: skip
    assert 5 < len(kind) < 60
    drawn = Counter(known.draw(["easy"], 1, chance) for _ in range(40 * len(kind)))
    fewest = [n for n in range(1, 301) if known.about(n).level == "easy" and known.about(n).fewest == 0]  # fmt: skip
    assert set(drawn) <= {*kind, *fewest, 11982}
    assert all(15 < drawn[number] < 75 for number in kind)


def test_an_atlas_without_files_knows_nothing(tmp_path):
    empty = Atlas(tmp_path / "nowhere")
    assert empty.about(617) == About(617, "undecided")
    assert empty.draw(["hard"]) is None
    assert set(empty.columns()["verdict"]) == {0}


def test_a_damaged_file_is_refused_and_never_believed(small, tmp_path):
    content = bytearray((small / file_name(1)).read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / file_name(1)).write_bytes(content)
    with pytest.raises(AtlasError, match=r"0000001\.fca is damaged: its checksum does not fit"):
        Atlas(tmp_path).about(617)
    (tmp_path / INDEX_NAME).write_bytes((small / INDEX_NAME).read_bytes()[:-3])
    with pytest.raises(AtlasError, match=r"index\.fca is damaged"):
        Atlas(tmp_path).draw()


def test_an_index_that_does_not_fit_its_blocks_is_refused(tmp_path):
    (tmp_path / INDEX_NAME).write_bytes(pack(b'{"counts":{"10001":[[9],[9],[9],[9],[9]]}}'))
    with pytest.raises(AtlasError, match=r"index\.fca does not fit 0010001\.fca"):
        Atlas(tmp_path).draw()
    write_index(tmp_path)
    assert Atlas(tmp_path).draw() is None


def test_the_shipped_atlas_agrees_with_itself():
    columns = atlas()
    assert [len(column) for column in columns.values()] == [1_000_005] * len(columns)
    assert list(columns["number"][:6]) == [-4, -3, -2, -1, 0, 1]
    proved = columns["fewest_proved"]
    assert (columns["fewest"][proved] >= 0).all()
    won = columns["verdict"] == 1
    assert (columns["fewest"][won] <= 4).all()
    assert ((columns["moves"] > 0) <= won).all()
    impossible = columns["number"][columns["verdict"] == 2].tolist()
    assert impossible == [-2, -1, 11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


def test_all_that_is_asked_of_the_first_deals_is_known():
    first = {name: column[5:32_005] for name, column in atlas().items()}
    assert first["fewest_proved"].all()
    won = [int((first["fewest"] <= cells).sum()) for cells in range(5)]
    assert won == [69, 6_289, 25_381, 31_801, 31_999]  # as others have counted them
    assert first["number"][first["moves"] < 0].tolist() == [11982]
    assert first["shortest"][:1000].sum() >= 999


def test_the_fewest_cells_agree_with_the_known_ones(truth):
    lines = (truth / "min-cells.txt").read_text().splitlines()
    listed = {int(number): int(cells) for number, cells in map(str.split, lines)}
    assert len(listed) == 16_000
    known = {number: shipped().about(number) for number in listed}
    assert [n for n, found in known.items() if not found.fewest_proved] == []
    assert [n for n, found in known.items() if found.fewest != listed[n]] == []


def test_no_proved_length_is_above_that_of_others(truth):
    lines = (truth / "short-lengths.csv").read_text().splitlines()
    pairs = (line.split(",") for line in lines if line[:1].isdigit())
    listed = {int(number): int(moves) for number, moves in pairs}
    proved = {n: found.moves for n in listed if (found := shipped().about(n)).shortest}
    assert [n for n, moves in proved.items() if (moves or 0) > listed[n]] == []


def test_single_answers_and_arrays_say_the_same():
    columns = atlas()
    for number in random.Random(9).sample(range(-4, 1_000_001), 300):
        found, row = shipped().about(number), {n: c[number + 4] for n, c in columns.items()}
        assert row["number"] == number
        assert ("undecided", "solved", "impossible")[row["verdict"]] == found.verdict
        message = (found.moves, found.least, found.fewest, found.difficulty)
        assert tuple(-1 if each is None else each for each in message) == (
            row["moves"], row["least"], row["fewest"], row["difficulty"],
        )  # fmt: skip
        assert (found.shortest, found.fewest_proved) == (row["shortest"], row["fewest_proved"])
        assert found.level == (LEVELS[row["level"]] if row["level"] >= 0 else None)
        assert row["score"] == (-1 if found.level is None else measure(number).score)


def test_the_package_answers_for_itself():
    assert freecell.about("#11982").verdict == "impossible"
    assert freecell.about(617).level == "very hard"
    assert isinstance(freecell.atlas()["number"], np.ndarray)
    assert isinstance(freecell.about(617), freecell.About)
