"""Reads what the user's function returned as a board: rows, columns, one list or text.

Cards may be named in any usual way, also as numbers, pairs or dictionaries; the same as the page's
returned.js.

>>> read_returned([["7d", "ad"], ["5c"]])
Traceback (most recent call last):
...
freecell.own_dealer.returned_board.ReturnedError: cards in the rows: 2 1 (expected 8 8 8 8 8 8 4)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from freecell.cards import CARD_NAMES, RANKS, Card, NotationError, parse_card
from freecell.own_dealer.board_check import say
from freecell.text.board_reader import parse_board

Shape: TypeAlias = Literal["rows", "columns", "one list", "text"]

_SHAPES: dict[str, Shape] = {
    "8 8 8 8 8 8 4": "rows",
    "7 7 7 7 6 6 6 6": "columns",
    "52": "one list",
}
_MOST = 1000
"""More values than any form of a board has; they are not read one by one."""
_LONGEST_TEXT = 5000
"""Of a board, however it is drawn."""
_LONGEST_SHOWN = 100
_RANK_WORDS = {"ACE": "A", "TEN": "T", "JACK": "J", "QUEEN": "Q", "KING": "K"}


class ReturnedError(NotationError):
    """It is no board; the message says why."""


class Returned(NamedTuple):
    """A board that a function returned."""

    cards: bytes
    """The cards row by row."""
    shape: Shape
    names: tuple[str, str] | None
    """A card that the task names otherwise, as it was named and as the task names it."""


def plain_value(value: object, depth: int = 3) -> object:
    """Return lists and numbers for the arrays and numbers of numpy, also for those in a list."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple) and depth and len(value) <= _MOST:
        plain = [plain_value(each, depth - 1) for each in value]
        return plain if isinstance(value, list) else tuple(plain)
    return value


def read_returned(value: object, language: str = "en") -> Returned:
    """Read whatever a function returned, and say in a language why it is no board."""
    value = plain_value(value)
    if isinstance(value, str):
        return _from_text(value, language)
    if isinstance(value, Mapping):
        content = (value.get(key) for key in ("rows", "columns", "board"))
        return read_returned(next((each for each in content if each is not None), None), language)
    if not isinstance(value, Sequence) or isinstance(value, bytes) or not 0 < len(value) <= _MOST:
        raise ReturnedError(say("not a board", language))
    groups = [[each for each in group if not _is_gap(each)] for group in _groups(value)]
    cards = [[_card(each, language) for each in group] for group in groups]
    shape = _shape([len(group) for group in groups], language)
    flat = [card for group in cards for card in group]
    dealt = _by_rows(cards) if shape == "columns" else flat
    _check_deck(dealt, language)
    given = [each for group in groups for each in group]
    return Returned(bytes(dealt), shape, _other_name(given, flat))


def _from_text(text: str, language: str) -> Returned:
    if len(text) > _LONGEST_TEXT:
        raise ReturnedError(say("not a board", language))
    columns = parse_board(text).columns
    sizes = " ".join(str(len(column)) for column in columns)
    if _SHAPES.get(sizes) != "columns":
        raise ReturnedError(say("not a board", language))
    return Returned(bytes(_by_rows(columns)), "text", None)


def _groups(value: Sequence[object]) -> list[Sequence[object]]:
    """Return the lists in a list, or the list itself as the only one."""
    nested = [each for each in value if isinstance(each, list | tuple) and not _is_pair(each)]
    return list(nested) if len(nested) == len(value) else [value]


def _is_pair(value: Sequence[object]) -> bool:
    """Whether this is a rank with a suit rather than a list of two cards."""
    return (
        len(value) == 2
        and all(not isinstance(each, list | tuple) for each in value)
        and (_parsed("".join(map(str, value))) is not None)
    )


def _is_gap(value: object) -> bool:
    return value is None or value == ""


def _shape(sizes: list[int], language: str) -> Shape:
    text = " ".join(map(str, sizes))
    if text not in _SHAPES:
        raise ReturnedError(say("sizes", language, sizes=text))
    return _SHAPES[text]


def _by_rows(columns: Sequence[Sequence[Card]]) -> list[Card]:
    return [columns[at % 8][at // 8] for at in range(len(CARD_NAMES))]


def _card(value: object, language: str) -> Card:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(CARD_NAMES):
        return value
    text = _text(value)
    card = _parsed(text) if len(text) <= _LONGEST_SHOWN else None
    if card is None:
        shown = _shown(value)
        raise ReturnedError(say("not a card", language, text=shown))
    return card


def _parsed(text: str) -> Card | None:
    try:
        return parse_card(text)
    except NotationError:
        return None


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "".join(map(str, value))
    if isinstance(value, Mapping):
        rank = value.get("rank", value.get("value"))
        return _rank(rank) + str(value.get("suit", ""))[:1]
    return str(value).strip()


def _rank(rank: object) -> str:
    """Return a rank as a letter: from a name, a letter or a number from 1 to 13."""
    if isinstance(rank, int):
        return RANKS[rank - 1] if 1 <= rank <= len(RANKS) else ""
    text = str(rank or "").upper()
    return _RANK_WORDS.get(text, text)


def _check_deck(cards: Sequence[Card], language: str) -> None:
    """Refuse cards that are not each there once."""
    times = [sum(each == card for each in cards) for card in range(len(CARD_NAMES))]
    missing = [CARD_NAMES[card] for card, count in enumerate(times) if count == 0]
    twice = [CARD_NAMES[card] for card, count in enumerate(times) if count > 1]
    if missing:
        faults = [
            say("missing", language, cards=" ".join(missing)),
            say("twice", language, cards=" ".join(twice)),
        ]
        raise ReturnedError(say("not the deck", language, faults=", ".join(faults)))


def _other_name(given: Sequence[object], cards: Sequence[Card]) -> tuple[str, str] | None:
    for value, card in zip(given, cards, strict=True):
        if value != CARD_NAMES[card]:
            shown = _shown(value)
            return shown, _shown(CARD_NAMES[card])
    return None


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr, separators=(",", ":"))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
