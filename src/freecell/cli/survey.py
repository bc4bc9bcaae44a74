"""`freecell survey` and `freecell report`: deals in bulk, and the page about them."""

import os
import sys
from pathlib import Path
from typing import get_args

import click

from freecell.cli.numbers import SETTINGS, FiniteRange, is_list, read_ranges
from freecell.cli.progress import progress_display
from freecell.files import write_whole
from freecell.interrupts import deferred
from freecell.numbers import could_be_list, parse_number
from freecell.surveys.folder_check import check_folder
from freecell.surveys.number_list import list_text
from freecell.surveys.plan import Options, Plan, SurveyError, SurveyGoal, make_plan, require_plan
from freecell.surveys.running import Progress, check_solutions, verify
from freecell.surveys.running import survey as run_survey
from freecell.verdict import Unit

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(context_settings=SETTINGS, short_help="Solve millions of deals into a folder.")
@click.argument("numbers", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "-o", "--output", "folder", required=True, type=_FOLDER, help="The folder to write into."
)
@click.option(
    "--goal",
    type=click.Choice(get_args(SurveyGoal)),
    default="any",
    show_default=True,
    help="What to compute of each deal.",
)
@click.option(
    "--unit",
    type=click.Choice(get_args(Unit)),
    default="moves",
    help="What --goal shortest minimises: moves (a run is one move, moves home are free) or single "
    "cards (every card counts, those home too).",
)
@click.option("--cells", type=int, default=4, show_default=True, help="Number of cells, 0 to 8.")
@click.option("--effort", type=int, default=2, help="Effort for --goal short, 1 to 5 (default: 2).")
@click.option("--nodes", type=int, default=50_000_000, help="Limit of positions for each deal.")
@click.option(
    "--bytes", "size", type=int, default=2**30, help="Limit of memory for each deal, in bytes."
)
@click.option("--solutions", is_flag=True, help="Also store the solutions.")
@click.option("--part-size", type=int, default=0, help="Deals in each part (default: by the goal).")
@click.option("--processes", type=int, help="Local processes (default: one for each core).")
@click.option("--scheduler", help="The address of a Dask scheduler, such as tcp://host:8786.")
@click.option(
    "--local-cluster", type=int, help="Start a Dask cluster of this many workers on this machine."
)
@click.option(
    "--verify",
    "share",
    type=FiniteRange(0, 1),
    help="Compute this share of the parts again and compare.",
)
@click.option("--check-solutions", "replay", is_flag=True, help="Replay every stored solution.")
@click.option("--check", "look", is_flag=True, help="Read and check every file of the folder.")
def survey(
    numbers: tuple[str, ...],
    folder: Path,
    *,
    goal: SurveyGoal,
    unit: Unit,
    cells: int,
    effort: int,
    nodes: int,
    size: int,
    solutions: bool,
    part_size: int,
    processes: int | None,
    scheduler: str | None,
    local_cluster: int | None,
    share: float | None,
    replay: bool,
    look: bool,
) -> None:
    """Solve the deals NUMBERS (1-1000000, or 1,5,9-12) into a folder of Parquet files.

    @file reads a list of numbers and ranges from a file, - from standard input.

    Run the same command again to continue an interrupted survey. Limits are in positions and
    bytes, so that a survey is the same on every machine. The goals:

    \b
      any       any solution, or a proof that there is none
      short     a short solution
      fewest    the fewest cells that win the deal
      shortest  a proved shortest solution, or the interval when a limit is reached

    \b
    Examples:
      freecell survey 1-32000 -o results/
      freecell survey 1-2000 -o cells/ --goal fewest
      freecell survey 1-1000 -o par/ --goal shortest --nodes 20000000 --bytes 2147483648
      freecell survey @numbers.txt -o list/ --cells 3
      freecell survey 1-32000 -o results/ --verify 0.1
      freecell survey -o results/ --check
      freecell survey 1-100000000 -o big/ --scheduler tcp://host:8786
    """
    if look:
        _check(folder)
        return
    listed = any(map(is_list, numbers))
    options = Options(
        _deals(numbers), goal, cells, effort, nodes, size, solutions, part_size, unit, listed
    )
    if share is not None or replay:
        _look_again(folder, make_plan(options), share, replay=replay)
        return
    with deferred(), progress_display() as display:
        progress = run_survey(
            folder,
            options,
            processes=processes,
            scheduler=scheduler,
            local_cluster=local_cluster,
            report=display.show,
        )
    click.echo(_summary(progress))
    if progress.verdicts["undecided"]:
        sys.exit(4)


def _deals(arguments: tuple[str, ...]) -> str:
    """Return the numbers of all arguments as one text."""
    if not arguments:
        raise click.UsageError(
            "no deals (expected for example: freecell survey 1-32000 -o results/)"
        )
    for argument in filter(could_be_list, arguments):
        others = argument.replace(",", " ")
        click.echo(
            f"{argument} is read as deal {parse_number(argument)} (several deals: {others})",
            err=True,
        )
    text = list_text(read_ranges(arguments))
    if not text:
        raise click.ClickException(f"{' '.join(arguments)}: no numbers (expected for example 617)")
    return text


def _check(folder: Path) -> None:
    found = check_folder(folder)
    for problem in found.problems:
        click.echo(problem)
    click.echo(f"{found.parts:,} parts with {found.deals:,} deals are sound")
    if found.missing:
        click.echo(f"{found.missing:,} parts are not there yet")
    if not found.sound:
        raise SurveyError(f"{folder}: {len(found.problems):,} files are not as they should be")


def _look_again(folder: Path, plan: Plan, share: float | None, *, replay: bool) -> None:
    require_plan(folder, plan)
    if share is not None:
        count = sum(1 for _ in verify(folder, plan, share))
        click.echo(f"{count:,} parts computed again, all of them alike")
    if replay:
        click.echo(f"{check_solutions(folder, plan):,} solutions replayed, all of them won")


def _summary(progress: Progress) -> str:
    counts = ", ".join(f"{count:,} {verdict}" for verdict, count in progress.verdicts.items())
    computed = f"{progress.computed:,} computed now in {progress.seconds:,.1f} s"
    return f"{progress.done:,} deals: {counts} ({computed})"


@click.command(short_help="Write a page about a survey.")
@click.argument("folder", type=_FOLDER)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page (default: FOLDER/report.html).",
)
@click.option(
    "--link", help="The address to put before a deal's number (default: that of freecell serve)."
)
def report(folder: Path, output: Path | None, link: str | None) -> None:
    """Write a page about the survey in FOLDER: counts, charts, the easiest and hardest deals.

    \b
    Examples:
      freecell report results/
      freecell report results/ --link https://example.org/freecell/
      freecell report results/ -o survey.html
    """
    from freecell.surveys.report import DEFAULT_LINK
    from freecell.surveys.report import report as write_report

    page = output or folder / "report.html"
    text = write_report(folder, link or DEFAULT_LINK, lambda warning: click.echo(warning, err=True))
    write_whole(page, text.encode())
    click.echo(os.fspath(page))
