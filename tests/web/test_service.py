"""The service: what it answers, what it refuses, and what may be kept."""

import hashlib
import io
import json
import re
import shutil
import struct
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

import freecell
from freecell import _core
from freecell.board import Board, Move, deal
from freecell.cli import main
from freecell.dealing import deal_freecell
from freecell.drawing.picture import picture
from freecell.game import Game
from freecell.numbers import LAST_DEAL
from freecell.solver import Limit, Solved, solve
from freecell.text.address import format_position, parse_moves, parse_position
from freecell.text.solution_writer import DIALECTS, write_moves
from freecell.verdict import verdict_json
from freecell.web import assets
from freecell.web.app import create_app
from freecell.web.client_address import client_of
from freecell.web.middleware import PAGE_POLICY, Protection
from freecell.web.rate_limit import Shares, TooManyError
from freecell.web.request_bodies import Question
from freecell.web.search_answers import MOST_FOUND, verdict
from freecell.web.settings import SettingError, Settings, settings_from_environment
from freecell.web.site import site_files
from freecell.words import LANGUAGES, words
from tests.web.page_modules import imported_at_once


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(per_minute=0, log=False))) as client:
        yield client


def post(client: TestClient, path: str, **content: object) -> Any:
    response = client.post(f"/api/{path}", json=content)
    assert response.status_code == 200, response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()


# Deals and pictures


@pytest.mark.parametrize("number", [617, -4, 0, 8_589_934_591])
def test_a_deal_is_answered_and_may_be_kept_for_ever(client: TestClient, number: int) -> None:
    response = client.get(f"/api/deals/{number}")
    assert response.json() == {"number": number, "rows": deal_freecell(number)}
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("number", ["x", "-5", "8589934592", "1" * 5000, "%00", "1%0d%0ax"])
def test_what_is_no_deal_is_not_found(client: TestClient, number: str) -> None:
    response = client.get(f"/api/deals/{number}")
    assert response.status_code == 404
    assert set(response.json()) == {"error"}


def test_a_picture_is_answered(client: TestClient) -> None:
    response = client.get("/api/deals/617/picture.svg?theme=dark&colours=4&cells=6")
    expected = picture(deal(617, 6), title="Game #617", theme="dark", four_colours=True)
    assert response.text == expected
    assert response.headers["content-type"] == "image/svg+xml"
    assert "immutable" in response.headers["cache-control"]
    assert "script-src" not in response.headers["content-security-policy"]


@pytest.mark.parametrize("query", ["theme=pink", "cells=9", "cells=-1", "lang=de", "colours=3"])
def test_a_wrong_look_is_refused(client: TestClient, query: str) -> None:
    response = client.get(f"/api/deals/617/picture.svg?{query}")
    assert response.status_code == 400
    assert "expected" in response.json()["error"]


def test_a_preview_shows_the_cards(client: TestClient) -> None:
    response = client.get("/api/deals/617/preview.png")
    assert response.headers["content-type"] == "image/png"
    assert "immutable" in response.headers["cache-control"]
    image = pixels(response.content)
    assert image.shape == (630, 1200)
    # The seven of diamonds lies where the first card is dealt: no black ink in its corner, and red.
    corner = image[50:100, 50:130]
    assert set(corner[(corner > 0) & (corner < 32)].tolist()) == set()
    assert (corner == 47).sum() > 100
    assert not np.array_equal(image, pixels(client.get("/api/deals/618/preview.png").content))


