"""The service: thin routes over the library's own functions.

What the library refuses is answered with 400 and the library's own words, in one place.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from freecell.errors import FreecellError
from freecell.numbers import DealNumberError
from freecell.web import about_routes, deal_routes, page_routes, search_routes
from freecell.web.middleware import Protection
from freecell.web.rate_limit import Shares, TooManyError
from freecell.web.request_bodies import TooLargeError, TooSlowError
from freecell.web.responses import language_of, refusal
from freecell.web.search_pool import SHORT, STEPS, GoneError, Lane, Searches
from freecell.web.settings import Settings, settings_from_environment
from freecell.web.turns import BusyError
from freecell.words import in_language


def create_app(settings: Settings | None = None) -> ASGIApp:
    """Make the application; a worker process reads its settings from the environment."""
    settings = settings or settings_from_environment()
    app = Starlette(
        routes=[
            *deal_routes.ROUTES,
            *search_routes.ROUTES,
            *about_routes.ROUTES,
            *page_routes.ROUTES,  # the last: they take any address of one word
        ],
        exception_handlers={
            FreecellError: _refuse(400),
            DealNumberError: _refuse(404),
            TooLargeError: _refuse(413),
            TooSlowError: _refuse(408),
            TooManyError: _refuse_for_now(429),
            BusyError: _refuse_for_now(503),
            GoneError: _refuse(499),
            HTTPException: _refuse_http,
        },
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.shares = Shares(settings.per_minute, settings.counts)
    app.state.searches = Searches(settings)
    # For short work in plain Python: more than two threads of it would slow down every answer.
    two_threads = replace(settings, searches=2, client_searches=1, queue=100)
    app.state.reading = Lane(two_threads, STEPS[SHORT].niceness)
    app.state.surveys = about_routes.open_surveys(settings)
    return Protection(app, settings)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    yield
    app.state.searches.close()
    app.state.reading.close()
    app.state.shares.close()


# Refusals


def _refuse(status: int) -> Callable[[Request, Exception], Response]:
    def refuse(request: Request, error: Exception) -> Response:
        return refusal(in_language(error, language_of(request)), status)

    return refuse


def _refuse_for_now(status: int) -> Callable[[Request, Exception], Response]:
    def refuse(_: Request, error: Exception) -> Response:
        assert isinstance(error, TooManyError | BusyError)
        return refusal(error, status, retry_after=str(error.seconds))

    return refuse


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return refusal(f"nothing here: {request.url.path[:80]}", 404)
    return refusal(error.detail, error.status_code, **dict(error.headers or {}))
