r"""Parses pasted solutions: their dialect, as far as the text shows it, and their moves.

Two characters are a move: columns 1 to 8, cells a to d (then e, f, g and k with more cells), home h
or f; `v` and a hexadecimal digit count the cards. Spaces, commas, arrows, move counters (`12.`,
`3)`), remarks in brackets, comments, titles and lines of prose are passed over.

>>> solution = take_apart("Game #617\n1. 8a 2. 8b, 3. 8c (the king)\n4. 87 a2")
>>> solution.number, [move.text for move in solution.written]
(617, ['8a', '8b', '8c', '87', 'a2'])
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from freecell.board.moves import CELL_NAMES
from freecell.cards import NotationError, card_named, shorten
from freecell.instances import is_ending
from freecell.numbers import parse_number
from freecell.text.board_reader import LONGEST_BOARD
from freecell.text.line_player import WrittenMove
from freecell.text.pddl import actions_in, is_plan
from freecell.text.tokens import Line, at_line, check_length, lines, stated_number
from freecell.words import Message

LONGEST_SOLUTION = 1_000_000
"""No solution, boards included, has more characters than this; longer text is refused."""

Kind: TypeAlias = Literal["standard", "macroxue", "fcpro", "sentences", "boards", "record", "pddl"]

_SENTENCE = re.compile(
    r"move (?:a card|(\d{1,2}) cards?) from (stack|freecell) (\d) to "
    r"(?:(stack|freecell) (\d)|the foundations)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"(?<!\S)\S*(?:[?&](?:deal|g|game|deal_number)=|/(?:game|deal)/)(\d{1,10})(?::([0-9a-hkrv]*))?\S*",
    re.IGNORECASE,
)
_FCPRO_HEAD = re.compile(r"#(-?\d*)(?!\d)[^:=]*(?:Attempt|Att\.?)\s*:.*", re.IGNORECASE)
_FCPRO_CELLS = re.compile(r"NumFcs\s*=\s*([0-8])", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*([#ms]{0,2}-?\d[\d,_]*)\s*:\s*(.*)", re.IGNORECASE)
_COUNTED = re.compile(r"\s*1\s*:[^\n]*\n\s*2\s*:")
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_COUNTER = re.compile(r"(?<![0-9a-z])\d{1,4}\s*[.):]", re.IGNORECASE)
_ARROW = re.compile(r"(?:(?<!\s)\s+)?(?:->|=>|→|\u2013|-)\s*")
_PROSE = re.compile(r"[^\W\d_]{3,}")
_MOVE = re.compile(r"(?:([1-8])([1-8a-hkr])|([a-gk])([1-8hf]))(?:v([1-9a-f]))?", re.IGNORECASE)
_MOVES = re.compile(rf"(?:{_MOVE.pattern})+", re.IGNORECASE)
_RECORD_OF_A_BOARD = re.compile(r"(?:\s*(?:#.*)?\n)*\s*Board:[^\n]*\S")
BOARD_HEAD = re.compile(
    r"Foundations:|(?<!:)(?<!: )(?:[HCDS]-[0A1-9TJQK]0?\s*){4}$", re.IGNORECASE | re.MULTILINE
)


class Solution(NamedTuple):
    """What a pasted text holds: its kind, the number and cells it states, moves or boards."""

    kind: Kind
    number: int | None
    cells: int | None
    written: list[WrittenMove]
    boards: list[Line]
    """The lines of boards, in the kind `boards`."""


def take_apart(text: str) -> Solution:
    """Return what a pasted solution holds; a NotationError names what cannot be read."""
    check_length(text, LONGEST_SOLUTION, "a_solution")
    if is_plan(text):
        actions_in(text)  # which refuses what is no action
        return Solution("pddl", _number_in(text), None, [], [])
    if len(sentences := list(_SENTENCE.finditer(text))) > 0:
        written = [_move_of_sentence(match, text) for match in sentences]
        return Solution("sentences", _number_in(text), None, written, [])
    if _has_boards(text):
        raw = [Line(number, line) for number, line in enumerate(text.splitlines(), 1)]
        return Solution("boards", _number_in(text), None, [], raw)
    return _take_moves_apart(text)


def looks_like_a_solution(text: str) -> bool:
    """Whether a text has moves rather than the cards of a board: `5d` and `2h` could be both.

    The one rule of the commands, the service and the page.

    >>> looks_like_a_solution("8a 8b 8c 87 a2"), looks_like_a_solution("7D AD 5C 3S 5S 8C 2D AH")
    (True, False)
    """
    if is_ending(text):
        return False
    head = text[:LONGEST_BOARD]
    if (
        _SENTENCE.search(head)
        or _has_boards(head)
        or is_plan(head)
        or _RECORD_OF_A_BOARD.match(head)
    ):
        return True
    tokens = {token.text for line in lines(head) for token in line.tokens()}
    cards = {token for token in tokens if card_named(token) is not None}
    moves = {token for token in tokens if _MOVES.fullmatch(token)}
    return len(moves - cards) >= len(cards - moves)


def _has_boards(text: str) -> bool:
    """Whether a text has several boards, one after the other."""
    return sum(BOARD_HEAD.search(line) is not None for line in text.splitlines()) > 1


def _move_of_sentence(match: re.Match[str], text: str) -> WrittenMove:
    count, source_kind, source, target_kind, target = match.groups()
    line = text.count("\n", 0, match.start()) + 1
    return WrittenMove(
        _character(source_kind, int(source), line),
        "h" if target is None else _character(target_kind, int(target), line),
        None if count is None else int(count),
        match[0],
        line,
    )


def _character(kind: str, index: int, line: int) -> str:
    if index > 7:
        raise at_line(line, Message("no_such_place", kind=kind, index=str(index)))
    return "12345678"[index] if kind.lower() == "stack" else CELL_NAMES[index]


def _number_in(text: str) -> int | None:
    """Return the number that a title or a link among the first lines states."""
    for line in text[:2_000].splitlines()[:20]:
        if (number := stated_number(line)) is not None:
            return number
    return None


def _take_moves_apart(text: str) -> Solution:
    kind: Kind = "standard"
    number = cells = None
    written: list[WrittenMove] = []
    for line in lines(text):
        rest = line.text
        if head := _FCPRO_HEAD.fullmatch(rest.strip()):
            kind, number, cells = "fcpro", _number(head[1]), _cells_said(rest)
            continue
        if (stated := stated_number(rest)) is not None and _is_title(rest, written):
            number = stated
            continue
        if link := _LINK.search(rest):
            number, rest = _number(link[1]), rest.replace(link[0], link[2] or "", 1)
        elif not written and (numbered := _NUMBERED.fullmatch(rest)) and not _COUNTED.match(text):
            number, rest = stated_number(numbered[1]), numbered[2]
        written += written_moves(rest, line.number)
    if not written:
        raise NotationError(Message("no_moves_in_text", text=shorten(text)))
    if any(move.target == "r" for move in written):
        kind = "macroxue"
    return Solution(kind, number, cells, written, [])


def _cells_said(head: str) -> int | None:
    found = _FCPRO_CELLS.search(head)
    return int(found[1]) if found else None


def _is_title(text: str, written: list[WrittenMove]) -> bool:
    """Whether a line with a number is a title: a bare number of two digits may be a move."""
    return not written and (not text.strip().isdigit() or _MOVES.fullmatch(text.strip()) is None)


def _number(digits: str | None) -> int | None:
    try:
        return parse_number(digits or "")
    except NotationError:
        return None


def written_moves(text: str, line: int) -> list[WrittenMove]:
    """Return the moves that are written in a line; a line of prose has none."""
    plain = _ARROW.sub(_closed_up, _COUNTER.sub(" ", _REMARK.sub(" ", text)))
    found = [token.text.rstrip(".:!?") for token in Line(line, plain).tokens()]
    others = [token for token in found if token and not _MOVES.fullmatch(token)]
    if any(_PROSE.search(token) for token in others):
        return []
    if others:
        raise at_line(line, Message("not_a_move", text=shorten(others[0])))
    return [_written_move(match, line) for token in found for match in _MOVE.finditer(token)]


def _written_move(match: re.Match[str], line: int) -> WrittenMove:
    source, target = (match[1], match[2]) if match[1] else (match[3], match[4])
    cards = None if match[5] is None else int(match[5], 16)
    return WrittenMove(source.lower(), target.lower(), cards, match[0], line)


def _closed_up(arrow: re.Match[str]) -> str:
    """Drop an arrow between two places, and its spaces."""
    return "" if arrow[0].strip() else arrow[0]
