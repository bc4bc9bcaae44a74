"""`freecell solve`: a win, a proof that there is none, or the limit that was reached."""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path
from typing import ClassVar, NamedTuple, get_args

import click

from freecell.board import Board
from freecell.board import deal as deal_board
from freecell.certificate import certify, certify_impossible
from freecell.cli.board_files import board_in_picture, likely_option, text_or_picture
from freecell.cli.numbers import SETTINGS, Numbers, each, numbers_argument
from freecell.files import write_whole
from freecell.game import Game
from freecell.interrupts import on_interrupt
from freecell.solver import (
    MOST_EFFORT,
    Goal,
    Impossible,
    Limit,
    Result,
    Solved,
    Undecided,
    Unit,
    prove,
    solve_many,
)
from freecell.solver import solve as solve_one
from freecell.text.board_reader import parse_board
from freecell.text.solution_writer import DIALECTS, Dialect
from freecell.verdict import result_json
from freecell.words import game_title

_FORMATS = ("text", "json", *DIALECTS)
_MOVES_ALONE = ("snx", "sn", "microsoft", "steps")
_STATUS: dict[type[Result], int] = {Solved: 0, Impossible: 3, Undecided: 4}
_PROGRESS_AFTER = 0.5


class LimitType(click.ParamType[Limit]):
    """Limits as words: `1000000nodes`, `20s`, `4GB`, or several separated by commas."""

    name = "limit"
    _UNITS: ClassVar = {
        "nodes": ("nodes", 1),
        "s": ("seconds", 1),
        "min": ("seconds", 60),
        "KB": ("bytes", 10**3),
        "MB": ("bytes", 10**6),
        "GB": ("bytes", 10**9),
    }

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Limit:
        """Read the limits; what cannot be read is an error of usage."""
        if isinstance(value, Limit):
            return value
        limit = Limit()
        for part in str(value).split(","):
            unit = part.strip().lstrip("0123456789._ ")
            number = part.strip().removesuffix(unit).strip()
            try:
                name, factor = self._UNITS[unit]
                size = float(number.replace("_", "")) * factor
            except (KeyError, ValueError):
                self.fail(
                    f"not a limit: {part!r} (expected a number and one of "
                    f"{', '.join(self._UNITS)}, such as 20s or 4GB)",
                    param,
                    ctx,
                )
            if name == "seconds":
                limit = limit._replace(seconds=size)
            elif name == "nodes":
                limit = limit._replace(nodes=int(size))
            else:
                limit = limit._replace(bytes=int(size))
        return limit


