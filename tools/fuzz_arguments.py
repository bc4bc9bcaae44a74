"""Arguments for every public function: valid ones and bad ones."""

import math
import os
import random
import tempfile
import time
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import numpy as np

import freecell
from freecell import Autoplay, Board, FreecellError, Game, Limit, Move, Record, Review, Solved
from freecell.numbers import FIRST_DEAL, LAST_DEAL
from freecell.surveys.plan import Options
from freecell.text.board_writer import BoardFormat
from freecell.text.solution_writer import DIALECTS
from freecell.words import LANGUAGES

Maker = Callable[[random.Random], Any]

LONG_ENOUGH = 0.3
"""No call should take many seconds, or there would be few of them."""


class Soon:
    """What a search may be cancelled by: set after some time, so that no call is long."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def is_set(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self.end


class StopError(Exception):
    """Thrown by what a function reports its progress to."""


class Watch:
    """What a function may report its progress to; it has seen enough after some time."""

    def __init__(self) -> None:
        self.soon = Soon(LONG_ENOUGH)

    def __call__(self, _: int) -> None:
        """Take note."""
        if self.soon.is_set():
            raise StopError


# Arguments that make sense


def a_number(chance: random.Random) -> int:
    """Return a deal number, often one at an end of a range."""
    edges = [FIRST_DEAL, -1, 0, 1, 617, 11982, 2**31 - 1, 2**31, 2**32, LAST_DEAL]
    return chance.choice(
        [chance.choice(edges), chance.randrange(1, 32_001), chance.randrange(LAST_DEAL)]
    )


def a_board(chance: random.Random) -> Board:
    """Return a board in the middle of a game, with any number of cells."""
    board = freecell.deal(a_number(chance), chance.randrange(9))
    for _ in range(chance.choice([0, 1, 5, 60])):
        moves = board.legal_moves()
        if not moves:
            break
        board = board.play(chance.choice(moves))
    return board


def a_game(chance: random.Random) -> Game:
    """Return a line of play."""
    board = freecell.deal(a_number(chance), chance.randrange(9))
    game = Game(board)
    for _ in range(chance.choice([0, 1, 10, 60])):
        moves = game.board.legal_moves()
        if not moves:
            break
        game.play(chance.choice(moves))
    return game


def a_win(chance: random.Random) -> Game:
    """Return a game that was won."""
    while True:
        match freecell.solve(a_number(chance), limit=Limit(nodes=20_000)):
            case Solved(game):
                return game


def a_review(chance: random.Random) -> Review:
    """Return a game looked back on, as far as a small limit goes."""
    return freecell.review(a_game(chance), limit=Limit(nodes=500), cancel=Soon(LONG_ENOUGH))


def a_dealer(chance: random.Random) -> object:
    """Return a function as learners write them: right, wrong, or not even one that returns."""
    value: object = chance.choice(
        [None, "\ud800", [], [["\ud800"] * 8] * 7, {"rows": []}, a_text(chance)]
    )
    return chance.choice(
        [
            freecell.deal_freecell,
            freecell.shuffled,
            "freecell:deal_freecell",
            "freecell:" + a_text(chance),
            lambda _: value,
            lambda number: freecell.deal_freecell(number + 1),
            lambda number: number // 0,
            lambda _: os._exit(3),
        ]
    )


def a_move(chance: random.Random) -> Move:
    """Return a move that few boards allow."""
    return Move(chance.randrange(-1, 19), chance.randrange(-1, 19), chance.randrange(-1, 9))


def a_place(chance: random.Random) -> int:
    """Return a column, a cell, a home, or nothing of the kind."""
    return chance.randrange(-1, 20)


def a_limit(chance: random.Random) -> Limit | None:
    """Return what a search may take."""
    if chance.random() < 0.1:
        return None
    return Limit(
        nodes=chance.choice([0, 1, 100, 20_000, None]),
        seconds=chance.choice([0, 0.0, 0.05, 0.2]),
        bytes=chance.choice([0, 1, 2**20, 2**24, None]),
    )


def a_text(chance: random.Random) -> str:
    """Return a text that one of our writers wrote, damaged or not."""
    game = a_game(chance)
    writers: list[Callable[[], str]] = [
        lambda: freecell.format_board(game.board, chance.choice(BOARD_FORMS)),
        lambda: game.write(chance.choice(DIALECTS)),
        lambda: f"{a_number(chance)}: {game.write('microsoft')}",
        lambda: freecell.write_record(Record(game, {"Name": "x"}, {0: "y"})),
        lambda: str(game.board),
        lambda: chance.choice(["617", "#617", "1-10", "ms1", "1,000,000", "1..5", "7D", "10h"]),
    ]
    try:
        return damaged(chance.choice(writers)(), chance)
    except FreecellError:  # not every dialect can express every game
        return damaged(str(game.board), chance)


def damaged(text: str, chance: random.Random) -> str:
    """Change nothing, or some characters."""
    for _ in range(chance.choice([0, 0, 0, 1, 3, 20])):
        at = chance.randrange(len(text) + 1)
        piece = chance.choice(
            ["", "\0", "\ud800", "é", "♥", "-", "9", "a", "\n", " ", "v", text[:50]]
        )
        text = text[:at] + piece + text[at + chance.randrange(4) :]
    return text


def lines(chance: random.Random) -> list[str]:
    """Return lines, as from a file."""
    return [line for _ in range(chance.randrange(5)) for line in a_text(chance).split("\n")]


BOARD_FORMS: tuple[BoardFormat, ...] = ("rows", "columns", "lines", "json", "fc-solve", "fcpro")
AUTOPLAYS: tuple[Autoplay, ...] = ("none", "horne", "fcpro", "max")

ODD_NUMBERS: list[Maker] = [
    lambda chance: chance.choice([-5, -1, 5, 9, 53, 255]),
    lambda chance: chance.choice([-1, 1]) * 2 ** chance.choice([7, 8, 15, 31, 32, 33, 63, 64, 70]),
    lambda _: 10**400,
]


def a_certificate(chance: random.Random) -> str:
    """Return a certificate of a small proof, perhaps damaged."""
    text = freecell.certify(chance.choice([1, 2, 3]), cells=0)
    return chance.choice([text, damaged(text, chance)])


ODD_AMOUNTS: list[Any] = [1e6, 0.5, math.nan, np.int64(5)]
ODD_TEXTS: list[Maker] = [
    lambda chance: chance.choice(["", "\ud800", "\0", "x" * 100_000, "9" * 5000, "1-" * 9000]),
    lambda chance: "".join(chr(chance.randrange(0x3000)) for _ in range(chance.randrange(200))),
    a_text,
]
ODD: dict[str, list[Maker]] = {
    **dict.fromkeys(
        ["number", "what", "cells", "effort", "threads", "card", "column", "target", "source",
         "count", "start", "stop", "nodes", "bytes", "positions"],
        ODD_NUMBERS,
    ),
    **dict.fromkeys(
        ["text", "goal", "form", "language", "dialect", "autoplay", "known", "path"], ODD_TEXTS
    ),
    "seconds": [*ODD_NUMBERS[:2], lambda chance: chance.choice([math.nan, math.inf, -math.inf])],
    "lines": [lambda chance: [chance.choice(ODD_TEXTS)(chance)]],
    "numbers": [lambda chance: [chance.choice(ODD_NUMBERS)(chance)]],
    "columns": [
        lambda chance: [[chance.randrange(-3, 60)] * chance.randrange(9)] * chance.randrange(10)
    ],
    "homes": [lambda chance: [chance.choice(ODD_NUMBERS)(chance)] * chance.randrange(6)],
    "index": ODD_NUMBERS,
    "limit": [
        lambda chance: Limit(*(chance.choice(ODD_NUMBERS)(chance) for _ in range(3))),
        lambda chance: Limit(*(chance.choice(ODD_AMOUNTS) for _ in range(3))),
    ],
}  # fmt: skip
"""Bad values of the right type, by names of parameters."""

WRONG: list[Maker] = [
    lambda _: None,
    lambda _: True,
    lambda _: 10**5000,
    lambda _: 1.0,
    lambda _: math.nan,
    lambda _: b"617",
    lambda _: [],
    lambda _: [None],
    lambda _: {"a": []},
    lambda _: range(-5, 5),
    lambda _: np.int64(617),
    lambda _: np.array([1, -7, 2**40]),
    lambda _: np.array([], dtype=np.uint8),
    lambda _: object(),
    lambda chance: chance.choice(ODD_NUMBERS)(chance),
    lambda chance: chance.choice(ODD_TEXTS)(chance),
    a_board,
    a_move,
]
"""Values of types that a parameter may not have."""


def _either(*makers: Maker) -> Maker:
    return lambda chance: chance.choice(makers)(chance)


def _one_of(*values: object) -> Maker:
    return lambda chance: chance.choice(values)


_WHAT = _either(a_number, a_board, lambda chance: str(a_number(chance)), a_text)
_CELLS = _one_of(*range(9))

MAKERS: dict[str, Maker] = {
    "number": _either(a_number, lambda chance: str(a_number(chance))),
    "numbers": lambda chance: [a_number(chance) for _ in range(chance.randrange(20))],
    "what": _WHAT,
    "board": a_board,
    "text": a_text,
    "lines": lines,
    "cells": _CELLS,
    "goal": _one_of("any", "short", "shortest"),
    "effort": _one_of(1, 2, 3, 9),
    "threads": _one_of(1, 2, 3),
    "limit": a_limit,
    "cancel": lambda _: Soon(LONG_ENOUGH),
    "complete": _one_of(False, True),  # noqa: FBT003 - one of the two
    "day": lambda chance: chance.choice([date, datetime]).fromordinal(
        chance.randrange(1, 3_000_000)
    ),
    "dealer": a_dealer,
    "index": lambda chance: chance.randrange(-3, 70),
    "on_interval": lambda _: lambda *_: None,
    "on_warning": lambda _: lambda *_: None,
    "progress": lambda _: Watch(),
    "line": _either(a_game, lambda _: None),
    "card": lambda chance: chance.randrange(52),
    "form": _one_of(*BOARD_FORMS),
    "language": _one_of(*LANGUAGES),
    "dialect": _one_of(*DIALECTS),
    "autoplay": _one_of(*AUTOPLAYS),
    "move": a_move,
    "moves": lambda chance: [a_move(chance) for _ in range(chance.randrange(4))],
    "column": a_place,
    "place": a_place,
    "positions": _one_of(0, 100, 5000),
    "target": a_place,
    "source": a_place,
    "count": lambda chance: chance.randrange(-1, 9),
    "game": a_game,
    "record": lambda chance: Record(a_game(chance), {"Name": a_text(chance)}, {1: a_text(chance)}),
    "known": _either(
        a_text, lambda chance: {at: at for at in chance.sample(range(52), chance.randrange(9))}
    ),
    "boards": lambda chance: {
        a_number(chance): a_board(chance) for _ in range(chance.randrange(4))
    },
    "columns": lambda chance: [list(column) for column in a_board(chance).columns],
    "homes": lambda chance: [chance.randrange(14) for _ in range(4)],
    "start": _either(a_number, a_board),
    "stop": _one_of(None, 1, 40, 700, 70_000),
    "out": _one_of(None, np.empty((39, 52), np.uint8), np.empty((3, 52), np.int64)),
    "nodes": _one_of(None, 0, 1, 2**62),
    "seconds": _one_of(None, 0, 0.5, 1e9),
    "bytes": _one_of(None, 0, 1, 2**62),
    "headers": lambda chance: {a_text(chance): a_text(chance)},
    "comments": lambda chance: {chance.randrange(9): a_text(chance)},
    "path": lambda chance: chance.choice([os.devnull, tempfile.gettempdir(), a_text(chance)]),
    "folder": lambda _: tempfile.mkdtemp(prefix="freecell-fuzz-"),
    "options": lambda chance: Options(
        "1-20", chance.choice(["any", "short"]), chance.randrange(9), nodes=2000
    ),
    "processes": _one_of(1),
    "scheduler": _one_of(None),
    "local_cluster": _one_of(None),
    "report": lambda _: lambda *_: None,
}
"""By the names of parameters, which mean the same everywhere."""

SELVES: dict[str, Maker] = {"Board": a_board, "Game": a_game, "Review": a_review}
"""What methods are called on."""

SPECIAL: dict[tuple[str, str], Maker] = {
    ("Board", "cells"): lambda chance: [
        chance.choice([None, chance.randrange(52)]) for _ in range(4)
    ],
    ("Game", "start"): a_board,
    ("deals", "start"): _either(a_number, lambda chance: np.array([a_number(chance)] * 5)),
    ("find", "board"): _either(
        a_board, a_text, lambda chance: freecell.deal_freecell(a_number(chance))
    ),
    ("find_partial", "numbers"): lambda chance: range(chance.randrange(9), chance.randrange(2**33)),
    ("parse_card", "text"): lambda chance: damaged(chance.choice(freecell.CARD_NAMES), chance),
    ("shuffled", "number"): a_number,
    ("solve", "unit"): _one_of("moves", "cards"),
    ("solve_many", "unit"): _one_of("moves", "cards"),
    ("certify", "unit"): _one_of("moves", "cards"),
    ("certify", "what"): _either(a_game, a_win, _WHAT),
    ("check_certificate", "text"): a_certificate,
    ("check_function", "seconds"): _one_of(0.5, 1, 2.0),
    ("replay", "start"): _either(a_number, a_board, lambda _: None),
}
"""Where a name means something else."""

ALWAYS_SENSIBLE = {
    "cancel",
    "progress",
    "on_interval",
    "on_warning",
    "folder",
    "processes",
    "scheduler",
    "local_cluster",
    "report",
}
"""What holds a call to a short time, or would start processes and ask other machines."""

NEVER_ODD = {("Game", "start"), ("find_partial", "numbers")}
"""Where what is odd elsewhere is of the wrong type."""
