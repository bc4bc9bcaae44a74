"""The page's Worker looks for shortest solutions: proved, within limits, and telling how far it is."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from freecell.board import Board, Move, deal
from freecell.game import Game
from freecell.solver import Solved, solve
from freecell.web.assets import STATIC
from tests.needed import needs

SCRIPT = Path(__file__).parents[2] / "js" / "shortest.mjs"
WASM = sorted(STATIC.glob("**/*.wasm"))

pytestmark = needs(
    (STATIC / "engine" / "engine.wasm").exists(), "engine.wasm is not compiled: `make wasm`"
)


def question(board: Board, seconds: float) -> dict[str, Any]:
    columns, cells = [list(each) for each in board.columns], list(board.cells)
    asked = {"columns": columns, "cells": cells, "homes": list(board.homes), "seconds": seconds}
    return {"id": 7, "job": "shortest", **asked}


def reported(board: Board, seconds: float = 100) -> tuple[list[dict[str, int]], dict[str, Any]]:
    """Return the intervals that the Worker reported, and its answer."""
    text = json.dumps([question(board, seconds)])
    done = subprocess.run(["node", SCRIPT], input=text, capture_output=True, text=True, check=True)
    *news, last = map(json.loads, done.stdout.splitlines())
    assert {each["id"] for each in (*news, last)} == {7}
    return [each["progress"] for each in news], last["answer"]


def game_of(board: Board, answer: dict[str, Any]) -> Game:
    return Game(board, [Move(**move) for move in answer["moves"]])


def test_the_worker_proves_what_the_library_proves():
    for board in (deal(2), deal(3, 5), deal(3).play(Move(0, 8))):
        result = solve(board, goal="shortest")
        assert isinstance(result, Solved)
        intervals, answer = reported(board)
        game = game_of(board, answer)
        assert (answer["verdict"], game.won, game.player_count()) == (
            "solved", True, result.player_count(),
        )  # fmt: skip
        assert all(each["least"] <= game.player_count() <= each["most"] for each in intervals)
        assert intervals == sorted(intervals, key=lambda each: (each["least"], -each["most"]))


def test_the_worker_says_what_it_knows_when_time_is_up():
    intervals, answer = reported(deal(27), seconds=4)
    assert answer["verdict"] == "undecided"
    assert answer["least"] <= 31 <= answer["most"]
    assert {"least": answer["least"], "most": answer["most"]} == intervals[-1]
    game = game_of(deal(27), answer)
    assert (game.won, game.player_count()) == (True, answer["most"])
    assert reported(deal(27), seconds=0)[1].keys() == {"verdict", "reason", "least"}


MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.long
def test_the_worker_stays_within_the_memory_of_a_phone():
    text = json.dumps([question(deal(70), 600)])  # its proof takes more than 1 GB
    command = [sys.executable, "-c", MEASURE, "node", str(SCRIPT)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    *_, last, kilobytes = done.stdout.splitlines()
    answer = json.loads(last)["answer"]
    assert answer["verdict"] == "undecided"
    assert answer["least"] <= 31 <= answer["most"] < answer["least"] + 6
    assert game_of(deal(70), answer).won
    assert int(kilobytes) < 450_000  # the limit of 256 MB, and node


def test_the_worker_knows_what_is_impossible():
    assert reported(deal(11982)) == ([], {"verdict": "impossible", "positions": 61643})


def test_all_that_is_compiled_for_the_page_is_small():
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in WASM}
    assert sizes.keys() == {"engine.wasm", "player.wasm", "dealer.wasm", "picture.wasm"}
    assert sizes.pop("picture.wasm") < 80_000  # loaded by who brings a picture
    assert sum(sizes.values()) < 150_000
