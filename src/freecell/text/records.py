r"""Records: games as text, each with what it was played on, and any number of them in one file.

A record is some headers and then the moves. `Deal:` or `Board:` begins it; `Cells:` (four by
default), `Result:` and headers of your own (`Player: Ann`) may follow. Every move is written out,
also those home, and `v` with a hexadecimal digit counts the cards of a run. `#` begins a comment.

    Deal: 617
    Cells: 4
    Result: 51 cards left

    8a 8b 8c 87 a2 c2 8d 8h  # the ace
    2a 2c 28 21v2

The moves are those of `snx`, so that other programs can read them; a board that no number deals is
written in one line, its rows parted by ` / `.

>>> record = next(read_records(["Deal: 617", "8a 8b # a queen and a two"]))
>>> record.game, record.comments
(<Game of 2 moves: 8a 8b>, {2: 'a queen and a two'})
>>> print(write_record(record))
Deal: 617
Cells: 4
Result: 52 cards left
<BLANKLINE>
8a 8b  # a queen and a two
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from freecell.board import MAX_CELLS, Board, BoardError, deal
from freecell.cards import NotationError, check_text, shorten
from freecell.finder import find
from freecell.game import Game
from freecell.numbers import parse_number
from freecell.text.board_reader import parse_board
from freecell.text.line_player import WrittenMove, play_written
from freecell.text.solution_reader import written_moves
from freecell.text.tokens import at_line
from freecell.words import Message, message_of

LONGEST_LINE = 10_000
"""No line of a record has more characters than this; a longer one is refused."""

_HEADER = re.compile(r"([A-Za-z][A-Za-z -]*):\s*(.*)")
_OURS = ("Deal", "Board", "Cells", "Result")
_MOVES_A_LINE = 10


class Record(NamedTuple):
    """A game, the headers that are not ours, and the comments by how many moves were made."""

    game: Game
    headers: Mapping[str, str] = MappingProxyType({})
    comments: Mapping[int, str] = MappingProxyType({})

    def __reduce__(self) -> tuple[object, ...]:
        return Record, (self.game, dict(self.headers), dict(self.comments))  # for pickle


def is_record(text: str) -> bool:
    """Whether a text begins as a record does."""
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.startswith(("Deal:", "Board:"))


def write_record(record: Record) -> str:
    """Write a game with its headers and comments; `read_records` reads it again."""
    game = record.game
    number = find(game.start) if game.number is None else game.number
    if number is None:
        start = f"Board: {str(game.start).replace(chr(10), ' / ')}"
    else:
        start = f"Deal: {number}"
    left = 52 - game.board.cards_home()
    result = f"Result: {f'{left} cards left' if left else 'won'}"
    headers = [f"{name}: {value}" for name, value in record.headers.items()]
    heads = [start, f"Cells: {len(game.start.cells)}", result, *headers]
    return "\n".join([*heads, "", *_move_lines(record)]).rstrip()


def _move_lines(record: Record) -> Iterator[str]:
    line: list[str] = []
    if 0 in record.comments:
        yield from _comment_lines("", record.comments[0])
    for count, move in enumerate(record.game.moves, 1):
        line.append(str(move))
        if count in record.comments:
            yield from _comment_lines(" ".join(line) + "  ", record.comments[count])
            line = []
        elif len(line) == _MOVES_A_LINE:
            yield " ".join(line)
            line = []
    yield " ".join(line)


def _comment_lines(moves: str, comment: str) -> Iterator[str]:
    first, *others = comment.split("\n")
    yield f"{moves}# {first}".rstrip()
    yield from (f"# {other}".rstrip() for other in others)


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Read the records of a file or of any lines, one at a time: a file may have millions."""
    for unfinished in _unplayed(lines):
        yield unfinished.record()


def take_record_apart(text: str) -> tuple[Board, int | None, list[WrittenMove]]:
    """Return start, number and written moves of the first record in a text, not yet played."""
    first = next(_unplayed(text.splitlines()))
    return first.start(), first.number(), first.written


def _unplayed(lines: Iterable[str]) -> Iterator[_Unfinished]:
    unfinished: _Unfinished | None = None
    for number, raw in enumerate(lines, 1):
        if len(raw) > LONGEST_LINE:
            raise NotationError(
                Message("line_too_long", at=str(number), text=shorten(raw), n=LONGEST_LINE)
            )
        try:
            check_text(raw)
        except NotationError as error:
            raise at_line(number, message_of(error)) from None
        text, hash_sign, comment = raw.lstrip("\ufeff").strip().partition("#")
        header = _HEADER.fullmatch(text.strip())
        if header and header[1] in ("Deal", "Board"):
            if unfinished:
                yield unfinished
            unfinished = _Unfinished(number)
        if unfinished is None:
            if text.strip():
                raise at_line(number, Message("no_record_begun", text=shorten(raw.strip())))
            continue
        if header:
            unfinished.add_header(header[1], header[2], number)
        else:
            unfinished.add_moves(text, number)
        if hash_sign:
            unfinished.add_comment(comment.strip())
    if unfinished:
        yield unfinished


class _Unfinished:
    """A record of which not all lines have been read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.headers: dict[str, str] = {}
        self.written: list[WrittenMove] = []
        self.comments: dict[int, str] = {}

    def add_header(self, name: str, value: str, line: int) -> None:
        if self.written:
            text = shorten(f"{name}: {value}")
            raise at_line(line, Message("header_among_moves", text=text))
        self.headers[name] = value

    def add_moves(self, text: str, line: int) -> None:
        self.written += written_moves(text, line)

    def add_comment(self, text: str) -> None:
        before = self.comments.get(len(self.written))
        self.comments[len(self.written)] = text if before is None else f"{before}\n{text}"

    def record(self) -> Record:
        """Play the moves and check what the headers say."""
        start = self.start()
        played = play_written(start, self.written, "record")
        if played.refusal is not None:
            refused = self.written[played.done]
            at, why = str(played.done + 1), played.refusal.message()
            raise at_line(
                refused.line, Message("record_impossible", at=at, text=refused.text, why=why)
            )
        game = Game(start, played.moves, self.number())
        if self.headers.get("Result") == "won" and not game.won:
            left = 52 - game.board.cards_home()
            raise NotationError(Message("record_not_won", at=str(self.line), n=left))
        others = {name: value for name, value in self.headers.items() if name not in _OURS}
        return Record(game, others, self.comments)

    def number(self) -> int | None:
        """Return the number that the headers name, if there is one."""
        return None if "Board" in self.headers else parse_number(self.headers["Deal"])

    def start(self) -> Board:
        """Return the board that the headers name."""
        try:
            return self._start()
        except (NotationError, BoardError) as error:
            why = message_of(error)
            raise NotationError(Message("record_at_line", at=str(self.line), why=why)) from None

    def _start(self) -> Board:
        cells = self.headers.get("Cells", "4")
        if not (cells.isdecimal() and len(cells) == 1 and int(cells) <= MAX_CELLS):
            raise NotationError(Message("not_a_cell_count", text=shorten(cells), most=MAX_CELLS))
        if "Board" in self.headers:
            return parse_board(self.headers["Board"].replace(" / ", "\n"), int(cells))
        return deal(self.headers["Deal"], int(cells))
