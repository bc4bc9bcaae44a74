r"""Splits pasted text into lines and tokens, without comments, quotation marks and ornaments.

Understood everywhere: Windows and old Mac line ends, tabs, a byte order mark, no-break spaces,
comments after `#` or `//`, the `>` of a quoted mail, the fences of Markdown, and lines of nothing
but dashes, equals signs and the like, which only separate.

>>> [str(line) for line in lines("> 7D\tAD  # the first two\r\n=====\r\n5C")]
['1: 7D    AD', '3: 5C']
"""

import re
from functools import cache
from typing import NamedTuple

from freecell.cards import NotationError, shorten
from freecell.numbers import parse_number
from freecell.words import Message

_TOKEN = re.compile(r"[^\s,;|\"'`]+")
_COMMENT = re.compile(r"(?:^|\s)(?:#(?!\d|custom )|//).*")
_QUOTED = re.compile(r"(?:\s*>)+ ?")
_ORNAMENT = re.compile(r"[-=_*~+.\s]{3,}|```.*")
_NUMBER_ONLY = r"(-[1-4]|[0-9][0-9,_]*)"


class Token(NamedTuple):
    """A token and where it ends in its line, which shows its column."""

    text: str
    end: int


class Line(NamedTuple):
    """A line of pasted text with its number, counted from 1."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it."""
        return not self.text.strip()

    def tokens(self) -> list[Token]:
        """Return what lies between spaces, commas, semicolons, bars and quotation marks."""
        return [Token(match[0], match.end()) for match in _TOKEN.finditer(self.text)]


def check_length(text: str, longest: int, what: str) -> None:
    """Refuse a text that is longer than anything that it could be: `a_solution`, `a_board`."""
    if len(text) > longest:
        message = Message("text_too_long", what=Message(what), text=shorten(text), n=longest)
        raise NotationError(message)


def at_line(line: int, why: str) -> NotationError:
    """Return the refusal of a text that says in which line the mistake is."""
    return NotationError(Message("at_line", at=str(line), why=why))


def lines(text: str, *, blanks: bool = False) -> list[Line]:
    """Return the lines that say something; with `blanks` also the empty ones among them."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    result = []
    for number, raw in enumerate(plain.split("\n"), 1):
        line = Line(number, _plain(raw))
        if (blanks or not line.is_blank) and not is_ornament(line.text):
            result.append(line)
    return result


def _plain(raw: str) -> str:
    text = raw.replace("\u00a0", " ").expandtabs().rstrip()
    if quoted := _QUOTED.match(text):
        text = text[quoted.end() :]
    if stated_number(text) is None:
        text = _COMMENT.sub("", text, count=1)
    return text.rstrip()


def is_ornament(text: str) -> bool:
    """Whether a line only separates: dashes, equals signs, a fence."""
    return _ORNAMENT.fullmatch(text.strip()) is not None


def stated_number(text: str) -> int | None:
    """Return the number in a line such as `Game #617`, in any of our languages; None if none.

    >>> stated_number("Juego n.º 617"), stated_number("#11,982"), stated_number("7D AD")
    (617, 11982, None)
    """
    match = _title_pattern().fullmatch(text.strip()) if len(text) <= 200 else None
    if match is None:
        return None
    try:
        return parse_number(next(group for group in match.groups() if group))
    except NotationError:
        return None


@cache
def _title_pattern() -> re.Pattern[str]:
    from freecell.words import LANGUAGES, term  # reads its file with json, which is not light

    labels = [
        re.escape(term("game_no_label", language)).replace(r"\{n\}", _NUMBER_ONLY)
        for language in LANGUAGES
    ]
    english = (
        rf"(?:(?:freecell|microsoft|ms|game|deal|number|board|no\.?)\s*)*#?\s*{_NUMBER_ONLY}:?"
    )
    return re.compile("|".join([english, *labels]), re.IGNORECASE)
