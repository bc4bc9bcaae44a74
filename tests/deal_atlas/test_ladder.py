"""The one road to what is known of a deal: the same answer by the library, the command and the service.

The page is asked too, through its Worker without a browser.
"""

import json
import random
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import freecell
from freecell import _core
from freecell.deal_atlas import About, Atlas, about, endings, ladder, random_deal, shipped_atlas
from freecell.deal_atlas.ladder import is_complete
from freecell.difficulty import measure
from freecell.errors import FreecellError
from freecell.solver import FewestCells, Limit, Solved, fewest_cells, solve
from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.commands import run
from tests.web.page_modules import ask_page, needs_engine

INSIDE = [617, 1, 11982, 164, -1, 0, 32_000, 1_000_000]
BEYOND = [1_000_001, 2**31, 2**32, 2**33 - 1, *random.Random(617).sample(range(10**7, 2**33), 6)]
NOTHING = {"verdict": "undecided", "moves": None, "fewest": None, "fewestProved": False, "difficulty": None}  # fmt: skip


@pytest.fixture(scope="module")
def answers() -> dict[int, About]:
    """Return what the library says of all these deals."""
    return {number: about(number) for number in (*INSIDE, *BEYOND)}


def test_the_command_gives_the_same_answer(answers):
    _, output, _ = run("about", *map(str, answers), "--format", "json")
    found = [json.loads(line) for line in output.splitlines()]
    assert found == [each.to_json() for each in answers.values()]


def test_the_service_gives_the_same_answer(answers):
    with TestClient(
        create_app(Settings(per_minute=0, log=False, seconds=300, queue_seconds=300))
    ) as client:
        found = [client.get(f"/api/deals/{number}/about").json() for number in answers]
    assert found == [each.to_json() for each in answers.values()]


@needs_engine
def test_the_page_computes_the_same_answer(answers):
    """What the page does not find in the atlas it asks its engine for, a fact at a time."""
    numbers = [number for number in answers if number in BEYOND]
    found = ask_page("facts.mjs", [{"number": number, **NOTHING} for number in numbers])
    for number, facts in zip(numbers, found, strict=True):
        known = answers[number]
        assert facts == {
            "number": number,
            "verdict": known.verdict,
            "moves": known.moves,
            "fewest": known.fewest,
            "fewestProved": known.fewest_proved,
            "score": measure(number).score,
            "tried": ["moves", "difficulty", "fewest"],
        }


def test_inside_the_atlas_nothing_is_computed(answers):
    assert {answers[number].source for number in INSIDE} == {"atlas"}
    assert {answers[number].computed for number in INSIDE} == {()}
    assert {answers[number].source for number in BEYOND} == {"computed"}


def test_what_is_computed_is_so(answers):
    for number in BEYOND:
        found = answers[number]
        assert found.computed == ("moves", "fewest", "difficulty")
        assert is_complete(found)
        assert found.positions
        assert (found.difficulty, found.level) == measure(number)[1:]
        assert found.fewest is not None
        assert isinstance(solve(number, cells=found.fewest), Solved)
        if found.fewest_proved and found.fewest:
            fewer = solve(number, cells=found.fewest - 1, limit=Limit(nodes=400_000))
            assert not isinstance(fewer, Solved)


def test_an_impossible_deal_beyond_the_atlas(truth):
    listed = (truth / "impossible-4-cells.txt").read_text().split()
    number = next(int(each) for each in listed if int(each) > 1_000_000)
    found = about(number)
    assert (found.verdict, found.moves) == ("impossible", None)
    assert (found.fewest, found.fewest_proved) == (5, True)
    assert found.positions


def test_the_game_that_wins_itself_needs_no_move():
    assert (about(-3).verdict, about(-3).moves) == ("solved", 0)


def test_a_budget_of_none_computes_nothing():
    assert about(2**32, budget="none") == About(2**32, "undecided")


