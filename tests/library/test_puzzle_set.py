"""The puzzles: few moves keep the win, the wins are wins, and a day's puzzle is everybody's."""

from datetime import date, timedelta

import pytest

import freecell
from freecell.board import Move
from freecell.difficulty import LEVELS
from freecell.puzzle_set import PuzzleError, puzzle, puzzle_file, puzzle_of_the_day, puzzles
from tests.brute_force import position_of, runs_moved

MOST_BYTES = 200_000
SOME = range(0, len(puzzles()), 29)
MONDAY = date(2026, 11, 16)


def test_there_are_a_thousand_in_a_small_file() -> None:
    assert len(puzzles()) >= 1000
    assert puzzle_file().stat().st_size <= MOST_BYTES


def test_no_deal_has_two_and_the_easiest_come_first() -> None:
    assert len({each.deal for each in puzzles()}) == len(puzzles())
    shares = [each.wrong for each in puzzles()]
    assert shares == sorted(shares)
    assert [each.number for each in puzzles()] == list(range(1, len(puzzles()) + 1))


def test_every_level_has_some_of_them() -> None:
    counts = [len(puzzles(level)) for level in LEVELS]
    assert sum(counts) == len(puzzles())
    assert min(counts) >= 52, "a year of weeks"


@pytest.mark.parametrize("index", SOME)
def test_the_position_is_worth_solving_and_its_wins_are_wins(index: int) -> None:
    shown = puzzles()[index]
    board = shown.board
    assert 52 - board.cards_home() >= 35
    assert not any(move.target == freecell.board.HOME for move in board.legal_moves())
    distinct = {after for after, _ in runs_moved(position_of(board), 4)}
    assert len(distinct) >= 8
    assert 1 <= len(shown.answers) <= 1 + len(distinct) // 8
    assert all(win.won and win.player_count() > 5 for win in shown.wins)
    assert tuple(win.moves[0] for win in shown.wins) == shown.answers


@pytest.mark.parametrize("index", SOME)
def test_exactly_its_answers_keep_the_win(index: int) -> None:
    """By the library's own solver; tools/puzzles/check_puzzles.cpp checks all of them with code of its own."""
    shown = puzzles()[index]
    board = shown.board
    for move in board.legal_moves():
        verdict = freecell.solve(board.play(move))
        expected = freecell.Solved if shown.keeps_the_win(move) else freecell.Impossible
        assert isinstance(verdict, expected), (shown.number, str(move))


def test_an_equivalent_move_is_an_answer_too() -> None:
    """Another empty cell, or another empty column, is as good as the one that is named."""
    tried = 0
    for shown in puzzles()[::10]:
        empty = [8 + at for at, card in enumerate(shown.board.cells) if card is None]
        for move in shown.answers:
            if move.target in empty:
                assert all(shown.keeps_the_win(Move(move.source, cell)) for cell in empty)
                tried += len(empty) > 1
    assert tried, "no puzzle had two empty cells"


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(freecell.IllegalMoveError, match="illegal move"):
        puzzles()[0].keeps_the_win(Move(0, 0))


def test_a_puzzle_that_does_not_exist_is_refused() -> None:
    for number in (0, -1, len(puzzles()) + 1):
        with pytest.raises(PuzzleError, match=f"no puzzle {number} "):
            puzzle(number)
    with pytest.raises(PuzzleError, match="not a level: 'harder'"):
        puzzles("harder")  # type: ignore[arg-type]  # no such level


def test_the_puzzle_of_a_day_is_easier_on_mondays_than_on_sundays() -> None:
    for week in range(60):
        monday = MONDAY + timedelta(weeks=week)
        assert puzzle_of_the_day(monday).level == "very easy"
        assert puzzle_of_the_day(monday + timedelta(days=6)).level == "very hard"


def test_a_weekday_has_another_puzzle_every_week_of_a_year() -> None:
    for weekday in range(7):
        days = [MONDAY + timedelta(days=7 * week + weekday) for week in range(52)]
        assert len({puzzle_of_the_day(day).number for day in days}) == 52


def test_without_a_date_it_is_todays() -> None:
    before = date.today()
    number = freecell.puzzle_of_the_day().number
    assert number in {puzzle_of_the_day(day).number for day in (before, date.today())}
