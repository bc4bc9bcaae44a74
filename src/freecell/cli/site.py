"""`freecell site`: the page as files for any web host."""

from pathlib import Path

import click


@click.command(short_help="Write the page as static files.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
def site(output: Path) -> None:
    """Write the whole page as static files that any web host can serve.

    \b
    Example:
      freecell site -o public
    """
    from freecell.web.site import write_site

    files = write_site(output)
    size = sum(path.stat().st_size for path in files)
    click.echo(f"{output}: {len(files)} files, {size:,} bytes")
