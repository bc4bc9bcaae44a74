"""A game: where it started, the moves made, and the way back and forth between them.

A game changes as it is played; the boards and moves in it do not.

>>> from freecell.board import Move, deal
>>> game = Game(deal(617), [Move(0, 8), Move(7, 2)])
>>> print(*game.moves)
1a 83
>>> print(game.undo(), game.undo(), game.undo())
83 1a None
>>> print(game.redo(), *game.moves)
1a 1a
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from freecell.board import HOME, Board, BoardError, IllegalMoveError, Move, deal
from freecell.text.line_player import single_steps
from freecell.text.solution_writer import Dialect, write_moves


class Game:
    """A line of play: `start`, the `moves` made from it, and the `board` they lead to.

    `undo` and `redo` go along the line; a new move after `undo` drops what could be redone.
    """

    __slots__ = ("_ahead", "_boards", "_moves", "number")

    number: int | None
    """The number of the deal that it starts with, where it was given."""

    def __init__(self, start: Board, moves: Iterable[Move] = (), number: int | None = None) -> None:
        """Play these moves; an illegal one is refused with its place in the line.

        With the `number` of the deal, it need not be searched for again.
        """
        if number is not None and deal(number, len(start.cells)) != start:
            raise BoardError(f"the start is not deal {number}")
        self.number = number
        self._boards = [start]
        self._moves: list[Move] = []
        self._ahead: list[Move] = []
        for move in moves:
            self._add(move)

    def _add(self, move: Move) -> None:
        try:
            self._boards.append(self.board.play(move))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {len(self._moves) + 1}: {error}") from None
        self._moves.append(move)

    @property
    def start(self) -> Board:
        """The board before the first move."""
        return self._boards[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that lead from the start to the present board."""
        return tuple(self._moves)

    @property
    def ahead(self) -> tuple[Move, ...]:
        """The moves that were undone and can be redone, the next one first."""
        return tuple(reversed(self._ahead))

    @property
    def board(self) -> Board:
        """The present board."""
        return self._boards[-1]

    @property
    def won(self) -> bool:
        """Whether every card is home."""
        return self.board.won

    def boards(self) -> Iterator[Board]:
        """Yield the boards from the start to the present one, one more than there are moves."""
        return iter(tuple(self._boards))

    def play(self, move: Move) -> Board:
        """Make a move and return the new board; an illegal move is refused with the reason."""
        self._add(move)
        self._ahead.clear()
        return self.board

    def undo(self) -> Move | None:
        """Take the last move back and return it; None at the start."""
        if not self._moves:
            return None
        self._boards.pop()
        self._ahead.append(self._moves.pop())
        return self._ahead[-1]

    def redo(self) -> Move | None:
        """Make the move again that was taken back last and return it; None if there is none."""
        if not self._ahead:
            return None
        move = self._ahead.pop()
        self._boards.append(self.board.play_unchecked(move))
        self._moves.append(move)
        return move

    def __len__(self) -> int:
        return len(self._moves)

    def __eq__(self, other: object) -> bool:
        """Compare start and moves; what could be redone does not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self._moves == other._moves

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        moves = " ".join(map(str, self._moves))
        return f"<Game of {len(self)} moves: {moves}>" if moves else "<Game of 0 moves>"

    def _repr_html_(self) -> str:
        """Show the game in a notebook: a film up to the present board, or that board alone.

        It is an image of its own, so that the films of two games do not disturb each other.
        """
        from base64 import b64encode

        from freecell.drawing.film import animation
        from freecell.drawing.picture import picture

        drawn = animation(self.start, self._moves) if self._moves else picture(self.board)
        data = b64encode(drawn.encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" alt="FreeCell, {len(self)} moves">'

    def player_count(self) -> int:
        """Count the moves as players do: a run moved at once is one, and moves home are free."""
        return sum(move.target != HOME for move in self._moves)

    def single_steps(self) -> Game:
        """Return the same game with every run moved card by card, through cells and columns."""
        return Game(self.start, single_steps(self.start, self._moves), self.number)

    def write(self, dialect: Dialect = "snx") -> str:
        """Write the moves in a dialect: `freecell.text.solution_writer` describes them."""
        return write_moves(self.start, self._moves, dialect, self.number)

    def in_words(self, language: str = "en") -> list[str]:
        """Say every move, such as "QH onto KC in column 3"."""
        boards = zip(self._boards, self._moves, strict=False)
        return [board.in_words(move, language) for board, move in boards]
