"""Files as arguments: a path, or - for standard input."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

_MOST_BYTES = 4_000_000
"""More than any text that is read as a whole; a longer file is cut and then refused as too long."""


def name_of(path: str) -> str:
    """Return how a file is called in messages."""
    return "<stdin>" if path == "-" else path


def read_bytes(path: str, most: int = _MOST_BYTES) -> bytes:
    """Return the content of a file, at most `most` bytes of it."""
    if path == "-":
        return sys.stdin.buffer.read(most)
    with Path(path).open("rb") as file:
        return file.read(most)


def read_text(path: str) -> str:
    """Return the text of a file; bytes that are not UTF-8 stay visible as escapes."""
    return as_text(read_bytes(path))


def as_text(content: bytes) -> str:
    """Return bytes as text; those that are no text are kept visible."""
    return content[:_MOST_BYTES].decode("utf-8-sig", errors="replace")


def read_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file one by one: it may be longer than memory, and so may a line."""
    if path == "-":
        text = TextIOWrapper(sys.stdin.buffer, "utf-8-sig", errors="replace")
        try:
            yield from _cut_lines(text)
        finally:
            text.detach()  # standard input is not ours to close
    else:
        with Path(path).open(encoding="utf-8-sig", errors="replace") as file:
            yield from _cut_lines(file)


def _cut_lines(file: TextIO) -> Iterator[str]:
    while line := file.readline(_MOST_BYTES):
        yield line
        while len(line) == _MOST_BYTES and not line.endswith("\n"):  # the rest of it is left out
            line = file.readline(_MOST_BYTES)