@click.command(
    context_settings=SETTINGS, short_help="Solve deals, or prove that they cannot be won."
)
@numbers_argument(required=False, names=True)
@click.option("--short", is_flag=True, help="Find a short solution.")
@click.option("--shortest", is_flag=True, help="Find a shortest solution, with proof.")
@click.option(
    "--unit",
    type=click.Choice(get_args(Unit)),
    default="moves",
    show_default=True,
    help="What --shortest minimises: moves (a run is one move, moves home are free) or single "
    "cards (every card counts, those home too).",
)
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write a certificate of the proof: that the board cannot be won or, with --shortest, that "
    "no win is shorter. For one board; freecell check FILE verifies it.",
)
@click.option(
    "--effort",
    type=click.IntRange(1, MOST_EFFORT),
    default=3,
    show_default=True,
    help="Effort for --short, 1 to 5; each step takes about four times as long.",
)
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells (default: 4).")
@click.option(
    "--from-board",
    metavar="FILE",
    help="Solve the board in FILE, text or a picture; - is standard input.",
)
@click.option(
    "--limit",
    type=LimitType(),
    default=Limit(),
    help="Limit for each search: 20s, 4GB, 1000000nodes, or several with commas.",
)
@click.option("--proof", is_flag=True, help="Search all positions, with no automatic play.")
@click.option(
    "--threads",
    type=click.IntRange(1),
    default=1,
    help="Number of deals solved at once (default: 1).",
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", help="Output format."
)
@likely_option
@click.pass_context
def solve(
    context: click.Context,
    numbers: Numbers,
    from_board: str | None,
    limit: Limit,
    form: str,
    cells: int,
    effort: int,
    unit: Unit,
    threads: int,
    certificate: Path | None,
    *,
    short: bool,
    shortest: bool,
    proof: bool,
    likely: bool,
) -> None:
    """Solve deal NUMBERS, or a board: a win, a proof that there is none, or "undecided".

    Exit status 0 when all are solved, 3 when one is proved impossible, 4 when one is undecided.
    The formats:

    \b
      text    the board, and the moves numbered, in notation and in words
      json    one object per line: number, verdict, moves, count (as players count), positions,
              reason, least and most (with --shortest: bounds on the length, in the unit of --unit;
              equal where it is proved)
      snx     the moves in one line, with a count such as v3 to an empty column
      sn      the same without counts;  steps  the same card by card
      others  the dialects of freecell convert, such as microsoft or pddl

    \b
    Examples:
      freecell solve 617
      freecell solve 617 --short --effort 4
      freecell solve 617 --shortest --limit 60s
      freecell solve 11982 --certificate 11982.fcc
      freecell solve 3 --shortest --certificate 3.fcc
      freecell solve 1-1000 --format snx --threads 2
      freecell solve --from-board board.txt
      freecell solve --from-board screenshot.png
      freecell solve 11982 --proof
      freecell solve ending:20:617 --shortest --unit cards
    """
    if short and shortest:
        raise click.UsageError("--short and --shortest exclude each other")
    goal: Goal = "shortest" if shortest else "short" if short else "any"
    search = _Search(goal, effort, unit, limit, proof=proof)
    worst = None
    given = None if from_board is None else _board(from_board, cells, likely=likely)
    for number, board, result in _results(search, numbers, given, cells, threads):
        _write(number, board, result, form, search)
        if certificate is not None:
            _certify(certificate, board, result, search, first=worst is None)
        worst = max(worst or 0, _STATUS[type(result)])
    if worst is None:
        raise click.UsageError("nothing to solve (expected for example: freecell solve 617)")
    context.exit(worst)


class _Search(NamedTuple):
    """What to look for, the same for every deal."""

    goal: Goal
    effort: int
    unit: Unit
    limit: Limit
    proof: bool

    @property
    def proves(self) -> Unit | None:
        """What a win that was found has fewest of; None where that is not asked."""
        return self.unit if self.goal == "shortest" and not self.proof else None

    def run(self, start: int | str | Board, cells: int) -> Result:
        """Solve one deal or board; a terminal shows the progress of a long search."""
        with _Progress() as progress, on_interrupt(progress.clear):
            if self.proof:
                return prove(start, cells=cells, limit=self.limit, progress=progress)
            return solve_one(
                start,
                cells=cells,
                goal=self.goal,
                effort=self.effort,
                unit=self.unit,
                limit=self.limit,
                progress=progress,
                on_interval=progress.keep_interval,
            )


def _board(path: str, cells: int, *, likely: bool) -> Board:
    """Read a board from a file with text or with a picture."""
    content = text_or_picture(path)
    if isinstance(content, bytes):
        return board_in_picture(content, path, likely=likely)[0]
    return parse_board(content, cells)


def _results(
    search: _Search,
    numbers: Numbers,
    given: Board | None,
    cells: int,
    threads: int,
) -> Iterator[tuple[int | str | None, Board, Result]]:
    if given is not None:
        yield None, given, search.run(given, cells)

    if threads > 1 and not search.proof:
        yield from _in_threads(search, each(numbers), cells, threads)
        return
    for start in each(numbers):
        yield start, deal_board(start, cells), search.run(start, cells)


