"""Random games, with 0 to 8 cells, written in every dialect and read back, by Python and by the page."""

import random
from collections.abc import Iterator

import pytest

from freecell import Board, Game, Record, deal, read_records, replay, write_record
from freecell.board import FIRST_CELL, HOME, Move
from freecell.numbers import LAST_DEAL
from freecell.text.address import format_position
from freecell.text.solution_writer import DIALECTS
from tests.web.page_modules import ask_rules, needs_node

SAY_EVERYTHING = ("sentences", "boards")
"""The dialects in which nothing is left open: the game that is read is the game that was written."""


def random_games(seed: int, count: int) -> Iterator[Game]:
    """Yield games of random moves; a card may go to any empty cell."""
    for at in range(count):
        chance = random.Random(seed * 1_000_003 + at)
        number, cells = chance.randrange(LAST_DEAL), at % 9
        game = Game(deal(number, cells), number=number)
        for _ in range(chance.choice([1, 5, 20, 60])):
            if legal := game.board.legal_moves():
                longest = max(legal, key=lambda move: move.count)
                move = longest if chance.random() < 0.3 else chance.choice(legal)
                game.play(to_any_cell(game.board, move, chance))
        if len(game):
            yield game


def to_any_cell(board: Board, move: Move, chance: random.Random) -> Move:
    if not FIRST_CELL <= move.target < HOME:
        return move
    empty = [FIRST_CELL + at for at, card in enumerate(board.cells) if card is None]
    return move._replace(target=chance.choice(empty))


def assert_read_back(game: Game) -> None:
    for dialect in DIALECTS:
        text = game.write(dialect)
        again = replay(game.start, text)
        assert again.error is None, (game.number, dialect, text, again.error)
        if dialect in SAY_EVERYTHING:
            assert again.game == game, (game.number, dialect, text)
    (record,) = read_records(write_record(Record(game)).splitlines())
    assert record.game == game
    assert record.game.number == game.number


def assert_alike_in_the_page(games: list[Game]) -> None:
    asked = [
        {
            "position": format_position(game.start),
            "moves": " ".join(map(str, game.moves)),
            "number": game.number,
        }
        for game in games
    ]
    pages = ask_rules(written=asked, again=asked)
    for game, written, again in zip(games, pages["written"], pages["again"], strict=True):
        for dialect in DIALECTS:
            text = game.write(dialect)
            assert written[dialect] == text, (game.number, dialect)
            moves = " ".join(map(str, replay(game.start, text).game.moves))
            assert again[dialect] == {"moves": moves, "error": None}, (game.number, dialect)


def test_a_hundred_games_are_read_back() -> None:
    for game in random_games(1, 100):
        assert_read_back(game)


@needs_node
def test_some_games_are_read_back_by_the_page() -> None:
    assert_alike_in_the_page(list(random_games(2, 60)))


@pytest.mark.long
def test_ten_thousand_games_are_read_back() -> None:
    for game in random_games(3, 10_000):
        assert_read_back(game)


@pytest.mark.long
@needs_node
def test_ten_thousand_games_are_read_back_by_the_page() -> None:
    games = list(random_games(4, 10_000))
    for first in range(0, len(games), 500):
        assert_alike_in_the_page(games[first : first + 500])
