"""`freecell picture`: a board as a drawing, a solution as one that moves."""

import sys
from pathlib import Path
from typing import cast

import click

from freecell.board import deal as deal_board
from freecell.cli.numbers import SETTINGS
from freecell.numbers import parse_number
from freecell.words import LANGUAGES, term


@click.command(context_settings=SETTINGS)
@click.argument("number", type=click.UNPROCESSED)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write.")
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="How many cells there are.")
@click.option("--four-colours", is_flag=True, help="Give each suit a colour of its own.")
@click.option(
    "--theme", type=click.Choice(["light", "dark", "auto"]), default="light", help="The colours."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the words.")
def picture(
    number: str,
    output: str | None,
    *,
    cells: int,
    four_colours: bool,
    theme: str,
    lang: str,
) -> None:
    r"""Draw deal NUMBER as an SVG picture, on standard output or into a file.

    \b
    Examples:
      freecell picture 617 -o 617.svg
      freecell picture 617 --four-colours --theme dark -o 617.svg
    """
    from freecell import picture as pictures

    deal_number = parse_number(number)
    svg = pictures.picture(
        deal_board(deal_number, cells),
        title=term("game_no_label", lang).format(n=deal_number),
        four_colours=four_colours,
        theme=cast(pictures.Theme, theme),
        language=lang,
    )
    if output:
        Path(output).write_text(svg, encoding="utf-8")
    else:
        sys.stdout.write(svg)
