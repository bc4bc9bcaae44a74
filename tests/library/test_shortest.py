"""Shortest wins: the length against plain searches, against others, and against itself mirrored."""

import csv
import heapq
import os
import random
from itertools import count as counting
from pathlib import Path
from threading import Event

import pytest

from freecell import (
    Board,
    Game,
    Impossible,
    Limit,
    Solved,
    Undecided,
    _core,
    deal,
    solve,
    solve_many,
)
from freecell.board import HOME
from freecell.core_values import board_to_core
from freecell.errors import OptionError
from freecell.solver import Unit

# Deals whose shortest win is found at once, and its length.
EASY = {2: 21, 3: 18, 9: 29, 17: 23, 18: 22, 20: 21}


def shortest(board: Board | int, count: Unit = "moves") -> Game:
    result = solve(board, goal="shortest", unit=count)
    assert isinstance(result, Solved)
    return result.game


def length(game: Game, count: Unit = "moves") -> int:
    return len(game.moves) if count == "cards" else game.player_count()


def distance(start: Board, count: Unit, most: int = 1_000) -> int | None:
    """Return the length of the shortest win by Dijkstra's search; None where that looks too far.

    Moves home are free; in the count of cards each card that is not home makes one.
    """
    moves_home = 52 - sum(start.homes) if count == "cards" else 0
    ties = counting()
    queue = [(0, next(ties), start)]
    seen: set[tuple[object, ...]] = set()
    while queue and len(seen) < most:
        made, _, board = heapq.heappop(queue)
        if board.won:
            return made + moves_home
        same = (frozenset(board.columns), frozenset(board.cells), board.homes)
        if same in seen:
            continue
        seen.add(same)
        for move in board.legal_moves():
            if count == "cards" and move.count > 1:
                continue
            cost = int(move.target != HOME)
            heapq.heappush(queue, (made + cost, next(ties), board.play(move)))
    return None


def endings(numbers: list[int]) -> list[Board]:
    """Return boards shortly before the end of games that are not played well."""
    found = []
    for number in numbers:
        boards = list(solve(number).game.boards())  # type: ignore[union-attr]  # they are won
        found += [boards[-back] for back in range(4, 30, 5) if back < len(boards)]
    return found


@pytest.mark.parametrize("count", ["moves", "cards"])
def test_a_plain_search_finds_the_same_length(count: Unit):
    compared = 0
    for board in endings([617]):
        truth = distance(board, count)
        bound = _core.lower_bound(*board_to_core(board), count == "cards")
        if truth is None:
            continue
        left = 52 - sum(board.homes) if count == "cards" else 0
        assert bound + left <= truth
        assert length(shortest(board, count), count) == truth
        compared += 1
    assert compared >= 4


@pytest.mark.parametrize(("number", "moves"), EASY.items())
def test_the_length_is_known(number: int, moves: int):
    game = shortest(number)
    assert (game.won, game.player_count(), game.start) == (True, moves, deal(number))


@pytest.mark.parametrize("number", [2, 3])
def test_single_cards_are_never_fewer_than_moves(number: int):
    game = shortest(number, "cards")
    assert all(move.count == 1 for move in game.moves)
    assert EASY[number] <= len(game.moves) - 52


