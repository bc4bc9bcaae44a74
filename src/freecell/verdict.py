"""The three verdicts on a board: solved, impossible, undecided.

They are values: they compare, print and pickle, and `to_json` is the one shape that the commands,
the service and the page give them.

>>> Impossible(61643).to_json()["verdict"]
'impossible'
>>> Undecided("the limit of 5 nodes was reached") == Undecided("the limit of 6 nodes was reached")
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypedDict, get_args

from freecell.board import Board, Move, deal
from freecell.core_values import moves_from_core, player_count
from freecell.errors import check_choice

if TYPE_CHECKING:
    from freecell.game import Game

Unit: TypeAlias = Literal["moves", "cards"]
"""What is counted of a win: moves as players count them (a run is one move, moves home are free),
or moves of single cards, those home included."""

VerdictName: TypeAlias = Literal["solved", "impossible", "undecided"]

SOLVED: VerdictName = "solved"
IMPOSSIBLE: VerdictName = "impossible"
UNDECIDED: VerdictName = "undecided"
VERDICTS: tuple[VerdictName, ...] = (SOLVED, IMPOSSIBLE, UNDECIDED)

Start: TypeAlias = Board | tuple[int, int]
"""A board; or a deal number and its cells, laid out when it is asked for."""


class VerdictJson(TypedDict):
    """A verdict as JSON has it: always all of these, null where there is nothing to say."""

    verdict: VerdictName
    moves: str | None
    """Of a win, or of the best line of an undecided search: `2a 27v3 5h`."""
    count: int | None
    """How many moves that are, as players count: a run is one, and moves home are free."""
    positions: int | None
    """How many positions were searched."""
    reason: str | None
    """Why it is undecided."""
    least: int | None
    """Lower bound on the length of the shortest win, in the requested unit."""
    most: int | None
    """Upper bound on it; equal to the lower bound where the length is proved."""


def verdict_json(
    verdict: VerdictName,
    *,
    moves: str | None = None,
    count: int | None = None,
    positions: int | None = None,
    reason: str | None = None,
    least: int | None = None,
    most: int | None = None,
) -> VerdictJson:
    """Return a verdict in the one shape of JSON."""
    return {
        "verdict": verdict,
        "moves": moves,
        "count": count,
        "positions": positions,
        "reason": reason,
        "least": least,
        "most": most,
    }


class Solved:
    """There is a win, and `game` is one. It is made when it is first asked for."""

    __slots__ = ("_game", "_moves", "_start", "nodes")
    __match_args__ = ("game",)

    nodes: int
    """How many positions were searched."""

    def __init__(self, start: Start, moves: bytes, nodes: int) -> None:
        """Take a win as the core gives it: three bytes a move."""
        self._start = start
        self._game: Game | None = None
        self._moves = moves
        self.nodes = nodes

    @property
    def number(self) -> int | None:
        """The deal that was asked about; None for a board."""
        return None if isinstance(self._start, Board) else self._start[0]

    @property
    def start(self) -> Board:
        """The board that is won."""
        return self._start if isinstance(self._start, Board) else deal(*self._start)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the win."""
        return tuple(moves_from_core(self._moves))

    @property
    def raw_moves(self) -> bytes:
        """The moves as the core gives them, three bytes each: source, target, count."""
        return self._moves

    @property
    def game(self) -> Game:
        """The game that is won, move by move."""
        if self._game is None:
            from freecell.game import Game  # a survey counts verdicts and needs no games

            self._game = Game(self.start, self.moves, self.number)
        return self._game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solved):
            return NotImplemented
        mine, theirs = (self._moves, self.nodes), (other._moves, other.nodes)
        return mine == theirs and self.start == other.start

    def __hash__(self) -> int:
        return hash((self._moves, self.nodes))

    def __repr__(self) -> str:
        return f"Solved(game={self.game!r}, nodes={self.nodes})"

    def __reduce__(self) -> tuple[object, ...]:
        return Solved, (self._start, self._moves, self.nodes)

    def player_count(self) -> int:
        """Count the moves as players do: a run moved at once is one, and moves home are free."""
        return player_count(self._moves)

    def length(self, unit: Unit = "moves") -> int:
        """Count the moves as players do, or single cards, those home too."""
        return len(self.game.single_steps()) if unit == "cards" else self.player_count()

    def to_json(self, proved: Unit | None = None) -> VerdictJson:
        """Return the verdict as JSON; `proved` is the unit in which no win is shorter, if any."""
        length = None if proved is None else self.length(proved)
        return verdict_json(
            SOLVED,
            moves=" ".join(map(str, self.moves)),
            count=self.player_count(),
            positions=self.nodes,
            least=length,
            most=length,
        )


class Impossible(NamedTuple):
    """There is no win: a complete search of this many positions found none.

    The search may be of an easier game that allows every move of the real one (docs/solver.md).
    There, positions that differ only by exchanging two cards of one rank and colour count once.
    """

    positions: int
    number: int | None = None
    """The deal that was asked about; None for a board."""

    def __repr__(self) -> str:
        return _represent(self)

    def to_json(self) -> VerdictJson:
        """Return the proof in the one shape of verdicts."""
        return verdict_json(IMPOSSIBLE, positions=self.positions)


class Undecided(NamedTuple):
    """Neither a win nor a proof was found before a limit was reached; the reason says which.

    A search for the shortest win may know more: the `least` and `most` moves that it has, and the
    best `game` that was found. They are None where there is nothing to say.
    """

    reason: str
    least: int | None = None
    most: int | None = None
    game: Game | None = None
    number: int | None = None
    """The deal that was asked about; None for a board."""

    def __repr__(self) -> str:
        return _represent(self)

    def to_json(self) -> VerdictJson:
        """Return what is known in the one shape of verdicts."""
        found = self.game
        return verdict_json(
            UNDECIDED,
            moves=None if found is None else " ".join(map(str, found.moves)),
            count=None if found is None else found.player_count(),
            reason=self.reason,
            least=self.least,
            most=self.most,
        )


def _represent(result: Impossible | Undecided) -> str:
    known = {name: value for name, value in result._asdict().items() if value is not None}
    values = ", ".join(f"{name}={value!r}" for name, value in known.items())
    return f"{type(result).__name__}({values})"


Result: TypeAlias = Solved | Impossible | Undecided


def result_json(result: Result, proved: Unit | None = None) -> VerdictJson:
    """Return a result as JSON; `proved` is the unit in which a shortest win was asked for."""
    return result.to_json(proved) if isinstance(result, Solved) else result.to_json()


def check_unit(unit: Unit) -> Unit:
    """Return a unit in which wins are counted; raise where there is no such unit."""
    check_choice("unit", unit, get_args(Unit))
    return unit
