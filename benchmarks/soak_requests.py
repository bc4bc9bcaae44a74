"""What the clients of the soak ask for, and what the library says the answer must be."""

import json
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from freecell import (
    Board,
    Game,
    deal,
    deal_freecell,
    fewest_cells,
    find,
    solve,
)
from freecell.deal_atlas import FOLDER, shipped
from freecell.drawing.picture import picture
from freecell.numbers import LAST_DEAL
from freecell.solver import FewestCells
from freecell.text.address import format_position, parse_moves
from freecell.text.solution_writer import DIALECTS, write_moves
from freecell.verdict import Result, Solved
from freecell.web.assets import assets, folder

FEW = 150
"""The number of different deals that are searched: the library solves each once."""


class Asked(NamedTuple):
    """A request, and how its answer is judged."""

    kind: str
    path: str
    body: dict[str, Any] | None
    judge: Callable[[int, bytes], str | None]
    """Gets the status and the content of an answer; returns what is wrong with it, or None."""


@lru_cache
def solved(number: int, goal: Any = "any", cells: int = 4) -> Result:  # noqa: ANN401 - a literal
    """Solve with the library, without limits."""
    return solve(number, goal=goal, cells=cells)


def _equal(expected: object) -> Callable[[int, bytes], str | None]:
    def judge(status: int, content: bytes) -> str | None:
        got = content if isinstance(expected, bytes) else json.loads(content)
        return None if (status, got) == (200, expected) else f"{status} {content[:200]!r}"

    return judge


def _status(expected: int) -> Callable[[int, bytes], str | None]:
    return lambda status, content: None if status == expected else f"{status} {content[:200]!r}"


def _undecided_or(expected: dict[str, Any]) -> Callable[[int, bytes], str | None]:
    """Accept the library's verdict, or none where the service reached its limit of time."""

    def judge(status: int, content: bytes) -> str | None:
        answer = json.loads(content)
        undecided = answer.get("verdict") == "undecided" and "seconds" in answer.get("reason", "")
        right = status == 200 and (undecided or answer == expected)
        return None if right else f"{status} {content[:200]!r}"

    return judge


# The kinds of requests


def _a_deal(chance: random.Random) -> Asked:
    number = chance.choice([chance.randrange(1, 32_001), chance.randrange(LAST_DEAL + 1)])
    expected = {"number": number, "rows": deal_freecell(number)}
    return Asked("deal", f"/api/deals/{number}", None, _equal(expected))


def _a_picture(chance: random.Random) -> Asked:
    number, cells = chance.randrange(1, 32_001), chance.randrange(9)
    expected = picture(deal(number, cells), title=f"Game #{number}").encode()
    path = f"/api/deals/{number}/picture.svg?cells={cells}"
    return Asked("picture", path, None, _equal(expected))


def _a_preview(chance: random.Random) -> Asked:
    def judge(status: int, content: bytes) -> str | None:
        good = status == 200 and content.startswith(b"\x89PNG") and content.endswith(b"\xaeB`\x82")
        return None if good else f"{status} {content[:20]!r}"

    return Asked("preview", f"/api/deals/{chance.randrange(1, 1000)}/preview.png", None, judge)


def _a_page(chance: random.Random) -> Asked:
    number = chance.randrange(1, 1_000_001)

    def judge(status: int, content: bytes) -> str | None:
        title = f"<title>FreeCell #{number}</title>".encode()
        return None if status == 200 and title in content else f"{status} {content[:200]!r}"

    return Asked("page", f"/{number}", None, judge)


def _a_file(chance: random.Random) -> Asked:
    file = chance.choice(list(assets().values()))
    return Asked("file", f"/{folder()}{file.name}", None, _equal(file.content))


def _a_solution(chance: random.Random) -> Asked:
    number, goal = chance.randrange(1, FEW), chance.choice(["any", "any", "short"])
    cells = chance.choice([3, 4, 4, 5])
    expected = {"number": number, **solved(number, goal, cells).to_json()}
    path = f"/api/deals/{number}/solution?goal={goal}&cells={cells}"
    return Asked("solution", path, None, _undecided_or(json.loads(json.dumps(expected))))


def _a_verdict(chance: random.Random) -> Asked:
    board = _a_board(chance)
    expected = solve(board).to_json()
    judge = _undecided_or(json.loads(json.dumps(expected)))
    return Asked("verdict", "/api/verdict", {"board": str(board)}, judge)


def _a_board(chance: random.Random) -> Board:
    """Return a board in the middle of a game that can be won."""
    game = _a_game(chance)
    board = game.start
    for move in game.moves[: chance.randrange(len(game.moves))]:
        board = board.play(move)
    return board


