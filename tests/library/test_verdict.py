"""The three verdicts: values that compare, print and pickle, and have one shape of JSON."""

import json
import pickle
from multiprocessing import get_context

import pytest

import freecell
from freecell import Impossible, Limit, Record, Solved, Undecided, deal, solve, solve_many
from freecell.game import Game
from freecell.solver import replayed
from freecell.text.records import read_records
from freecell.verdict import VERDICTS, Result, VerdictJson, verdict_json

BEST = Game(deal(617), list(solve(617).game.moves[:3]))  # type: ignore[union-attr]  # it is won
EVERY_KIND: list[Result] = [
    solve(617),
    next(solve_many([617])),
    Impossible(61643),
    Undecided("the limit of 5 nodes was reached"),
    Undecided("the limit of 5 s was reached", 18, 24, BEST),
]
KINDS = ["solved", "solved-with-others", "impossible", "undecided", "undecided-interval"]


@pytest.mark.parametrize("result", EVERY_KIND, ids=KINDS)
def test_a_verdict_survives_being_pickled(result):
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result)
    assert again == result
    assert again.to_json() == result.to_json()


def test_verdicts_are_compared_by_what_they_say():
    one, same, other = solve(617), next(solve_many([617])), solve(618)
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != solve(617, cells=5)
    assert one != Impossible(3)
    assert Impossible(3) != Impossible(4)
    assert Undecided("a") != Undecided("a", least=3)


def test_the_same_moves_on_another_board_are_another_win():
    won = solve(617)
    assert isinstance(won, Solved)
    assert Solved((617, 4), won.raw_moves, won.nodes) == won
    assert Solved((617, 5), won.raw_moves, won.nodes) != won


def test_verdicts_print_what_they_say():
    assert repr(Impossible(5)) == "Impossible(positions=5)"
    assert repr(Impossible(5, 11982)) == "Impossible(positions=5, number=11982)"
    assert repr(Undecided("x")) == "Undecided(reason='x')"
    assert repr(Undecided("x", 2, 4)) == "Undecided(reason='x', least=2, most=4)"
    won = solve(617)
    assert isinstance(won, Solved)
    assert repr(won) == f"Solved(game={won.game!r}, nodes={won.nodes})"


@pytest.mark.parametrize("result", EVERY_KIND, ids=KINDS)
def test_every_verdict_has_the_one_shape(result):
    message = result.to_json()
    assert list(message) == list(VerdictJson.__annotations__)
    assert message["verdict"] in VERDICTS
    assert json.loads(json.dumps(message)) == message


def test_what_the_verdicts_say():
    won = solve(617)
    assert isinstance(won, Solved)
    moves = " ".join(map(str, won.game.moves))
    assert won.to_json() == verdict_json(
        "solved", moves=moves, count=won.game.player_count(), positions=won.nodes
    )
    assert Impossible(7).to_json() == verdict_json("impossible", positions=7)
    assert EVERY_KIND[-1].to_json() == {
        "verdict": "undecided",
        "moves": " ".join(map(str, BEST.moves)),
        "count": BEST.player_count(),
        "positions": None,
        "reason": "the limit of 5 s was reached",
        "least": 18,
        "most": 24,
    }


def test_a_pool_of_processes_can_solve():
    with get_context("spawn").Pool(2) as pool:
        found = pool.map(freecell.solve, [617, 11982])
    assert found == [solve(617), solve(11982)]


def test_what_is_no_win_is_not_called_one():
    with pytest.raises(AssertionError, match="the search called this a win"):
        replayed(Solved((617, 4), b"", 1))
    short = solve(11982, limit=Limit(nodes=10))
    assert replayed(short) is short


def test_a_record_survives_being_pickled():
    [record] = read_records(["Deal: 617", "Player: Ann", "8a 8b # a queen and a two"])
    assert pickle.loads(pickle.dumps(record)) == record
    plain = Record(Game(deal(617)))
    assert pickle.loads(pickle.dumps(plain)) == plain
    with pytest.raises(TypeError):
        plain.headers["Player"] = "Ann"  # type: ignore[index]  # what is refused
