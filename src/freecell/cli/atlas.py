"""`freecell atlas`: what is known of the million deals, as a file for other programs."""

import os
from pathlib import Path

import click

from freecell.cli.numbers import SETTINGS


@click.command(context_settings=SETTINGS)
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "csv"]),
    help="By the file's name unless said.",
)
def atlas(path: Path, form: str | None) -> None:
    """Write the atlas that comes with the program, a row for each deal from -4 to 1,000,000.

    The columns: number; verdict with four cells; the fewest cells, and whether they are proved or
    only "at most"; the moves of the shortest solution known, whether that is proved, and how many
    any solution has at least; the score, the rank (difficulty, 0 to 99) and the word of the
    difficulty. Null where it is not known.

    \b
    Examples:
      freecell atlas -o atlas.parquet
      freecell atlas --format csv -o atlas.csv
      duckdb -c "select fewest, count(*) from 'atlas.parquet' group by all order by all"
    """
    from freecell.surveys.atlas_table import write_csv, write_parquet

    write = write_csv if (form or path.suffix[1:].lower()) == "csv" else write_parquet
    write(path)
    click.echo(os.fspath(path))
