"""The messages of the process that calls the user's function: lines of JSON, all validated.

The function runs in the process that writes these lines and can write lines of its own. So a line
is read as plain data of a limited length, and anything that does not have exactly the expected form
is refused.

>>> read_message(write_message(Ended("done", 20000.0, 180000.0)))
Ended(how='done', rate=20000.0, ours=180000.0, text='')
>>> read_message(b'{"how": "done"}')
Traceback (most recent call last):
...
freecell.own_dealer.call_messages.MessageError: not a message of a call
"""

from __future__ import annotations

import json
import math
from typing import NamedTuple, TypeAlias, get_args

from freecell.cards import CARD_NAMES
from freecell.own_dealer.returned_board import Returned, Shape

LONGEST_LINE = 2**16
"""In bytes."""
LONGEST_TEXT = 600
"""In characters, of each text in a message."""

PROBLEMS = ("", "raised", "nothing", "printed", "unreadable", "ended")
ENDS = ("done", "not loaded")


class MessageError(ValueError):
    """The line is not a message of ours."""


class Loaded(NamedTuple):
    """The function was found; the calls begin."""


class Call(NamedTuple):
    """How one call of a function went."""

    number: int
    round: int
    """1, or 2 when it was called with the same number again."""
    returned: Returned | None
    problem: str
    """What went wrong, one of `PROBLEMS`; or nothing at all."""
    text: str
    """The error, what was printed, or what was returned."""
    reason: str
    """Why what was returned is no board."""
    exact: bool
    """Whether it is just what the task asks for, to the letter."""
    random: bool = False
    """Whether the function used Python's own random numbers."""


class Ended(NamedTuple):
    """How the process ended, and how fast the function was beside ours."""

    how: str
    """done; not loaded; or, as seen from here: late, gone, cpu (out of processor time), flood."""
    rate: float = 0.0
    ours: float = 0.0
    text: str = ""
    """Why the function could not be loaded."""


Message: TypeAlias = Loaded | Call | Ended


def write_message(message: Message) -> bytes:
    """Return a message as a line; texts that are too long are cut."""
    match message:
        case Loaded():
            content: dict[str, object] = {"loaded": True}
        case Ended():
            content = message._replace(text=_cut(message.text))._asdict()
        case Call():  # pragma: no branch - there is no fourth kind
            content = message._asdict()
            content |= {"text": _cut(message.text), "reason": _cut(message.reason)}
            if message.returned is not None:
                cards, shape, names = message.returned
                shown = None if names is None else [_cut(name) for name in names]
                content["returned"] = {"cards": list(cards), "shape": shape, "names": shown}
    return json.dumps(content).encode("ascii") + b"\n"


def _cut(text: str) -> str:
    """Return a text cut to the allowed length, with lone surrogates escaped."""
    return text[:LONGEST_TEXT].encode("utf-8", "backslashreplace").decode()[:LONGEST_TEXT]


def read_message(line: bytes) -> Message:
    """Read a line that may not be ours.

    Raises `MessageError` and nothing else.
    """
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise MessageError("not JSON") from None
    if not isinstance(content, dict):
        raise MessageError("not a message of a call")
    if content == {"loaded": True}:
        return Loaded()
    if content.keys() == set(Ended._fields):
        return _ended(content)
    if content.keys() == set(Call._fields):
        return _call(content)
    raise MessageError("not a message of a call")


def _ended(content: dict[str, object]) -> Ended:
    rate, ours = _rate(content["rate"]), _rate(content["ours"])
    return Ended(_one_of(content["how"], ENDS), rate, ours, _text(content["text"]))


def _call(content: dict[str, object]) -> Call:
    returned = None if content["returned"] is None else _returned(content["returned"])
    problem = _one_of(content["problem"], PROBLEMS)
    if (returned is None) != bool(problem):
        raise MessageError("a board and a problem, or neither")
    return Call(
        _whole(content["number"]),
        _whole(content["round"]),
        returned,
        problem,
        _text(content["text"]),
        _text(content["reason"]),
        exact=_flag(content["exact"]),
        random=_flag(content["random"]),
    )


def _returned(content: object) -> Returned:
    if not isinstance(content, dict) or content.keys() != set(Returned._fields):
        raise MessageError("not a board")
    cards, names = content["cards"], content["names"]
    if not isinstance(cards, list) or not all(type(card) is int for card in cards):
        raise MessageError("not cards")
    if sorted(cards) != list(range(len(CARD_NAMES))):
        raise MessageError("not each card once")
    shape: Shape = _one_of(content["shape"], get_args(Shape))  # type: ignore[assignment]  # one of these
    return Returned(bytes(cards), shape, None if names is None else _pair(names))


def _pair(names: object) -> tuple[str, str]:
    if not isinstance(names, list) or len(names) != 2:
        raise MessageError("not two names")
    return _text(names[0]), _text(names[1])


def _one_of(value: object, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise MessageError("not a known word")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise MessageError("not a text")
    return _cut(value)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise MessageError("not a whole number")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise MessageError("not true or false")
    return value


def _rate(value: object) -> float:
    if not isinstance(value, float) or not math.isfinite(value) or value < 0:
        raise MessageError("not a rate")
    return value
