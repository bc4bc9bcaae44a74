"""What is known of deals: by surveys where there are some, on the command line and in the service."""

import json
import pickle
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from freecell.deal_atlas import About, Atlas, about, ladder, random_deal, shipped, shipped_atlas
from freecell.deal_atlas.ladder import _draws as draws
from freecell.deal_atlas.surveyed import SurveySet
from freecell.difficulty import measure
from freecell.solver import Impossible, Solved, solve
from freecell.surveys import Options, catalog, survey
from freecell.surveys.catalogs import warn
from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.commands import run, run_process


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Path:
    """Return the folder of a survey with four cells."""
    folder: Path = tmp_path_factory.mktemp("known") / "results"
    survey(folder, Options("1-300,11982", part_size=100), processes=1)
    return folder


@pytest.fixture(scope="module")
def cells(tmp_path_factory) -> Path:
    """Return the folder of a survey of the fewest cells; of deal -1 that is five."""
    folder: Path = tmp_path_factory.mktemp("known") / "cells"
    survey(folder, Options("-2,1-20,11982", "fewest"), processes=1)
    return folder


def can_be_won(number: int | None, cells: int = 4) -> bool:
    return number is not None and isinstance(solve(number, cells=cells), Solved)


# The surveys


def reported(known: SurveySet, number: int | str) -> About:
    """Return what the surveys say of a deal that they have."""
    about = known.about(number)
    assert about is not None
    return about


def test_surveys_are_asked_together(results, cells):
    known = SurveySet([results, cells])
    four, fewest = catalog(results).probe(7), catalog(cells).probe(7)
    assert four is not None
    assert four.moves is not None
    assert fewest is not None
    found, charted = reported(known, "#7"), shipped().about(7)
    assert (found.number, found.verdict, found.positions) == (7, "solved", four.positions)
    assert found.moves == min(four.moves, charted.moves or four.moves)
    assert (found.fewest, found.fewest_proved) == (fewest.fewest, True)
    assert reported(known, 25).verdict == "solved"
    assert (
        reported(known, 25).fewest == shipped().about(25).fewest
    )  # the other survey ends before it
    assert known.about(301) is None
    impossible = reported(known, 11982)
    assert (impossible.verdict, impossible.moves, impossible.positions) == ("impossible", None, 61643)  # fmt: skip
    assert (impossible.fewest, impossible.fewest_proved) == (5, True)


def test_what_the_fewest_cells_say_of_four(cells):
    known = SurveySet([cells])
    assert (reported(known, 7).verdict, reported(known, 7).positions) == ("solved", None)
    assert reported(known, 11982).verdict == "impossible"


def test_an_undecided_deal_is_called_undecided(tmp_path):
    number = 1_000_001  # beyond the atlas
    survey(tmp_path / "a", Options(str(number), nodes=3), processes=1)
    survey(tmp_path / "b", Options(str(number), "fewest", nodes=3), processes=1)
    known = SurveySet([tmp_path / "a", tmp_path / "b"])
    assert known.about(number) == About(number, "undecided", source="catalog")
    assert known.random_winnable() is None


def test_what_a_deal_was_won_with_is_known_before_it_is_proved(tmp_path):
    survey(tmp_path / "cells", Options("1000001-1000040", "fewest", nodes=3_000), processes=1)
    found = [reported(SurveySet([tmp_path / "cells"]), n) for n in range(1_000_001, 1_000_041)]
    at_most = [each for each in found if not each.fewest_proved]
    assert len(at_most) > 5
    assert all(each.verdict == "solved" and each.fewest is not None for each in at_most)
    assert can_be_won(int(at_most[0].number), cells=at_most[0].fewest or 0)


def test_the_interval_of_the_shortest_win_is_known(tmp_path):
    survey(tmp_path / "par", Options("2", "shortest"), processes=1)
    survey(tmp_path / "open", Options("1000001", "shortest", nodes=60_000), processes=1)
    survey(tmp_path / "cards", Options("3", "shortest", unit="cards"), processes=1)
    known = SurveySet([tmp_path / "par", tmp_path / "open", tmp_path / "cards"])
    assert (reported(known, 2).moves, reported(known, 2).least, reported(known, 2).shortest) == (
        21,
        21,
        True,
    )
    open_one, entry = reported(known, 1_000_001), catalog(tmp_path / "open").probe(1_000_001)
    assert entry is not None
    assert (entry.verdict, open_one.verdict, open_one.shortest) == ("undecided", "solved", False)
    assert (open_one.least, open_one.moves) == (entry.least, entry.most)
    message = run("about", "1000001", "--catalog", str(tmp_path / "open")).output
    assert f"  moves          {entry.most}, the shortest found here; none has fewer than {entry.least}\n" in message  # fmt: skip
    in_json = open_one.to_json()
    assert (in_json["least"], in_json["most"]) == (entry.least, entry.most)
    charted = shipped().about(3)
    assert reported(known, 3).least == charted.least  # single cards say nothing of moves


