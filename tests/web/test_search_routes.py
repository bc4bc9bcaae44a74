"""Searches and their verdicts, and boards and lines that people bring."""

import json
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from freecell.board import Board, Move, deal
from freecell.dealing import deal_freecell
from freecell.game import Game
from freecell.numbers import LAST_DEAL
from freecell.solver import Limit, Solved, solve
from freecell.text.address import format_position, parse_moves
from freecell.text.solution_writer import DIALECTS, write_moves
from freecell.verdict import verdict_json
from freecell.web.app import create_app
from freecell.web.request_bodies import Question
from freecell.web.search_answers import MOST_FOUND, verdict
from freecell.web.settings import Settings
from tests.web.conftest import post

# Solving


def test_a_solution_wins_and_may_be_kept_until_the_search_changes(client: TestClient) -> None:
    response = client.get("/api/deals/617/solution")
    answer = response.json()
    game = Game(deal(617), parse_moves(answer["moves"], 4))
    assert game.won
    assert answer["count"] == game.player_count()
    assert response.headers["cache-control"] == "public, max-age=86400"
    again = client.get(
        "/api/deals/617/solution", headers={"if-none-match": response.headers["etag"]}
    )
    assert again.status_code == 304
    other = client.get("/api/deals/617/solution?goal=short&cells=5")
    assert other.headers["etag"] != response.headers["etag"]


def test_a_client_may_name_several_solutions_that_it_has(client: TestClient) -> None:
    tag = client.get("/api/deals/617/solution").headers["etag"]
    for named in (f"W/{tag}", f'"x", {tag}', f'W/"a,b",W/{tag} , "y"', "*"):
        again = client.get("/api/deals/617/solution", headers={"if-none-match": named})
        assert (again.status_code, again.headers["etag"]) == (304, tag), named
        assert again.headers["x-content-type-options"] == "nosniff"
    several = [("if-none-match", '"x"'), ("if-none-match", tag)]
    assert client.get("/api/deals/617/solution", headers=several).status_code == 304
    for named in ('"x"', tag.strip('"'), f'"{tag[1:-2]}"', ""):
        again = client.get("/api/deals/617/solution", headers={"if-none-match": named})
        assert again.status_code == 200, named


def test_an_impossible_deal_says_how_many_positions_there_are(client: TestClient) -> None:
    answer = client.get("/api/deals/11982/solution").json()
    assert answer["verdict"] == "impossible"
    assert answer["positions"] > 1000


@pytest.mark.parametrize("number", [1, 50, 59])
def test_a_short_solution_is_as_short_as_that_of_the_library(
    client: TestClient, number: int
) -> None:
    """A first step with fewer positions would find longer ones."""
    answer = client.get(f"/api/deals/{number}/solution?goal=short").json()
    result = solve(number, goal="short")
    assert isinstance(result, Solved)
    assert answer["moves"] == " ".join(map(str, result.game.moves))


def test_a_shortest_solution_is_proved(client: TestClient) -> None:
    response = client.get("/api/deals/3/solution?goal=shortest")
    answer = response.json()
    assert Game(deal(3), parse_moves(answer["moves"], 4)).won
    assert (answer["verdict"], answer["count"], answer["least"], answer["most"]) == (
        "solved", 18, 18, 18,
    )  # fmt: skip
    cards = client.get("/api/deals/3/solution?goal=shortest&unit=cards")
    assert cards.json()["least"] == cards.json()["most"] > 52 + 18
    assert cards.headers["etag"] != response.headers["etag"]
    assert client.get("/api/deals/3/solution").json()["least"] is None
    assert client.get("/api/deals/11982/solution?goal=shortest").json()["verdict"] == "impossible"
    refused = client.get("/api/deals/3/solution?goal=shortest&unit=runs")
    assert (refused.status_code, refused.json()) == (
        400, {"error": "no such unit: 'runs' (expected moves or cards)"},
    )  # fmt: skip


def test_a_shortest_solution_of_any_position(client: TestClient) -> None:
    game = Game(deal(3), parse_moves(client.get("/api/deals/3/solution?goal=shortest").json()["moves"], 4))  # fmt: skip
    half = list(game.boards())[len(game) // 2]
    body = {"position": format_position(half), "goal": "shortest"}
    answer = client.post("/api/verdict", json=body).json()
    assert answer["most"] == answer["least"] == answer["count"] < 18
    won = list(game.boards())[-1]
    body = {"position": format_position(won), "goal": "shortest"}
    assert client.post("/api/verdict", json=body).json()["most"] == 0


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"seconds": 4}, "the limit of 4 seconds"),
        ({"seconds": 100, "megabytes": 24}, "the limit of 25,165,824 bytes"),
    ],
)
def test_a_limit_leaves_an_interval_and_the_best_line(limits: dict[str, Any], reason: str) -> None:
    with TestClient(create_app(Settings(log=False, **limits))) as client:
        response = client.get("/api/deals/27/solution?goal=shortest")
    answer = response.json()
    assert (answer["verdict"], answer["reason"]) == ("undecided", f"{reason} was reached")
    assert answer["least"] <= 31
    if "megabytes" in limits or answer["most"] is not None:  # a busy machine finds none in time
        assert answer["most"] >= 31
        assert answer["least"] < answer["most"] == answer["count"]
        assert Game(deal(27), parse_moves(answer["moves"], 4)).won
    assert response.headers["cache-control"] == "no-store"


def test_an_undecided_answer_is_not_kept() -> None:
    with TestClient(create_app(Settings(seconds=0.0, log=False))) as client:
        response = client.get("/api/deals/11982/solution")
    assert response.json()["verdict"] == "undecided"
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers


