"""`freecell convert`: a solution in another dialect."""

import click

from freecell.cards import NotationError
from freecell.cli.files import name_of, read_text
from freecell.cli.numbers import SETTINGS
from freecell.errors import FreecellError
from freecell.instances import check_start
from freecell.text.records import Record, write_record
from freecell.text.solution_player import replay
from freecell.text.solution_writer import DIALECTS


@click.command(context_settings=SETTINGS, short_help="Translate a solution into another dialect.")
@click.argument(
    "arguments", nargs=-1, required=True, metavar="[NUMBER] FILE", type=click.UNPROCESSED
)
@click.option(
    "--to",
    "dialect",
    required=True,
    type=click.Choice([*DIALECTS, "record"]),
    help="The dialect to write.",
)
def convert(arguments: tuple[str, ...], dialect: str) -> None:
    """Print a solution of deal NUMBER in another dialect.

    The solution may be in any of them; it is verified first. Without a NUMBER the text must state
    it. - is standard input. The dialects:

    \b
      snx        every move written, with counts: Freecell Solver's -m -snx
      sn         the same without counts: -m -sn
      sentences  its sentences: -m
      boards     its boards: -p -t
      microsoft  automatic moves home not written
      fcpro      FreeCell Pro's file
      macroxue   617:4r462r...
      steps      as snx, card by card
      pddl       a plan for planners, card by card; see freecell pddl
      record     with headers, for our own files

    \b
    Examples:
      freecell convert 617 solution.txt --to snx
      freecell deal 617 --format fc-solve | fc-solve -m -sn | freecell convert 617 - --to microsoft
    """
    if len(arguments) > 2:
        raise click.UsageError("expected a number and a file, or a file")
    number = check_start(arguments[0]) if len(arguments) == 2 else None
    file = arguments[-1]
    try:
        result = replay(number, read_text(file))
    except FreecellError as error:
        raise NotationError(f"{name_of(file)}: {error}") from error
    if result.error is not None:
        raise NotationError(f"{name_of(file)}: {result.error}")
    if dialect == "record":
        click.echo(write_record(Record(result.game)))
    else:
        click.echo(result.game.write(dialect))  # type: ignore[arg-type]  # one of the choices
