"""The OpenAPI description of the service, answered at `/api`."""

from functools import cache
from typing import Any

from freecell import __version__
from freecell.numbers import FIRST_DEAL, LAST_DEAL
from freecell.picture import THEMES
from freecell.words import LANGUAGES

_CARD = {"type": "string", "pattern": "^[A2-9TJQK][CDHS]$"}
_ERROR = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "description": "A deal number; -1 to -4 are Microsoft's special games.",
    "schema": {"type": "integer", "minimum": FIRST_DEAL, "maximum": LAST_DEAL},
}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _answers(content: dict[str, Any], *statuses: str) -> dict[str, Any]:
    said = {
        "400": "The input is wrong; `error` says what and where.",
        "404": "There is no such deal.",
        "408": "The body did not arrive in time.",
        "413": "The body is too large.",
        "429": "This client asked for more than its share.",
        "503": "All searchers are busy; try again after `Retry-After` seconds.",
    }
    refusals = {each: {"description": said[each], "content": _json(_ERROR)} for each in statuses}
    return {"200": {"description": "Done.", "content": content}, **refusals}


def _query(name: str, schema: dict[str, Any], text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": schema}


_CELLS = _query("cells", {"type": "integer", "minimum": 0, "maximum": 8}, "How many cells.")
_DEAL = {
    "type": "object",
    "properties": {
        "number": {"type": "integer"},
        "rows": {"type": "array", "items": {"type": "array", "items": _CARD}},
    },
    "required": ["number", "rows"],
}


@cache
def description() -> dict[str, Any]:
    """Return the description of every route that programs may use."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "FreeCell's numbered deals", "version": __version__},
        "servers": [{"url": "."}],
        "paths": {
            "/api/deals/{number}": {
                "get": {
                    "operationId": "deal",
                    "summary": "The board of a number, as seven rows of cards.",
                    "parameters": [_NUMBER],
                    "responses": _answers(_json(_DEAL), "404"),
                }
            },
            "/api/deals/{number}/picture.svg": {
                "get": {
                    "operationId": "picture",
                    "summary": "The board of a number as a picture.",
                    "parameters": [
                        _NUMBER,
                        _CELLS,
                        _query("theme", {"enum": list(THEMES)}, "The colours."),
                        _query(
                            "colours", {"enum": ["2", "4"]}, "Of how many colours the suits are."
                        ),
                        _query("lang", {"enum": list(LANGUAGES)}, "The language of the title."),
                    ],
                    "responses": _answers({"image/svg+xml": {}}, "400", "404"),
                }
            },
            "/healthz": {
                "get": {
                    "operationId": "health",
                    "summary": "Whether this worker answers.",
                    "responses": _answers(_json({"type": "object"})),
                }
            },
        },
    }
