"""The names of endings, and the truth of the course, recomputed by brute force."""

from zlib import crc32

import pytest

import freecell
from freecell.board import deal
from freecell.errors import OptionError
from freecell.instances import course, ending, moves_to, parse_deals, reference_lines
from freecell.numbers import DealNumberError
from freecell.solver import Solved, solve
from tests.brute_force import explore, fewest_moves
from tests.games import won_game

MILLION = 1_000_000
SMALL = 5_000


def of_size(least: int, most: int) -> list[freecell.Instance]:
    return [each for each in course() if least <= (each.positions or MILLION) < most]


def test_the_course_has_sixty_boards_that_grow():
    names = [each.name for each in course()]
    left = [52 - each.board.cards_home() for each in course()]
    assert len(set(names)) == 60
    assert names[-1] == "617"
    assert left == sorted(left)
    assert left[0] == 2
    assert len({each.board for each in course()}) == 60


def test_the_reference_lines_are_legal_and_win():
    assert {*range(1, 21), 617} <= set(reference_lines())
    for number, moves in reference_lines().items():
        assert freecell.Game(deal(number), moves, number).won


def test_an_ending_is_the_first_position_of_its_size():
    number, moves = moves_to("ending:12:617")
    game = freecell.Game(deal(number), moves, number)
    assert game.board == deal("ending:12:617")
    before = list(game.boards())[-2]
    assert (52 - before.cards_home(), 52 - game.board.cards_home()) == (13, 12)


def test_the_names_mean_what_they_always_meant():
    """People wrote these names down: a line that changes, changes what they mean."""
    assert str(deal("ending:12:617")).splitlines() == [
        "Cells: TD QD -- --",
        "Home: 8C 7D QH KS",
        "-- KC JC 9C KD -- KH",
        "-- -- -- 8D -- -- QC",
        "-- -- -- -- -- -- JD",
        "-- -- -- -- -- -- TC",
        "-- -- -- -- -- -- 9D",
    ]
    assert deal("ending:52:617") == deal(617)
    lines = repr(sorted(reference_lines().items()))
    assert crc32(lines.encode()) == 2299861400


@pytest.mark.parametrize("each", of_size(0, SMALL), ids=lambda each: each.name)
def test_the_truth_of_small_boards(each):
    assert explore(each.board, MILLION) == (each.positions, each.cards)
    assert fewest_moves(each.board) == each.moves


@pytest.mark.long
@pytest.mark.parametrize("each", of_size(SMALL, MILLION), ids=lambda each: each.name)
def test_the_truth_of_all_boards_below_a_million_positions(each):
    assert explore(each.board, MILLION) == (each.positions, each.cards)
    assert fewest_moves(each.board) == each.moves


@pytest.mark.long
def test_a_board_without_a_count_has_a_million_positions():
    each = of_size(MILLION, MILLION + 1)[0]
    assert explore(each.board, MILLION)[0] is None


PROVED_SOON = [each for each in course() if each.board.cards_home() >= 30]


@pytest.mark.parametrize("each", PROVED_SOON, ids=lambda each: each.name)
def test_the_lengths_are_those_that_the_search_proves(each):
    moves = solve(each.name, goal="shortest")
    cards = solve(each.name, goal="shortest", unit="cards")
    assert isinstance(moves, Solved)
    assert isinstance(cards, Solved)
    assert (moves.length(), cards.length("cards")) == (each.moves, each.cards)


@pytest.mark.long
@pytest.mark.parametrize("each", course()[len(PROVED_SOON) : -1], ids=lambda each: each.name)
def test_the_lengths_of_all_but_deal_617_are_those_that_the_search_proves(each):
    test_the_lengths_are_those_that_the_search_proves(each)


def test_deal_617_is_as_long_as_the_atlas_says():
    known = freecell.about(617)
    assert (course()[-1].moves, True) == (known.moves, known.shortest)


def test_the_library_takes_a_name_for_a_number():
    board = deal("Ending:4:#714")
    assert freecell.parse_board("ending:4:714\n") == board
    game = won_game("ending:4:714")
    assert (game.start, game.won) == (board, True)
    hint = freecell.hint("ending:4:714")
    assert isinstance(hint, freecell.Hint)
    assert hint.game.won
    assert isinstance(freecell.prove("ending:4:714"), Solved)
    fewest = freecell.fewest_cells("ending:4:714")
    assert isinstance(fewest, freecell.FewestCells)
    assert fewest.cells == 0
    assert freecell.replay("ending:4:714", game.write("snx")).won


def test_cells_are_added_and_left_out():
    assert deal("ending:12:617", 2).cells == tuple(
        card for card in deal("ending:12:617").cells if card is not None
    )
    assert len(ending("ending:12:617", 8).cells) == 8
    with pytest.raises(OptionError, match=r"too few cells for ending:12:617: 1 \(expected 2"):
        deal("ending:12:617", 1)


@pytest.mark.parametrize(
    "name",
    ["ending:0:617", "ending:53:617", "ending:12:21", "ending:12", "ending:x:617", "ending::"],
)
def test_what_is_no_ending_is_refused_with_what_was_expected(name):
    with pytest.raises(DealNumberError, match=f"not an ending: '{name}' .*one of the deals 1, 2,"):
        deal(name)


def test_a_name_is_refused_where_only_a_number_will_do():
    with pytest.raises(DealNumberError, match="not a deal number: 'ending:12:617'"):
        freecell.deal_freecell("ending:12:617")


def test_lists_of_deals_may_have_names():
    assert parse_deals("1-3,ENDING:12:617") == (range(1, 4), ["ending:12:617"])
    (names,) = parse_deals("course")
    assert len(names) == 60
    assert names[-1] == 617


def test_an_ending_of_a_number_that_there_is_not_is_refused():
    with pytest.raises(freecell.FreecellError, match="ending:12:99999999999"):
        deal("ending:12:99999999999")
