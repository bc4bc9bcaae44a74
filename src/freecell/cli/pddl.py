"""`freecell pddl`: a board for planners, as a domain and a problem."""

from pathlib import Path

import click

from freecell.board import deal
from freecell.cli.files import read_text
from freecell.cli.numbers import SETTINGS
from freecell.files import write_whole
from freecell.instances import check_start
from freecell.text.board_reader import parse_board
from freecell.text.pddl import write_domain, write_problem


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
