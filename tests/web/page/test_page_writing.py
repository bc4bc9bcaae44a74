"""The page writes a game in every dialect as Python does."""

import random

from freecell.board import deal
from freecell.finder import find
from freecell.game import Game
from freecell.numbers import LAST_DEAL
from freecell.solver import Solved, solve
from freecell.text.address import format_position
from freecell.web.search_answers import moves_text, written
from tests.games import won_games
from tests.web.page_modules import ask_rules, needs_node

pytestmark = needs_node


def assert_written_alike(games: list[Game]) -> list[dict[str, str | None]]:
    asked = [
        {
            "position": format_position(game.start),
            "moves": moves_text(game.moves),
            "number": find(game.start),
        }
        for game in games
    ]
    answers: list[dict[str, str | None]] = ask_rules(written=asked)["written"]
    for game, answer in zip(games, answers, strict=True):
        assert answer == written(game.start, list(game.moves), find(game.start)), game
    return answers


def test_won_games_are_written_alike() -> None:
    games = won_games()
    for number in range(1, 60):
        result = solve(number)
        assert isinstance(result, Solved)
        games.append(result.game)
    assert_written_alike(games)


def test_games_of_any_moves_and_cells_are_written_alike() -> None:
    chance = random.Random(9)
    games = []
    for _ in range(150):
        game = Game(deal(chance.randrange(LAST_DEAL), chance.choice([4, 4, *range(9)])))
        for _ in range(chance.randrange(60)):
            if legal := game.board.legal_moves():
                longest = max(legal, key=lambda move: move.count)
                game.play(longest if chance.random() < 0.3 else chance.choice(legal))
        games.append(game)
        if len(game) > 5:
            games.append(Game(list(game.boards())[3], game.moves[3:]))  # from the middle of a game
    assert_written_alike(games)