def test_a_thorough_budget_finds_no_longer_win():
    effort, positions, each = _core.budget_positions(thorough=True)
    assert (effort, positions, each) > _core.budget_positions(thorough=False)
    quick, thorough = about(2**32), about(2**32, budget="thorough")
    assert thorough.moves is not None
    assert quick.moves is not None
    assert thorough.moves <= quick.moves
    assert thorough.fewest == quick.fewest


def test_what_is_known_is_kept_and_the_rest_computed(monkeypatch):
    known = About(1, "solved", 29, shortest=True, difficulty=7, level="easy")
    monkeypatch.setattr(ladder, "charted", lambda _: known)
    found = about(1)
    assert found.computed == ("fewest",)
    assert found[:4] == (1, "solved", 29, True)
    assert (found.fewest, found.difficulty, found.level) == (3, 7, "easy")


def test_a_damaged_atlas_is_computed_instead(monkeypatch, tmp_path):
    (tmp_path / "0000001.fca").write_bytes(b"FCATLAS1 damaged")
    monkeypatch.setattr(shipped_atlas, "shipped", lambda: Atlas(tmp_path))
    found = about(617)
    assert (found.verdict, found.source) == ("solved", "computed")


def test_a_search_that_is_cancelled_leaves_facts_open():
    cancel = Event()
    cancel.set()
    found = about(2**32, cancel=cancel)
    assert (found.verdict, found.moves, found.fewest, found.computed) == ("undecided", None, None, ())  # fmt: skip


@given(st.integers(0, 2**33 - 1))
def test_the_fewest_cells_are_the_same_by_both_functions(number):
    limit = Limit(nodes=20_000)
    match fewest_cells(number, limit=limit):
        case FewestCells(cells, game):
            assert game.won
            assert len(game.start.cells) == cells
            assert isinstance(solve(number, cells=cells, limit=limit), Solved)
            if cells:
                assert not isinstance(solve(number, cells=cells - 1, limit=limit), Solved)
        case other:
            assert isinstance(other, freecell.Undecided)
            assert other.reason.startswith("with ")


def test_bad_options_are_refused_in_one_line():
    with pytest.raises(FreecellError, match=r"^no such budget: 'lots' \(expected one of none, quick, thorough\)$"):  # fmt: skip
        about(617, budget="lots")  # type: ignore[arg-type]  # what is tested
    with pytest.raises(FreecellError, match=r"^not a difficulty: 'awful' \(expected one of very easy, "):  # fmt: skip
        random_deal(level="awful")  # type: ignore[arg-type]  # what is tested
    with pytest.raises(FreecellError, match=r"^not a number of cells: 9 \(expected 0 to 8\)$"):
        random_deal(cells=9)


def test_the_package_has_both_functions():
    assert freecell.about(617) == about(617)
    number = freecell.random_deal(level="hard", cells=2, chance=random.Random(5))
    assert number is not None
    assert measure(number).level == "hard"
    assert isinstance(solve(number, cells=2), Solved)


def test_a_draw_from_a_damaged_atlas_goes_on_by_trying(monkeypatch, tmp_path):
    (tmp_path / "index.fca").write_bytes(b"FCATLAS1 damaged")
    monkeypatch.setattr(ladder, "shipped", lambda: Atlas(tmp_path))
    assert random_deal(budget="none", chance=random.Random(1)) in range(1, 1_000_001)


def test_a_verdict_is_enough_to_be_drawn(monkeypatch):
    monkeypatch.setattr(ladder, "charted", lambda number: About(number, "solved"))
    assert random_deal([range(5, 6)], budget="none") == 5


def test_of_an_ending_that_no_search_decides_the_reference_line_is_known(monkeypatch):
    name = "ending:51:617"
    monkeypatch.setattr(endings, "_BYTES", 1)
    known = endings.known_ending(name)
    found = endings.completed_ending(known, name, None, thorough=False)
    assert (found.verdict, found.moves, found.fewest) == (known.verdict, known.moves, None)
