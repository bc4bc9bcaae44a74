"""`freecell picture`: a board as a drawing, a solution as one that moves."""

import sys
from pathlib import Path
from typing import cast

import click

from freecell.board import Board, Move
from freecell.board import deal as deal_board
from freecell.cli.numbers import SETTINGS, FiniteRange
from freecell.drawing.card_art import THEMES, Theme
from freecell.files import write_whole
from freecell.instances import check_start
from freecell.words import LANGUAGES, game_title


@click.command(context_settings=SETTINGS, short_help="Draw a deal as an SVG picture.")
@click.argument("number", type=click.UNPROCESSED)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write.")
@click.option("--solution", is_flag=True, help="Draw an animated solution.")
@click.option("--short", is_flag=True, help="With --solution: a short one.")
@click.option(
    "--seconds",
    type=FiniteRange(0.1, 10),
    default=0.9,
    help="Seconds for each move (default: 0.9).",
)
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells (default: 4).")
@click.option("--four-colours", is_flag=True, help="Give each suit a colour of its own.")
@click.option("--theme", type=click.Choice(THEMES), default="light", help="Colour theme.")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    help="Language of the title and the cards.",
)
def picture(
    number: str,
    output: str | None,
    *,
    solution: bool,
    short: bool,
    seconds: float,
    cells: int,
    four_colours: bool,
    theme: str,
    lang: str,
) -> None:
    """Draw deal NUMBER as an SVG picture, on standard output or into a file.

    With --solution the picture plays a solution by itself, over and over, in any browser and
    without a script. Exit status 3 says that there is none, 4 that none was found.

    \b
    Examples:
      freecell picture 617 -o 617.svg
      freecell picture 617 --solution -o film.svg
      freecell picture 617 --four-colours --theme dark -o 617.svg
    """
    from freecell.drawing import film
    from freecell.drawing import picture as pictures

    start = check_start(number)
    board = deal_board(start, cells)
    look = pictures.Look(
        title=game_title(start, lang),
        four_colours=four_colours,
        theme=cast(Theme, theme),
        language=lang,
    )
    if solution:
        moves = _solution(board, short=short)
        svg = film.animation(board, moves, seconds=seconds, **look._asdict())
    else:
        svg = pictures.picture(board, **look._asdict())
    if output:
        write_whole(Path(output), svg.encode())
    else:
        sys.stdout.write(svg)


def _solution(board: Board, *, short: bool) -> tuple[Move, ...]:
    """Return the moves of a solution; end the command with a message where there is none."""
    from freecell.solver import Impossible, Solved, solve

    result = solve(board, goal="short" if short else "any")
    if isinstance(result, Solved):
        return result.moves
    impossible = isinstance(result, Impossible)
    click.echo("Error: no solution: " + str(result), err=True)
    raise SystemExit(3 if impossible else 4)
