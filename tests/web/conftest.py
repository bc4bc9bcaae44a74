"""What several tests of the service share."""

from collections.abc import Iterator

import pytest

from tests.web.running_service import serving


@pytest.fixture(scope="module")
def service() -> Iterator[int]:
    """Return the port of a running service."""
    with serving("--no-log") as (port, _):
        yield port