def mirrored(board: Board, order: list[int], suits: list[int]) -> Board:
    """Return the board with its columns in another order and its suits exchanged."""
    columns = [board.columns[column] for column in order]
    return Board(
        columns=tuple(
            tuple(card // 4 * 4 + suits[card % 4] for card in column) for column in columns
        ),
        cells=board.cells,
        homes=board.homes,
    )


def lengths_are_the_same(number: int) -> bool:
    """Compare a deal with its columns shuffled, with suits of one colour and with colours swapped."""
    order = list(range(8))
    random.Random(number).shuffle(order)
    board = deal(number)
    changed = [mirrored(board, order, [0, 1, 2, 3])]
    changed += [mirrored(board, order, suits) for suits in ([3, 1, 2, 0], [1, 0, 3, 2])]
    return {length(shortest(each)) for each in changed} == {length(shortest(board))}


@pytest.mark.parametrize("number", [2, 17])
def test_the_order_of_columns_and_the_names_of_suits_do_not_matter(number: int):
    assert lengths_are_the_same(number)


@pytest.mark.long
def test_the_order_of_columns_and_the_names_of_suits_do_not_matter_on_fifty_deals():
    easy = [n for n, result in enumerate(solve_many(range(101, 221), goal="shortest", limit=Limit(nodes=600_000)), 101) if isinstance(result, Solved)]  # fmt: skip
    assert len(easy) >= 50
    assert all(map(lengths_are_the_same, easy[:50]))


def others() -> dict[int, int]:
    """Return the lengths in the list of others, where it is at hand."""
    folder = os.environ.get("FREECELL_TRUTH")
    if folder is None:
        pytest.skip("FREECELL_TRUTH does not say where the lists are")
    with (Path(folder) / "short-lengths.csv").open() as file:
        return {int(row["deal"]): int(row["moves"]) for row in csv.DictReader(file)}


def test_no_proved_length_is_above_that_of_others():
    assert all(moves <= others()[number] for number, moves in EASY.items())


@pytest.mark.long
def test_no_length_of_the_first_forty_is_above_that_of_others():
    known = others()
    results = solve_many(range(1, 41), goal="shortest", limit=Limit(bytes=2**31))
    for number, result in enumerate(results, 1):
        if isinstance(result, Solved):
            assert result.player_count() <= known[number], number
        else:
            assert isinstance(result, Undecided)
            assert result.least is not None
            assert result.least <= known[number], number


def test_a_limit_leaves_an_interval_and_the_best_game():
    answer: list[tuple[int, int | None]] = []
    result = solve(
        5,
        goal="shortest",
        limit=Limit(nodes=100_000),
        on_interval=lambda *each: answer.append(each),
    )
    assert isinstance(result, Undecided)
    assert result.reason == "the limit of 100,000 nodes was reached"
    assert result.least is not None
    assert result.most is not None
    assert result.least <= 33 <= result.most
    assert result.game is not None
    assert (result.game.won, result.game.player_count()) == (True, result.most)
    assert answer[-1] == (result.least, result.most)
    assert answer == sorted(answer, key=lambda each: (each[0], -(each[1] or 99)))


def test_too_little_memory_is_reported():
    result = solve(5, goal="shortest", limit=Limit(bytes=25_000_000))
    assert isinstance(result, Undecided)
    assert result.reason == "the limit of 25,000,000 bytes was reached"


def test_a_search_can_be_cancelled():
    stop = Event()
    stop.set()
    result = solve(5, goal="shortest", cancel=stop)
    assert isinstance(result, Undecided)
    assert result.reason == "the search was cancelled"


def test_the_function_that_gets_the_interval_may_fail():
    def fail(_least: int, _most: int | None) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(3, goal="shortest", on_interval=fail)


def test_an_impossible_board_is_impossible():
    assert solve(11982, goal="shortest") == Impossible(61643, 11982)


def test_a_board_that_is_won_needs_no_moves():
    won = shortest(3).board
    assert len(shortest(won).moves) == 0


@pytest.mark.parametrize("cells", [3, 5, 8])
def test_other_numbers_of_cells(cells: int):
    result = solve(3, goal="shortest", cells=cells)
    assert isinstance(result, Solved)
    assert (result.game.won, result.player_count() <= 18) == (True, cells >= 4)


def test_several_deals_come_in_order():
    for threads in (1, 2):
        results = solve_many(EASY, goal="shortest", threads=threads)
        assert [each.player_count() for each in results if isinstance(each, Solved)] == list(
            EASY.values()
        )


def test_another_count_is_refused():
    with pytest.raises(OptionError, match="no such unit: 'runs'"):
        solve(1, goal="shortest", unit="runs")  # type: ignore[arg-type]  # what is refused
