"""What several tests of the service share."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.web.running_service import serving


@pytest.fixture(scope="module")
def service() -> Iterator[int]:
    """Return the port of a running service."""
    with serving("--no-log") as (port, _):
        yield port


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Ask the service in this process, as often as one likes."""
    with TestClient(
        create_app(Settings(per_minute=0, log=False, seconds=300.0, queue_seconds=300.0))
    ) as client:
        yield client


def post(client: TestClient, path: str, **content: object) -> Any:
    """Ask something of which the answer is not to be kept."""
    response = client.post(f"/api/{path}", json=content)
    assert response.status_code == 200, response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()
