"""Recognises pasted solutions and verifies them move by move.

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

from typing import Literal, NamedTuple, SupportsIndex, TypeAlias

from freecell.board import Autoplay, Board, deal
from freecell.cards import NotationError
from freecell.game import Game
from freecell.instances import is_ending
from freecell.numbers import check_number
from freecell.text.board_sequence import moves_between
from freecell.text.line_player import Played, play_written
from freecell.text.pddl import play_plan
from freecell.text.records import is_record, take_record_apart
from freecell.text.solution_reader import LONGEST_SOLUTION, Solution, take_apart
from freecell.text.tokens import check_length
from freecell.words import Message

ReadDialect: TypeAlias = Literal[
    "snx", "sn", "sentences", "boards", "microsoft", "fcpro", "macroxue", "record", "pddl"
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


def replay(
    start: SupportsIndex | str | Board | None, text: str, *, cells: int | None = None
) -> Replay:
    """Play a pasted solution of a deal number or a board: what it is, and whether it works.

    With None for the start, the number that the text itself states is played. `cells` is for a
    number; what the text states comes first, and four is the default. A text that is no solution at
    all raises a NotationError.
    """
    return replay_counting(start, text, cells)[0]


def replay_counting(
    start: SupportsIndex | str | Board | None, text: str, cells: int | None = None
) -> tuple[Replay, int]:
    """Replay a text, and say how many of its written moves or boards could be played.

    `cells` is for a text that states its deal, but not how many cells it was played with.
    """
    if is_record(text):
        return _replay_record(start, text)
    solution = take_apart(text)
    if solution.cells is None:
        solution = solution._replace(cells=cells)
    board, number = _start(start, solution)
    if solution.kind == "boards":
        return _replay_boards(board, number, solution)
    if solution.kind == "pddl":
        return _replay_plan(board, number, text)
    played = play_written(board, solution.written, solution.kind)
    return _result(board, number, solution, played), played.done


def _start(
    start: SupportsIndex | str | Board | None, solution: Solution
) -> tuple[Board, int | None]:
    """Return the board to start from, and its number where it is given or stated."""
    if isinstance(start, Board):
        return start, None
    if is_ending(start):
        return deal(start, 4 if solution.cells is None else solution.cells), None
    cells = 4 if solution.cells is None else solution.cells
    if start is not None:
        number = check_number(start)
        if solution.number not in (None, number):
            stated = str(solution.number)
            raise NotationError(Message("about_another_deal", number=stated, wanted=str(start)))
        return deal(number, cells), number
    if solution.kind == "boards" and solution.number is None:
        return moves_between(solution.boards, None).start, None
    if solution.number is None:
        raise NotationError(Message("no_deal_stated"))
    return deal(solution.number, cells), solution.number


def _result(board: Board, number: int | None, solution: Solution, played: Played) -> Replay:
    error = None
    if played.refusal is not None:
        text = solution.written[played.done].text
        at, why = str(played.done + 1), played.refusal.message()
        error = Message("impossible_move", at=at, text=text, why=why)
    dialect, game = _dialect(solution, played.autoplay), Game(board, played.moves, number)
    return Replay(dialect, played.autoplay, game, played.won, error)


def _dialect(solution: Solution, autoplay: Autoplay) -> ReadDialect:
    if solution.kind != "standard":
        return solution.kind
    if autoplay != "none":
        return "microsoft"
    return "sn" if all(move.cards is None for move in solution.written) else "snx"


def _replay_record(start: SupportsIndex | str | Board | None, text: str) -> tuple[Replay, int]:
    """Replay the first record of a text; its moves leave nothing open."""
    check_length(text, LONGEST_SOLUTION, "a_solution")
    board, number, written = take_record_apart(text)
    if isinstance(start, Board):
        wanted = start
    else:
        wanted = board if start is None else deal(start, len(board.cells))
    if board != wanted:
        raise NotationError(Message("record_of_another_deal"))
    if not written:
        raise NotationError(Message("record_without_moves"))
    played = play_written(board, written, "record")
    return _result(board, number, Solution("record", None, None, written, []), played), played.done


def _replay_plan(board: Board, number: int | None, text: str) -> tuple[Replay, int]:
    """Replay a plan, which leaves nothing open."""
    moves, error = play_plan(board, text)
    game = Game(board, moves, number)
    return Replay("pddl", "none", game, game.won, error), len(moves)


def _replay_boards(start: Board, number: int | None, solution: Solution) -> tuple[Replay, int]:
    found = moves_between(solution.boards, start)
    game = Game(found.start, found.moves, number)
    return Replay("boards", "none", game, game.won, found.error), found.done
