"""Deals and their pictures: what is answered, what is refused, and what may be kept."""

import struct
import zlib
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from starlette.testclient import TestClient

from freecell.board import Move, deal
from freecell.dealing import deal_freecell
from freecell.drawing.picture import picture
from freecell.text.address import format_position, parse_moves, parse_position


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
