"""Reads request bodies within limits, parses and validates them."""

import asyncio
import json
from typing import Any, NamedTuple, get_args

from starlette.datastructures import Headers
from starlette.types import Receive, Scope

from freecell.board import Board, deal
from freecell.cards import NotationError, shorten
from freecell.finder import KnownCards
from freecell.instances import check_start
from freecell.solver import Goal, Unit
from freecell.text.address import parse_position
from freecell.text.board_reader import parse_board
from freecell.web.settings import Settings

GOALS: tuple[Goal, ...] = get_args(Goal)
UNITS: tuple[Unit, ...] = get_args(Unit)
_PLACES = frozenset(map(str, range(52)))


class Question(NamedTuple):
    """What is looked for."""

    goal: Goal
    unit: Unit
    """What a shortest solution has fewest of."""


class TooLargeError(Exception):
    """The body of a request is larger than this service reads."""


class TooSlowError(Exception):
    """A client did not send the body of its request in time."""


async def read_body(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """Return the body of a request, unless it is too large or comes too slowly."""
    length = Headers(scope=scope).get("content-length", "")
    if length.isdigit() and int(length) > settings.body:
        raise TooLargeError(
            f"the body is too large: {length} bytes (expected up to {settings.body})"
        )
    try:
        async with asyncio.timeout(settings.body_seconds):
            return await _read(receive, settings.body)
    except TimeoutError:
        raise TooSlowError(f"the body did not arrive within {settings.body_seconds:g} s") from None


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise TooSlowError("the client went away")
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLargeError(f"the body is too large (expected up to {most} bytes)")
        if not message.get("more_body"):
            return bytes(body)


def taken_apart(body: bytes) -> dict[str, Any]:
    """Return the JSON object that a body holds."""
    try:
        content = json.loads(body.decode())
    except (ValueError, RecursionError) as error:
        raise NotationError(f"the body is no JSON: {error}") from None
    if not isinstance(content, dict):
        raise NotationError("the body is no JSON object")
    return content


def text_in(content: dict[str, Any], name: str) -> str:
    """Return a text of the body that must be there."""
    text = content.get(name)
    if not isinstance(text, str):
        raise NotationError(f"{name!r} is missing, or no text")
    return text


def question_in(content: dict[str, Any]) -> Question:
    """Return what is looked for: any solution, a short one, or a shortest one in some unit."""
    goal, unit = content.get("goal", "any"), content.get("unit", "moves")
    if goal not in GOALS:
        expected = ", ".join(GOALS)
        raise NotationError(f"no such goal: {shorten(str(goal))} (expected one of {expected})")
    if unit not in UNITS:
        expected = " or ".join(UNITS)
        raise NotationError(f"no such unit: {shorten(str(unit))} (expected {expected})")
    return Question(goal, unit)


def start_in(content: dict[str, Any]) -> int | str | None:
    """Return the deal number or the name of an ending in the body, where it has one."""
    number = content.get("number")
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise NotationError(f"not a deal number: {shorten(str(number))}")
    return check_start(number)


def cells_in(content: dict[str, Any]) -> int:
    """Return how many cells there are; four unless the body says otherwise."""
    cells = content.get("cells", 4)
    if isinstance(cells, bool) or not isinstance(cells, int) or not 0 <= cells <= 8:
        raise NotationError(f"not a number of cells: {shorten(str(cells))} (expected 0 to 8)")
    return cells


def sought_in(content: dict[str, Any]) -> Board | KnownCards | str:
    """Return what a number is looked for: a position, known cards by their places, or a text."""
    if "position" in content:
        return parse_position(text_in(content, "position"))
    if "known" not in content:
        return text_in(content, "board")
    known = content["known"]
    if not isinstance(known, dict) or not all(_is_known(*each) for each in known.items()):
        raise NotationError(
            f"not known cards: {shorten(str(known))} (expected places 0 to 51 and their cards)"
        )
    return {int(place): card for place, card in known.items()}


def _is_known(place: str, card: object) -> bool:
    return place in _PLACES and isinstance(card, str)


def board_in(content: dict[str, Any]) -> Board:
    """Return the board of the body: a position, a text in any form, or the number of a deal."""
    if "position" in content:
        return parse_position(text_in(content, "position"))
    if "board" in content:
        return parse_board(text_in(content, "board"), cells_in(content))
    start = start_in(content)
    if start is None:
        raise NotationError("neither 'position' nor 'board' nor 'number' is there")
    return deal(start, cells_in(content))