def test_random_deals_of_surveys_can_be_won_with_so_many_cells(results, cells):
    chance = random.Random(617)
    both = SurveySet([results, cells])
    drawn = Counter(both.random_winnable(4, chance) for _ in range(50))
    assert len(drawn) > 30
    assert all(can_be_won(number) for number in drawn)
    few = {both.random_winnable(2, chance) for _ in range(20)}
    assert all(can_be_won(number, cells=2) for number in few)
    assert SurveySet([results]).random_winnable(3) is None  # no survey tried three
    assert SurveySet([results]).random_winnable(5) in range(1, 301)


@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), deepcopy])
def test_a_catalog_goes_to_other_processes(again, results, cells):
    reported = catalog(results)
    entry = reported.probe(7)
    copy = again(reported)
    assert copy.probe(7) == entry
    assert (len(copy), copy.plan, copy.left_out) == (len(reported), reported.plan, {})
    assert copy.table().equals(reported.table())
    known = SurveySet([results, cells])
    assert again(known).about(11982) == known.about(11982)


def test_a_catalog_that_left_something_out_remembers_it(results, tmp_path):
    folder = tmp_path / "x"
    shutil.copytree(results, folder)
    min(folder.glob("part-*")).write_bytes(b"")
    heard: list[str] = []
    reported = catalog(folder)
    reported._on_warning = heard.append
    assert reported.probe(7) is None
    reported._on_warning = warn
    copy = pickle.loads(pickle.dumps(reported))
    assert (copy.left_out, copy.probe(7), len(heard)) == (reported.left_out, None, 1)


# Computed


def test_a_random_deal_is_drawn_until_one_can_be_won(results):
    only = [range(11982, 11984)]
    assert {random_deal(only) for _ in range(4)} == {11983}
    assert random_deal([range(11982, 11983)]) is None
    assert random_deal([range(11982, 11983)], surveys=SurveySet([results])) is None
    known = SurveySet([results])
    assert random_deal([range(5, 6)], surveys=known) == 5
    assert random_deal([range(5, 6)], surveys=known, cells=5) == 5
    assert random_deal([range(10**9, 10**9 + 1)], cells=4) == 10**9


def test_a_random_deal_of_a_word_has_that_word():
    among = [range(10**9, 10**9 + 300)]
    number = random_deal(among, level="very hard", cells=4)
    assert number in among[0]
    assert number is not None
    assert measure(number).level == "very hard"
    few = random_deal(among, level="hard", cells=2)
    assert few is not None
    assert measure(few).level == "hard"
    assert can_be_won(few, cells=2)


def test_a_draw_that_is_cancelled_ends():
    class Set:
        def is_set(self) -> bool:
            return True

    assert isinstance(solve(11982), Impossible)
    assert random_deal([range(11982, 11983)], cancel=Set()) is None


def test_numbers_are_drawn_from_all_ranges():
    chance = random.Random(1)
    few = [list(draws([range(1, 2), range(10, 13)], chance)) for _ in range(20)]
    assert {tuple(sorted(each)) for each in few} == {(1, 10, 11, 12)}
    assert len({each[0] for each in few}) == 4
    many = Counter(
        number > 10**6 for number in draws([range(1000), range(10**7, 10**7 + 3000)], chance)
    )
    assert many.total() == 1000
    assert 690 < many[True] < 810


# The commands


def test_the_command_about(results, cells):
    found = SurveySet([results, cells]).about(7)
    assert found is not None
    folders = ["--catalog", str(results), "--catalog", str(cells)]
    status, output, _ = run("about", "7", *folders)
    measured = measure(7)
    assert status == 0
    assert output.startswith(
        "Game #7: can be won\n"
        f"  fewest cells   {found.fewest}\n"
        f"  moves          {found.moves}, proved to be the shortest\n"  # as the atlas says
        f"  difficulty     {measured.level}: harder than {measured.rank} % of the deals\n"
        f"  positions      {found.positions:,} searched\n"
    )
    status, output, _ = run("about", "7", "11982", "--format", "json", *folders)
    assert status == 3
    assert [json.loads(line)["fewest"] for line in output.splitlines()] == [found.fewest, 5]


def test_beyond_the_atlas_the_command_says_that_it_was_computed():
    number = 4_294_967_296
    assert run("about", str(number)).output.endswith(
        "  computed now   the moves, the fewest cells, the difficulty\n"
    )
    [line] = run("about", str(number), "--format", "json").output.splitlines()
    assert json.loads(line) == about(number).to_json()
    assert json.loads(line)["computed"] == ["moves", "fewest", "difficulty"]


