"""Requests made from the OpenAPI description: whatever is asked, no answer is an accident."""

from typing import Any

import pytest

from freecell.web.app import create_app
from freecell.web.settings import Settings

schemathesis = pytest.importorskip("schemathesis", reason="it is among the test packages")
from hypothesis import HealthCheck, settings  # noqa: E402 - after importorskip
from schemathesis.checks import not_a_server_error  # noqa: E402 - after importorskip

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_asgi(
    "/api", create_app(Settings(per_minute=0, seconds=0.2, megabytes=64, log=False))
)


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_meets_an_accident(case: Any) -> None:
    case.call_and_validate(checks=[not_a_server_error])
