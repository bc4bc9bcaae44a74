"""`freecell play`: the page on this machine, opened in the browser."""

from collections.abc import Sequence
from pathlib import Path

import click

from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS, parse_start
from freecell.instances import moves_to
from freecell.interrupts import stop_listening


@click.command(context_settings=SETTINGS)
@click.argument("number", type=click.UNPROCESSED, default="617")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; 0 for any.")
@click.option("--browser/--no-browser", default=True, help="Open it in the browser.")
@catalog_option
def play(number: str, folders: Sequence[Path], *, port: int, browser: bool) -> None:
    """Play deal NUMBER in the browser. The page is served to this machine only, until Ctrl-C.

    \b
    Examples:
      freecell play 617
      freecell play --catalog results/
      freecell play 11982 --no-browser --port 8000
    """
    path = _path(parse_start(number))
    open_catalogs(folders)  # what is wrong with one is said here, and not by the page
    from threading import Timer

    from freecell.web.server import listen, serve_here

    listener = listen(port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/{path}"
    click.echo(f"{address}  (Ctrl-C ends it)")
    if browser:
        import webbrowser

        Timer(0.5, webbrowser.open, [address]).start()
    stop_listening()  # the server has handlers of its own
    serve_here(listener, folders)


def _path(start: int | str) -> str:
    """Return the page's address of a deal; an ending is the deal with the moves that lead to it."""
    if isinstance(start, int):
        return str(start)
    number, moves = moves_to(start)
    return f"{number}#{''.join(map(str, moves))}"
