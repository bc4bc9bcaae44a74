"""Games looked back on: every verdict is true, and the move that lost is the first after which no win exists."""

import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from threading import Event

import pytest

from freecell.board import HOME, deal
from freecell.finder import find
from freecell.game import Game
from freecell.game_review import Review, review
from freecell.solver import Impossible, Limit, Solved, prove, solve
from tests.commands import run
from tests.games import won_games


def careless_game(seed: int) -> Game:
    """Play a random deal without much thought, cards home rather than others, and give up."""
    chance = random.Random(seed)
    game = Game(deal(chance.randrange(1, 1_000_000), chance.choice([2, 3, 4, 4])))
    for _ in range(chance.randrange(10, 60)):
        if moves := game.board.legal_moves():
            home = game.board.moves_home("horne")
            game.play(home[0] if home else chance.choice(moves))
    return game


GAMES = [*won_games()[:6], *map(careless_game, range(14))]
ABANDONED, LOST = GAMES[6], GAMES[12]


@pytest.fixture(scope="module", params=range(len(GAMES)))
def reviewed(request: pytest.FixtureRequest) -> Review:
    return review(GAMES[request.param])


def test_a_position_that_can_be_won_has_a_line_that_wins(reviewed: Review) -> None:
    for position in reviewed.positions:
        assert (position.line is not None) == (position.verdict == "solved")
        if position.line is not None:
            assert position.line.start == position.board
            assert position.line.won
            assert position.needed == position.line.player_count()


def test_a_lost_position_is_proved_to_have_no_win(reviewed: Review) -> None:
    if "impossible" in reviewed.verdicts:
        first = reviewed.verdicts.index("impossible")
        assert isinstance(prove(reviewed.positions[first].board), Impossible)
        assert set(reviewed.verdicts[first:]) == {"impossible"}


def test_the_losing_move_is_the_first_after_which_no_win_exists(reviewed: Review) -> None:
    assert "undecided" not in reviewed.verdicts
    lost = reviewed.losing_move
    if lost is None:
        assert set(reviewed.verdicts) in (
            {"solved"},
            {"impossible"},
        )  # all along, or from the start
        return
    assert set(reviewed.verdicts[: lost + 1]) == {"solved"}
    assert reviewed.verdicts[lost + 1] == "impossible"
    assert reviewed.better is not None
    assert reviewed.better.won


def test_a_line_is_never_longer_than_the_move_made_and_the_line_after_it(reviewed: Review) -> None:
    for (before, after), move in zip(
        pairwise(reviewed.positions), reviewed.game.moves, strict=True
    ):
        if after.needed is not None:
            assert before.needed is not None
            assert before.needed <= after.needed + (move.target != HOME)


def test_among_these_games_are_won_lost_and_abandoned_ones() -> None:
    ends = [(game.won, review(game).losing_move is None) for game in (GAMES[0], ABANDONED, LOST)]
    assert ends == [(True, True), (False, True), (False, False)]


