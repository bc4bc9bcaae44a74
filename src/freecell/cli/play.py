"""`freecell play`: the page on this machine, opened in the browser."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from freecell.cli.board_files import board_in_picture, likely_option, text_or_picture
from freecell.cli.catalog import catalog_option, open_catalogs
from freecell.cli.numbers import SETTINGS
from freecell.errors import FreecellError
from freecell.extras import need_extra
from freecell.instances import check_start, moves_to
from freecell.interrupts import stop_listening
from freecell.text.address import format_position
from freecell.text.board_reader import parse_board


@click.command(context_settings=SETTINGS, short_help="Play a deal in the browser.")
@click.argument("number", type=click.UNPROCESSED, default="617")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port to listen on (default: any free port).",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@catalog_option
@likely_option
def play(number: str, folders: Sequence[Path], *, port: int, browser: bool, likely: bool) -> None:
    """Play deal NUMBER in the browser. The page is served to this machine only, until Ctrl-C.

    NUMBER may also be a file with a board: text, or a picture of any FreeCell. The page does
    everything itself; with --catalog it also asks surveys, which needs the extras serve and survey.

    \b
    Examples:
      freecell play 617
      freecell play screenshot.png
      freecell play --catalog results/
      freecell play 11982 --no-browser --port 8000
    """
    path = _path_of(number, likely=likely)
    if folders:
        _serve_with_surveys(path, port, folders, browser=browser)
        return
    from freecell.web.loopback import PageServer

    with PageServer(port) as server:
        _announce(server.server_port, path, browser=browser)
        server.serve_forever()


def _serve_with_surveys(path: str, port: int, folders: Sequence[Path], *, browser: bool) -> None:
    """Serve the page together with the service, which reads the surveys for it."""
    open_catalogs(folders)  # report a bad one here, and not in the page
    need_extra("serve", "a page that reads surveys needs")
    from freecell.web.server import listen, serve_here

    listener = listen(port)
    _announce(listener.getsockname()[1], path, browser=browser)
    stop_listening()  # the server has handlers of its own
    serve_here(listener, folders)


def _announce(port: int, path: str, *, browser: bool) -> None:
    """Print the address, and open it once the server answers."""
    address = f"http://127.0.0.1:{port}/{path}"
    click.echo(f"{address}  (Ctrl-C ends it)")
    sys.stdout.flush()
    if browser:
        import webbrowser
        from threading import Timer

        opening = Timer(0.5, webbrowser.open, [address])
        opening.daemon = True
        opening.start()


def _path(start: int | str) -> str:
    """Return the page's address of a deal; an ending is the deal with the moves that lead to it."""
    if isinstance(start, int):
        return str(start)
    number, moves = moves_to(start)
    return f"{number}#{''.join(map(str, moves))}"


def _path_of(number: str, *, likely: bool) -> str:
    """Return the page's address of a deal or an ending, or of the board in a file."""
    try:
        return _path(check_start(number))
    except FreecellError:
        if not Path(number).is_file():
            raise
    content = text_or_picture(number)
    if isinstance(content, bytes):
        board, _ = board_in_picture(content, number, likely=likely)
    else:
        board = parse_board(content)
    return f"?board={format_position(board)}"
