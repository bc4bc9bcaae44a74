"""The proof in an easier game, where loose cards of one rank and colour are not distinguished.

What it calls impossible must be impossible: it is held against the exhaustive search, against wins
that are known, and, position by position, against the same game written plainly here. Where twins of
some faces are distinguished, so are they here; with all of them distinguished it is the real game.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from freecell import Board, Game, Move, deal, prove, solve
from freecell._core import decide_by_twins, prove_by_twins
from freecell.board import FIRST_CELL
from freecell.core_values import board_to_core
from freecell.solver import Impossible, Limit, Solved, Undecided, limit_to_core
from tests.strategies import boards, examples

IMPOSSIBLE = {11982: 26_830, 146692: 6_442, 186216: 6_308, 455889: 7_442, 495505: 13_852,
              512118: 12_694, 517776: 31_867, 781948: 3_270}  # fmt: skip
# With one cell less than they need, up to 232 million positions of the real game and more.
FEWER_CELLS = {(982, 2): 271_824, (8983, 1): 484_035, (20410, 1): 834_180, (24966, 1): 520_147}


ALL = 2**26 - 1


def answer(board: Board, nodes: int = 1_000_000, size: int = 2**30, distinguished: int = 0):
    limits = limit_to_core(Limit(nodes, bytes=size))
    return prove_by_twins(*board_to_core(board), *limits, None, distinguished)


def decided(board: Board, nodes: int = 1_000_000, size: int = 2**30):
    return decide_by_twins(*board_to_core(board), *limit_to_core(Limit(nodes, bytes=size)), None)


# The same game, plainly: a column is its fixed cards and the faces of the loose ones. A face has
# the suit as well where twins are distinguished, and -1 elsewhere.

Face = tuple[int, bool, int]
Column = tuple[tuple[int, ...], tuple[Face, ...]]
T = TypeVar("T")


def face(card: int, distinguished: int) -> Face:
    rank, suit = divmod(card, 4)
    is_red = suit in (1, 2)
    return rank, is_red, suit if distinguished >> (2 * rank + is_red) & 1 else -1


def lies_on(card: Face, other: Face) -> bool:
    return card[0] + 1 == other[0] and card[1] != other[1]


class Plain(NamedTuple):
    """A position of the easier game."""

    columns: tuple[Column, ...]
    cells: tuple[Face, ...]
    homes: tuple[int, ...]
    distinguished: int

    def fixed(self) -> set[int]:
        return {card for cards, _ in self.columns for card in cards}

    def key(self) -> object:
        """Return what tells it from others: columns without fixed cards have no place."""
        places = [column for column in self.columns if column[0]]
        return (
            places,
            sorted(loose for cards, loose in self.columns if not cards),
            self.cells,
            self.homes,
        )


def split(cards: tuple[int, ...], distinguished: int) -> Column:
    """Part a column into the fixed cards and the faces of the loose ones."""
    at, faces = len(cards), tuple(face(card, distinguished) for card in cards)
    while at > 1 and lies_on(faces[at - 1], faces[at - 2]):
        at -= 1
    return ((), faces) if at <= 1 else (cards[:at], faces[at:])


def front(column: Column, distinguished: int) -> Face | None:
    cards, loose = column
    return loose[-1] if loose else face(cards[-1], distinguished) if cards else None


def without_front(column: Column, distinguished: int) -> Column:
    cards, loose = column
    return (cards, loose[:-1]) if loose else split(cards[:-1], distinguished)


def changed(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def taken(position: Plain) -> Iterator[tuple[Face, int | None, Plain, bool]]:
    """Yield each card in front or in a cell: its face, the card if it is fixed, the rest, if lone."""
    for at, column in enumerate(position.columns):
        if (shown := front(column, position.distinguished)) is not None:
            cards, loose = column
            without = without_front(column, position.distinguished)
            rest = position._replace(columns=changed(position.columns, at, without))
            yield shown, None if loose else cards[-1], rest, len(cards) + len(loose) == 1
    for at, shown in enumerate(position.cells):
        cells = position.cells[:at] + position.cells[at + 1 :]
        yield shown, None, position._replace(cells=cells), False


def goes_home(position: Plain, shown: Face, card: int | None) -> Iterator[int]:
    for suit in (1, 2) if shown[1] else (0, 3):
        name = 4 * shown[0] + suit
        loose = name not in position.fixed() and shown[2] in (suit, -1)
        may_be = loose if card is None else name == card
        if position.homes[suit] == shown[0] and may_be:
            yield suit


def sent_home(rest: Plain, suit: int) -> Plain:
    return rest._replace(homes=changed(rest.homes, suit, rest.homes[suit] + 1))


def safe(position: Plain) -> Plain:
    """Play the cards that can safely go home, where it is certain which card it is."""
    for shown, card, rest, _ in taken(position):
        for suit in goes_home(position, shown, card):
            rank, twin = shown[0], 3 - suit
            others = [position.homes[each] for each in ((0, 3) if shown[1] else (1, 2))]
            is_safe = rank <= 1 or min(others) >= rank
            is_safe = is_safe or (min(others) >= rank - 1 and position.homes[twin] >= rank - 2)
            loose_twin = position.homes[twin] <= rank and 4 * rank + twin not in position.fixed()
            if is_safe and (card is not None or shown[2] >= 0 or not loose_twin):
                return safe(sent_home(rest, suit))
    return position


def children(position: Plain, cell_count: int) -> Iterator[Plain]:
    for shown, card, rest, lone in taken(position):
        for suit in goes_home(position, shown, card):
            yield sent_home(rest, suit)
        if len(rest.cells) < cell_count:
            yield rest._replace(cells=tuple(sorted((*rest.cells, shown))))
        for at, (cards, loose) in enumerate(rest.columns):
            onto = front((cards, loose), rest.distinguished)
            if (onto is None and not lone) or (onto and lies_on(shown, onto)):
                yield rest._replace(columns=changed(rest.columns, at, (cards, (*loose, shown))))


def count_plainly(board: Board, most: int, distinguished: int = 0) -> int | None:
    """Return how many positions the easier game has; None where it can be won or has too many."""
    columns = tuple(split(tuple(column), distinguished) for column in board.columns)
    cells = tuple(sorted(face(card, distinguished) for card in board.cells if card is not None))
    start = safe(Plain(columns, cells, tuple(board.homes), distinguished))
    seen, waiting = {repr(start.key())}, [start]
    while waiting:
        position = waiting.pop()
        if not position.fixed() or len(seen) > most:
            return None
        for child in map(safe, children(position, len(board.cells))):
            if (key := repr(child.key())) not in seen:
                seen.add(key)
                waiting.append(child)
    return len(seen)


@examples(20)
@given(boards(max_moves=70), st.integers(0, ALL) | st.sampled_from([0, ALL]))
def test_it_has_the_positions_of_the_same_game_written_plainly(board, distinguished):
    found = answer(board, 3_000, distinguished=distinguished)
    assume(found.verdict == "impossible")
    assert count_plainly(board, 3_000, distinguished) == found.positions


@pytest.mark.parametrize(
    ("number", "cells"),
    [(1, 0), (2, 0), (3, 1), (10, 1), (617, 1), (375, 1), (571, 1), (804, 2), (705, 2)],
)
def test_a_whole_deal_has_the_positions_of_the_same_game_written_plainly(number, cells):
    found = answer(deal(number, cells))
    assert (found.verdict, found.positions) == (
        "impossible",
        count_plainly(deal(number, cells), 10**5),
    )


@pytest.mark.parametrize(("number", "cells"), [(3, 1), (617, 1), (804, 2), (705, 2)])
def test_a_card_that_lies_in_a_cell_at_the_start_counts(number, cells):
    board = deal(number, cells)
    board = board.play(next(move for move in board.legal_moves() if move.target >= FIRST_CELL))
    found = answer(board)
    assert (found.verdict, found.positions) == ("impossible", count_plainly(board, 10**5))


@pytest.mark.parametrize("distinguished", [1 << 2, 1 << 5 | 1 << 8, 0b1101_0110_1011, ALL])
@pytest.mark.parametrize(("number", "cells"), [(1, 0), (2, 0), (617, 1), (571, 1), (705, 2)])
def test_a_whole_deal_with_some_twins_distinguished_has_the_positions_written_plainly(
    number, cells, distinguished
):
    found = answer(deal(number, cells), distinguished=distinguished)
    assert found.verdict == "impossible"
    assert found.positions == count_plainly(deal(number, cells), 10**5, distinguished)


@examples(40)
@given(boards(max_moves=70))
def test_with_all_twins_distinguished_it_is_the_real_game(board):
    real = prove(board, safe_play=True, limit=Limit(nodes=20_000))
    if not isinstance(real, Impossible):
        reject()
    assert answer(board, distinguished=ALL).positions == real.positions


@examples(25)
@given(boards(max_moves=70))
def test_it_is_decided_as_by_every_position_of_the_real_game(board):
    found = decided(board, 20_000)
    real = prove(board, safe_play=True, limit=Limit(nodes=200_000))
    assume(found.verdict != "undecided" and not isinstance(real, Undecided))
    assert (found.verdict == "solved") == isinstance(real, Solved)
    if found.verdict == "solved":
        assert Game(board, [Move(*move) for move in zip(*[iter(found.moves)] * 3, strict=True)]).won


@examples(100)
@given(boards(max_moves=70))
def test_what_it_calls_impossible_has_no_win(board):
    if answer(board, 20_000).verdict == "impossible":
        assert not isinstance(prove(board, limit=Limit(nodes=200_000)), Solved)


@examples(40)
@given(st.integers(1, 1_000_000), st.integers(1, 60), st.sampled_from([1, 2, 2, 3, 4]))
def test_no_board_on_the_way_to_a_win_is_called_impossible(number, index, cells):
    won = solve(number, cells=cells, limit=Limit(nodes=20_000))
    if not isinstance(won, Solved):
        reject()
    path = list(won.game.boards())
    assert answer(path[min(index, len(path) - 2)], 20_000).verdict == "undecided"


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_it_has_fewer_positions_than_the_real_game(number):
    found = answer(deal(number))
    assert (found.verdict, found.positions) == ("impossible", IMPOSSIBLE[number])
    real = prove(number, safe_play=True)
    assert isinstance(real, Impossible)
    assert found.positions < real.positions


@pytest.mark.parametrize(("number", "cells"), FEWER_CELLS)
def test_deals_of_hundreds_of_millions_of_positions_are_closed_at_once(number, cells):
    found = answer(deal(number, cells))
    assert (found.verdict, found.positions) == ("impossible", FEWER_CELLS[number, cells])
    assert isinstance(solve(number, cells=cells), Impossible)


# Open in the easier game: how many positions it has with the twins distinguished that matter.
@pytest.mark.parametrize(
    ("number", "cells", "positions"),
    [(90, 1, 46_611), (544, 2, 21_485), (472_883_268, 4, 216_645)],
)
def test_a_deal_that_the_easier_game_leaves_open_is_decided(number, cells, positions):
    assert answer(deal(number, cells)).verdict == "undecided"
    found = decided(deal(number, cells))
    assert (found.verdict, found.positions) == ("impossible", positions)
    assert found.nodes > found.positions  # the searches before it count as well


def test_a_win_that_no_other_search_finds_is_replayed():
    won = solve(49250, cells=2)
    assert isinstance(won, Solved)
    assert won.game.won
    assert won.nodes
    enough = solve(49250, cells=2, limit=Limit(nodes=won.nodes - 1))  # what is known is reported
    assert isinstance(enough, Solved)


@pytest.mark.parametrize(("number", "cells"), [(617, 4), (544, 2)])
def test_a_win_of_the_easier_game_says_nothing(number, cells):
    found = answer(deal(number, cells))
    assert (found.verdict, found.reached) == ("undecided", "")


@pytest.mark.parametrize(
    ("nodes", "size", "reached"), [(1_000, 2**30, "nodes"), (10**6, 2**20, "bytes")]
)
def test_limits_are_met(nodes, size, reached):
    for found in (answer(deal(982, 2), nodes, size), decided(deal(982, 2), nodes, size)):
        assert (found.verdict, found.reached) == ("undecided", reached)


def test_the_limit_is_for_all_searches_together():
    found = decided(deal(1), 100_000)  # it takes eleven searches and 150,156 positions
    assert (found.verdict, found.reached) == ("undecided", "nodes")
    assert 100_000 <= found.nodes <= 100_100


def test_it_can_be_cancelled():
    limits = limit_to_core(Limit())
    for search in (prove_by_twins, decide_by_twins):
        found = search(*board_to_core(deal(982, 2)), *limits, lambda nodes: nodes > 5_000)
        assert (found.verdict, found.reached) == ("undecided", "cancelled")


@pytest.mark.long
def test_no_deal_is_called_impossible_with_the_cells_that_it_needs(truth):
    for line in (truth / "min-cells.txt").read_text().splitlines():
        number, cells = map(int, line.split())
        assert answer(deal(number, cells), 100_000).verdict == "undecided"
