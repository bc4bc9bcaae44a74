"""Deals and their pictures: pure functions of the address. No search, no waiting."""

import json
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell.board import BoardError, deal
from freecell.dealing import deal_freecell
from freecell.drawing.card_art import THEMES, Theme
from freecell.drawing.film import animation
from freecell.drawing.picture import Look, picture
from freecell.drawing.preview import preview
from freecell.errors import OptionError
from freecell.instances import check_start
from freecell.text.address import parse_moves, parse_position
from freecell.text.board_writer import format_board
from freecell.web.responses import FOR_EVER, as_picture
from freecell.words import LANGUAGES, check_language, game_title, term


async def show_deal(request: Request) -> Response:
    """Answer with the board of a number, or of an ending."""
    body = _deal(check_start(request.path_params["number"]))
    headers = {"cache-control": FOR_EVER, "access-control-allow-origin": "*"}
    return Response(body, headers=headers, media_type="application/json")


@lru_cache(maxsize=4096)
def _deal(start: int | str) -> bytes:
    whole = isinstance(start, str)  # a fresh deal is its rows
    board = (
        json.loads(format_board(deal(start), "json")) if whole else {"rows": deal_freecell(start)}
    )
    content = {"number": start, **board}
    return json.dumps(content, separators=(",", ":")).encode()


async def show_picture(request: Request) -> Response:
    """Answer with the picture of a number's board."""
    query = request.query_params
    return as_picture(
        _picture(
            check_start(request.path_params["number"]),
            cells_of(query.get("cells", "4")),
            _one_of("theme", query.get("theme", "light"), THEMES),
            _one_of("colours", query.get("colours", "2"), ("2", "4")),
            _one_of("lang", query.get("lang", "en"), LANGUAGES),
        )
    )


@lru_cache(maxsize=512)
def _picture(start: int | str, cells: int, theme: Theme, colours: str, lang: str) -> bytes:
    svg = picture(
        deal(start, cells),
        title=game_title(start, check_language(lang)),
        four_colours=colours == "4",
        theme=theme,
        language=lang,
    )
    return svg.encode()


def cells_of(text: str) -> int:
    """Return a number of cells that a query gives."""
    if len(text) != 1 or text not in "012345678":
        raise BoardError(f"not a number of cells: {text[:40]!r} (expected 0 to 8)")
    return int(text)


def _one_of(name: str, text: str, choices: tuple[str, ...]) -> Any:  # noqa: ANN401 - a literal
    if text not in choices:
        raise OptionError(f"no such {name}: {text[:40]!r} (expected one of {', '.join(choices)})")
    return text


async def show_preview(request: Request) -> Response:
    """Answer with the small picture that other sites show of a link."""
    start = check_start(request.path_params["number"])
    content = await request.app.state.reading.run(lambda _: preview(start), request)
    return Response(content, headers={"cache-control": FOR_EVER}, media_type="image/png")


async def show_position(request: Request) -> Response:
    """Answer with the picture of any position; with moves, a film of them."""
    query = request.query_params
    board = parse_position(query.get("board", ""))
    look = Look(
        title=term("game_name"),
        theme=_one_of("theme", query.get("theme", "light"), THEMES),
        four_colours=_one_of("colours", query.get("colours", "2"), ("2", "4")) == "4",
        language=_one_of("lang", query.get("lang", "en"), LANGUAGES),
    )._asdict()
    request.app.state.shares.take(request.scope)
    if moves := parse_moves(query.get("moves", ""), len(board.cells)):
        return as_picture(animation(board, moves, **look))
    return as_picture(picture(board, **look))


ROUTES = [
    Route("/api/deals/{number}", show_deal),
    Route("/api/deals/{number}/picture.svg", show_picture),
    Route("/api/deals/{number}/preview.png", show_preview),
    Route("/api/picture.svg", show_position),
]
