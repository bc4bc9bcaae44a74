"""The names of endings are taken wherever a number is: by every command, function and route.

Each that takes a number stands in a table here, with a call that gives it a name, or among those that
cannot take one, with the reason. A new one that stands nowhere fails.
"""

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
from starlette.testclient import TestClient

import freecell
from freecell.cli import NAMES, load_command
from freecell.text.address import format_position
from freecell.web import about_routes, deal_routes, page_routes, search_routes
from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.commands import run
from tests.games import won_game

NAME = "ending:8:507"
BOARD = freecell.deal(NAME)
GAME = won_game(NAME)
POSITION = format_position(BOARD)
LINE = f"{NAME}: {' '.join(GAME.write('snx').split())}"
SOME: list[int | str] = [1, NAME, 2]
COURSE = {each.name: each for each in freecell.course()}

# Commands

COMMANDS: dict[str, tuple[list[str], str]] = {
    "about": (["about", NAME], f"{NAME}: can be won"),
    "check": (["check", NAME, "{moves}"], "legal, and won"),
    "convert": (["convert", NAME, "{moves}", "--to", "pddl"], "(sendtohome"),
    "deal": (["deal", NAME], f"{NAME}\n{BOARD}"),
    "pddl": (["pddl", NAME], "(problem freecell-ending-8-507)"),
    "picture": (["picture", NAME], "<svg"),
    "play": (["play", "ending:99:507"], "not an ending: 'ending:99:507'"),  # without a server
    "review": (["review", NAME, "{moves}"], "can be won"),
    "solve": (["solve", NAME], f"{NAME}\n{BOARD}\n\nsolved"),
}
NUMBERS_ONLY = {
    "survey": "its files have a column of numbers",
}
TAKES_A_NUMBER = {"number", "numbers", "arguments"}


