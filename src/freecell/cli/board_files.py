"""Boards as arguments: a file with text or a picture, recognised by its content."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from freecell.board import Board
from freecell.cli.files import as_text, name_of, read_bytes
from freecell.errors import FreecellError
from freecell.picture_reader import (
    MOST_BYTES,
    PictureError,
    PictureReading,
    is_picture,
    read_picture,
)

_DOUBTFUL = 4


Function = TypeVar("Function", bound=Callable[..., Any])


def likely_option(function: Function) -> Function:
    """Give a command the option `--likely`."""
    return click.option(
        "--likely",
        is_flag=True,
        help="For pictures: accept the likeliest reading of doubtful cards.",
    )(function)


def text_or_picture(path: str) -> str | bytes:
    """Return the text of a file, or the bytes of a picture."""
    content = read_bytes(path, MOST_BYTES + 1)
    return content if is_picture(content) else as_text(content)


def board_in_picture(content: bytes, path: str, *, likely: bool) -> tuple[Board, PictureReading]:
    """Read a board from a picture; doubtful cards end the command unless they are accepted."""
    try:
        reading = read_picture(content)
    except FreecellError as error:
        raise PictureError(f"{name_of(path)}: {error}") from error
    board = reading.board
    if reading.certainty == "not read" or board is None:
        raise PictureError(f"{name_of(path)}: {reading.reason or 'not all cards could be read'}")
    if reading.certainty == "likely":
        _print_doubtful(reading)
        if not likely:
            click.echo("the reading is not certain; --likely accepts it", err=True)
            sys.exit(_DOUBTFUL)
    return board, reading


def _print_doubtful(reading: PictureReading) -> None:
    for card in reading.doubtful or sorted(reading.cards, key=lambda seen: seen.sureness)[:3]:
        click.echo(str(card), err=True)
