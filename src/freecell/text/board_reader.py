"""Reads boards from text in any form that people write, which it recognises by itself.

Accepted, fresh deals and boards in the middle of a game:

- rows, as the cards lie on the table; columns, a column a line from back to front. A fresh deal is
  recognised by its line lengths, 8 8 8 8 8 8 4 or 7 7 7 7 6 6 6 6. Otherwise a `:` before a line
  makes it a column, `--` in a line makes it a row, and what could be both is what lies nearer to a
  deal.
- all 52 cards in one line, in the order they are dealt, with or without `617:` before them
- above the cards `Cells: QH -- -- --` and `Home: AC -- 2H --`, as we write them; or Freecell
  Solver's `Freecells:  QH  -  -  -` (also `FC:`) and `Foundations: H-2 C-A D-0 S-0` (also
  `Founds:`)
- Freecell Solver's pictures, where cells and homes are one line and gaps are blank
- FreeCell Pro's custom game: a name, rows with `--` for an empty place, and a line that starts with
  `+` and holds the cells and then the four homes
- arrays of rows or of columns as JavaScript, JSON and Python write them, also an array of all 52
  cards; our JSON objects with `rows` or `columns`, `cells`, `home`, `number`

Cards may be `TH`, `10h`, `0H`, `hT`, `T♥`. A title such as `Game #617` may stand above. Where
cells are shown and homes are not, the cards that are missing are home. How many cells there are is
what the text shows, otherwise four or what the caller says.

>>> from freecell.board import deal
>>> parse_board('''Game #617
... 7D AD 5C 3S 5S 8C 2D AH
... 10D 7S QD AC 6D 8H AS KH
... 10H QC 3H 9D 6S 8D 3D 10C
... kd 5h 9s 3c 8s 7h 4d js
... 4♣ Q♠ 9♣ 9♥ 7♣ 6♥ 2♣ 2♠
... S4 S10 H2 D5 CJ C6 HJ HQ
... JD KS KC 4H''') == deal(617)
True
"""

from __future__ import annotations

import re
from typing import Any

from freecell.board import COLUMN_COUNT, MAX_CELLS, Board, BoardError, deal
from freecell.cards import (
    CARD_NAMES,
    RANKS,
    SUITS,
    NotationError,
    card_named,
    parse_card,
    shorten,
)
from freecell.instances import is_ending
from freecell.text.board_layout import BoardLayout, BoardText, MaybeCard, Pile
from freecell.text.tokens import (
    Line,
    Token,
    at_line,
    check_length,
    is_ornament,
    lines,
    stated_number,
)
from freecell.words import Message, message_of

LONGEST_BOARD = 20_000
"""No board, with all its comments, has more characters than this; longer text is refused."""