@pytest.fixture(scope="module")
def moves(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("endings") / "moves.txt"
    path.write_text(GAME.write("snx"))
    return str(path)


def takes_a_number(command: click.Command) -> bool:
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    return any(each.name in TAKES_A_NUMBER for each in arguments)


def test_every_command_with_a_number_is_in_a_table():
    found = {name for name in NAMES if takes_a_number(load_command(name))}
    assert found == set(COMMANDS) | set(NUMBERS_ONLY)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_takes_a_name(name, moves):
    words, expected = COMMANDS[name]
    done = run(*(moves if word == "{moves}" else word for word in words))
    assert expected in done.output + done.errors
    assert done.status == (1 if name == "play" else 0)


@pytest.mark.parametrize("name", NUMBERS_ONLY)
def test_a_command_of_numbers_refuses_a_name_in_one_line(name, tmp_path):
    done = run(name, NAME, "-o", str(tmp_path))
    assert done.status == 1
    assert f"not a deal number: '{NAME}'" in done.errors


def test_a_board_is_compared_with_an_ending(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(str(BOARD))
    assert run("check", NAME, str(file)).output == f"right: this is {NAME}\n"
    done = run("check", NAME, str(file), "--format", "json")
    assert json.loads(done.output) == {"number": NAME, "right": True}
    file.write_text(str(freecell.deal("ending:9:507")))
    done = run("check", NAME, str(file), "--lang", "it")
    assert (done.status, done.output) == (1, f"sbagliato: non è {NAME}, che è:\n{BOARD}\n")


def test_lines_of_many_solutions_may_be_of_endings(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text(f"Ending:8:#507: {' '.join(GAME.write('sn').split())}\n{NAME}: 1a 1b\n")
    done = run("check", str(file))
    assert done.output.splitlines()[0].startswith(f"{NAME}: won")
    assert "impossible" in done.output.splitlines()[1]


def test_a_file_with_a_name_is_a_board(tmp_path):
    file = tmp_path / "name.txt"
    file.write_text(NAME)
    assert run("solve", "--from-board", str(file)).status == 0
    assert "(cellspace n" in run("pddl", "--from-board", str(file)).output
    assert "no number deals these cards" in run("find", str(file)).errors


# Functions

FUNCTIONS: dict[str, Callable[[], object]] = {
    "about": lambda: freecell.about(NAME).number == NAME,
    "certify": lambda: freecell.certify(NAME).startswith("freecell shortest"),
    "check_lines": lambda: [each.won for each in freecell.check_lines([LINE])] == [True],
    "check_solver": lambda: freecell.check_solver(freecell.solve, [NAME]).right,
    "deal": lambda: freecell.deal(NAME) == BOARD,
    "fewest_cells": lambda: isinstance(freecell.fewest_cells(NAME), freecell.FewestCells),
    "hint": lambda: isinstance(freecell.hint(NAME), freecell.Hint),
    "parse_board": lambda: freecell.parse_board(NAME) == BOARD,
    "prove": lambda: isinstance(freecell.prove(NAME), freecell.Solved),
    "replay": lambda: freecell.replay(NAME, GAME.write("sn")).won,
    "solve": lambda: isinstance(freecell.solve(NAME), freecell.Solved),
    "solve_many": lambda: list(freecell.solve_many(SOME)) == [*map(freecell.solve, SOME)],
}


FUNCTIONS_OF_NUMBERS = {
    "deal_freecell": "the function of the well-known task",
    "dealFreeCell": "the same",
    "deals": "an array of whole decks in deal order",
    "shuffled": "a whole deck in deal order",
    "parse_number": "reads numbers",
    "parse_ranges": "reads numbers",
    "check_deal": "a board that a dealer made of a number",
    "check_deals": "likewise",
    "check_dealer": "the numbers that a dealer is called with",
    "check_function": "likewise",
    "random_deal": "draws a number",
    "find_partial": "the numbers that are searched",
    "survey": "its files have a column of numbers",
}
NUMBER_PARAMETERS = {"number", "numbers", "start", "what", "deals", "boards", "options", "lines"}
"""What parameters are called that take numbers; `text` is what somebody wrote, a board for instance."""
OTHER_MEANINGS = {"read_records", "check_certificate"}
"""Functions whose `lines` or `text` has no numbers for arguments."""


def functions_with_a_number() -> set[str]:
    found = set()
    for name in freecell.__all__:
        value = getattr(freecell, name)
        if inspect.isfunction(value) and name not in OTHER_MEANINGS:
            parameters = set(inspect.signature(value).parameters)
            if parameters & NUMBER_PARAMETERS or name in ("parse_number", "parse_ranges"):
                found.add(name)
    return found | {"parse_board"}


def test_every_function_with_a_number_is_in_a_table():
    assert functions_with_a_number() == set(FUNCTIONS) | set(FUNCTIONS_OF_NUMBERS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_function_takes_a_name(name):
    assert FUNCTIONS[name]()


def test_many_are_solved_in_threads_as_alone():
    alone = list(freecell.solve_many([*SOME, "ending:12:617"]))
    assert list(freecell.solve_many([*SOME, "ending:12:617"], threads=3)) == alone
    (short,) = freecell.solve_many([NAME], goal="shortest", unit="cards")
    assert isinstance(short, freecell.Solved)
    assert short.length("cards") == COURSE[NAME].cards


def test_what_is_known_of_an_ending():
    known = freecell.about("Ending:8:#507", budget="none")
    assert (known.verdict, known.moves, known.shortest) == ("solved", COURSE[NAME].moves, True)
    assert (known.fewest, known.computed, known.source) == (None, (), "atlas")
    complete, fewest = freecell.about(NAME), freecell.fewest_cells(NAME)
    assert isinstance(fewest, freecell.FewestCells)
    assert (complete.fewest, complete.fewest_proved) == (fewest.cells, True)
    assert (complete.difficulty, complete.source) == (None, "computed")
    # One that is not in the course: its line shows that it can be won, and a search finds a shorter win.
    line, found = (freecell.about("ending:20:1", budget=each) for each in ("none", "quick"))
    shortest = freecell.solve("ending:20:1", goal="shortest")
    assert isinstance(shortest, freecell.Solved)
    assert (line.shortest, found.computed) == (False, ("moves", "fewest"))
    assert shortest.length() <= (found.moves or 0) <= (line.moves or 0)


# The service

GET: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "/api/deals/{number}": (
        "",
        lambda reported: freecell.parse_board(json.dumps(reported)) == BOARD,
    ),
    "/api/deals/{number}/about": ("", lambda reported: reported["number"] == NAME),
    "/api/deals/{number}/fewest-cells": ("", lambda reported: reported["cells"] is not None),
    "/api/deals/{number}/picture.svg": ("?cells=5", lambda reported: NAME in reported),
    "/api/deals/{number}/preview.png": ("", lambda reported: reported.startswith(b"\x89PNG")),
    "/api/deals/{number}/solution": ("", lambda reported: reported["verdict"] == "solved"),
    "/game/{number}": ("", lambda reported: f"FreeCell {NAME}" in reported),
    "/deal/{number}": ("", lambda reported: f"FreeCell {NAME}" in reported),
    "/{number}": ("", lambda reported: f"{NAME}/preview.png" in reported),
    "/": (f"?deal={NAME}", lambda reported: f"FreeCell {NAME}" in reported),
}
POST: dict[str, tuple[dict[str, Any], Callable[[Any], bool]]] = {
    "/api/verdict": ({"number": NAME}, lambda reported: reported["verdict"] == "solved"),
    "/api/find": ({"board": NAME}, lambda reported: reported["numbers"] == []),
    "/api/replay": ({"number": NAME, "text": GAME.write("sn")}, lambda reported: reported["won"]),
    "/api/read": ({"text": NAME}, lambda reported: reported["position"] == POSITION),
    "/api/write": (
        {"number": NAME, "position": POSITION, "moves": ""},
        lambda reported: reported["snx"] == "",
    ),
}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(per_minute=0, log=False))) as client:
        yield client


def test_every_route_with_a_number_is_in_a_table():
    routes = [*about_routes.ROUTES, *deal_routes.ROUTES, *page_routes.ROUTES, *search_routes.ROUTES]
    assert {each.path for each in routes if "{number}" in each.path} == set(GET) - {"/"}
    assert {each.path for each in routes if "POST" in (each.methods or ())} == set(POST)


@pytest.mark.parametrize("path", GET)
def test_the_route_takes_a_name(path, client):
    query, expected = GET[path]
    answer = client.get(path.replace("{number}", NAME) + query)
    assert answer.status_code == 200
    kind = answer.headers["content-type"]
    reported = answer.json() if "json" in kind else answer.content if "png" in kind else answer.text
    assert expected(reported)


@pytest.mark.parametrize("path", POST)
def test_the_body_takes_a_name(path, client):
    body, expected = POST[path]
    answer = client.post(path, json=body)
    assert answer.status_code == 200
    assert expected(answer.json())


def test_a_name_that_there_is_not_is_not_found(client):
    for path in ("/api/deals/ending:99:507", "/ending:99:507", "/api/deals/ending:8:507x/about"):
        assert client.get(path).status_code == 404
