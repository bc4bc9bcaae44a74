"""The requests of the soak: each is answered as the library says, where nothing disturbs the service."""

import random

import pytest
from starlette.testclient import TestClient

from benchmarks.soak_requests import KINDS
from freecell.web.app import create_app
from freecell.web.settings import Settings


@pytest.mark.parametrize("kind", [make for _, make in KINDS], ids=lambda make: make.__name__)
def test_the_service_answers_what_the_soak_expects(kind):
    chance = random.Random(1)
    with TestClient(create_app(Settings(per_minute=0, log=False, seconds=0.5))) as client:
        for _ in range(3):
            asked = kind(chance)
            method = "GET" if asked.body is None else "POST"
            answer = client.request(method, asked.path, json=asked.body)
            assert asked.judge(answer.status_code, answer.content) is None
