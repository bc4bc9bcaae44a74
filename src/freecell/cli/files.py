"""Files as arguments: a path, or - for standard input."""

import sys
from collections.abc import Iterator
from pathlib import Path

_MOST_BYTES = 4_000_000
"""More than any text that is read as a whole; a longer file is cut and then refused as too long."""


def name_of(path: str) -> str:
    """Return how a file is called in messages."""
    return "<stdin>" if path == "-" else path


def read_text(path: str) -> str:
    """Return the text of a file that is read as a whole; bytes that are no text are kept visible."""
    if path == "-":
        content = sys.stdin.buffer.read(_MOST_BYTES)
    else:
        with Path(path).open("rb") as file:
            content = file.read(_MOST_BYTES)
    return content.decode("utf-8-sig", errors="replace")


def read_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file one by one: it may be longer than memory."""
    if path == "-":
        yield from (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
        return
    with Path(path).open(encoding="utf-8-sig", errors="replace", newline=None) as file:
        yield from file
