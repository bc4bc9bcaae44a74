import shutil
import subprocess
import threading
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import freecell
from freecell import (
    Board,
    FewestCells,
    Game,
    Hint,
    Impossible,
    Limit,
    Solved,
    Undecided,
    deal,
    fewest_cells,
    format_board,
    hint,
    prove,
    solve,
    solve_many,
)
from freecell.solver import MOST_EFFORT
from tests.known import HARD_CELLS, HARD_DEAL
from tests.needed import needs
from tests.strategies import boards

# What an exhaustive search without automatic play looks at; Freecell Solver has the same counts.
IMPOSSIBLE = {
    11982: 83_239,
    146692: 19_418,
    186216: 22_970,
    455889: 13_966,
    495505: 30_609,
    512118: 46_460,
    517776: 94_943,
    781948: 7_736,
}
FEW = Limit(nodes=20_000)


def solved(result: object) -> Solved:
    assert isinstance(result, Solved)
    return result


def hinted(result: object) -> Hint:
    assert isinstance(result, Hint)
    return result


# Any solution


def test_a_solution_is_a_game_that_is_won():
    result = solve(617)
    assert isinstance(result, Solved)
    assert result.game.start == deal(617)
    assert result.game.won
    assert result.game.moves == result.moves
    assert result.nodes > 0
    assert repr(result).startswith("Solved(game=<Game of ")


def test_numbers_may_be_written_and_boards_given():
    assert solved(solve("#617")).moves == solved(solve(617)).moves == solved(solve(deal(617))).moves


def test_the_search_is_the_same_every_time():
    assert [solved(result).moves for result in solve_many(range(1, 50))] == [
        solved(solve(number)).moves for number in range(1, 50)
    ]


@pytest.mark.parametrize("number", [1941, 98714])
def test_deals_that_only_careful_play_wins_are_solved(number):
    assert solved(solve(number)).game.won


def test_every_result_carries_the_number_it_was_asked_about():
    tiny = Limit(nodes=5)
    for number in (617, 11982):
        asked = (
            *(solve(number), solve(number, limit=tiny), prove(number, limit=tiny), hint(number)),
            *(fewest_cells(number), *solve_many([number]), *solve_many([number], limit=tiny)),
        )
        assert [each and each.number for each in asked] == [number] * 7
    of_boards = (solve(deal(617)), solve(deal(11982)), hint(deal(617)))
    assert [each and each.number for each in of_boards] == [None] * 3


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_the_impossible_deals_of_the_first_million_are_proved(number):
    assert isinstance(solve(number), Impossible)
    assert prove(number) == Impossible(IMPOSSIBLE[number], number)


@pytest.mark.parametrize(
    ("number", "kind"), [(-1, Impossible), (-2, Impossible), (-3, Solved), (-4, Solved)]
)
def test_the_special_games_are_decided(number, kind):
    assert isinstance(solve(number), kind)


def test_a_board_that_is_won_needs_no_move():
    won = Board([()] * 8, homes=(13, 13, 13, 13))
    assert (
        solved(solve(won)).moves
        == solved(solve(won, goal="short")).moves
        == solved(prove(won)).moves
        == ()
    )
    assert hint(won) is None


def test_a_proof_may_meet_a_win():
    start = solved(solve(617)).game
    board = list(start.boards())[-12]
    assert solved(prove(board)).game.won


@settings(max_examples=60)
@given(boards(max_moves=60))
def test_boards_in_play_are_solved_or_left(board):
    for result in (solve(board, limit=FEW), solve(board, goal="short", effort=1, limit=FEW)):
        match result:
            case Solved(game):
                assert game.start == board
                assert game.won
            case Undecided(reason):
                assert reason == "the limit of 20,000 nodes was reached"
            case Impossible(positions):
                assert isinstance(prove(board), Impossible)
                assert positions >= 1


@settings(max_examples=40)
@given(
    st.permutations(range(52)),
    st.lists(st.integers(0, 7), min_size=52, max_size=52),
    st.integers(0, 8),
)
def test_heaps_of_any_shape_do_no_harm(cards, columns, cells):
    heaps = [[card for card, at in zip(cards, columns, strict=True) if at == n] for n in range(8)]
    result = solve(Board(heaps, (None,) * cells), limit=FEW)
    assert not isinstance(result, Solved) or result.game.won


# Short ones


