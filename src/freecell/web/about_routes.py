"""What the service knows of deals: from the surveys that it was given, the atlas, or computed."""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from threading import Event
from time import monotonic
from typing import TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell.deal_atlas.ladder import about, check_level, is_complete, random_deal
from freecell.deal_atlas.surveyed import SurveySet
from freecell.difficulty import Level
from freecell.instances import check_start
from freecell.solver import Limit
from freecell.web.deal_routes import cells_of
from freecell.web.responses import A_DAY, NEVER, as_json, refusal
from freecell.web.search_pool import LONG, SHORT
from freecell.web.settings import Settings

Answer = TypeVar("Answer")

_FOR_ALL = {"access-control-allow-origin": "*"}
_STEPS = (SHORT, LONG)
_SHORT_SECONDS = 0.2
"""How long the first step may take; its budget counts positions over several searches."""


def open_surveys(settings: Settings) -> SurveySet | None:
    """Open the surveys that the settings name."""
    folders = [folder for folder in settings.catalog.split(os.pathsep) if folder]
    return SurveySet(folders, _log) if folders else None


def _log(sentence: str) -> None:
    """Log once that a part of a survey is left out."""
    sys.stderr.write(json.dumps({"catalog": sentence}) + "\n")


async def show_about(request: Request) -> Response:
    """Answer with what is known of a deal."""
    number = check_start(request.path_params["number"])
    request.app.state.shares.take(request.scope)
    ask = partial(about, number, surveys=request.app.state.surveys)
    found = await run_in_threadpool(ask, budget="none")
    in_time = True
    if not is_complete(found):
        found, in_time = await request.app.state.searches.run(
            partial(_within, ask), request, _is_in_time, _STEPS
        )
    cache = A_DAY if in_time and is_complete(found) else NEVER
    return as_json(found.to_json(), cache=cache, headers=_FOR_ALL)


async def show_random(request: Request) -> Response:
    """Answer with a random deal that can be won; another one each time."""
    cells = cells_of(request.query_params.get("cells", "4"))
    level = check_level(cast("Level | None", request.query_params.get("difficulty")))
    request.app.state.shares.take(request.scope)
    surveys = request.app.state.surveys
    draw = partial(random_deal, cells=cells, level=level, surveys=surveys)
    number = await run_in_threadpool(draw, budget="none")
    if number is None:
        number, _ = await request.app.state.searches.run(
            partial(_within, draw), request, _is_in_time, _STEPS
        )
    if number is None:
        return refusal(f"no deal was found that can be won with {cells} cells", 404, **_FOR_ALL)
    source = about(number, surveys=surveys, budget="none").source
    return as_json({"number": number, "cells": cells, "source": source}, headers=_FOR_ALL)


class _Deadline:
    """Set when the client has gone, or when the time for the whole answer is over."""

    def __init__(self, cancel: Event, seconds: float) -> None:
        self._cancel, self._end = cancel, monotonic() + seconds

    def is_set(self) -> bool:
        return self._cancel.is_set() or monotonic() > self._end


def _within(work: Callable[..., Answer], limit: Limit, cancel: Event) -> tuple[Answer, bool]:
    """Return the answer, and whether it was found before the deadline of this step."""
    deadline = _Deadline(cancel, _SHORT_SECONDS if limit.nodes else limit.seconds or 0.0)
    answer = work(cancel=deadline)
    return answer, not deadline.is_set()


def _is_in_time(found: tuple[object, bool]) -> bool:
    return found[1]


ROUTES = [
    Route("/api/deals/{number}/about", show_about),
    Route("/api/random", show_random),
]