def test_a_verdict_on_a_position_and_on_a_number(client: TestClient) -> None:
    board = deal(617).play(Move(7, 2))
    answer = post(client, "verdict", board=str(board))
    assert Game(board, parse_moves(answer["moves"], 4)).won
    assert post(client, "verdict", number=11982)["verdict"] == "impossible"
    assert post(client, "verdict", number=617, cells=0)["verdict"] == "impossible"


def test_a_won_board_needs_no_move() -> None:
    won = Board([[]] * 8, homes=(13, 13, 13, 13))
    answer = verdict(won, Question("any", "moves"), Limit(), Event())
    assert answer == verdict_json("solved", moves="", count=0, positions=0)


def test_the_fewest_cells_are_answered(client: TestClient) -> None:
    response = client.get("/api/deals/1/fewest-cells")
    assert response.json()["cells"] in range(5)


# Reading what people bring


def test_a_board_is_found_by_all_or_some_of_its_cards(client: TestClient) -> None:
    everywhere = {"complete": True, "last": LAST_DEAL}
    assert post(client, "find", board=str(deal(617))) == {"numbers": [617], **everywhere}
    first_row = " ".join(deal_freecell(LAST_DEAL)[0])
    assert post(client, "find", board=first_row) == {"numbers": [LAST_DEAL], **everywhere}


def test_a_number_is_found_by_an_exact_position_and_by_places(client: TestClient) -> None:
    everywhere = {"complete": True, "last": LAST_DEAL}
    found = post(client, "find", position=format_position(deal(617)))
    assert found == {"numbers": [617], **everywhere}
    played = deal(617).play(Move(7, 8))
    assert post(client, "find", position=format_position(played)) == {"numbers": [], **everywhere}
    known = dict(enumerate(deal_freecell(LAST_DEAL)[0]))
    assert post(client, "find", known=known) == {"numbers": [LAST_DEAL], **everywhere}


@pytest.mark.parametrize("known", [7, [], {"0": 7}, {"52": "7D"}, {"x": "7D"}, {"-1": "7D"}])
def test_known_cards_that_are_none_are_refused(client: TestClient, known: object) -> None:
    response = client.post("/api/find", json={"known": known})
    assert response.status_code == 400
    assert response.json()["error"].startswith("not known cards: ")


def test_a_refusal_is_in_the_language_of_the_address(client: TestClient) -> None:
    asked = {"text": "8a 8b 17", "number": 617}
    assert client.post("/api/read?lang=es", json=asked).json()["error"] == (
        "movimiento 3, 17: JD no encaja sobre JH"
    )
    asked = {"text": "hello"}
    no_deal = "текст не говорит, о каком он раскладе (ожидается номер)"
    answer = client.post("/api/replay?lang=ru", json={"text": "8a"})
    assert (answer.status_code, answer.json()["error"]) == (400, no_deal)
    assert client.post("/api/read?lang=xx", json=asked).json()["error"].startswith("no moves in")


def test_a_search_that_did_not_look_everywhere_says_so(client: TestClient) -> None:
    few = post(client, "find", board="-- -- -- -- -- -- -- AH\n-- AS\nKC 2C 3C 4C 5C")
    assert (few["numbers"], few["complete"]) == ([], False)
    assert 0 < few["last"] < LAST_DEAL  # how far depends on the time that a request may take
    many = post(client, "find", board="7D AD")
    assert (len(many["numbers"]), many["complete"]) == (MOST_FOUND, False)
    assert many["last"] > many["numbers"][-1]


@pytest.fixture(scope="module")
def solution() -> Game:
    result = solve(617)
    assert isinstance(result, Solved)
    return result.game


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_solution_is_read_in_each_dialect(
    client: TestClient, solution: Game, dialect: Any
) -> None:
    text = write_moves(solution.start, solution.moves, dialect)
    answer = post(client, "read", text=text, number=617)
    assert answer["won"], answer
    assert answer["number"] == 617
    assert answer["error"] is None
    assert Game(deal(617), parse_moves(answer["moves"], 4)).won
    assert post(client, "replay", text=text, number=617) == answer


def test_a_pasted_board_gets_its_number(client: TestClient) -> None:
    answer = post(client, "read", text=json.dumps(deal_freecell(11982)))
    assert answer == {"number": 11982, "position": format_position(deal(11982)), "moves": ""}


def test_the_first_impossible_move_is_named(client: TestClient) -> None:
    answer = post(client, "read", text="8a 8b 17", number=617)
    assert answer["error"] == "move 3, 17: JD does not fit on JH"


def test_a_board_with_a_wrong_card_names_it(client: TestClient) -> None:
    text = str(deal(617)).replace("4H", "XX")
    response = client.post("/api/read", json={"text": text})
    assert response.status_code == 400
    assert "XX" in response.json()["error"]


def test_a_line_is_written_in_every_dialect(client: TestClient, solution: Game) -> None:
    moves = " ".join(map(str, solution.moves))
    answer = post(client, "write", position=format_position(deal(617)), moves=moves)
    assert set(answer) == set(DIALECTS)
    assert answer["snx"] == write_moves(solution.start, solution.moves, "snx")


def test_a_line_of_any_length_is_written(client: TestClient) -> None:
    to_and_fro = [Move(7, 1), *[Move(1, 8), Move(8, 1)] * 2_000]
    moves = " ".join(map(str, to_and_fro))
    position = format_position(deal(617))
    answer = post(client, "write", position=position, moves=moves, number=617)
    assert answer["sn"].split() == moves.split()
