"""Requests on their way in: whose they are, and whether that client may have one more."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from freecell.web.request_target import in_origin_form
from freecell.web.responses import refusal

RETRY_SECONDS = "5"


class Admission:
    """The layer around the application that counts what each client has under way."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, and count it as its client's until it is answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope = in_origin_form(scope)
        connection = scope.get("state", {}).get("connection")  # there is none in some tests
        if connection is None:
            await self.app(scope, receive, send)
        elif not connection.begin(scope):
            await _refuse(429, "too many requests of yours at once", scope, receive, send)
        else:
            try:
                await self.app(scope, receive, send)
            except asyncio.CancelledError:  # the server stops, and has waited long enough
                if connection.answers():
                    connection.drop()
                else:
                    await _refuse(503, "this service is about to stop", scope, receive, send)
            finally:
                connection.end()


async def _refuse(status: int, error: str, scope: Scope, receive: Receive, send: Send) -> None:
    await refusal(error, status, retry_after=RETRY_SECONDS)(scope, receive, send)
