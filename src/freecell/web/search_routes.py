"""What the service computes when asked: verdicts, solutions, numbers, replays."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from threading import Event
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from freecell import _core
from freecell.board import Board, deal
from freecell.instances import check_start
from freecell.solver import Limit
from freecell.text.address import parse_moves, parse_position
from freecell.verdict import UNDECIDED, VerdictJson
from freecell.web import request_bodies, search_answers
from freecell.web.deal_routes import cells_of
from freecell.web.responses import A_DAY, NEVER, as_json, is_kept, language_of
from freecell.web.search_pool import LONG, QUICK, SHORT, Searches

_SHORT_SECONDS = 0.3
"""How long the first step of a search for a short win may take."""


@cache
def build_tag() -> str:
    """Return what stands for the search: another build may find other solutions."""
    return hashlib.sha256(Path(_core.__file__).read_bytes()).hexdigest()[:16]


async def show_solution(request: Request) -> Response:
    """Answer with a solution of a deal. It may be kept for a day, or until the search changes."""
    number = check_start(request.path_params["number"])
    question = request_bodies.question_in(dict(request.query_params))
    cells = cells_of(request.query_params.get("cells", "4"))
    tag = f'"{build_tag()}-{number}-{"-".join(question)}-{cells}"'
    kept = {"etag": tag, "access-control-allow-origin": "*"}
    if is_kept(request, tag):
        return Response(status_code=304, headers={**kept, "cache-control": A_DAY})
    request.app.state.shares.take(request.scope)
    answer = await _verdict(request, deal(number, cells), question)
    if answer["verdict"] == UNDECIDED:
        return as_json({"number": number, **answer}, cache=NEVER)
    return as_json({"number": number, **answer}, cache=A_DAY, headers=kept)


async def show_fewest_cells(request: Request) -> Response:
    """Answer with the fewest cells that a deal can be won with."""
    number = check_start(request.path_params["number"])
    request.app.state.shares.take(request.scope)
    answer = await request.app.state.searches.run(
        partial(search_answers.fewest, number), request, lambda found: found["cells"] is not None
    )
    return as_json({"number": number, **answer}, cache=NEVER if answer["cells"] is None else A_DAY)


async def give_verdict(request: Request) -> Response:
    """Answer whether a position can be won, and how."""
    content = await _body(request)
    board, question = request_bodies.board_in(content), request_bodies.question_in(content)
    return as_json(await _verdict(request, board, question))


async def _verdict(
    request: Request, board: Board, question: request_bodies.Question
) -> VerdictJson:
    searches: Searches = request.app.state.searches
    if question.goal == "short":
        answer, _ = await searches.run(
            partial(_short_win, board, question, searches.limits[LONG]),
            request,
            lambda found: found[1],
            (SHORT, LONG),
        )
        return answer
    work = partial(search_answers.verdict, board, question)
    steps = _steps(board, question)
    return await searches.run(work, request, lambda found: found["verdict"] != UNDECIDED, steps)


def _short_win(
    board: Board, question: request_bodies.Question, full: Limit, limit: Limit, cancel: Event
) -> tuple[VerdictJson, bool]:
    """Look for a short win; return it, and whether it was found within the time of this step.

    Fewer positions would give a longer win than the library finds, so time limits the first step.
    """
    seconds = _SHORT_SECONDS if limit.nodes else full.seconds or 0.0
    begun = monotonic()
    answer = search_answers.verdict(board, question, full._replace(seconds=seconds), cancel)
    return answer, monotonic() - begun < seconds


def _steps(board: Board, question: request_bodies.Question) -> Sequence[int]:
    """Return the lanes to try: a shortest win is proved at once only late in a game, if at all."""
    if question.goal != "shortest":
        return (QUICK, SHORT, LONG)
    return (QUICK, LONG) if any(board.homes) else (LONG,)


async def find_number(request: Request) -> Response:
    """Answer with the number of a board, or the numbers that deal some of its cards."""
    sought = request_bodies.sought_in(await _body(request))
    searches: Searches = request.app.state.searches
    answer = await searches.run(
        lambda _, cancel: search_answers.found(sought, cancel), request, bool, [SHORT]
    )
    return as_json(answer)


async def replay_solution(request: Request) -> Response:
    """Answer what a pasted solution is, and whether it works."""
    return await _about_text(request, search_answers.replayed)


async def read_text(request: Request) -> Response:
    """Answer what a pasted text is: a board or a solution."""
    return await _about_text(request, search_answers.read)


async def _about_text(
    request: Request, answer: Callable[[str, int | str | None, str], dict[str, object]]
) -> Response:
    """Answer about a text, which may be of a deal, in the language that is asked for."""
    content = await _body(request)
    text, number = request_bodies.text_in(content, "text"), request_bodies.start_in(content)
    reading, language = request.app.state.reading, language_of(request)
    return as_json(await reading.run(lambda _: answer(text, number, language), request))


async def write_text(request: Request) -> Response:
    """Answer with a line of play in every dialect."""
    content = await _body(request)
    board = parse_position(request_bodies.text_in(content, "position"))
    moves = parse_moves(request_bodies.text_in(content, "moves"), len(board.cells))
    start, reading = request_bodies.start_in(content), request.app.state.reading
    number = start if isinstance(start, int) else None  # a dialect can state nothing else
    answer = await reading.run(lambda _: search_answers.written(board, moves, number), request)
    return as_json(answer)


async def _body(request: Request) -> dict[str, object]:
    """Return the body of a request that computes something, and count it."""
    request.app.state.shares.take(request.scope)
    settings = request.app.state.settings
    return request_bodies.taken_apart(
        await request_bodies.read_body(request.scope, request.receive, settings)
    )


ROUTES = [
    Route("/api/deals/{number}/solution", show_solution),
    Route("/api/deals/{number}/fewest-cells", show_fewest_cells),
    Route("/api/verdict", give_verdict, methods=["POST"]),
    Route("/api/find", find_number, methods=["POST"]),
    Route("/api/replay", replay_solution, methods=["POST"]),
    Route("/api/read", read_text, methods=["POST"]),
    Route("/api/write", write_text, methods=["POST"]),
]
