"""What the service answers about boards and lines of play: verdict, solution, find, replay."""

from contextlib import suppress
from threading import Event
from typing import Any

from freecell.board import Board, Move
from freecell.cards import NotationError
from freecell.errors import FreecellError
from freecell.finder import KnownCards, find, find_partial
from freecell.game import Game
from freecell.numbers import LAST_DEAL
from freecell.solver import (
    FewestCells,
    Limit,
    Solved,
    Undecided,
    fewest_cells,
    solve,
)
from freecell.text.address import format_position
from freecell.text.board_reader import parse_board
from freecell.text.solution_player import replay
from freecell.text.solution_reader import looks_like_a_solution
from freecell.text.solution_writer import DIALECTS
from freecell.verdict import VerdictJson, result_json
from freecell.web.request_bodies import Question
from freecell.words import in_language

MOST_FOUND = 100
LAST_LOOKED_AT = 100_000_000
"""Scattered cards are looked for up to this number; where the first ones are known, everywhere."""


def verdict(board: Board, question: Question, limit: Limit, cancel: Event) -> VerdictJson:
    """Say whether a position can be won, with the whole line where it can.

    Of a shortest win that the limit leaves unproved, it says the interval and gives the best line.
    """
    goal, unit = question
    proved = unit if goal == "shortest" else None
    if board.won:
        return Solved(board, b"", 0).to_json(proved)
    result = solve(board, goal=goal, unit=unit, limit=limit, cancel=cancel)
    if isinstance(result, Undecided) and cancel.is_set():
        result = result._replace(reason=_too_long(limit))
    return result_json(result, proved)


def _too_long(limit: Limit) -> str:
    """Say what ended a search that was cancelled while its client waits: its time was over."""
    return f"the limit of {limit.seconds:g} seconds was reached"


def moves_text(moves: tuple[Move, ...]) -> str:
    """Write moves so that each says how many cards it takes, as the page and its address do."""
    return " ".join(map(str, moves))


def fewest(number: int | str, limit: Limit, cancel: Event) -> dict[str, Any]:
    """Say with how few cells a deal can be won."""
    answer = fewest_cells(number, limit=limit, cancel=cancel)
    if isinstance(answer, Undecided) and cancel.is_set():  # several searches were too long together
        return {"cells": None, "reason": _too_long(limit)}
    if not isinstance(answer, FewestCells):
        reason = answer.reason if isinstance(answer, Undecided) else "there is no win with 8 cells"
        return {"cells": None, "reason": reason}
    return {"cells": answer.cells, "moves": moves_text(answer.game.moves)}


def found(sought: Board | KnownCards | str, cancel: Event) -> dict[str, Any]:
    """Return the numbers that deal a board or some known cards, given as values or as text."""
    if isinstance(sought, str):
        with suppress(FreecellError):
            sought = parse_board(sought)
    if not isinstance(sought, Board):
        return _found_by_some(sought, cancel)
    number = find(sought)
    return {"numbers": [] if number is None else [number], "complete": True, "last": LAST_DEAL}


class _FarEnoughError(Exception):
    """The search reached its limit of numbers before the end of the range."""


def _found_by_some(known: KnownCards | str, cancel: Event) -> dict[str, Any]:
    """Look for some cards, and say how far: where the first ones are not known, it takes long."""
    last = 0
    numbers: list[int] = []

    def note(first_not_looked_at: int) -> None:
        nonlocal last
        last = first_not_looked_at - 1
        if cancel.is_set() or LAST_LOOKED_AT <= last < LAST_DEAL:
            raise _FarEnoughError

    with suppress(_FarEnoughError):
        for number in find_partial(known, progress=note):
            numbers.append(number)
            if len(numbers) > MOST_FOUND:
                last = number
                break
    complete = last == LAST_DEAL and len(numbers) <= MOST_FOUND
    return {"numbers": numbers[:MOST_FOUND], "complete": complete, "last": last}


def read(text: str, number: int | str | None, language: str = "en") -> dict[str, Any]:
    """Read pasted text: a board, or a solution of a deal."""
    if looks_like_a_solution(text):
        return replayed(text, number, language)
    board = parse_board(text)
    return {"number": find(board), "position": format_position(board), "moves": ""}


def replayed(text: str, number: int | str | None, language: str = "en") -> dict[str, Any]:
    """Replay a pasted solution; the number that the text states comes before that of the page."""
    try:
        done = replay(None, text)
    except NotationError:
        if number is None:
            raise
        done = replay(number, text)
    return {
        "number": find(done.game.start) if done.game.number is None else done.game.number,
        "position": format_position(done.game.start),
        "dialect": done.dialect,
        "autoplay": done.autoplay,
        "moves": moves_text(done.game.moves),
        "count": done.game.player_count(),
        "won": done.won,
        "error": None if done.error is None else in_language(done.error, language),
    }


def written(board: Board, moves: list[Move], number: int | None) -> dict[str, str]:
    """Write a line of play in every dialect."""
    game = Game(board, moves, number)
    return {dialect: game.write(dialect) for dialect in DIALECTS}
