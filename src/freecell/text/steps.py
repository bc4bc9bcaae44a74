"""A run of cards moved at once, as the single-card moves that it stands for.

A run goes card by card through the empty cells and the empty columns other than its target.
Where these are enough for all its cards but one, each holds one card; a longer run is parted, and
its front part waits in order in one of the empty columns.

>>> from freecell.board import deal
>>> print(*single_steps(deal(617), Move(7, 2)))
83
"""

from functools import cache

from freecell.board import COLUMN_COUNT, FIRST_CELL, Board, Move, Place


def single_steps(board: Board, move: Move) -> list[Move]:
    """Return the single-card moves that a legal move stands for, as few as this method needs."""
    if move.count == 1:
        return [move]
    empty = [place for place in range(COLUMN_COUNT) if not board.columns[place]]
    spare = [place for place in empty if place != move.target]
    cells = [place for place, card in enumerate(board.cells, FIRST_CELL) if card is None]
    return _steps(move.source, move.target, move.count, cells, spare)


def _steps(
    source: Place, target: Place, count: int, cells: list[Place], spare: list[Place]
) -> list[Move]:
    if count <= len(cells) + len(spare) + 1:
        stops = (cells + spare)[: count - 1]
        there = [Move(source, stop) for stop in stops]
        back = [Move(stop, target) for stop in reversed(stops)]
        return [*there, Move(source, target), *back]
    _, waiting = _cheapest(count, len(cells), len(spare))
    stop, others = spare[-1], spare[:-1]
    return [
        *_steps(source, stop, waiting, cells, others),
        *_steps(source, target, count - waiting, cells, others),
        *_steps(stop, target, waiting, cells, others),
    ]


@cache
def _cheapest(count: int, cells: int, spare: int) -> tuple[int, int]:
    """Return how many single moves a run takes, and how many of its cards wait in a column."""
    if count <= cells + spare + 1:
        return 2 * count - 1, 0
    half = (cells + 1) * 2 ** (spare - 1)
    return min(
        (
            2 * _cheapest(waiting, cells, spare - 1)[0] + _cheapest(rest, cells, spare - 1)[0],
            waiting,
        )
        for waiting, rest in ((part, count - part) for part in range(1, count))
        if waiting <= half and rest <= half
    )
