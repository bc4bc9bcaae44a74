"""`freecell check --solver` and `--dealer`: runs and judges the user's own programs."""

import json

import click

from freecell.foreign_program import Limits
from freecell.own_solver import SolverVerdict, check_solver
from freecell.text.board_writer import BoardFormat


def check_solver_command(
    command: str,
    deals: str,
    cells: int,
    limits: Limits,
    jobs: int,
    board: BoardFormat,
    form: str,
    lang: str,
) -> None:
    """Judge a solver on deals; exit with 1 if an answer was wrong, 4 if a deal was not solved."""

    def show(verdict: SolverVerdict) -> None:
        click.echo(json.dumps(verdict.to_json()) if form == "json" else verdict.line(lang))

    checked = check_solver(
        command, deals, cells=cells, limits=limits,
        jobs=jobs, form=board, language=lang, on_verdict=show,
    )  # fmt: skip
    if form == "json":
        click.echo(json.dumps({"summary": checked.table()}))
    else:
        click.echo("\n".join(checked.summary()))
    if not checked.right:
        raise click.exceptions.Exit(1 if checked.wrong else 4)
