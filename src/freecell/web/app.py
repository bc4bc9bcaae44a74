"""The service: thin routes over the library's own functions.

What the library refuses is answered with 400 and the library's own words, in one place.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from freecell.numbers import DealNumberError
from freecell.web import asking, knowing, manners, showing
from freecell.web.answers import refusal
from freecell.web.searches import BusyError, GoneError, Searches
from freecell.web.settings import Settings, settings_from_environment


def create_app(settings: Settings | None = None) -> ASGIApp:
    """Make the application; a worker process reads its settings from the environment."""
    settings = settings or settings_from_environment()
    app = Starlette(
        routes=[
            Route("/api/deals/{number}", showing.show_deal),
            Route("/api/deals/{number}/picture.svg", showing.show_picture),
            Route("/api/deals/{number}/preview.png", showing.show_preview),
            Route("/api/deals/{number}/solution", asking.show_solution),
            Route("/api/deals/{number}/fewest-cells", asking.show_fewest_cells),
            Route("/api/deals/{number}/about", knowing.show_about),
            Route("/api/random", knowing.show_random),
            Route("/api/picture.svg", showing.show_position),
            Route("/api/verdict", asking.give_verdict, methods=["POST"]),
            Route("/api/find", asking.find_number, methods=["POST"]),
            Route("/api/replay", asking.replay_solution, methods=["POST"]),
            Route("/api/read", asking.read_text, methods=["POST"]),
            Route("/api/write", asking.write_text, methods=["POST"]),
            Route("/api", showing.show_description),
            Route("/healthz", showing.show_health),
            Route("/static/{folder}/{name}", showing.show_asset),
            Route("/sw.js", showing.show_service_worker),
            Route("/manifest.webmanifest", showing.show_manifest),
            Route("/favicon.ico", showing.show_icon),
            Route("/robots.txt", showing.show_robots),
            Route("/", showing.show_page),
            Route("/game/{number}", showing.show_page),
            Route("/deal/{number}", showing.show_page),
            Route("/{number}", showing.show_page),
        ],
        exception_handlers={
            ValueError: _refuse(400),
            DealNumberError: _refuse(404),
            manners.TooLargeError: _refuse(413),
            manners.TooSlowError: _refuse(408),
            manners.TooManyError: _refuse_for_now(429),
            BusyError: _refuse_for_now(503),
            GoneError: _refuse(499),
            HTTPException: _refuse_http,
        },
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.shares = manners.Shares(settings.per_minute)
    app.state.searches = Searches(settings)
    app.state.known = knowing.open_known(settings)
    return manners.Manners(app, settings)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    yield
    app.state.searches.close()


# Refusals


def _refuse(status: int) -> Callable[[Request, Exception], Response]:
    return lambda _, error: refusal(error, status)


def _refuse_for_now(status: int) -> Callable[[Request, Exception], Response]:
    def refuse(_: Request, error: Exception) -> Response:
        assert isinstance(error, manners.TooManyError | BusyError)
        return refusal(error, status, retry_after=str(error.seconds))

    return refuse


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return refusal(f"nothing here: {request.url.path[:80]}", 404)
    return refusal(error.detail, error.status_code, **dict(error.headers or {}))
