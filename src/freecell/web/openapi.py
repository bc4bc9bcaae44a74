"""The OpenAPI description of the service, answered at `/api`."""

from functools import cache
from typing import Any, get_args

from freecell import __version__
from freecell.difficulty import LEVELS
from freecell.drawing.card_art import THEMES
from freecell.numbers import FIRST_DEAL, LAST_DEAL
from freecell.solver import Goal, Unit
from freecell.verdict import VERDICTS
from freecell.words import LANGUAGES

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_CARD: Schema = {"type": "string", "pattern": "^[A2-9TJQK][CDHS]$"}
_DEAL_NUMBER: Schema = {"type": "integer", "minimum": FIRST_DEAL, "maximum": LAST_DEAL}
_ENDING: Schema = {"type": "string", "pattern": "^ending:[0-9]{1,2}:[0-9]{1,10}$"}
_START: Schema = {"anyOf": [_DEAL_NUMBER, _ENDING]}
_CELL_COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 8, "default": 4}
_GOAL: Schema = {"enum": list(get_args(Goal)), "default": "any"}
_UNIT: Schema = {"enum": list(get_args(Unit)), "default": "moves"}
_UNIT_MEANING = (
    "What a shortest one has fewest of: moves as players count them, where a run moved at once is "
    "one and moves home are free, or single cards, those home too."
)


def _object(required: Schema, **optional: Schema) -> Schema:
    properties = {**required, **optional}
    return {"type": "object", "properties": properties, "required": list(required)}


def _closed(content: Schema) -> Schema:
    """Return the schema of an answer so that it has nothing that is not described."""
    schema = content.get("schema", {})
    return {"schema": {**schema, "additionalProperties": False}} if "properties" in schema else {}


_PLACE: Schema = {"type": "string", "pattern": "^(?:[A2-9TJQK][CDHS]|--)$"}
_DEAL = _object(
    {"number": _START, "rows": {"type": "array", "items": {"type": "array", "items": _PLACE}}},
    cells={"type": "array", "items": {"type": ["string", "null"]}, "description": "Of an ending,"},
    home={"type": "object", "description": "and how many cards of each suit are home."},
)
_MAYBE: Schema = {"type": ["integer", "null"], "minimum": 0}
_MAYBE_TEXT: Schema = {"type": ["string", "null"]}
_SAID_OF_A_VERDICT: Schema = {
    "verdict": {"enum": list(VERDICTS)},
    "moves": {**_MAYBE_TEXT, "description": "Of a win, or the best line found: 2a 27v3 5h."},
    "count": {**_MAYBE, "description": "The player's count of moves: those home are free."},
    "positions": {**_MAYBE, "description": "How many were searched."},
    "reason": {**_MAYBE_TEXT, "description": "Why it is undecided."},
    "least": {**_MAYBE, "description": "The shortest win has no fewer moves, where that is known,"},
    "most": {**_MAYBE, "description": "and no more; the same number where it is proved."},
}
_VERDICT = _object(_SAID_OF_A_VERDICT)
_SOLUTION = _object({"number": _START, **_SAID_OF_A_VERDICT})
_READ = _object(
    {"number": {"type": ["integer", "null"]}, "position": _TEXT, "moves": _TEXT},
    dialect=_TEXT,
    autoplay=_TEXT,
    count=_COUNT,
    won={"type": "boolean"},
    error={"type": ["string", "null"], "description": "The first impossible move, and why."},
)
_FEWEST = _object(
    {"number": _START, "cells": {"type": ["integer", "null"]}}, moves=_TEXT, reason=_TEXT
)
_SOURCE: Schema = {
    "enum": ["catalog", "atlas", "computed"],
    "description": "From a survey of the service, from the atlas, or at least in part just now.",
}
_ABOUT = _object(
    {
        "number": _START,
        **_SAID_OF_A_VERDICT,
        "difficulty": {
            **_MAYBE,
            "maximum": 100,
            "description": "Difficulty percentile, 0 (easiest) to 99.",
        },
        "level": {"enum": [*LEVELS, None], "description": "The difficulty in words."},
        "shortest": {"type": "boolean", "description": "Whether no fewer moves are enough."},
        "fewest": {**_MAYBE, "description": "The fewest cells that it was won with."},
        "fewest_proved": {"type": "boolean", "description": "Whether no fewer are enough."},
        "computed": {
            "type": "array",
            "items": {"enum": ["moves", "fewest", "difficulty"]},
            "description": "What was not known and has been computed.",
        },
        "source": _SOURCE,
    }
)
_RANDOM = _object({"number": _DEAL_NUMBER, "cells": _CELL_COUNT, "source": _SOURCE})
_FOUND = _object(
    {
        "numbers": {"type": "array", "items": _DEAL_NUMBER},
        "complete": {"type": "boolean", "description": "whether these are all there are"},
        "last": {**_DEAL_NUMBER, "description": "the last number that was tried"},
    }
)
_SOUGHT = _object(
    {},
    position={**_TEXT, "description": "A board as the addresses of the page write it; or ..."},
    known={
        "type": "object",
        "propertyNames": {"pattern": "^[0-9]{1,2}$"},
        "additionalProperties": _CARD,
        "description": "... some cards by their places in the deal, 0 to 51; or ...",
    },
    board={
        **_TEXT,
        "description": "... a board, or rows of it with -- for unknown cards, as text.",
    },
)
_SAID = {
    "304": "It is what the client already has.",
    "400": "The input is wrong; `error` says what and where.",
    "404": "There is no such deal, or none was found.",
    "408": "The body did not arrive in time.",
    "413": "The body is too large.",
    "429": "This client asked for more than its share; `Retry-After` says when to come back.",
    "503": "All searchers are busy; `Retry-After` says when to come back.",
}
_LOOK = [
    ("theme", {"enum": list(THEMES)}, "The colours."),
    ("colours", {"enum": ["2", "4"]}, "Of how many colours the suits are."),
    ("lang", {"enum": list(LANGUAGES)}, "The language of the title and of the letters."),
]
_CELLS = ("cells", _CELL_COUNT, "Number of cells.")


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _answers(content: Schema, statuses: str) -> Schema:
    error = _json(_object({"error": _TEXT}))
    refused = {
        status: {"description": _SAID[status], **({} if status == "304" else {"content": error})}
        for status in statuses.split()
    }
    closed = {kind: {**each, **_closed(each)} for kind, each in content.items()}
    return {"200": {"description": "The answer.", "content": closed}, **refused}


