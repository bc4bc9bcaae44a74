"""The OpenAPI description and the service: whatever is asked, the answer is what it describes."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from freecell.board import Move, deal
from freecell.text.address import format_position
from freecell.web.app import create_app
from freecell.web.openapi import description
from freecell.web.settings import Settings

schemathesis = pytest.importorskip("schemathesis", reason="it is among the test packages")
import jsonschema_rs  # noqa: E402 - it comes with schemathesis
from hypothesis import HealthCheck, settings  # noqa: E402 - after importorskip
from schemathesis.checks import not_a_server_error  # noqa: E402 - after importorskip
from schemathesis.specs.openapi.checks import (  # noqa: E402 - after importorskip
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

schema = schemathesis.openapi.from_asgi(
    "/api", create_app(Settings(per_minute=0, seconds=0.2, megabytes=64, log=False))
)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_meets_an_accident(case: Any) -> None:
    as_described = [response_schema_conformance, content_type_conformance, status_code_conformance]
    case.call_and_validate(checks=[not_a_server_error, *as_described])


# Random requests are mostly refused; these are answered.


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/api/deals/617", "/api/deals/{number}"),
        ("/api/deals/617/solution", "/api/deals/{number}/solution"),
        ("/api/deals/11982/solution", "/api/deals/{number}/solution"),
        ("/api/deals/3/solution?goal=shortest&unit=cards", "/api/deals/{number}/solution"),
        ("/api/deals/3/solution?goal=shortest", "/api/deals/{number}/solution"),
        ("/api/deals/617/about", "/api/deals/{number}/about"),
        ("/api/deals/11982/about", "/api/deals/{number}/about"),
        ("/api/deals/1/fewest-cells", "/api/deals/{number}/fewest-cells"),
        ("/api/random", "/api/random"),
        ("/healthz", "/healthz"),
    ],
)
def test_an_answer_is_what_is_described(address, path, client):
    answer = client.get(address)
    assert answer.status_code == 200
    check(answer.json(), path, "get")


def test_an_undecided_answer_is_what_is_described():
    with TestClient(create_app(Settings(per_minute=0, seconds=0.0, log=False))) as client:
        for name in ("solution", "about", "fewest-cells"):
            answer = client.get(f"/api/deals/1155215/{name}")  # not in the atlas, and without a win
            if name != "about":  # which tries fewer cells first, and may be done at once
                assert "undecided" in answer.text or answer.json()["cells"] is None
            check(answer.json(), f"/api/deals/{{number}}/{name}", "get")


BOARD = deal(617).play(Move(7, 2))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/verdict", {"board": str(BOARD)}),
        ("/api/verdict", {"number": 11982}),
        ("/api/find", {"board": str(deal(617))}),
        ("/api/find", {"board": "7D AD 5C 3S 5S 8C 2D AH"}),
        ("/api/replay", {"text": "617: 83"}),
        ("/api/replay", {"text": "88", "number": 617}),
        ("/api/read", {"text": str(BOARD)}),
        ("/api/read", {"text": "83 8a", "number": 617}),
        ("/api/write", {"position": format_position(BOARD), "moves": "8a"}),
    ],
)
def test_an_answer_to_what_is_sent_is_what_is_described(path, body, client):
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    check(answer.json(), path, "post")


def test_a_verdict_that_lacks_something_is_not_what_is_described(client):
    answer = client.get("/api/deals/617/solution").json()
    less = {name: value for name, value in answer.items() if name != "count"}
    for damaged in ({**answer, "result": "solved"}, {**answer, "verdict": "maybe"}, less):
        with pytest.raises(jsonschema_rs.ValidationError):
            check(damaged, "/api/deals/{number}/solution", "get")


def check(answer: object, path: str, method: str) -> None:
    """Compare an answer with what the description says of its route."""
    answers = description()["paths"][path][method]["responses"]
    jsonschema_rs.validate(answers["200"]["content"]["application/json"]["schema"], answer)
