"""Requests on their way in: whose they are, and whether that client may have one more."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.web.client_address import client_of
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
        elif not connection.begin(client_of(scope)):
            await _refuse(429, "too many requests of yours at once", scope, receive, send)
        else:
            try:
                if not await _answered(self.app, scope, receive, send):
                    connection.drop()
            finally:
                connection.end()


async def _answered(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> bool:
    """Answer; a server that stops meanwhile says so, or returns False where an answer was begun."""
    begun = False

    async def note(message: Message) -> None:
        nonlocal begun
        begun = True
        await send(message)

    try:
        await app(scope, receive, note)
    except asyncio.CancelledError:
        if begun:
            return False
        await _refuse(503, "this service is about to stop", scope, receive, send)
    return True


async def _refuse(status: int, error: str, scope: Scope, receive: Receive, send: Send) -> None:
    await refusal(error, status, retry_after=RETRY_SECONDS)(scope, receive, send)
