"""Refusals: every one of ours is a `FreecellError`, and no other error is reported as one."""

import inspect
import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

import freecell
from freecell import FreecellError, deals, format_board, parse_board, replay, solve, solve_many
from freecell.board import deal
from freecell.cli import NAMES, Commands
from freecell.drawing.picture import picture
from freecell.solver import Limit
from freecell.surveys import Options, survey
from freecell.text.solution_writer import write_moves
from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.commands import run

NOT_REFUSALS = {"TooLargeError", "TooSlowError", "TooManyError", "BusyError", "GoneError"}
"""Of the service: what it answers with another status than 400."""
CAUGHT_INSIDE = {"FloodError", "SilenceError", "MessageError"}
"""What a process under check does wrong: `check_function` makes a verdict of it."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "words", [["--no-such", "5"], ["617", "--no-such=5"], ["617", "x", "--no-such"]], ids=" ".join
)
def test_an_unknown_option_is_called_so(name, words):
    """By every command, whatever else it expects."""
    status, output, errors = run(name, *words)
    assert (status, output) == (2, "")
    assert errors.splitlines()[-1].startswith("Error: No such option '--no-such'.")


def test_what_follows_two_dashes_is_no_option():
    errors = run("deal", "--", "--no-such").errors
    assert errors.startswith("Error: not a deal number: '--no-such' (expected a whole number")
    assert run("deal", "--", "-1").output.startswith("Game #-1\n")
    assert run("deal", "-2").output.startswith("Game #-2\n")


def own_errors() -> list[type[Exception]]:
    """Return every exception that the package defines; a warning is none."""
    found = set()
    for each in pkgutil.walk_packages(freecell.__path__, "freecell."):
        if not each.name.endswith("__main__"):
            classes = inspect.getmembers(import_module(each.name), inspect.isclass)
            found |= {
                it for _, it in classes if issubclass(it, Exception) and not issubclass(it, Warning)
            }
    ours = [it for it in found if it.__module__.startswith("freecell")]
    return sorted(ours, key=lambda it: it.__name__)


def test_every_refusal_of_ours_has_the_one_base():
    assert issubclass(FreecellError, ValueError)
    refusals = [it for it in own_errors() if issubclass(it, FreecellError)]
    assert {"NotationError", "BoardError", "IllegalMoveError", "SurveyError"} <= {
        it.__name__ for it in refusals
    }
    others = {it.__name__ for it in own_errors() if it not in refusals}
    assert {name for name in others if not name.startswith("_")} == NOT_REFUSALS | CAUGHT_INSIDE


REFUSED: dict[str, Callable[[Path], object]] = {
    "number": lambda _: deal("x"),
    "move": lambda _: deal(617).play(freecell.Move(0, 1)),
    "autoplay": lambda _: deal(617).play_home("some"),  # type: ignore[arg-type]  # what is refused
    "board": lambda _: freecell.Board([[0]]),
    "threads": lambda _: deals(1, 5, threads=0),
    "format": lambda _: format_board(deal(1), "oval"),  # type: ignore[arg-type]  # likewise
    "dialect": lambda _: write_moves(deal(1), [], "klingon"),  # type: ignore[arg-type]  # likewise
    "text": lambda _: parse_board("no board"),
    "theme": lambda _: picture(deal(1), theme="plaid"),  # type: ignore[arg-type]  # likewise
    "solution": lambda _: replay(617, "nothing"),
    "goal": lambda _: solve(617, goal="best"),  # type: ignore[arg-type]  # likewise
    "effort": lambda _: solve(617, effort=9),
    "limit": lambda _: solve(617, limit=Limit(nodes=-1)),
    "many": lambda _: solve_many([617], threads=0),
    "survey": lambda folder: survey(folder, Options("1-5", cells=9)),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_a_refusal(refused, tmp_path):
    with pytest.raises(FreecellError):
        refused(tmp_path)


def test_a_mistake_of_ours_is_no_line_for_the_user_but_a_traceback():
    @click.command()
    def mistaken() -> None:
        raise ValueError("a mistake in our own code")

    class One(Commands):
        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as in click
            return mistaken

    done = CliRunner().invoke(One("freecell"), ["mistaken"])
    assert isinstance(done.exception, ValueError)
    assert "a mistake in our own code" not in done.output


def test_a_mistake_of_ours_is_a_500_of_the_service():
    async def mistaken(_: Request) -> Response:
        raise ValueError("a mistake in our own code")

    app = create_app(Settings(log=False))
    inner: Any = app
    while not hasattr(inner, "router"):  # several layers are around it
        inner = inner.app
    inner.router.routes.insert(0, Route("/mistaken", mistaken))
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/mistaken")
        assert (answer.status_code, "mistake" in answer.text) == (500, False)
        assert client.get("/api/deals/617/picture.svg?theme=plaid").status_code == 400
    with TestClient(app) as client, pytest.raises(ValueError, match="a mistake in our own code"):
        client.get("/mistaken")


HALF = "\ud800"
"""Half of a character, as JSON or the names of files may bring it."""

TAKES_TEXT: dict[str, Callable[[str], object]] = {
    "number": deal,
    "ranges": freecell.parse_ranges,
    "card": freecell.parse_card,
    "board": parse_board,
    "find": freecell.find,
    "some-cards": lambda text: list(freecell.find_partial(text)),
    "solution": lambda text: replay(617, text),
    "move": lambda text: replay(617, f"8a {text}"),
    "records": lambda text: list(freecell.read_records(["Deal: 617", f"Player: {text}"])),
    "record": lambda text: replay(None, f"Deal: 617\n8a # {text}"),
    "title": lambda text: picture(deal(1), title=text),
    "theme": lambda text: picture(deal(1), theme=text),  # type: ignore[arg-type]  # what is refused
    "goal": lambda text: solve(617, goal=text),  # type: ignore[arg-type]  # likewise
    "dialect": lambda text: freecell.Game(deal(1)).write(text),  # type: ignore[arg-type]  # likewise
    "format": lambda text: format_board(deal(1), text),  # type: ignore[arg-type]  # likewise
    "survey": lambda text: survey("nowhere", Options(text)),
    "folder": lambda text: survey(f"/tmp/{text}", Options("1-5")),
    "catalog": lambda text: freecell.catalog(f"/tmp/{text}"),
}


@pytest.mark.parametrize("takes", TAKES_TEXT.values(), ids=TAKES_TEXT)
def test_half_of_a_character_is_a_clear_error(takes):
    with pytest.raises(FreecellError) as caught:
        takes(HALF)
    assert "\\ud800" in str(caught.value)
    assert str(caught.value).isprintable()


def test_half_of_a_character_is_a_400_of_the_service():
    with TestClient(create_app(Settings(per_minute=0, log=False))) as client:
        for path, body in (
            ("read", "text"),
            ("replay", "text"),
            ("find", "board"),
            ("verdict", "board"),
        ):
            answer = client.post(f"/api/{path}", content=f'{{"{body}": "\\ud800"}}')
            assert (answer.status_code, "ud800" in answer.text) == (400, True)


def test_half_of_a_character_is_a_clear_error_of_a_line():
    [wrong, right] = freecell.check_lines([f"617: 8a {HALF}", "617: 8a"])
    assert (wrong.dialect, right.error) == (None, None)
    assert "\\ud800" in str(wrong.error)
