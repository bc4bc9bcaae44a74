"""`freecell deal`: the boards of numbers, for people and for programs."""

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import click

from freecell.board import deal as deal_board
from freecell.cards import CARD_NAMES, spoken_name
from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS, Numbers, each, numbers_argument
from freecell.dealing import SPECIAL_DEALS, deal_freecell, draws
from freecell.difficulty import LEVELS, Level
from freecell.numbers import LAST_MICROSOFT_DEAL, DealNumberError, check_number
from freecell.text.board_writer import BOARD_FORMATS, BoardFormat, format_board
from freecell.words import LANGUAGES, game_title, term


@click.command(context_settings=SETTINGS, short_help="Print the boards of deal numbers.")
@numbers_argument(required=False, names=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(BOARD_FORMATS),
    help="Output format (default: a drawing on a terminal, rows elsewhere).",
)
@click.option("--explain", is_flag=True, help="Show the 52 draws of the shuffle, one per line.")
@click.option(
    "--random", "any_one", is_flag=True, help="Pick one deal at random, of NUMBERS or of 1-1000000."
)
@click.option("--today", is_flag=True, help="The deal of the day, which can be won.")
@click.option("--winnable", is_flag=True, help="With --random: only deals that can be won.")
@click.option(
    "--difficulty", type=click.Choice(LEVELS), help="With --random: only this difficulty."
)
@click.option(
    "--cells", type=click.IntRange(0, 8), help="With --random: winnable with this many cells."
)
@catalog_option
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the output.")
def deal(
    numbers: Numbers,
    form: BoardFormat | None,
    folders: Sequence[Path],
    *,
    explain: bool,
    any_one: bool,
    today: bool,
    winnable: bool,
    difficulty: Level | None,
    cells: int | None,
    lang: str,
) -> None:
    """Print the boards of deal NUMBERS: 617, 1-100, 1,5,9-12, @file, or - for standard input.

    Numbers go from 0 to 8,589,934,591; -1 to -4 are Microsoft's special games. ending:12:617 is a
    position of deal 617, see freecell instances. The formats:

    \b
      rows      as the cards lie, under a line "Game #617"
      columns   a column a line, under the same line
      lines     the number, a colon and 52 cards in deal order, a line a deal
      json      an object a line: number, rows
      fc-solve  columns alone, as Freecell Solver reads them
      fcpro     FreeCell Pro's custom game

    \b
    Examples:
      freecell deal 617
      freecell deal 1-100 --format json
      freecell deal 11982 --format fc-solve | fc-solve
      freecell deal 617 --explain
      freecell deal --random --winnable
      freecell deal --random --difficulty hard --cells 2
      freecell deal --today
      seq 1 1000 | freecell deal - --format lines
    """
    of_a_kind = winnable or difficulty is not None or cells is not None
    if of_a_kind and not any_one:
        raise click.UsageError("--winnable, --difficulty and --cells go with --random")
    chosen: Iterable[int | str]
    if today:
        chosen = [_of_the_day(list(numbers), any_one=any_one)]
    elif of_a_kind:
        chosen = [_of_a_kind(list(numbers), difficulty, 4 if cells is None else cells, folders)]
    else:
        chosen = _one_of(numbers) if any_one else each(_some(numbers))
    if explain:
        if form:
            raise click.UsageError("--explain has a form of its own: leave --format out")
        _explain(chosen, lang)
    elif form is None and _can_draw():
        _draw(chosen, lang)
    else:
        _write(chosen, _writer(form or "rows", lang))


def _some(numbers: Numbers) -> Numbers:
    """Return the ranges, of which there must be one at least."""
    ranges = iter(numbers)
    first = next(ranges, None)
    if first is None:
        raise click.UsageError("no numbers (expected for example: freecell deal 617)")
    return chain([first], ranges)


def _one_of(numbers: Numbers) -> list[int | str]:
    ranges = list(numbers) or [range(1, LAST_MICROSOFT_DEAL + 1)]
    chosen = random.randrange(sum(map(len, ranges)))
    for numbers_of_range in ranges:
        if chosen < len(numbers_of_range):
            break
        chosen -= len(numbers_of_range)
    return [numbers_of_range[chosen]]


def _of_the_day(numbers: list[Sequence[int | str]], *, any_one: bool) -> int:
    from freecell.daily import deal_of_the_day

    if numbers or any_one:
        raise click.UsageError("--today names the deal: leave the numbers and --random out")
    return deal_of_the_day()


def _of_a_kind(
    given: list[Sequence[int | str]], level: Level | None, cells: int, folders: Sequence[Path]
) -> int:
    """Return a random number of this kind: from a survey or the atlas where none are named."""
    from freecell.deal_atlas import random_deal

    ranges = [each for each in given if isinstance(each, range)]
    if len(ranges) < len(given):
        raise click.UsageError("a random deal of a kind is one of NUMBERS: leave endings out")
    number = random_deal(ranges, cells=cells, level=level, surveys=open_catalogs(folders))
    if number is None:
        raise click.ClickException("none of the deals that were drawn can be won")
    return number


def _writer(form: BoardFormat, lang: str) -> Callable[[int | str], str]:
    """Return the function that writes a number's board in a format, with the line end."""
    if form == "json":
        return lambda start: json.dumps(_json(start)) + "\n"

    def head(start: int | str) -> str:
        if form in ("rows", "columns"):
            return f"{game_title(start, lang)}\n"
        return f"{start}: " if form == "lines" else ""

    return lambda start: f"{head(start)}{format_board(deal_board(start), form)}\n"


def _json(start: int | str) -> dict[str, object]:
    if isinstance(start, int):
        return {"number": start, "rows": deal_freecell(start)}
    return {"number": start, **json.loads(format_board(deal_board(start), "json"))}


def _write(numbers: Iterable[int | str], write: Callable[[int | str], str]) -> None:
    """Write one after the other: a million of them need no more memory than one."""
    out = sys.stdout.write
    for number in numbers:
        out(write(number))


def _can_draw() -> bool:
    """Whether standard output is a terminal that knows the symbols of the suits."""
    return sys.stdout.isatty() and sys.stdout.encoding.lower().replace("-", "") == "utf8"


def _draw(numbers: Iterable[int | str], lang: str) -> None:
    from rich.console import Console

    from freecell.drawing.terminal import draw

    console = Console(highlight=False)
    for number in numbers:
        drawing = draw(deal_board(number), game_title(number, lang), lang)
        console.print(drawing, end="\n\n", crop=False, overflow="ignore", no_wrap=True)


def _explain(numbers: Iterable[int | str], lang: str) -> None:
    for number in numbers:
        click.echo("\n".join(_explanation(check_number(number), lang)))


def _explanation(number: int, lang: str) -> Iterator[str]:
    """Yield the draws of a number as a table, to compare with those of another dealer."""
    if number in SPECIAL_DEALS:
        raise DealNumberError(
            f"nothing to explain: {number} is one of Microsoft's special games, "
            "a list of cards and not a shuffle (expected 0 or more)"
        )
    yield term("game_no_label", lang).format(n=number)
    yield f"{'card':>4} {'state':>10} {'value':>5} {'left':>4} {'index':>5}"
    for count, draw in enumerate(draws(number), 1):
        yield (
            f"{count:4} {draw.state:10} {draw.value:5} {draw.left:4} {draw.place:5}"
            f"  {CARD_NAMES[draw.card]}  {spoken_name(draw.card, lang)}"
        )
