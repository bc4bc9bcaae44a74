"""`freecell about`: what is known of deals, from surveys or computed."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS, each, numbers_argument
from freecell.solver import Limit
from freecell.surveys.known import About, compute_about

_LIMIT = Limit(nodes=50_000_000, bytes=2**30)
_STATUS = {"solved": 0, "impossible": 3, "undecided": 4}
_SAID = {
    "solved": "can be won",
    "impossible": "cannot be won: every position was looked at",
    "undecided": "not decided",
}


@click.command(context_settings=SETTINGS)
@numbers_argument()
@catalog_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to say it."
)
@click.pass_context
def about(
    context: click.Context, numbers: Iterable[range], folders: Sequence[Path], form: str
) -> None:
    """Say what is known of deal NUMBERS: whether they can be won, in how many moves, how hard.

    What a survey does not know is computed, but for the fewest cells and the difficulty: that is
    the share of the deals of the survey for which fewer positions had to be looked at. Exit status
    as that of `freecell solve`. In JSON it is an object a line: number, verdict, count (of moves),
    positions, difficulty (0 to 100), fewest; null where it is not known.

    \b
    Examples:
      freecell about 617
      freecell about 1-100 --catalog results/ --catalog cells/ --format json
      FREECELL_CATALOG=results/:cells/ freecell about 617
    """
    known = open_catalogs(folders)
    worst = 0
    for number in each(numbers):
        found = (known.about(number) if known else None) or compute_about(number, _LIMIT)
        click.echo(json.dumps(found.to_json()) if form == "json" else "\n".join(_lines(found)))
        worst = max(worst, _STATUS[found.verdict])
    context.exit(worst)


def _lines(found: About) -> Iterator[str]:
    yield f"Game #{found.number}: {_SAID[found.verdict]}"
    if found.moves is not None:
        yield f"  moves of a solution  {found.moves}"
    if found.positions is not None:
        yield f"  positions looked at  {found.positions:,}"
    if found.difficulty is not None:
        yield f"  harder than          {found.difficulty} % of the deals surveyed"
    if found.fewest is not None:
        yield f"  fewest cells         {found.fewest}"