_GAPS = frozenset(["--", "-", "---", "..", "__", "null", "none", "."])
_HEAD = re.compile(r"\s*(cells|free ?cells|fc|homes?|foundations|founds)\s*:", re.IGNORECASE)
_COLUMN = re.compile(r"\s*(?:(?:column|stack|cascade)\s*)?[0-9]?\s*:", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*([#msMS]*-?[0-9,_]+)\s*:(.*)")
_HOMES = re.compile(r"(?:[CDHS]-(?:10|[0A1-9TJQK])\s*){4}", re.IGNORECASE)
_HOME = re.compile(r"([CDHS])-(10|[0A1-9TJQK])", re.IGNORECASE)
_TOKEN = re.compile(r"[\[\](){}]|\"[^\"\n]*\"|'[^'\n]*'|[^\s,;\[\](){}\"']+")
_COLUMN_NAMES = "1 2 3 4 5 6 7 8"


def parse_board(text: str, cells: int = 4) -> Board:
    """Read a board in any of the forms above; `cells` counts where the text does not say it.

    What cannot be read is a NotationError that names line and token; cards that do not make a
    board are a BoardError that lists the missing and the double ones.
    """
    return read_board(text, cells).board


def read_board(text: str, cells: int = 4) -> BoardText:
    """Read a board as `parse_board` does, and return its form and stated number with it."""
    if not 0 <= cells <= MAX_CELLS:
        raise BoardError(f"not a number of cells: {cells!r} (expected 0 to {MAX_CELLS})")
    check_length(text, LONGEST_BOARD, "a_board")
    if is_ending(text):
        return BoardText(deal(text, cells), "ending", None)
    reader = _Reader(cells)
    if text.removeprefix("\ufeff").lstrip().startswith("{"):
        reader.read_object(text.removeprefix("\ufeff"))
    elif "[" in text:
        reader.read_array(text)
    else:
        reader.read_lines(text)
    return reader.result()


class _Reader(BoardLayout):
    """Reads lines, arrays and objects into a layout."""

    # Lines of text

    def read_lines(self, text: str) -> None:
        """Read a board of lines: heads, titles, rows or columns."""
        everything = lines(text, blanks=True)
        self._read_picture_cells(text)
        content = [line for line in everything if not line.is_blank]
        for at, line in enumerate(content):
            self._read_line(line, is_first=at == 0, is_last=at == len(content) - 1)
        if self.form == "fc-solve":
            self._read_blank_columns(everything)

    def _read_line(self, line: Line, *, is_first: bool, is_last: bool) -> None:
        number = stated_number(line.text)
        if number is not None and not self.piles:
            self.number = number
        elif head := _HEAD.match(line.text):
            self._read_head(head[1].lower(), line.number, line.text[head.end() :])
        elif homes := _HOMES.search(line.text):
            self._read_homes(homes[0], line.number)
            self.cells = self._fields(line.text[: homes.start()], line.number)
            self.form = "picture"
        elif line.text.lstrip().startswith("+"):
            self._read_plus(line)
        elif " ".join(token.text for token in line.tokens()) != _COLUMN_NAMES:
            self._read_cards(line, may_be_title=is_first and not is_last)

    def _read_cards(self, line: Line, *, may_be_title: bool) -> None:
        text = line.text
        numbered = _NUMBERED.fullmatch(text)
        if numbered and len(Line(0, numbered[2]).tokens()) == len(CARD_NAMES):
            self.number = stated_number(numbered[1])
            text = numbered[2]
        elif column := _COLUMN.match(text):
            self.form = "columns"
            text = " " * column.end() + text[column.end() :]
        tokens = Line(line.number, text).tokens()
        if may_be_title and not any(_is_place(token.text) for token in tokens):
            return
        places = [_place(token.text, line.number) for token in tokens]
        self.piles.append(Pile(line.number, tokens, places))

    def _read_head(self, head: str, line: int, text: str) -> None:
        if head.startswith(("home", "found")):
            self._read_homes(text, line)
            return
        if head != "cells":
            self.form = self.form or "fc-solve"
        tokens = Line(line, text).tokens()
        if [token.text.lower() for token in tokens] == ["none"]:
            self.cells, self.cell_count = [], 0
        elif any(_is_gap(token.text) for token in tokens):
            self.cells = [_place(token.text, line) for token in tokens]
            self.cell_count = len(tokens)
        else:
            self.cells = self._fields(text, line)

    def _fields(self, text: str, line: int) -> list[MaybeCard]:
        """Read cells from fields four characters wide, where an empty cell is blank."""
        cells: list[MaybeCard] = []
        for token in Line(line, text).tokens():
            field = (token.end - 1) // 4
            cells += [None] * (field - len(cells))
            cells.append(_place(token.text, line))
        return cells

    def _read_homes(self, text: str, line: int) -> None:
        """Read `H-2 C-A D-0 S-0`, or the card on top of each home and `--` for an empty one."""
        homes = [0, 0, 0, 0]
        for token in Line(line, text).tokens():
            if match := _HOME.fullmatch(token.text):
                homes[SUITS.index(match[1].upper())] = _rank_home(match[2].upper())
            elif (card := _place(token.text, line)) is not None:
                homes[card % 4] = card // 4 + 1
        self.homes = homes

    def _read_plus(self, line: Line) -> None:
        """Read the cells and the four homes of FreeCell Pro's custom game."""
        tokens = Line(line.number, line.text.replace("+", " ", 1)).tokens()
        if len(tokens) < len(SUITS):
            raise at_line(line.number, Message("too_few_places", text=shorten(line.text)))
        cells, homes = tokens[: -len(SUITS)], tokens[-len(SUITS) :]
        self.cells = [_place(token.text, line.number) for token in cells]
        self.cell_count = len(cells)
        self._read_homes(" ".join(token.text for token in homes), line.number)
        self.form = "fcpro"

    def _read_picture_cells(self, text: str) -> None:
        """Read the lines under the cells and above the columns of Freecell Solver's pictures."""
        for raw in text.splitlines():
            fields = raw.split()
            if is_ornament(raw) and set(fields) == {"---"}:
                self.cell_count = min(len(fields), MAX_CELLS)
            elif is_ornament(raw) and fields == ["--"] * COLUMN_COUNT:
                self.grid = [token.end for token in Line(0, raw.rstrip()).tokens()]

    def _read_blank_columns(self, everything: list[Line]) -> None:
        """Read blank lines among unmarked columns as empty columns, as Freecell Solver does."""
        if not self.piles or len(self.piles) == COLUMN_COUNT:
            return
        heads = [line.number for line in everything if _HEAD.match(line.text)]
        last = max(line.number for line in everything if not line.is_blank)
        known = {pile.line: pile for pile in self.piles}
        self.piles = [
            known.get(line.number, Pile(line.number, [], []))
            for line in everything
            if heads[-1] < line.number <= last
        ]
        while len(self.piles) < COLUMN_COUNT:
            self.piles.append(Pile(last, [], []))

    # Arrays and objects

    def read_array(self, text: str) -> None:
        """Read an array of arrays, or one of all cards, as a program prints it."""
        group: list[str] = []
        for line in lines(text[: text.rindex("]") + 1 if "]" in text else None]):
            for token in _TOKEN.findall(line.text):
                if token in ("[", "("):
                    group = []
                elif token in ("]", ")"):
                    self._add_group(group, line.number)
                    group = []
                else:
                    group.append(token.strip("\"'"))
        self._add_group(group, text.count("\n") + 1)

    def _add_group(self, tokens: list[str], line: int) -> None:
        if tokens:
            places = [_place(token, line) for token in tokens]
            self.piles.append(Pile(line, [Token(token, -1) for token in tokens], places))

    def read_object(self, text: str) -> None:
        """Read a JSON object with `rows` or `columns`, and `cells`, `home` and `number`."""
        import json

        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NotationError(Message("not_json", text=shorten(text), why=str(error))) from None
        key = "columns" if "columns" in content else "rows"
        piles = content.get(key)
        if not isinstance(piles, list) or not all(isinstance(pile, list) for pile in piles):
            raise NotationError(Message("no_lists", text=shorten(text)))
        for at, pile in enumerate(piles, 1):
            places = [_place(str(token), at, key[:-1]) for token in pile]
            self.piles.append(Pile(at, [Token(str(token), -1) for token in pile], places))
        self.form = key
        self._read_object_heads(content, text)

    def _read_object_heads(self, content: dict[str, Any], text: str) -> None:
        cells, home = content.get("cells"), content.get("home")
        if isinstance(cells, list):
            self.cells = [_place(str(cell), 1, "cells") for cell in cells]
            self.cell_count = len(cells)
        if isinstance(home, dict):
            sizes = [home.get(suit, 0) for suit in SUITS]
            if not all(type(size) is int for size in sizes):
                raise NotationError(Message("no_home_sizes", text=shorten(text)))
            self.homes = sizes
        if isinstance(content.get("number"), int | str):
            self.number = stated_number(str(content["number"]))


def _is_gap(token: str) -> bool:
    return not token or token.lower() in _GAPS


def _is_place(token: str) -> bool:
    return _is_gap(token) or card_named(token) is not None


def _place(token: str, line: int, what: str = "line") -> MaybeCard:
    """Read a card, or None for a token that stands for an empty place."""
    if _is_gap(token):
        return None
    try:
        return parse_card(token)
    except NotationError as error:
        why = message_of(error)
        raise NotationError(Message(f"at_{what}", at=str(line), why=why)) from None


def _rank_home(letter: str) -> int:
    if letter == "0":
        return 0
    return RANKS.index({"10": "T", "1": "A"}.get(letter, letter)) + 1
