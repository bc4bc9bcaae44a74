"""`freecell about`: what is known of deals, from surveys, from the atlas, or computed."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS, each, numbers_argument
from freecell.deal_atlas import About, completed, shipped
from freecell.solver import Limit

_LIMIT = Limit(nodes=50_000_000, bytes=2**30)
_STATUS = {"solved": 0, "impossible": 3, "undecided": 4}
_SAID = {
    "solved": "can be won",
    "impossible": "cannot be won: every position was looked at",
    "undecided": "not decided",
}
_COLUMNS = {"moves": "the moves", "fewest": "the fewest cells", "difficulty": "the difficulty"}


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

    Surveys that are named come first, then the atlas of the deals 1 to 1,000,000 that comes with
    the program; what neither knows is computed where that is quick, and the text says so. The
    difficulty is that of simulated players. Exit status as that of `freecell solve`. In JSON it is
    an object a line: a verdict as `freecell solve` gives it (no solution has fewer moves than
    `least`, where that is known), with number, shortest, fewest,
    fewest_proved, difficulty (0 to 99), word and computed; null where it is not known.

    \b
    Examples:
      freecell about 617
      freecell about 1-100 --catalog results/ --catalog cells/ --format json
      FREECELL_CATALOG=results/:cells/ freecell about 617
    """
    surveys = open_catalogs(folders)
    worst = 0
    for number in each(numbers):
        known = (surveys.about(number) if surveys else None) or shipped().about(number)
        found = completed(known, _LIMIT)
        click.echo(json.dumps(found.to_json()) if form == "json" else "\n".join(_lines(found)))
        worst = max(worst, _STATUS[found.verdict])
    context.exit(worst)


def _lines(found: About) -> Iterator[str]:
    yield f"Game #{found.number}: {_SAID[found.verdict]}"
    if found.fewest is not None:
        yield f"  fewest cells   {found.fewest if found.fewest_proved else f'at most {found.fewest}'}"
    if found.moves is not None:
        yield f"  moves          {found.moves}, {_shortest(found)}"
    if found.difficulty is not None:
        yield f"  difficulty     {found.word}: harder than {found.difficulty} % of the deals"
    if found.positions is not None:
        yield f"  positions      {found.positions:,} looked at"
    if found.computed:
        yield f"  computed now   {', '.join(_COLUMNS[name] for name in found.computed)}"


def _shortest(found: About) -> str:
    if found.shortest:
        return "proved to be the shortest"
    least = "" if found.least is None else f"; none has fewer than {found.least}"
    return f"the shortest solution known{least}"
