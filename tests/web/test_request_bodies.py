"""What the service refuses: bodies, files, methods, and more than a client's share."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from freecell.web.app import create_app
from freecell.web.rate_limit import Shares, TooManyError
from freecell.web.settings import Settings


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
        b'{"number": 1, "goal": "shortest", "unit": 1}',
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
