"""The atlas as the page reads it, and as the service and static sites hand it out."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from freecell.deal_atlas import Atlas
from freecell.deal_atlas.block_file import INDEX_NAME, checksum_of, file_name
from freecell.difficulty import LEVELS, measure
from freecell.solver import Solved, solve
from freecell.web import assets
from freecell.web.app import create_app
from freecell.web.settings import Settings
from freecell.web.site import site_files
from tests.web.page_modules import ask_page
from tools.atlas.maker import Pass, WorkerSettings, make


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """Return the folder of an atlas of deals in three blocks."""
    folder: Path = tmp_path_factory.mktemp("atlas")
    numbers, one = "-4-300,20001-20200", WorkerSettings(processes=1)
    passes = [Pass("difficulty"), Pass("fewest", nodes=5_000), Pass("short", effort=1)]
    make(folder, numbers, folder / "work", passes, one)
    make(folder, "2-5", folder / "work", [Pass("shortest", nodes=150_000)], one)
    return folder


def asked(folder: Path, about: list[int], draws: list[tuple[list[str], int]]) -> dict[str, Any]:
    question = {"folder": str(folder), "about": about, "draws": draws, "seed": 617}
    answer: dict[str, Any] = ask_page("atlas.mjs", question)
    return answer


def test_the_page_reads_what_python_reads(small):
    numbers = [*range(-4, 305), 10_001, *range(20_001, 20_210), 1_000_000]
    for number, reported in zip(numbers, asked(small, numbers, [])["about"], strict=True):
        found = Atlas(small).about(number)
        if reported is None:
            assert found.verdict == "undecided"  # there is no such block
            continue
        assert reported.pop("score") == (measure(number).score if found.level else None)
        reported |= {"fewest_proved": reported.pop("fewestProved")}
        assert reported == {name: getattr(found, name) for name in reported}


def test_beyond_the_atlas_the_page_knows_nothing(small):
    assert asked(small, [1_000_001, -5, 2**33], [])["about"] == [None] * 3


def test_the_page_draws_deals_of_a_kind_without_loading_all(small):
    kinds: list[tuple[list[str], int]] = [([level], 4) for level in LEVELS for _ in range(20)]
    answer = asked(small, [], kinds)
    assert [measure(number).level for number in answer["draws"]] == [level for [level], _ in kinds]
    assert len({*answer["draws"]}) > 50
    assert {number > 20_000 for number in answer["draws"]} == {True, False}
    assert answer["loaded"][0] == INDEX_NAME
    few = asked(small, [], [([], 1)] * 5)
    assert all(isinstance(solve(number, cells=1), Solved) for number in few["draws"])
    assert len(few["loaded"]) <= 4
    known = [Atlas(small).about(number) for number in (*range(-4, 301), *range(20_001, 20_201))]
    won = [each.level for each in known if each.fewest is not None and each.fewest <= 4]
    assert answer["counts"] == [won.count(level) for level in LEVELS]


def test_where_there_are_no_files_the_page_knows_nothing(tmp_path):
    answer = asked(tmp_path, [617], [(["hard"], 4)])
    assert (answer["about"], answer["draws"], answer["counts"]) == ([None], [None], None)


@pytest.mark.parametrize("name", [INDEX_NAME, file_name(1)])
def test_the_page_refuses_a_damaged_file(name, small, tmp_path):
    chance = random.Random(3)
    for path in small.glob("*.fca"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    content = (small / name).read_bytes()
    for place in [0, 8, 11, *(chance.randrange(12, len(content)) for _ in range(5))]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << chance.randrange(8)
        (tmp_path / name).write_bytes(damaged)
        assert asked(tmp_path, [17], [])["error"].startswith("AtlasDamaged: ")


@pytest.fixture
def shipped_small(small, monkeypatch) -> Iterator[Path]:
    """Let the service hand out the small atlas."""
    monkeypatch.setattr(assets, "ATLAS", small)
    assets.atlas_files.cache_clear()
    yield small
    assets.atlas_files.cache_clear()


def test_the_service_hands_the_files_out(shipped_small):
    content = (shipped_small / file_name(1)).read_bytes()
    with TestClient(create_app(Settings(log=False))) as client:
        answer = client.get(f"/atlas/{file_name(1)}?v={checksum_of(content)}")
        assert (answer.content, answer.headers["content-type"]) == (content, "application/octet-stream")  # fmt: skip
        assert "immutable" in answer.headers["cache-control"]
        assert client.get("/atlas/index.fca").headers["cache-control"] == "no-cache"
        assert (
            client.get(f"/atlas/{file_name(1)}?v=00000000").headers["cache-control"] == "no-cache"
        )
        assert client.get("/atlas/0990001.fca").status_code == 404


def test_a_static_site_has_the_files(shipped_small):
    files = {name: content for name, content in site_files() if name.startswith("atlas/")}
    assert files == {
        f"atlas/{path.name}": path.read_bytes() for path in shipped_small.glob("*.fca")
    }
