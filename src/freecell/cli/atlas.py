"""`freecell atlas`: what is known of the million deals, as a file for other programs."""

import os
from pathlib import Path

import click

from freecell.cli.numbers import SETTINGS


@click.command(context_settings=SETTINGS, short_help="Write the built-in atlas to a file.")
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
    help="File format (default: by the file's name).",
)
def atlas(path: Path, form: str | None) -> None:
    """Write the built-in atlas to a file, one row per deal from -4 to 1,000,000.

    The columns: number; verdict with four cells; the fewest cells, and whether they are proved or
    an upper bound; the moves of the shortest solution found, whether it is proved to be the
    shortest, and a lower bound on the moves; the difficulty as a score, a percentile (0 to 99) and
    a level. Null where something is not known.

    \b
    Examples:
      freecell atlas -o atlas.parquet
      freecell atlas --format csv -o atlas.csv
      duckdb -c "select fewest, count(*) from 'atlas.parquet' group by all order by all"
    """
    from freecell.deal_atlas.table import write_csv, write_parquet

    write = write_csv if (form or path.suffix[1:].lower()) == "csv" else write_parquet
    write(path)
    click.echo(os.fspath(path))