def pixels(png: bytes) -> Any:
    """Return the palette indexes of a PNG picture that is not filtered."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, width = 8, b"", 0
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size :][:4])[0] == zlib.crc32(kind + content)
        width = struct.unpack(">I", content[:4])[0] if kind == b"IHDR" else width
        data += content if kind == b"IDAT" else b""
        at += size + 12
    return np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(-1, width + 1)[:, 1:]


def test_a_position_is_drawn_and_moves_are_filmed(client: TestClient) -> None:
    board = format_position(deal(617))
    still = client.get("/api/picture.svg", params={"board": board})
    film = client.get("/api/picture.svg", params={"board": board, "moves": "83"})
    assert "@keyframes" not in still.text
    assert film.text.count("@keyframes f") == 1
    ElementTree.fromstring(film.text)


@pytest.mark.parametrize("params", [{"board": "x"}, {"board": "_" * 9}, {}, {"board": "~~_0_0"}])
def test_a_wrong_position_is_refused(client: TestClient, params: dict[str, str]) -> None:
    assert client.get("/api/picture.svg", params=params).status_code == 400


def test_an_illegal_move_is_refused_in_the_words_of_the_rules(client: TestClient) -> None:
    params = {"board": format_position(deal(617)), "moves": "17"}
    response = client.get("/api/picture.svg", params=params)
    assert response.status_code == 400
    assert response.json()["error"] == "illegal move 17: JD does not fit on JH"


def test_positions_survive_being_written_and_read() -> None:
    board = deal(11982, 3).play(Move(0, 8))
    assert parse_position(format_position(board)) == board
    assert parse_moves("2a 27v3 5h", 4) == [Move(1, 8), Move(1, 6, 3), Move(4, 16)]


def test_a_line_of_any_length_is_written(client: TestClient) -> None:
    to_and_fro = [Move(7, 1), *[Move(1, 8), Move(8, 1)] * 2_000]
    moves = " ".join(map(str, to_and_fro))
    position = format_position(deal(617))
    answer = post(client, "write", position=position, moves=moves, number=617)
    assert answer["sn"].split() == moves.split()


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


def test_a_shortest_solution_is_proved(client: TestClient) -> None:
    response = client.get("/api/deals/3/solution?goal=shortest")
    answer = response.json()
    assert Game(deal(3), parse_moves(answer["moves"], 4)).won
    assert (answer["verdict"], answer["count"], answer["least"], answer["most"]) == (
        "solved", 18, 18, 18,
    )  # fmt: skip
    cards = client.get("/api/deals/3/solution?goal=shortest&count=cards")
    assert cards.json()["least"] == cards.json()["most"] > 52 + 18
    assert cards.headers["etag"] != response.headers["etag"]
    assert client.get("/api/deals/3/solution").json()["least"] is None
    assert client.get("/api/deals/11982/solution?goal=shortest").json()["verdict"] == "impossible"
    refused = client.get("/api/deals/3/solution?goal=shortest&count=runs")
    assert (refused.status_code, refused.json()) == (
        400, {"error": "no such count: 'runs' (expected moves or cards)"},
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
    assert answer["least"] <= 31 <= answer["most"]
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


def test_what_is_refused_is_said_in_the_language_of_the_address(client: TestClient) -> None:
    asked = {"text": "8a 8b 17", "number": 617}
    assert client.post("/api/read?lang=es", json=asked).json()["error"] == (
        "jugada 3, 17: JD no encaja sobre JH"
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


# What is refused


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'"x"',
        b"{}",
        b'{"board": 5}',
        b'{"board": "x"}',
        b'{"number": true}',
        b'{"number": 1e400}',
        b'{"number": 99999999999}',
        b'{"number": 1, "cells": 9}',
        b'{"number": 1, "goal": "fun"}',
        b'{"number": 1, "goal": ["shortest"]}',
        b'{"number": 1, "goal": "shortest", "count": 1}',
        b"[" * 60_000,
    ],
)
def test_a_wrong_body_is_one_sentence(client: TestClient, body: bytes) -> None:
    response = client.post("/api/verdict", content=body)
    assert response.status_code in (400, 404), response.text
    assert "\n" not in response.json()["error"]


def test_a_large_body_is_refused(client: TestClient) -> None:
    response = client.post("/api/read", content=b" " * 100_000)
    assert response.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert client.post("/api/read", content=pieces()).status_code == 413


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/x/..%2f..%2fapp.py", "/static/x/app.py", "/x", "/a/b/c"]
)
def test_there_is_no_way_to_other_files(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_other_methods_are_refused(client: TestClient) -> None:
    assert client.delete("/api/deals/617").status_code == 405
    assert client.get("/api/verdict").status_code == 405


def test_a_client_has_its_share_and_no_more() -> None:
    with TestClient(create_app(Settings(per_minute=3, log=False))) as client:
        answers = [client.post("/api/verdict", json={"number": 1}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) in range(1, 22)
        assert client.get("/api/deals/1").status_code == 200  # what costs nothing stays open


def test_a_share_fills_up_again() -> None:
    now = 0.0
    shares = Shares(60, clock=lambda: now)
    for _ in range(60):
        shares.take({"client": ("1.2.3.4", 5)})
    with pytest.raises(TooManyError, match="come back in 2 s"):
        shares.take({"client": ("1.2.3.4", 6)})
    shares.take({"client": ("1.2.3.5", 6)})
    now = 1.0
    shares.take({"client": ("1.2.3.4", 6)})


# The page


def test_the_page_of_a_deal_has_its_title_and_preview(client: TestClient) -> None:
    response = client.get("/617")
    assert "<title>FreeCell #617</title>" in response.text
    assert 'content="http://testserver/api/deals/617/preview.png"' in response.text
    assert response.headers["cache-control"] == "no-cache"
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "set-cookie" not in response.headers
    assert "{{" not in response.text


def test_only_the_page_for_learners_may_have_frames(client: TestClient) -> None:
    for address in ("/learn", "/learn/"):
        response = client.get(address)
        assert "{{" not in response.text
        allowed = rules(response.headers["content-security-policy"])
        assert allowed.pop("frame-src") == {"'self'"}
        usual = rules(PAGE_POLICY)
        added = {
            name: allowed[name] - usual[name] for name in usual if allowed[name] != usual[name]
        }
        assert added == {"script-src": {assets.sandbox_hash()}, "worker-src": {"blob:"}}
        assert allowed.keys() == usual.keys()
    policy = client.get("/617").headers["content-security-policy"]
    assert policy == PAGE_POLICY


def rules(policy: str) -> dict[str, set[str]]:
    """Return what a policy allows, by name."""
    return {part.split()[0]: set(part.split()[1:]) for part in policy.split("; ")}


def test_the_closed_room_has_a_policy_of_its_own_in_the_header_and_in_the_file(
    client: TestClient,
) -> None:
    response = client.get(f"/{assets.folder()}learn/sandbox.html")
    policy = response.headers["content-security-policy"]
    assert policy.endswith("; sandbox allow-scripts; frame-ancestors 'self'")
    [script] = re.findall(r"<script>(.*)</script>", response.text, re.DOTALL)
    hashed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    inner = f"default-src 'none'; script-src 'sha256-{hashed}' blob:; worker-src blob:"
    assert policy.startswith(inner)
    assert f'http-equiv="Content-Security-Policy" content="{inner}"' in response.text


def test_what_only_learners_need_is_no_load_of_the_game(client: TestClient) -> None:
    for language in LANGUAGES:
        game = client.get(f"/{assets.folder()}words.{language}.json").json()
        learners = client.get(f"/{assets.folder()}learn/words.{language}.json").json()
        assert set(learners) == {"mistakes", "checks", "learn"}
        assert set(game) == set(words()) - set(learners)
        assert learners["mistakes"]["caret"] == {language: words()["mistakes"]["caret"][language]}


def test_a_host_cannot_write_into_the_page(client: TestClient) -> None:
    page = client.get("/617", headers={"host": 'x"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


def test_everything_the_page_asks_for_is_there(client: TestClient) -> None:
    page = client.get("/617").text
    for address in re.findall(r'(?:href|src)="([^"#:]+)"', page):
        assert client.get(f"/{address}").status_code in (200, 404 if address == "/" else 200)


@pytest.mark.parametrize("path", ["/", "/game/617", "/deal/617", "/?deal=617:4r", "/?g=x", "/-1"])
def test_links_of_other_sites_open_the_page(client: TestClient, path: str) -> None:
    assert "<!doctype html>" in client.get(path).text


def test_the_page_lives_under_a_path() -> None:
    with TestClient(create_app(Settings(log=False)), root_path="/cards") as below:
        page = below.get("/cards/617").text
    assert '<base href="/cards/">' in page


def test_files_are_kept_under_the_name_of_their_content(client: TestClient) -> None:
    response = client.get(f"/{assets.folder()}app.js")
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    old = client.get("/static/000000000000/app.js", headers={"accept-encoding": "identity"})
    assert old.headers["cache-control"] == "no-cache"
    assert old.text == response.text


def test_the_first_view_fits_in_eighty_kilobytes(client: TestClient) -> None:
    page = client.get("/617")
    needed = [*assets.FIRST_MODULES, "style.css", "words.ru.json", "icon.svg"]  # the longest words
    sizes = {name: len(assets.assets()[name].compressed) for name in needed}
    total = sum(sizes.values()) + len(assets.asset("index.html", page.content).compressed)
    assert total < 80_000, sizes


def test_every_part_of_the_style_is_in_the_one_file_that_is_sent() -> None:
    names = [path.name for path in (assets.STATIC / "style").glob("*.css")]
    assert len(names) > 5
    assert not [name for name in assets.assets() if name.startswith("style/")]


def test_the_page_preloads_every_module_that_it_needs_first() -> None:
    """So that no chain of requests is deeper than two: the page, then all at once."""
    needed, waiting = set(), ["app.js"]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += imported_at_once(name)
    assert needed == set(assets.FIRST_MODULES)


def test_small_things_are_answered(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/manifest.webmanifest").json()["name"] == "FreeCell"
    assert "static/" in client.get("/sw.js").text
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Disallow" in client.get("/robots.txt").text
    paths = client.get("/api").json()["paths"]
    assert "/api/deals/{number}" in paths


def test_every_request_is_one_line_of_log() -> None:
    log = io.StringIO()
    app = create_app(Settings())
    assert isinstance(app, Protection)
    app.log = log
    with TestClient(app) as client:
        client.get("/api/deals/617")
        client.get("/nothing/here")
    first, second = map(json.loads, log.getvalue().splitlines())
    assert (first["method"], first["path"], first["status"]) == ("GET", "/api/deals/617", 200)
    assert second["status"] == 404
    assert first["bytes"] > 100


# Settings and the commands


def test_settings_travel_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Settings(root_path="/x", seconds=2.5, queue=3, log=False)
    for name, value in wanted.environment().items():
        monkeypatch.setenv(name, value)
    assert settings_from_environment() == wanted


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SECONDS", "nan"),
        ("BODY_SECONDS", "inf"),
        ("WRITE_SECONDS", "-1"),
        ("QUEUE", "-3"),
        ("CLIENT_BYTES", "1e3"),
        ("CONNECTIONS", "many"),
        ("PER_MINUTE", "9" * 30),
    ],
)
def test_a_setting_that_nothing_can_be_done_with_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(f"FREECELL_{name}", text)
    with pytest.raises(SettingError, match=f"(?i){name}: .*{text[:9]}"):
        settings_from_environment()
    done = CliRunner().invoke(main, ["serve", "--seconds", "5"])
    if name != "SECONDS":  # which the option has set right
        assert (done.exit_code, done.output.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "-nan"],
        ["--seconds", "601"],
        ["--trust-proxy", "127.0.0.256"],
        ["--trust-proxy", "127.0.0.1,proxy"],
        ["--trust-proxy", "10.0.0.1/8"],
        ["--root-path", "freecell"],
        ["--root-path", "/free cell"],
    ],
)
def test_an_option_that_nothing_can_be_done_with_is_refused(arguments: list[str]) -> None:
    done = CliRunner().invoke(main, ["serve", *arguments])
    assert done.exit_code == 2
    assert arguments[1].split(",")[-1].split("/")[0] in done.output


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_one_owner(host: str, client: str) -> None:
    assert client_of({"client": (host, 5)}) == client
    assert client_of({"client": None}) == ""


def test_a_site_without_the_engine_is_refused_in_one_line(tmp_path: Path) -> None:
    package = tmp_path / "src" / "freecell"
    shutil.copytree(
        Path(freecell.__file__).parent, package, ignore=shutil.ignore_patterns("*.wasm")
    )
    shutil.copy(_core.__file__, package)
    code = (
        "import sys; sys.meta_path = [each for each in sys.meta_path if 'editable' not in "
        f"type(each).__module__]; sys.path.insert(0, {str(package.parent)!r}); "
        "from freecell.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "site", "-o", str(tmp_path / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("Error: engine.wasm and player.wasm are missing")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_site_is_written_as_files(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", "-o", str(tmp_path / "public")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "public" / "index.html").read_text()
    assert 'data-address="query"' in page
    assert 'data-service="no"' in page
    for name, content in site_files():
        assert (tmp_path / "public" / name).read_bytes() == content
