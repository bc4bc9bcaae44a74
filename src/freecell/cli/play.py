"""`freecell play`: the page on this machine, opened in the browser."""

import click

from freecell.cli.numbers import SETTINGS
from freecell.numbers import parse_number


@click.command(context_settings=SETTINGS)
@click.argument("number", type=click.UNPROCESSED, default="617")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; 0 for any.")
@click.option("--browser/--no-browser", default=True, help="Open it in the browser.")
def play(number: str, *, port: int, browser: bool) -> None:
    """Play deal NUMBER in the browser. The page is served to this machine only, until Ctrl-C.

    \b
    Examples:
      freecell play 617
      freecell play 11982 --no-browser --port 8000
    """
    path = str(parse_number(number))
    from threading import Timer

    from freecell.web.server import listen, serve_here

    listener = listen(port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/{path}"
    click.echo(f"{address}  (Ctrl-C ends it)")
    if browser:
        import webbrowser

        Timer(0.5, webbrowser.open, [address]).start()
    serve_here(listener)
