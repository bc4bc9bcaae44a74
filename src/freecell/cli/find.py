"""`freecell find`: the number of a board, or the numbers that some cards fit."""

import sys

import click

from freecell.cards import NotationError
from freecell.cli.board_files import board_in_picture, likely_option, text_or_picture
from freecell.cli.files import name_of, read_text
from freecell.errors import FreecellError
from freecell.finder import ALL_NUMBERS, find_partial
from freecell.finder import find as find_board
from freecell.numbers import parse_ranges
from freecell.text.board_reader import read_board


@click.command(short_help="Print the number of a board.")
@click.argument("file", required=False)
@click.option("--top", metavar="CARDS", help='The first cards, such as "7D AD 5C 3S 5S 8C 2D AH".')
@click.option("--partial", is_flag=True, help="FILE has rows with -- or ?? for unknown cards.")
@click.option(
    "--in", "where", metavar="RANGE", help="Search only these numbers, such as 1-1000000."
)
@click.option("--count", type=click.IntRange(1), help="Stop after this many numbers.")
@likely_option
def find(
    file: str | None,
    top: str | None,
    where: str | None,
    count: int | None,
    *,
    partial: bool,
    likely: bool,
) -> None:
    """Print the number that deals the board in FILE, or the numbers that some cards fit.

    The board may be in any form: rows, columns, an array, with 10 or T (see docs/formats.md); - is
    standard input. FILE may also be a picture: a screenshot of any FreeCell (see docs/pictures.md);
    of a game that has begun, the number is found too. All numbers from -4 to 8,589,934,591 are
    searched.

    \b
    Examples:
      freecell find board.txt
      freecell find screenshot.png
      freecell deal 617 | freecell find -
      freecell find --top "7D AD 5C 3S 5S 8C 2D AH"
      freecell find --partial seen.txt --in 1-1000000
    """
    if (file is None) == (top is None):
        raise click.UsageError("expected a file with a board, or --top with cards")
    if top is not None or partial:
        text = top if top is not None else read_text(file or "-")
        found = _print_numbers(text, _range(where), count)
    else:
        found = _print_number(file or "-", likely=likely)
    if not found:
        raise click.ClickException("no number deals these cards")


def _range(where: str | None) -> range:
    if where is None:
        return ALL_NUMBERS
    ranges = parse_ranges(where)
    if len(ranges) != 1:
        raise click.UsageError("--in takes one range, such as 1-1000000")
    return ranges[0]


def _print_number(file: str, *, likely: bool) -> bool:
    content = text_or_picture(file)
    if isinstance(content, bytes):
        board, reading = board_in_picture(content, file, likely=likely)
        seen = reading.number if reading.number is not None else find_board(board)
        if seen is not None:
            click.echo(seen)
        return seen is not None
    try:
        text = read_board(content)
    except FreecellError as error:
        raise NotationError(f"{name_of(file)}: {error}") from error
    number = find_board(text.board)
    if number is not None:
        click.echo(number)
        if text.number not in (None, number):
            click.echo(f"the text says {text.number}, but it is deal {number}", err=True)
    return number is not None


def _print_numbers(text: str, numbers: range, count: int | None) -> bool:
    """Print the numbers as they are found, and on a terminal how far the search is."""
    shows = sys.stderr.isatty()

    def progress(done: int) -> None:
        if shows:  # pragma: no cover - a terminal only
            share = (done - numbers.start) / len(numbers)
            click.echo(f"\r{share:6.1%} of the numbers checked", nl=False, err=True)

    found = 0
    for number in find_partial(text, numbers, progress):
        if shows:  # pragma: no cover - a terminal only
            click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
        click.echo(number)
        found += 1
        if found == count:
            break
    if shows:  # pragma: no cover - a terminal only
        click.echo(err=True)
    return found > 0