def test_the_choices_at_a_position_are_what_solve_says_of_each() -> None:
    reviewed = review(GAMES[8])
    for index in (0, len(reviewed.game) // 2, len(reviewed.game)):
        board = reviewed.positions[index].board
        choices = reviewed.choices(index)
        assert [choice.move for choice in choices] == list(board.legal_moves())
        for move, verdict in choices:
            found = solve(board.play(move))
            assert verdict == ("solved" if isinstance(found, Solved) else "impossible")
        wins = tuple(move for move, verdict in choices if verdict == "solved")
        assert reviewed.keeping_moves(index) == wins


def test_a_limit_leaves_positions_undecided() -> None:
    reviewed = review(Game(deal(11982), deal(11982).legal_moves()[:1]), limit=Limit(nodes=100))
    assert reviewed.verdicts == ("undecided", "undecided")
    assert (reviewed.losing_move, reviewed.better) == (None, None)
    assert repr(reviewed) == "<Review of 1 moves>"


def test_an_impossible_deal_was_lost_by_no_move() -> None:
    reviewed = review(Game(deal(11982), deal(11982).legal_moves()[:1]))
    assert reviewed.verdicts == ("impossible", "impossible")
    assert reviewed.losing_move is None


def test_what_is_known_so_far_is_reported_on_the_way() -> None:
    seen: list[int] = []
    reviewed = review(LOST, progress=lambda so_far: seen.append(so_far.verdicts.count("undecided")))
    assert reviewed.losing_move is not None
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0
    assert (
        repr(reviewed) == f"<Review of {len(LOST)} moves, lost by move {reviewed.losing_move + 1}>"
    )


def test_a_review_that_is_no_longer_wanted_ends() -> None:
    cancel = Event()
    cancel.set()
    assert set(review(won_games()[0], cancel=cancel).verdicts) == {"solved"}  # it ends as a win
    assert set(review(Game(deal(617)), cancel=cancel).verdicts) == {"undecided"}


def test_a_lost_game_is_reviewed_by_the_command() -> None:
    text, cells = LOST.write("snx"), str(len(LOST.start.cells))
    status, output, _ = run("review", str(find(LOST.start)), "-", "--cells", cells, stdin=text)
    lost = review(LOST).losing_move
    assert lost is not None
    assert status == 3
    assert f"lost by move {lost + 1}, {LOST.moves[lost]}; this would have won: " in output
    assert output.count("<- this move lost the game") == 1


def test_a_won_game_is_reviewed_by_the_command_with_its_choices() -> None:
    game = won_games()[0]
    status, output, _ = run("review", "1", "-", "--choices", stdin=game.write("snx"))
    assert status == 0
    assert output.splitlines()[-1].startswith(f"won in {game.player_count()} moves; ")
    assert output.count("kept by: ") == len(game)


def test_the_review_for_programs_has_every_position() -> None:
    status, output, _ = run("review", "617", "-", "--format", "json", "--choices", stdin="8a 8b")
    reviewed = json.loads(output)
    assert status == 0
    assert (reviewed["moves"], reviewed["losing_move"]) == (["8a", "8b"], None)
    assert [each["verdict"] for each in reviewed["positions"]] == ["solved"] * 3
    assert "8b" in reviewed["positions"][1]["keeping"]


def test_an_unfinished_game_and_one_that_was_lost_from_the_start_are_distinguished() -> None:
    assert (
        run("review", "617", "-", stdin="8a")
        .output.splitlines()[-1]
        .startswith("can still be won, in ")
    )
    status, output, _ = run("review", "11982", "-", stdin="1a")
    assert (status, output.splitlines()[-1]) == (3, "could not be won from the start")


def test_what_is_no_game_is_one_line() -> None:
    assert run("review", "617", "-", stdin="8a 2h").errors == (
        "Error: <stdin>: impossible: move 2, 2h: KS cannot go home before AS\n"
    )
    assert run("review", "617", "-", stdin="hello").errors.startswith(
        "Error: <stdin>: no moves in "
    )


# Where several want it at once


def test_a_review_can_be_pickled_and_copied() -> None:
    reviewed = review(LOST)
    for again in (pickle.loads(pickle.dumps(reviewed)), deepcopy(reviewed)):
        assert again.positions == reviewed.positions
        assert (again.losing_move, repr(again)) == (reviewed.losing_move, repr(reviewed))
        assert again.choices(0) == reviewed.choices(0)
        assert again == reviewed


def test_reviews_that_say_the_same_are_equal() -> None:
    reviewed = review(LOST)
    assert reviewed == review(LOST)
    assert reviewed != review(LOST, limit=Limit(nodes=1))
    assert reviewed != review(Game(LOST.start, LOST.moves[:-1]))
    assert reviewed != LOST


def test_other_threads_may_ask_a_review_while_it_is_made() -> None:
    game, begun, over = LOST, Event(), Event()
    shared: list[Review] = []

    def look() -> None:
        begun.wait()
        while not over.is_set():
            assert len(shared[0].verdicts) == len(game) + 1
            assert shared[0].choices(0) == choices

    def share(so_far: Review) -> None:
        shared.append(so_far)
        begun.set()

    choices = review(game).choices(0)
    with ThreadPoolExecutor() as pool:
        looking = [pool.submit(look) for _ in range(2)]
        reviewed = [review(game, progress=share).verdicts]
        over.set()
        for each in looking:
            each.result()
    assert set(reviewed) == {review(game).verdicts}


def test_what_a_search_calls_may_ask_the_same_review() -> None:
    reviewed = review(Game(deal(11982)))
    choices = reviewed.choices(0)

    class Meddling:
        def is_set(self) -> bool:
            assert reviewed.choices(0) == choices
            return False

    assert reviewed.choices(0, cancel=Meddling()) == choices
