"""`freecell instances`: a course of boards of growing size, with what is known of each."""

import json

import click

from freecell.cli.numbers import text_or_json
from freecell.instances import course


@click.command(short_help="List a course of boards for solvers.")
@text_or_json
def instances(form: str) -> None:
    """List a course of 60 boards for solvers, from trivial endings to deal 617.

    ending:12:617 is the first position of deal 617's reference line with twelve cards not yet home.
    Every command takes such a name for a number, and `course` for all of them. Positions are those
    that can be reached, itself included, where there are fewer than a million; the order of columns
    and cells does not count. The lengths are proved: moves as players count (a run is one, moves
    home are free), and cards moved one by one, moves home included. In JSON it is an object a line,
    null where it is not known.

    \b
    Examples:
      freecell instances
      freecell deal ending:12:617
      freecell check --solver "./mysolver {board}" --deals course
    """
    if form == "text":
        click.echo(f"{'name':16}{'positions':>12}{'moves':>8}{'cards':>8}")
    for each in course():
        if form == "json":
            click.echo(json.dumps(each._asdict()))
            continue
        positions = "1,000,000 +" if each.positions is None else f"{each.positions:,}"
        cards = "-" if each.cards is None else each.cards
        click.echo(f"{each.name:16}{positions:>12}{each.moves:>8}{cards:>8}")