def _a_game(chance: random.Random) -> Game:
    result = solved(chance.randrange(1, FEW))
    assert isinstance(result, Solved)  # all of the first deals can be won
    return result.game


HARD_ONE = "/api/deals/62088/solution?cells=1"
"""No search decides it within seconds."""


def _a_hard_one(_: random.Random) -> Asked:
    """Ask for what no search decides in time, to keep the searchers busy."""
    return Asked("hard", HARD_ONE, None, _undecided_or({}))


def _a_number(chance: random.Random) -> Asked:
    number = chance.randrange(LAST_DEAL + 1)
    expected = {"numbers": [number], "complete": True, "last": LAST_DEAL}
    board = json.dumps(deal_freecell(number))
    return Asked("find", "/api/find", {"board": board}, _equal(expected))


def _a_reading(chance: random.Random) -> Asked:
    game = _a_game(chance)
    text = write_moves(game.start, game.moves, chance.choice(DIALECTS))

    def judge(status: int, content: bytes) -> str | None:
        answer = json.loads(content)
        moves = parse_moves(answer.get("moves", ""), 4)
        good = status == 200 and answer["won"] and Game(game.start, moves).won
        return None if good else f"{status} {content[:200]!r}"

    body = {"text": text, "number": find(game.start)}
    return Asked("read", "/api/read", body, judge)


def _a_writing(chance: random.Random) -> Asked:
    game = _a_game(chance)
    expected = write_moves(game.start, game.moves, "snx")
    body = {"position": format_position(game.start), "moves": " ".join(map(str, game.moves))}

    def judge(status: int, content: bytes) -> str | None:
        good = status == 200 and json.loads(content)["snx"] == expected
        return None if good else f"{status} {content[:200]!r}"

    return Asked("write", "/api/write", body, judge)


def _a_fewest(chance: random.Random) -> Asked:
    number = chance.randrange(1, 20)

    def judge(status: int, content: bytes) -> str | None:
        cells = json.loads(content)["cells"]
        good = status == 200 and (cells is None or cells == _fewest(number))
        return None if good else f"{status} {content[:200]!r}"

    return Asked("fewest", f"/api/deals/{number}/fewest-cells", None, judge)


@lru_cache
def _fewest(number: int) -> int:
    answer = fewest_cells(number)
    assert isinstance(answer, FewestCells)
    return answer.cells


def _an_about(chance: random.Random) -> Asked:
    number = chance.randrange(1, 1_000_001)
    known = shipped().about(number)

    def judge(status: int, content: bytes) -> str | None:
        answer = json.loads(content)
        facts = (answer["verdict"], answer["fewest"])
        good = status == 200 and facts == (known.verdict, known.fewest)
        return None if good else f"{status} {content[:200]!r}"

    return Asked("about", f"/api/deals/{number}/about", None, judge)


def _an_atlas_file(chance: random.Random) -> Asked:
    file = chance.choice(sorted(FOLDER.glob("*.fca")))
    return Asked("atlas", f"/atlas/{file.name}", None, _equal(file.read_bytes()))


def _a_random_deal(_: random.Random) -> Asked:
    def judge(status: int, content: bytes) -> str | None:
        won = isinstance(solve(json.loads(content)["number"]), Solved)
        return None if status == 200 and won else f"{status} {content[:200]!r}"

    return Asked("random", "/api/random", None, judge)


def _a_mistake(chance: random.Random) -> Asked:
    path, body, status = chance.choice(
        [
            ("/api/deals/x", None, 404),
            ("/api/deals/99999999999", None, 404),
            ("/api/deals/1/picture.svg?cells=9", None, 400),
            ("/api/verdict", {"board": "7D 7D"}, 400),
            ("/api/verdict", {"number": 1, "goal": "fun"}, 400),
            ("/api/read", {"text": "x" * 70_000}, 413),
            ("/nothing/here", None, 404),
        ]
    )
    return Asked("mistake", path, body, _status(status))


KINDS: list[tuple[int, Callable[[random.Random], Asked]]] = [
    (26, _a_deal),
    (10, _a_picture),
    (3, _a_preview),
    (5, _a_page),
    (8, _a_file),
    (10, _a_solution),
    (8, _a_verdict),
    (1, _a_hard_one),
    (5, _a_number),
    (5, _a_reading),
    (4, _a_writing),
    (2, _a_fewest),
    (2, _a_random_deal),
    (3, _an_about),
    (1, _an_atlas_file),
    (7, _a_mistake),
]
"""How often each is asked for, out of a hundred."""


def draw(chance: random.Random) -> Asked:
    """Choose what to ask for."""
    return chance.choices([make for _, make in KINDS], [weight for weight, _ in KINDS])[0](chance)