def _query(name: str, schema: Schema, text: str) -> Schema:
    return {"name": name, "in": "query", "description": text, "schema": schema}


_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "description": "A deal number, -1 to -4 are Microsoft's special games; or `ending:12:617`.",
    "schema": _START,
}


def _get(
    name: str, summary: str, content: Schema, parameters: list[Schema], statuses: str = ""
) -> Schema:
    asked = {"operationId": name, "summary": summary, "parameters": parameters}
    return {"get": {**asked, "responses": _answers(content, statuses)}}


def _post(name: str, summary: str, body: Schema, content: Schema, statuses: str = "") -> Schema:
    asked = {
        "operationId": name,
        "summary": summary,
        "parameters": [_query("lang", {"enum": list(LANGUAGES)}, "The language of an `error`.")],
        "requestBody": {"required": True, "content": _json(body)},
    }
    return {"post": {**asked, "responses": _answers(content, f"400 404 408 413 429 {statuses}")}}


_BOARD = _object(
    {},
    board=_TEXT,
    position=_TEXT,
    number=_START,
    cells=_CELL_COUNT,
    goal=_GOAL,
    unit={**_UNIT, "description": _UNIT_MEANING},
)
_PASTED = _object({"text": _TEXT}, number={"anyOf": [*_START["anyOf"], {"type": "null"}]})
_SVG: Schema = {"image/svg+xml": {}}


def _deal_paths() -> Schema:
    deal = "/api/deals/{number}"
    return {
        deal: _get("deal", "The board of a number, as seven rows.", _json(_DEAL), [_NUMBER], "404"),
        f"{deal}/picture.svg": _get(
            "picture",
            "The board of a number as a picture.",
            _SVG,
            [_NUMBER, _query(*_CELLS), *(_query(*each) for each in _LOOK)],
            "400 404",
        ),
        f"{deal}/preview.png": _get(
            "preview",
            "The board of a number as other sites show it of a link.",
            {"image/png": {}},
            [_NUMBER],
            "404",
        ),
        f"{deal}/solution": _get(
            "solution",
            "A solution of a deal, or that there is none.",
            _json(_SOLUTION),
            [
                _NUMBER,
                _query(*_CELLS),
                _query("goal", _GOAL, "Any solution, a short one, or a shortest one, proved."),
                _query("unit", _UNIT, _UNIT_MEANING),
            ],
            "304 400 404 429 503",
        ),
        f"{deal}/about": _get(
            "about",
            "What is known of a deal: from surveys of the service, the atlas, else computed.",
            _json(_ABOUT),
            [_NUMBER],
            "404 429 503",
        ),
        f"{deal}/fewest-cells": _get(
            "fewestCells",
            "The fewest cells that a deal can be won with.",
            _json(_FEWEST),
            [_NUMBER],
            "404 429 503",
        ),
    }


@cache
def description() -> Schema:
    """Return the description of every route that programs may use."""
    position = {"name": "board", "in": "query", "required": True, "schema": _TEXT}
    moves = _query("moves", _TEXT, "Moves that the picture is to show, one after the other.")
    dialects = {"type": "object", "additionalProperties": _TEXT}
    return {
        "openapi": "3.1.0",
        "info": {"title": "FreeCell's numbered deals", "version": __version__},
        "servers": [{"url": "."}],
        "paths": {
            **_deal_paths(),
            "/api/random": _get(
                "random",
                "A random deal that can be won, another one each time.",
                _json(_RANDOM),
                [
                    _query(*_CELLS),
                    _query("difficulty", {"enum": [*LEVELS]}, "How hard it is to be."),
                ],
                "400 404 429 503",
            ),
            "/api/picture.svg": _get(
                "positionPicture",
                "Any position as a picture, or a film of moves from it.",
                _SVG,
                [position, moves, *(_query(*each) for each in _LOOK)],
                "400 429",
            ),
            "/api/verdict": _post(
                "verdict",
                "Whether a position can be won: a board as text, or a number.",
                _BOARD,
                _json(_VERDICT),
                "503",
            ),
            "/api/find": _post(
                "find",
                "The number of a board, or the numbers that deal some of its cards.",
                _SOUGHT,
                _json(_FOUND),
                "503",
            ),
            "/api/replay": _post(
                "replay",
                "What a pasted solution is, and whether it works.",
                _PASTED,
                _json(_READ),
            ),
            "/api/read": _post(
                "read", "What a pasted text is: a board or a solution.", _PASTED, _json(_READ)
            ),
            "/api/write": _post(
                "write",
                "A line of play in every dialect.",
                _object({"position": _TEXT, "moves": _TEXT}, number={"type": ["integer", "null"]}),
                _json(dialects),
            ),
            "/healthz": _get(
                "health", "Whether this worker answers.", _json({"type": "object"}), []
            ),
        },
    }
