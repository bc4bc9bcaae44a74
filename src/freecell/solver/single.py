"""Deciding one board: a win, a proof that there is none, the next move, the fewest cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, SupportsIndex

from freecell import _core
from freecell.board import Board, Move, deal
from freecell.core_values import board_to_core
from freecell.game import Game
from freecell.instances import check_start
from freecell.solver.limits import (
    Cancel,
    Goal,
    Limit,
    check_effort,
    limit_to_core,
    reason_to_stop,
    tick_for_core,
)
from freecell.verdict import (
    SOLVED,
    UNDECIDED,
    Impossible,
    Result,
    Solved,
    Start,
    Undecided,
    Unit,
    check_unit,
)


class Hint(NamedTuple):
    """The next move of a win. Following `game` to its end wins."""

    move: Move
    game: Game
    """The whole win from the board on; pass it to the next `hint` to stay on this line."""

    @property
    def number(self) -> int | None:
        """The deal that was asked about; None for a board."""
        return self.game.number


class FewestCells(NamedTuple):
    """The fewest cells that a deal can be won with: with one cell less there is no win."""

    cells: int
    game: Game

    @property
    def number(self) -> int | None:
        """The deal that was asked about; None for an ending."""
        return self.game.number


def solve(
    what: SupportsIndex | str | Board,
    *,
    goal: Goal = "any",
    cells: int = 4,
    effort: int = 3,
    unit: Unit = "moves",
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
    on_interval: Callable[[int, int | None], None] | None = None,
) -> Result:
    """Decide whether a deal number or a board can be won, and how.

    `cells` is for numbers; a board has its own. `effort` is for short solutions, 1 to 5. `cancel`
    may be set from another thread; `progress` is called with the number of positions now and then.

    With the goal "shortest" a win is `Solved` only when it is proved that there is no shorter one,
    in the requested `unit`. Where a limit comes first, `Undecided` has the interval and the best
    game found; `on_interval` is called with its bounds as it closes: the lower one, and the upper
    one where a win is known.
    """
    start: Start = what if isinstance(what, Board) else start_of(what, cells)
    board = start if isinstance(start, Board) else deal(*start)
    limit = limit or Limit()
    effort = check_effort(goal, effort)
    single_cards = check_unit(unit) == "cards"
    limits, tick = limit_to_core(limit), tick_for_core(cancel, progress)
    if goal == "shortest":
        answer = _core.solve_shortest(
            *board_to_core(board), single_cards, *limits, tick, on_interval
        )
    else:
        answer = _core.solve_board(*board_to_core(board), effort, *limits, tick)
    return replayed(to_result(answer, start, limit))


def replayed(result: Result) -> Result:
    """Raise if a claimed win does not replay; making its game replays every move."""
    if isinstance(result, Solved) and not result.game.won:
        raise AssertionError(f"the search called this a win: {result!r}")
    return result


def prove(
    what: SupportsIndex | str | Board,
    *,
    cells: int = 4,
    safe_play: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Search every position that can be reached, with no automatic play, until one is won.

    This is the plain count that other programs give too. With `safe_play` cards that can safely go
    home go at once, as where `solve` proves: that loses no win, and needs fewer positions.

    >>> prove(781948)
    Impossible(positions=7736, number=781948)
    """
    start: Start = what if isinstance(what, Board) else start_of(what, cells)
    board = start if isinstance(start, Board) else deal(*start)
    limit = limit or Limit()
    answer = _core.prove_board(
        *board_to_core(board),
        bool(safe_play),
        *limit_to_core(limit),
        tick_for_core(cancel, progress),
    )
    return replayed(to_result(answer, start, limit))


def hint(
    what: SupportsIndex | str | Board,
    *,
    cells: int = 4,
    line: Game | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Hint | Impossible | Undecided | None:
    """Return the next move of a win from a board or a deal, and the win; None when it is won.

    `cells` is for numbers; a board has its own. With the `game` of an earlier hint as `line`, a
    board on that line gets its next move, so that following hints always arrives.
    """
    board = what if isinstance(what, Board) else deal(what, cells)
    if board.won:
        return None
    if line is not None and (rest := _rest_of(line, board)):
        return Hint(rest[0], Game(board, rest))
    result = solve(what, cells=cells, limit=limit, cancel=cancel)
    return Hint(result.moves[0], result.game) if isinstance(result, Solved) else result


def fewest_cells(
    number: SupportsIndex | str, *, limit: Limit | None = None, cancel: Cancel | None = None
) -> FewestCells | Impossible | Undecided:
    """Return the fewest cells that a deal can be won with; with one cell less there is no win.

    The limit is for each number of cells. Every known deal can be won with eight cells; one that
    cannot is `Impossible`.
    """
    limit = limit or Limit()
    start = start_of(number, 4)
    board = start if isinstance(start, Board) else deal(*start)
    least, most, undecided, answer = _core.fewest_cells(
        *board_to_core(board), *limit_to_core(limit), tick_for_core(cancel, None)
    )
    if least < most:
        reason = f"with {undecided} cells: {reason_to_stop(answer.reached or 'nodes', limit)}"
        return Undecided(reason, number=None if isinstance(start, Board) else start[0])
    result = replayed(to_result(answer, _with_cells(start, most), limit))
    return FewestCells(most, result.game) if isinstance(result, Solved) else result


def _with_cells(start: Start, cells: int) -> Start:
    """Return a start with this many cells, the full ones first, as the core has them."""
    if isinstance(start, Board):
        full = [card for card in start.cells if card is not None]
        return Board(start.columns, [*full, *[None] * (cells - len(full))], start.homes)
    return start[0], cells


def _rest_of(line: Game, board: Board) -> tuple[Move, ...]:
    """Return the moves of a winning line after the board, or none when the board is not on it."""
    if not line.won:
        return ()
    for played, on_line in enumerate(line.boards()):
        if on_line == board:
            return line.moves[played:]
    return ()


def start_of(what: SupportsIndex | str, cells: int) -> Start:
    """Return a checked number with its cells, or the board of an ending."""
    start = check_start(what)
    return (start, cells) if isinstance(start, int) else deal(start, cells)


def to_result(answer: _core.Answer, start: Start, limit: Limit) -> Result:
    """Return the core's answer about a start as a result."""
    number = None if isinstance(start, Board) else start[0]
    if answer.verdict == SOLVED:
        return Solved(start, answer.moves, answer.nodes)
    if answer.verdict == UNDECIDED:
        best = Solved(start, answer.moves, answer.nodes).game if answer.moves else None
        reason = reason_to_stop(answer.reached, limit)
        return Undecided(reason, answer.least, answer.most, best, number)
    return Impossible(answer.positions, number)