def test_more_effort_finds_shorter_solutions():
    lengths = [
        sum(
            solved(result).game.player_count()
            for result in solve_many(range(1, 21), goal="short", effort=effort)
        )
        for effort in (1, 2, 3)
    ]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[2] < 20 * 28


def test_the_highest_effort_finds_what_a_proof_would_and_gives_up_in_time():
    for number in (2, 3, 8):
        best = solved(solve(number, goal="shortest")).player_count()
        assert solved(solve(number, goal="short", effort=MOST_EFFORT)).player_count() == best
    found = solved(solve(70, goal="short", effort=MOST_EFFORT))  # its proof takes a minute
    assert found.player_count() <= solved(solve(70, goal="short", effort=3)).player_count()
    assert found.nodes is not None
    assert 4_000_000 < found.nodes < 6_000_000


@pytest.mark.parametrize("nodes", [150_000, 600_000])
def test_a_limit_of_the_highest_effort_leaves_the_best_win_so_far(nodes):
    found = solved(solve(70, goal="short", effort=MOST_EFFORT, limit=Limit(nodes=nodes)))
    assert found.player_count() <= 36


def test_a_short_solution_of_a_deal_that_only_careful_play_wins():
    assert solved(solve(1941, goal="short", effort=1)).game.player_count() < 40


def test_looking_for_a_short_solution_proves_too():
    for effort in (1, MOST_EFFORT):
        assert isinstance(solve(781948, goal="short", effort=effort), Impossible)


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "megabytes"),
    [
        (255107, 1024),  # found while every position of the real game is searched, and only there
        (3286675764, 200),  # found later: that search needs more memory than the limit allows
    ],
)
def test_what_only_a_long_search_wins_with_no_cell(number, megabytes):
    limit = Limit(nodes=60_000_000, bytes=megabytes * 2**20)
    assert isinstance(solve(number, cells=0, limit=limit), Solved)


# Limits and manners


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (Limit(nodes=1000), "the limit of 1,000 nodes was reached"),
        (Limit(nodes=0), "the limit of 0 nodes was reached"),
        (Limit(seconds=0.2), "the limit of 0.2 seconds was reached"),
        (Limit(bytes=8 * 2**20), "the limit of 8,388,608 bytes was reached"),
    ],
)
@pytest.mark.parametrize(("goal", "effort"), [("any", 1), ("short", 1), ("short", MOST_EFFORT)])
def test_a_limit_that_is_reached_is_named(limit, reason, goal, effort):
    assert solve(HARD_DEAL, cells=HARD_CELLS, goal=goal, effort=effort, limit=limit) == Undecided(
        reason, number=HARD_DEAL
    )


def test_the_limit_of_memory_is_named_when_it_is_the_default(monkeypatch):
    monkeypatch.setattr(freecell.solver.limits, "MOST_BYTES", 2**20)
    assert solve(HARD_DEAL, cells=HARD_CELLS) == Undecided(
        "the limit of 1,048,576 bytes was reached", number=HARD_DEAL
    )


def test_a_search_can_be_cancelled_at_once():
    cancel, seen = threading.Event(), []

    def progress(nodes: int) -> None:
        seen.append((nodes, time.process_time()))
        cancel.set()

    assert solve(HARD_DEAL, cells=HARD_CELLS, cancel=cancel, progress=progress) == Undecided(
        "the search was cancelled", number=HARD_DEAL
    )
    assert len(seen) == 1
    assert seen[0][0] > 0
    assert time.process_time() - seen[0][1] < 1  # of a processor; it is 20 ms


def test_an_error_in_progress_ends_the_search():
    def progress(_nodes: int) -> None:
        raise KeyError("progress")

    with pytest.raises(KeyError):
        solve(HARD_DEAL, cells=HARD_CELLS, progress=progress)


