"""`freecell instances` and `freecell pddl`: boards of growing size, and planning problems."""

import json
from pathlib import Path

import click

from freecell.board import deal
from freecell.cli.files import read_text
from freecell.cli.numbers import SETTINGS, text_or_json
from freecell.files import write_whole
from freecell.instances import check_start, course
from freecell.text.board_reader import parse_board
from freecell.text.pddl import write_domain, write_problem


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


@click.command(context_settings=SETTINGS, short_help="Write a board as a planning problem.")
@click.argument("number", type=click.UNPROCESSED, required=False)
@click.option(
    "--from-board", metavar="FILE", help="Read a board from FILE instead; - is standard input."
)
@click.option("-o", "--output", metavar="FOLDER", help="Write domain.pddl and problem.pddl there.")
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells (default: 4).")
def pddl(number: str | None, from_board: str | None, output: str | None, cells: int) -> None:
    """Write deal NUMBER, an ending or a board as a planning problem in PDDL.

    It is the typed STRIPS form of the planning competition of 2000. A plan moves one card at a
    time, so that its length is the single-card count. `freecell check` and `freecell convert` read
    plans.

    \b
    Examples:
      freecell pddl 617
      freecell pddl ending:12:617 -o folder
      freecell check ending:12:617 plan.txt
      freecell convert 617 solution.txt --to pddl
    """
    if (number is None) == (from_board is None):
        raise click.UsageError("expected a number, or --from-board and a file")
    if from_board is not None:
        name, board = "board", parse_board(read_text(from_board), cells)
    else:
        start = check_start(number or "")
        name, board = str(start), deal(start, cells)
    domain, problem = write_domain(), write_problem(board, name)
    if output is None:
        click.echo(f"{domain}\n{problem}", nl=False)
        return
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "domain.pddl", domain.encode())
    write_whole(folder / "problem.pddl", problem.encode())
