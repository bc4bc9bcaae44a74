"""A line of play told for a program that sends cards home by itself and moves whole runs.

Freecell Solver writes out every move. Microsoft's FreeCell and others send cards home after each
move and do not write that down, and to an empty column they move as many cards as they can. A line
of play is adapted by dropping the moves of cards that are home already, and by bringing part of a
run to an empty column through the cells. Where there is no such way, the number of cards must be
said; Microsoft's program asks the player then.

>>> from freecell.errors import FreecellError
from freecell.board import deal
>>> [str(move) for move in adapted(deal(617), [Move(7, 2)], "horne")]
['83']
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, PLACE_NAMES, Autoplay, Board, Move, Place
from freecell.cards import Card
from freecell.errors import FreecellError

_MOST_BOARDS = 3_000
"""How many boards are looked at for a way to bring part of a run to an empty column."""


class ConversionError(FreecellError):
    """The line of play cannot be told with this automatic play."""


class Step(NamedTuple):
    """A move to write down, the board it is made on, and the board after the automatic moves."""

    before: Board
    move: Move
    after: Board
    must_say: bool = False
    """Whether fewer cards go to an empty column than could, so that their number must be said."""

    def __str__(self) -> str:
        """Write the move without a number of cards, unless that must be said."""
        places = PLACE_NAMES[self.move.source] + PLACE_NAMES[self.move.target]
        return f"{places}v{self.move.count:x}" if self.must_say else places


def adapted(start: Board, moves: Iterable[Move], autoplay: Autoplay) -> Iterator[Step]:
    """Yield the moves that lead to the same game where cards go home by themselves."""
    told = start  # where the line as it was given stands; `board` may have more cards home
    board = start
    for move in moves:
        cards = [card for card in _moved_cards(told, move) if not _is_home(board, card)]
        told = told._play(move)
        for step in _steps(board, cards, move.target, autoplay) if cards else []:
            yield step
            board = step.after


def fullest_count(board: Board, source: Place, target: Place) -> int:
    """Return how many cards go to an empty column where as many as possible do."""
    return min(board.run_length(source), board.longest_run(target)) if source < FIRST_CELL else 1


def _moved_cards(board: Board, move: Move) -> tuple[Card, ...]:
    return board._cards_at(move.source)[-move.count :]


def _is_home(board: Board, card: Card) -> bool:
    return card // 4 < board.homes[card % 4]


def _place_of(board: Board, card: Card) -> Place:
    """Return where a card lies that is not home."""
    if card in board.cells:
        return FIRST_CELL + board.cells.index(card)
    return next(place for place in range(COLUMN_COUNT) if card in board.columns[place])


def _step(board: Board, move: Move, autoplay: Autoplay) -> Step:
    return Step(board, move, board._play(move).play_home(autoplay))


def _steps(
    board: Board, cards: Sequence[Card], target: Place, autoplay: Autoplay
) -> Iterable[Step]:
    """Return how these cards, together, get to a place: mostly by one move."""
    if target == HOME:
        return [_step(board, Move(_place_of(board, cards[0]), HOME), autoplay)]
    if target >= FIRST_CELL:
        empty = board.empty_cell()
        assert empty is not None  # on the board as told one was empty, and here are not more cards
        return [_step(board, Move(_place_of(board, cards[0]), empty), autoplay)]
    move = Move(_place_of(board, cards[0]), target, len(cards))
    if not board.columns[target]:
        if move.count != fullest_count(board, move.source, target):
            return _part_of_a_run(board, move, autoplay)
    elif reason := board.why_illegal(move):  # only where cards went home that do not go safely
        raise ConversionError(f"cannot be told with automatic play {autoplay!r}: {move}: {reason}")
    return [_step(board, move, autoplay)]


def _part_of_a_run(board: Board, wanted: Move, autoplay: Autoplay) -> list[Step]:
    """Return a way to bring less of a run to an empty column than would go by itself.

    The shortest way over the cells and columns that are empty, found by trying all of them; else
    the move itself, with its number of cards.
    """
    goal = board._play(wanted).play_home(autoplay)
    empty = {place for place in range(COLUMN_COUNT) if not board.columns[place]}
    empty |= {place for place, card in enumerate(board.cells, FIRST_CELL) if card is None}
    places = empty | {wanted.source}
    ways: list[list[Step]] = [[]]
    seen = {board}
    for way in ways:
        here = way[-1].after if way else board
        for move in here.legal_moves():
            if {move.source, move.target} <= places and _goes_by_itself(here, move):
                step = _step(here, move, autoplay)
                if step.after == goal:
                    return [*way, step]
                if step.after not in seen and len(seen) < _MOST_BOARDS:
                    seen.add(step.after)
                    ways.append([*way, step])
    return [Step(board, wanted, goal, must_say=True)]


def _goes_by_itself(board: Board, move: Move) -> bool:
    """Whether so many cards go where as many as possible do."""
    if move.target >= COLUMN_COUNT or board.columns[move.target]:
        return True
    return move.count == fullest_count(board, move.source, move.target)