def _in_threads(
    search: _Search, numbers: Iterable[int | str], cells: int, threads: int
) -> Iterator[tuple[int | str, Board, Result]]:
    for_titles, for_solver = tee(numbers)
    results = solve_many(
        for_solver,
        goal=search.goal,
        cells=cells,
        effort=search.effort,
        unit=search.unit,
        threads=threads,
        limit=search.limit,
    )
    for number, result in zip(for_titles, results, strict=False):
        yield number, deal_board(number, cells), result


class _Progress:
    """A line on a terminal that counts positions; shown after half a second, erased at the end."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False
        self._interval = ""

    def __enter__(self) -> "_Progress":
        return self

    def __call__(self, nodes: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self._start > _PROGRESS_AFTER:
            text = f"\r{self._interval}{nodes:,} positions searched"
            click.echo(text, nl=False, err=True)
            self._shown = True

    def keep_interval(self, least: int, most: int | None) -> None:
        """Remember how far the search for the shortest is, to be shown with the positions."""
        self._interval = f"{_between(least, most)}; "

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Erase the line."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def _write(
    number: int | str | None, board: Board, result: Result, form: str, search: _Search
) -> None:
    if form == "json":
        click.echo(json.dumps({"number": number, **result_json(result, search.proves)}))
    elif form == "text":
        title = "" if number is None else f"{game_title(number)}\n"
        click.echo(f"{title}{board}\n\n{_describe(result, search)}\n")
    elif isinstance(result, Solved):
        click.echo(_line(number, result.game, form))  # type: ignore[arg-type]  # a dialect
    else:
        click.echo(_prefix(number) + _verdict(result))


def _certify(path: Path, board: Board, result: Result, search: _Search, *, first: bool) -> None:
    if not first:
        raise click.UsageError("--certificate is for one deal or board")
    if isinstance(result, Undecided):
        return
    if isinstance(result, Impossible):
        text = certify_impossible(board, limit=search.limit)
    elif search.proves:
        text = certify(result.game, unit=search.unit, limit=search.limit)
    else:
        raise click.ClickException(
            f"{path} was not written: this can be won, and the moves show it "
            "(expected --shortest, to certify that no win is shorter)"
        )
    write_whole(path, text.encode())


def _prefix(number: int | str | None) -> str:
    return "" if number is None else f"{number}: "


def _line(number: int | str | None, game: Game, dialect: Dialect) -> str:
    """Write a win; the dialects that are moves and nothing else take one line, after the number."""
    text = game.write(dialect)
    return _prefix(number) + " ".join(text.split()) if dialect in _MOVES_ALONE else text


def _verdict(result: Impossible | Undecided) -> str:
    if isinstance(result, Impossible):
        return f"no solution: proved by a complete search of {result.positions:,} positions"
    known = "" if result.least is None else f"; {_between(result.least, result.most)}"
    return f"not decided: {result.reason}{known}"


def _between(least: int, most: int | None) -> str:
    return f"at least {least} moves" if most is None else f"between {least} and {most} moves"


def _describe(result: Result, search: _Search) -> str:
    """Say the verdict, and of a win every move in notation and in words."""
    if isinstance(result, Solved):
        return f"{_title(result.game, search)}\n{_numbered(result.game)}"
    if isinstance(result, Undecided) and result.game is not None:
        return f"{_verdict(result)}\nthe best found:\n{_numbered(result.game)}"
    return _verdict(result)


def _title(game: Game, search: _Search) -> str:
    proved = "; no win has fewer" if search.goal == "shortest" else ""
    if search.goal == "shortest" and search.unit == "cards":
        return f"solved in {len(game)} moves of single cards, those home included{proved}"
    count = game.player_count()
    return f"solved in {count} moves, and {len(game) - count} home{proved}"


def _numbered(game: Game) -> str:
    numbered = enumerate(zip(game.moves, game.in_words(), strict=True), 1)
    return "\n".join(f"{count:3}. {move!s:5} {words}" for count, (move, words) in numbered)
