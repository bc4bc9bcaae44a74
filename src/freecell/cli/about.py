"""`freecell about`: what is known of deals, from surveys, from the atlas, or computed."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import click

from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS, Numbers, each, numbers_argument, text_or_json
from freecell.deal_atlas import About, Budget
from freecell.deal_atlas import about as about_deal
from freecell.words import game_title

_BUDGETS: tuple[Budget, ...] = get_args(Budget)
_STATUS = {"solved": 0, "impossible": 3, "undecided": 4}
_VERDICTS = {
    "solved": "can be won",
    "impossible": "cannot be won",
    "undecided": "not decided",
}
_COLUMNS = {"moves": "the moves", "fewest": "the fewest cells", "difficulty": "the difficulty"}


@click.command(context_settings=SETTINGS, short_help="Print what is known of deals.")
@numbers_argument(names=True)
@catalog_option
@click.option(
    "--budget",
    type=click.Choice(_BUDGETS),
    default="quick",
    show_default=True,
    help="How much to compute where nothing is known.",
)
@text_or_json
@click.pass_context
def about(
    context: click.Context,
    numbers: Numbers,
    folders: Sequence[Path],
    budget: Budget,
    form: str,
) -> None:
    """Print what is known of deal NUMBERS: whether they can be won, in how many moves, how hard.

    Surveys named with --catalog come first, then the built-in atlas of the deals 1 to 1,000,000.
    What neither knows is computed within the budget, and marked as computed. Simulated players rate
    the difficulty of deals; an ending such as ending:12:617 has none. The exit status is that of
    `freecell solve`. JSON output has one object per line: a verdict as `freecell solve` gives it
    (`least` is a lower bound on the moves), number, shortest, fewest, fewest_proved, difficulty
    (percentile, 0 to 99), level, computed and source; null where something is not known.

    \b
    Examples:
      freecell about 617
      freecell about 1-100 --catalog results/ --catalog cells/ --format json
      FREECELL_CATALOG=results/:cells/ freecell about 617
    """
    surveys = open_catalogs(folders)
    worst = 0
    for number in each(numbers):
        found = about_deal(number, surveys=surveys, budget=budget)
        click.echo(json.dumps(found.to_json()) if form == "json" else "\n".join(_lines(found)))
        worst = max(worst, _STATUS[found.verdict])
    context.exit(worst)


def _lines(found: About) -> Iterator[str]:
    yield f"{game_title(found.number)}: {_VERDICTS[found.verdict]}"
    if found.fewest is not None:
        fewest = found.fewest if found.fewest_proved else f"at most {found.fewest}"
        yield f"  fewest cells   {fewest}"
    if found.moves is not None:
        yield f"  moves          {found.moves}, {_shortest(found)}"
    if found.difficulty is not None:
        yield f"  difficulty     {found.level}: harder than {found.difficulty} % of the deals"
    if found.positions is not None:
        yield f"  positions      {found.positions:,} searched"
    if found.computed:
        yield f"  computed now   {', '.join(_COLUMNS[name] for name in found.computed)}"


def _shortest(found: About) -> str:
    if found.shortest:
        return "proved to be the shortest"
    least = "" if found.least is None else f"; none has fewer than {found.least}"
    return f"the shortest found here{least}"
