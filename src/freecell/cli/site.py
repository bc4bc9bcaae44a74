"""`freecell site`: the page as files for any web host."""

from pathlib import Path

import click

from freecell.cli.catalog import pyodide_option


@click.command(short_help="Write the page as static files.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
@pyodide_option
def site(output: Path, pyodide: Path | None) -> None:
    """Write the whole page as static files that any web host can serve.

    \b
    Examples:
      freecell site -o public
      freecell site -o public --pyodide pyodide
    """
    from freecell.web.site import write_site

    files = write_site(output, pyodide)
    size = sum(path.stat().st_size for path in files)
    click.echo(f"{output}: {len(files)} files, {size:,} bytes")