def test_threads_can_solve_and_be_cancelled_at_once():
    cancel = threading.Event()
    results = []

    def work() -> None:
        results.append(solve(HARD_DEAL, cells=HARD_CELLS, cancel=cancel))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    cancel.set()
    for thread in threads:
        thread.join()
    assert results == [Undecided("the search was cancelled", number=HARD_DEAL)] * 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": "best"}, "no such goal: 'best' (expected one of any, short, shortest)"),
        ({"effort": 0}, "not an effort: 0 (expected 1 to 5)"),
        ({"limit": Limit(nodes=-1)}, "not a limit of nodes: -1 (expected 0 or more)"),
        (
            {"limit": Limit(nodes=1e6)},  # type: ignore[arg-type]  # what is refused
            "not a limit of nodes: 1000000.0 (expected a whole number, 0 or more)",
        ),
        (
            {"limit": Limit(bytes=0.5)},  # type: ignore[arg-type]  # what is refused
            "not a limit of bytes: 0.5 (expected a whole number, 0 or more)",
        ),
        (
            {"limit": Limit(seconds=float("nan"))},
            "not a limit of seconds: nan (expected 0 or more)",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(options, message):
    for ask in (lambda: solve(1, **options), lambda: solve_many([1], **options)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared
            ask()
        assert str(caught.value) == message


def test_a_limit_may_be_larger_than_any_clock():
    assert isinstance(solve(1, limit=Limit(10**400, 10**400, 10**400)), Solved)


# Hints and the fewest cells


def test_following_hints_wins():
    board, line = deal(1941), None
    for _ in range(300):
        given_hint = hint(board, line=line)
        if given_hint is None:
            break
        assert isinstance(given_hint, Hint)
        assert given_hint.game.won
        board, line = board.play(given_hint.move), given_hint.game
    assert board.won


def test_a_hint_off_the_line_is_worked_out_anew():
    line = solved(solve(617)).game
    other = deal(5)
    assert hinted(hint(other, line=line)).game.start == other
    assert hinted(hint(other, line=Game(other))).game.won  # a line that does not win is no help


def test_there_is_no_hint_where_there_is_no_win():
    assert isinstance(hint(deal(11982)), Impossible)
    assert hint(617) == hint(deal(617))
    assert len(hinted(hint(7, cells=1)).game.start.cells) == 1
    assert isinstance(hint(deal(HARD_DEAL, HARD_CELLS), limit=Limit(nodes=100)), Undecided)


def test_the_fewest_cells_are_found_with_their_proof():
    found = fewest_cells(1)
    assert isinstance(found, FewestCells)
    assert found.cells == 3
    assert found.game.won
    assert len(found.game.start.cells) == 3
    assert fewest_cells(1, limit=Limit(nodes=2000)) == Undecided(
        "with 2 cells: the limit of 2,000 nodes was reached", number=1
    )


@needs(shutil.which("fc-solve"), "fc-solve is not installed (Debian: freecell-solver-bin)")
def test_verdicts_along_random_play_are_those_of_freecell_solver():
    random = Random(5)
    for _ in range(25):
        board = deal(random.randrange(1, 1_000_000))
        for _ in range(random.randrange(5, 60)):
            if moves := board.legal_moves():
                board = board.play(random.choice(moves))
        result = solve(board, limit=Limit(nodes=100_000))
        if isinstance(result, Impossible):
            command = ["fc-solve", "--method", "dfs", "-to", "01ABCDE", "-mi", "300000", "-"]
            text = format_board(board, "fc-solve")
            shown = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
            assert "This game is solveable" not in shown.stdout, text


# Known truth


def test_the_first_deals_need_the_cells_that_are_known(truth):
    lines = (truth / "min-cells.txt").read_text().split("\n")[:60]
    known = [tuple(map(int, line.split())) for line in lines]
    limit = Limit(nodes=300_000)
    for number, cells in known:
        match fewest_cells(number, limit=limit):
            case FewestCells(found):
                assert found == cells, number
            case Impossible():
                raise AssertionError(number)


def test_nothing_known_to_be_impossible_is_called_solvable(truth):
    numbers = list(map(int, (truth / "impossible-4-cells.txt").read_text().split()))[:60]
    results = list(solve_many(numbers, threads=2, limit=Limit(nodes=200_000)))
    assert not any(isinstance(result, Solved) for result in results)
    assert sum(isinstance(result, Impossible) for result in results) > 45


def test_short_solutions_are_about_as_short_as_the_known_ones(truth):
    rows = (truth / "short-lengths.csv").read_text().split()[1:41]
    known = [int(row.split(",")[1]) for row in rows]
    results = solve_many(range(1, 41), goal="short", effort=3, threads=2)
    lengths = [solved(result).game.player_count() for result in results]
    assert sum(lengths) <= 1.04 * sum(known)


def test_safe_play_is_anything_true_or_false():
    some: Any = b"617"
    nothing: Any = 0
    assert prove(11982, safe_play=some) == prove(11982, safe_play=True)
    assert prove(11982, safe_play=nothing) == prove(11982)
