"""Reviews a game: where it could be won, in how many moves, and which move lost it.

>>> from freecell.board import deal
>>> from freecell.game import Game
>>> from freecell.solver import solve
>>> reviewed = review(solve(617).game)
>>> reviewed.verdicts == ("solved",) * len(reviewed), reviewed.losing_move
(True, None)

The verdicts are proved, as those of `solve` are: a position that is called solved has a line that
was replayed, one that is called impossible was searched to its end. `core/assess/review` does the
work, for the page too, so that both say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from freecell import _core
from freecell.board import Board, Move
from freecell.core_values import board_to_core, moves_from_core, moves_to_core
from freecell.game import Game
from freecell.solver import Cancel, Limit, limit_to_core, tick_for_core
from freecell.verdict import IMPOSSIBLE, SOLVED, VERDICTS, VerdictName

POSITION_LIMIT = Limit(nodes=500_000, bytes=400_000_000)
"""The default limit for one position, the same as on the page."""

_NAMES: dict[str, VerdictName] = {name: name for name in VERDICTS}


class ReviewedPosition(NamedTuple):
    """What is known of one position of a game."""

    board: Board
    verdict: VerdictName
    line: Game | None
    """Of a solved one: the shortest win found, from this position on."""

    @property
    def needed(self) -> int | None:
        """How many moves that win has, as players count."""
        return None if self.line is None else self.line.player_count()


class Choice(NamedTuple):
    """A legal move, and the verdict on the position after it."""

    move: Move
    verdict: VerdictName


class _Reviewer(Protocol):
    """What knows about the positions of a game."""

    def verdict(self, index: int) -> str: ...
    def line(self, index: int) -> bytes: ...
    def choices(
        self, index: int, nodes: int, seconds: float, bytes: int, tick: object
    ) -> list[tuple[bytes, str]]: ...


class Review:
    """What there is to say about a game: one position more than it has moves.

    Other threads may ask it, also while it is made.
    """

    def __init__(self, game: Game, reviewer: _Reviewer, limit: Limit) -> None:
        self.game = game
        self._reviewer = reviewer
        self._limit = limit

    def __len__(self) -> int:
        return len(self.game) + 1

    @cached_property
    def positions(self) -> tuple[ReviewedPosition, ...]:
        """The positions from the start to the end of the game."""
        return tuple(map(self._position, range(len(self)), self.game.boards()))

    def _position(self, index: int, board: Board) -> ReviewedPosition:
        verdict = _name(self._reviewer.verdict(index))
        line = (
            Game(board, moves_from_core(self._reviewer.line(index))) if verdict == SOLVED else None
        )
        return ReviewedPosition(board, verdict, line)

    @property
    def verdicts(self) -> tuple[VerdictName, ...]:
        """The verdicts alone."""
        return tuple(_name(self._reviewer.verdict(index)) for index in range(len(self)))

    @property
    def losing_move(self) -> int | None:
        """The index of the move after which there was no win any more.

        None where no move lost the game, or where undecided positions hide which one it was.
        """
        verdicts = self.verdicts
        if IMPOSSIBLE not in verdicts:
            return None
        lost = verdicts.index(IMPOSSIBLE)
        return lost - 1 if lost and verdicts[lost - 1] == SOLVED else None

    @property
    def better(self) -> Game | None:
        """What would have won where the losing move was made."""
        return None if self.losing_move is None else self.positions[self.losing_move].line

    def choices(self, index: int, *, cancel: Cancel | None = None) -> tuple[Choice, ...]:
        """Return the legal moves at a position, and the verdict after each of them."""
        at = range(len(self))[index]
        tick = tick_for_core(cancel, None)
        found = self._reviewer.choices(at, *limit_to_core(self._limit), tick)
        return tuple(Choice(moves_from_core(move)[0], _name(verdict)) for move, verdict in found)

    def keeping_moves(self, index: int) -> tuple[Move, ...]:
        """Return the moves at a position after which there is a win."""
        return tuple(move for move, verdict in self.choices(index) if verdict == SOLVED)

    def _known(self) -> tuple[Any, ...]:
        lines = tuple(self._reviewer.line(index) for index in range(len(self)))
        return self.game, self.verdicts, lines, self._limit

    def __eq__(self, other: object) -> bool:
        """Say whether two say the same of the same game, with the same limit."""
        return self._known() == other._known() if isinstance(other, Review) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it grows while it is made

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to other processes, or into a file, with what is known."""
        return _restored, self._known()

    def __repr__(self) -> str:
        lost = "" if self.losing_move is None else f", lost by move {self.losing_move + 1}"
        return f"<Review of {len(self.game)} moves{lost}>"


def review(
    game: Game,
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """Decide every position of a game, as far as it was played.

    The `limit` holds for each position; a position that needs more is undecided. After each search
    `progress` is called with the review so far: the verdicts come first, then how many moves are
    needed from each position. A `cancel` that is set leaves the rest undecided.
    """
    limit = limit or POSITION_LIMIT
    reviewer = _reviewer_of(game)
    tick = tick_for_core(cancel, None)
    while not (cancel is not None and cancel.is_set()):
        if not reviewer.step(*limit_to_core(limit), tick):
            break
        if progress is not None:
            progress(Review(game, reviewer, limit))
    return Review(game, reviewer, limit)


def _reviewer_of(game: Game) -> _core.Reviewer:
    return _core.Reviewer(*board_to_core(game.start), moves_to_core(game.moves))


class _Remembered:
    """What was known of a game elsewhere; choices are searched for here."""

    def __init__(self, game: Game, verdicts: Sequence[VerdictName], lines: Sequence[bytes]) -> None:
        self.verdict, self.line = verdicts.__getitem__, lines.__getitem__
        self.choices = _reviewer_of(game).choices


def _restored(
    game: Game, verdicts: Sequence[VerdictName], lines: Sequence[bytes], limit: Limit
) -> Review:
    return Review(game, _Remembered(game, verdicts, lines), limit)


def _name(verdict: str) -> VerdictName:
    return _NAMES[verdict]