def test_the_catalog_may_stand_in_the_environment(results, cells):
    variable = f"{results}:{cells}"
    _, output, _ = run_process("about", "7", "--format", "json", FREECELL_CATALOG=variable)
    assert json.loads(output) == about(7, surveys=SurveySet([results, cells])).to_json()


def test_a_random_winnable_deal_on_the_command_line(results):
    status, output, _ = run("deal", "--random", "--winnable", "--catalog", str(results))
    assert status == 0
    assert 1 <= int(output.split("\n")[0].removeprefix("Game #")) <= 300
    status, output, _ = run("deal", "11982-11983", "--random", "--winnable")
    assert output.startswith("Game #11983\n")
    assert run("deal", "--random", "--winnable", "--format", "lines").output.count(" ") == 52
    assert run("deal", "11982", "--random", "--winnable") == (
        1, "", "Error: none of the deals that were drawn can be won\n",
    )  # fmt: skip
    assert run("deal", "617", "--winnable").status == 2


@pytest.mark.parametrize(
    "command", [["about", "1"], ["deal", "--random", "--winnable"], ["play"], ["serve"]]
)
def test_a_folder_without_a_survey_is_one_line(command, tmp_path):
    expected = f"Error: {tmp_path}: no survey here (expected a file survey.json)\n"
    assert run(*command, "--catalog", str(tmp_path)) == (1, "", expected)


# The service


@pytest.fixture(scope="module")
def client(results, cells) -> Iterator[TestClient]:
    settings = Settings(per_minute=0, log=False, seconds=300.0, catalog=f"{results}:{cells}")
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="module")
def plain() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(per_minute=0, log=False, seconds=300.0))) as client:
        yield client


def test_the_service_says_what_is_known(client, plain, results, cells):
    answer = client.get("/api/deals/7/about")
    expected = SurveySet([results, cells]).about(7)
    assert expected is not None
    assert answer.json() == expected.to_json()
    assert expected.source == "catalog"
    assert answer.headers["cache-control"] == "public, max-age=86400"
    beyond = client.get("/api/deals/4294967296/about").json()
    assert (beyond["source"], len(beyond["computed"])) == ("computed", 3)
    charted = plain.get("/api/deals/7/about").json()
    assert charted["source"] == ("computed" if charted["computed"] else "atlas")
    assert plain.get("/api/deals/11982/about").json()["verdict"] == "impossible"
    assert plain.get("/api/deals/x/about").status_code == 404


def test_an_undecided_deal_is_not_kept():
    with TestClient(create_app(Settings(seconds=0.001, log=False))) as client:
        answer = client.get("/api/deals/472883268/about")  # which takes half a second
    assert answer.json()["verdict"] == "undecided"
    assert answer.headers["cache-control"] == "no-store"


def test_the_service_draws_deals_that_can_be_won(client, plain):
    drawn = [client.get("/api/random") for _ in range(20)]
    assert len({each.json()["number"] for each in drawn}) > 10
    assert {each.json()["source"] for each in drawn} == {"catalog"}
    assert {each.headers["cache-control"] for each in drawn} == {"no-store"}
    answer = plain.get("/api/random?cells=3").json()
    assert answer["cells"] == 3
    assert answer["source"] in ("atlas", "computed")
    assert isinstance(solve(answer["number"], cells=3), Solved)
    assert plain.get("/api/random?cells=9").status_code == 400
    hard = plain.get("/api/random?cells=3&difficulty=hard").json()["number"]
    assert measure(hard).level == "hard"
    assert plain.get("/api/random?difficulty=awful").status_code == 400


def test_where_none_is_found_the_service_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(ladder, "shipped", lambda: Atlas(tmp_path))
    monkeypatch.setattr(shipped_atlas, "shipped", lambda: Atlas(tmp_path))
    with TestClient(create_app(Settings(seconds=0.001, log=False))) as client:
        answer = client.get("/api/random?cells=0&difficulty=very hard")  # six of the million are
    assert answer.status_code == 404
    assert answer.json() == {"error": "no deal was found that can be won with 0 cells"}


def test_a_damaged_survey_does_not_stop_the_service(results, tmp_path):
    for path in results.iterdir():
        short = path.suffix == ".parquet"
        (tmp_path / path.name).write_bytes(path.read_bytes()[: 300 if short else None])
    with TestClient(create_app(Settings(log=False, catalog=str(tmp_path)))) as client:
        assert client.get("/api/deals/7/about").json()["source"] != "catalog"
        assert client.get("/api/random").json()["source"] != "catalog"


def test_the_page_knows_whether_there_is_a_catalog(client, plain):
    assert 'data-catalog="yes"' in client.get("/617").text
    assert 'data-catalog="no"' in plain.get("/617").text
