"""Pasted solutions recognised, verified move by move, and ready to be converted.

"Standard notation" is really several dialects that do not say the same: whether moves home are
written, how many cards go to an empty column, what a cell's letter means. `replay` tries what the
text leaves open until every move is legal and the game is won, or says which move is impossible.

>>> result = replay(617, "8a 8b 8c 87 a2 c2 8d 8h 2a 2c 28 21")
>>> result.dialect, result.autoplay, result.won, result.error
('sn', 'none', False, None)
>>> replay(617, "8a 8b 17").error
'move 3, 17: JD does not fit on JH'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias

from freecell.board import Autoplay, Board, deal
from freecell.cards import NotationError
from freecell.game import Game
from freecell.text.board_sequence import moves_between
from freecell.text.records import is_record, take_record_apart
from freecell.text.solution_reader import LONGEST_SOLUTION, Solution, take_apart
from freecell.text.tokens import check_length
from freecell.text.unsaid import Attempt, Budget, Reading, attempt

ReadDialect: TypeAlias = Literal[
    "snx", "sn", "words", "boards", "microsoft", "fcpro", "macroxue", "record"
]


class Replay(NamedTuple):
    """What a pasted solution turned out to be."""

    dialect: ReadDialect
    """`snx` and `sn` write every move, with and without the numbers of cards; `microsoft` leaves
    the automatic ones out; the others are as in `freecell.text.solution_writer`."""
    autoplay: Autoplay
    """Which cards went home by themselves."""
    game: Game
    """The moves as far as they are legal, all written out."""
    won: bool
    error: str | None
    """The first impossible move and the reason; None where every move is legal."""

    @property
    def cards_left(self) -> int:
        """How many cards are not home at the end."""
        return 52 - self.game.board.cards_home()


def replay(start: SupportsIndex | str | Board | None, text: str) -> Replay:
    """Play a pasted solution of a deal number or a board, and say what it is and whether it works.

    With None for the start, the number that the text itself states is played. What is no solution
    at all is a NotationError.
    """
    if is_record(text):
        return _replay_record(start, text)
    solution = take_apart(text)
    board = _start(start, solution)
    if solution.kind == "boards":
        return _replay_boards(board, solution)
    best, budget = None, Budget()
    for reading in _readings(solution, board):
        tried = attempt(board, solution.words, reading, budget)
        if best is None or tried.worth() > best.worth():
            best = tried
        if best.wins:
            break
    assert best is not None  # there is always a reading
    return _result(board, solution, best)


def _start(start: SupportsIndex | str | Board | None, solution: Solution) -> Board:
    if isinstance(start, Board):
        return start
    cells = 4 if solution.cells is None else solution.cells
    if start is not None:
        board = deal(start, cells)
        if solution.number is not None and deal(solution.number, cells) != board:
            raise NotationError(f"the text is about deal {solution.number}, not {start}")
        return board
    if solution.kind == "boards" and solution.number is None:
        return moves_between(solution.boards, None).start
    if solution.number is None:
        raise NotationError("the text does not say which deal it is about (expected a number)")
    return deal(solution.number, cells)


def _readings(solution: Solution, start: Board) -> Iterator[Reading]:
    """Yield the ways to read a text, the likely ones first and the long searches last."""
    if solution.kind == "words":
        yield Reading("none", "one")
    elif solution.kind == "macroxue":
        yield from _macroxue_readings()
    else:
        yield from _standard_readings(solution, start)


def _macroxue_readings() -> Iterator[Reading]:
    kinds: tuple[Autoplay, ...] = ("max", "horne", "none", "fcpro")
    for kind in kinds:
        for at_start in (True, False):
            yield Reading(kind, "most", "nth", at_start)
    yield from (Reading(kind, "any", "nth", at_start=True) for kind in kinds)


def _standard_readings(solution: Solution, start: Board) -> Iterator[Reading]:
    kinds: tuple[Autoplay, ...] = ("horne", "fcpro", "max")
    if solution.kind == "fcpro":
        kinds = ("fcpro", "horne", "max")
    written = [Reading("none", "one"), Reading("none", "any")]
    left_out = [Reading(kind, "most") for kind in kinds]
    left_out += [Reading(kind, "most", at_start=True) for kind in kinds]
    homes = sum(word.target in "hf" for word in solution.words)
    all_written = homes + start.cards_home() == 52 or homes * 4 > len(solution.words)
    yield from chain(written, left_out) if all_written else chain(left_out, written)
    yield from (Reading(kind, "any") for kind in kinds)


def _result(board: Board, solution: Solution, best: Attempt) -> Replay:
    error = None
    if best.reason is not None:
        error = f"move {best.done + 1}, {solution.words[best.done].text}: {best.reason}"
    return Replay(
        _dialect(solution, best.reading),
        best.reading.autoplay,
        Game(board, best.moves),
        best.won,
        error,
    )


def _dialect(solution: Solution, reading: Reading) -> ReadDialect:
    match solution.kind:
        case "standard":
            if reading.autoplay != "none":
                return "microsoft"
            counted = any(word.cards is not None for word in solution.words)
            return "snx" if counted else "sn"
        case kind:
            return kind


def _replay_record(start: SupportsIndex | str | Board | None, text: str) -> Replay:
    """Replay the first record of a text; its moves leave nothing open."""
    check_length(text, LONGEST_SOLUTION, "a solution")
    board, words = take_record_apart(text)
    if isinstance(start, Board):
        wanted = start
    else:
        wanted = board if start is None else deal(start, len(board.cells))
    if board != wanted:
        raise NotationError("the record is about another deal")
    if not words:
        raise NotationError("no moves in the record (expected moves such as 8a 87 a2 5h)")
    played = attempt(board, words, Reading("none", "one"), Budget())
    return _result(board, Solution("record", None, None, words, []), played)


def _replay_boards(start: Board, solution: Solution) -> Replay:
    found = moves_between(solution.boards, start)
    game = Game(found.start, found.moves)
    return Replay("boards", "none", game, game.won, found.error)
