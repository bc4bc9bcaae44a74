"""What the service knows of deals: from the surveys that it was given, the atlas, or computed."""

import json
import os
import sys
from functools import partial
from threading import Event
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell.atlas_file import AtlasError
from freecell.cards import shorten
from freecell.deal_atlas import About, completed, is_lacking, shipped
from freecell.difficulty import WORDS, Word
from freecell.errors import OptionError
from freecell.numbers import parse_number
from freecell.solver import Limit
from freecell.surveys.known import Known, random_winnable
from freecell.web.deal_routes import cells_of
from freecell.web.responses import A_DAY, NEVER, as_json, refusal
from freecell.web.search_pool import LONG, SHORT
from freecell.web.settings import Settings

_FOR_ALL = {"access-control-allow-origin": "*"}
_NODES = 200_000
"""For each deal that is drawn at random: most that can be won are won with far fewer positions."""
_STEPS = (SHORT, LONG)
_SHORT_SECONDS = 0.2
"""For all the deals that are drawn in a short search."""


def open_known(settings: Settings) -> Known | None:
    """Open the surveys that the settings name."""
    folders = [folder for folder in settings.catalog.split(os.pathsep) if folder]
    return Known(folders, _log) if folders else None


def _log(said: str) -> None:
    """Tell once, in the log, that a part of a survey is left out."""
    sys.stderr.write(json.dumps({"catalog": said}) + "\n")


async def show_about(request: Request) -> Response:
    """Answer with what is known of a deal."""
    number = parse_number(request.path_params["number"])
    request.app.state.shares.take(request.scope)
    surveyed = await run_in_threadpool(_surveyed, request.app.state.known, number)
    about = surveyed if surveyed else await run_in_threadpool(_charted, number)
    source = "atlas" if surveyed is None else "catalog"
    if is_lacking(about):
        about = await request.app.state.searches.run(
            partial(completed, about), request, lambda found: not is_lacking(found), _STEPS
        )
        source = "computed" if surveyed is None else source
    cache = NEVER if about.verdict == "undecided" else A_DAY
    return as_json({**about.to_json(), "source": source}, cache=cache, headers=_FOR_ALL)


async def show_random(request: Request) -> Response:
    """Answer with a random deal that can be won; another one each time."""
    cells = cells_of(request.query_params.get("cells", "4"))
    word = _word_of(request.query_params.get("difficulty"))
    request.app.state.shares.take(request.scope)
    number, source = await run_in_threadpool(_drawn, request.app.state.known, cells, word)
    if number is None:
        source = "computed"
        number = await request.app.state.searches.run(
            partial(_found, cells, word), request, lambda found: found is not None, _STEPS
        )
    if number is None:
        return refusal(f"no deal was found that can be won with {cells} cells", 404, **_FOR_ALL)
    answer: dict[str, Any] = {"number": number, "cells": cells, "source": source}
    return as_json(answer, headers=_FOR_ALL)


def _word_of(text: str | None) -> Word | None:
    for word in WORDS:
        if text == word:
            return word
    if text is not None:
        expected = ", ".join(WORDS)
        raise OptionError(f"not a difficulty: {shorten(text)} (expected one of {expected})")
    return None


def _surveyed(known: Known | None, number: int) -> About | None:
    return known.about(number) if known else None


def _charted(number: int) -> About:
    """Ask the atlas; a damaged one knows nothing."""
    try:
        return shipped().about(number)
    except AtlasError:
        return About(number, "undecided")


def _drawn(known: Known | None, cells: int, word: Word | None) -> tuple[int | None, str]:
    """Draw from the surveys, which know no words, or else from the atlas."""
    if known and word is None and (number := known.random_winnable(cells)) is not None:
        return number, "catalog"
    try:
        return shipped().draw([word] if word else [], cells), "atlas"
    except AtlasError:
        return None, "atlas"


class _Deadline:
    """Set when the client has gone, or when the time for all the deals together is over."""

    def __init__(self, cancel: Event, seconds: float) -> None:
        self._cancel, self._end = cancel, monotonic() + seconds

    def is_set(self) -> bool:
        return self._cancel.is_set() or monotonic() > self._end


def _found(cells: int, word: Word | None, limit: Limit, cancel: Event) -> int | None:
    """Draw deals until one fits. A limit of positions is one of time here: it is for each deal."""
    seconds = _SHORT_SECONDS if limit.nodes else limit.seconds or 0.0
    deadline = _Deadline(cancel, seconds)
    return random_winnable(cells=cells, word=word, limit=Limit(nodes=_NODES), cancel=deadline)


ROUTES = [
    Route("/api/deals/{number}/about", show_about),
    Route("/api/random", show_random),
]
