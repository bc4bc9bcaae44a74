"""What the service knows of deals: from the surveys that it was given, or else computed."""

import os
from threading import Event
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell.numbers import parse_number
from freecell.solver import Limit
from freecell.surveys.known import About, Known, compute_about, random_winnable
from freecell.surveys.plan import SurveyError
from freecell.web import search_answers
from freecell.web.deal_routes import cells_of
from freecell.web.responses import A_DAY, NEVER, as_json, refusal
from freecell.web.settings import Settings

_FOR_ALL = {"access-control-allow-origin": "*"}
_NODES = 200_000
"""For each deal that is drawn at random: most that can be won are won with far fewer positions."""


def open_known(settings: Settings) -> Known | None:
    """Open the surveys that the settings name."""
    folders = [folder for folder in settings.catalog.split(os.pathsep) if folder]
    return Known(folders) if folders else None


async def show_about(request: Request) -> Response:
    """Answer with what is known of a deal."""
    number = parse_number(request.path_params["number"])
    request.app.state.shares.take(request.scope)
    about = await run_in_threadpool(_surveyed, request.app.state.known, number)
    source = "catalog"
    if about is None:
        source, limit = "computed", search_answers.limit_of(request.app.state.settings)
        about = await request.app.state.searches.run(
            lambda cancel: compute_about(number, limit, cancel), request.receive
        )
    cache = NEVER if about.verdict == "undecided" else A_DAY
    return as_json({**about.to_json(), "source": source}, cache=cache, headers=_FOR_ALL)


async def show_random(request: Request) -> Response:
    """Answer with a random deal that can be won; another one each time."""
    cells = cells_of(request.query_params.get("cells", "4"))
    request.app.state.shares.take(request.scope)
    known, seconds = request.app.state.known, request.app.state.settings.seconds
    number, source = await run_in_threadpool(_drawn, known, cells), "catalog"
    if number is None:
        source = "computed"
        number = await request.app.state.searches.run(
            lambda cancel: _found(cells, _Patience(cancel, seconds)), request.receive
        )
    if number is None:
        return refusal(f"no deal was found that can be won with {cells} cells", 404, **_FOR_ALL)
    answer: dict[str, Any] = {"number": number, "cells": cells, "source": source}
    return as_json(answer, headers=_FOR_ALL)


def _surveyed(known: Known | None, number: int) -> About | None:
    """Ask the surveys; a damaged one knows nothing."""
    try:
        return known.about(number) if known else None
    except (SurveyError, OSError):
        return None


def _drawn(known: Known | None, cells: int) -> int | None:
    try:
        return known.random_winnable(cells) if known else None
    except (SurveyError, OSError):
        return None


class _Patience:
    """Set when the client has gone, or when the time for all the deals together is over."""

    def __init__(self, cancel: Event, seconds: float) -> None:
        self._cancel, self._end = cancel, monotonic() + seconds

    def is_set(self) -> bool:
        return self._cancel.is_set() or monotonic() > self._end


def _found(cells: int, cancel: _Patience) -> int | None:
    return random_winnable(cells=cells, limit=Limit(nodes=_NODES), cancel=cancel)


ROUTES = [
    Route("/api/deals/{number}/about", show_about),
    Route("/api/random", show_random),
]
