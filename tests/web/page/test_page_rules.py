"""The page's own dealing and rules, run by node, say what Python says."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from freecell.board import FIRST_CELL, HOME, Autoplay, Board, Move, deal
from freecell.board.moves import Refusal
from freecell.dealing import deal_freecell
from freecell.numbers import LAST_DEAL, DealNumberError, parse_number
from freecell.text.address import format_position
from tests.known import read_perft
from tests.web.page_modules import ask_rules, needs_node

pytestmark = needs_node


def test_javascript_deals_as_python_does_in_all_bands() -> None:
    chance = random.Random(5)
    edges = [-4, -3, -2, -1, 0, 1, 617, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LAST_DEAL]
    bands = [(0, 10**6), (0, 2**31), (2**31, 2**32), (2**32, 2**33)]
    numbers = edges + [chance.randrange(*chance.choice(bands)) for _ in range(2000)]
    assert ask_rules(deals=numbers)["deals"] == [deal_freecell(number) for number in numbers]


def test_javascript_reads_numbers_as_python_does() -> None:
    texts = ["617", " #617", "ms617", "MS #617", "11,982", "1_000_000", "-4", "8589934591", "0"]
    texts += ["", "-5", "8589934592", "01", "1,00", "6.17", "x", "ms", "1e3", "1,234,5678"]
    assert ask_rules(numbers=texts)["numbers"] == [_number(text) for text in texts]


def _number(text: str) -> int | None:
    try:
        return parse_number(text)
    except DealNumberError:
        return None


def test_javascript_knows_the_groups_of_other_languages() -> None:
    assert ask_rules(numbers=["11.982", "1 000 000", "11\u00a0982"])["numbers"] == [
        11982,
        10**6,
        11982,
    ]


def test_javascript_counts_as_the_perft_file_says() -> None:
    positions = read_perft()
    questions = [{**position._asdict(), "depth": len(position.counts)} for position in positions]
    assert ask_rules(perft=questions)["perft"] == [list(position.counts) for position in positions]


@pytest.mark.parametrize("count", [120, pytest.param(1000, marks=pytest.mark.long)])
def test_javascript_plays_random_games_as_python_does(count: int) -> None:
    chance = random.Random(617)
    games, expected = [], []
    for _ in range(count):
        number, cells = chance.randrange(LAST_DEAL), chance.choice([4, 4, 4, *range(9)])
        game, answer = _random_game(deal(number, cells), chance)
        games.append({"number": number, "cells": cells, "moves": game})
        expected.append(answer)
    assert ask_rules(games=games)["games"] == expected


def _random_game(board: Board, chance: random.Random) -> tuple[str, list[dict[str, object]]]:
    """Play up to forty moves, home ones rather than others so that homes fill; return each position."""
    moves, answer = [], [_look(board)]
    for _ in range(40):
        legal = board.legal_moves()
        if not legal:
            break
        home = board.moves_home("max")
        move = home[0] if home and chance.random() < 0.5 else chance.choice(legal)
        moves.append(str(move))
        board = board.play(move)
        answer.append(_look(board))
    return " ".join(moves), answer


def _look(board: Board) -> dict[str, object]:
    return {
        "board": str(board),
        "legal": " ".join(map(str, board.legal_moves())),
        "home": [" ".join(map(str, board.moves_home(kind))) for kind in get_args(Autoplay)],
    }


def test_the_hands_are_refused_for_the_reason_that_python_gives() -> None:
    chance = random.Random(10)
    reasons: Counter[str] = Counter()
    questions, expected = [], []
    for _ in range(60):
        board = _played(deal(chance.randrange(LAST_DEAL), chance.choice([1, 2, 4])), chance)
        moves = list(_held(board))
        questions.append({"position": format_position(board), "moves": moves})
        refusals = [_why_not_put(board, move) for move in moves]
        expected.append([_as_page_has_it(each) for each in refusals])
        reasons.update(each.reason for each in refusals if each)
    assert ask_rules(held=questions)["held"] == expected
    assert set(reasons) == {
        "from_home", "no_cell", "empty", "same_place", "no_fit", "no_room", "one_at_a_time",
        "not_yet_home", "cell_to_cell", "no_empty_cell", "cell_taken",
    }  # fmt: skip


def _played(board: Board, chance: random.Random) -> Board:
    """Play on, rather onto columns than elsewhere, so that there are runs."""
    for _ in range(chance.randrange(60)):
        moves = board.legal_moves()
        onto = [move for move in moves if move.target < FIRST_CELL]
        if not moves:
            break
        board = board.play(chance.choice(onto if onto and chance.random() < 0.7 else moves))
    return board


def _held(board: Board) -> Iterator[Move]:
    """Return what hands could try: every run that can be taken, or nothing, to every place."""
    for source in range(HOME + 1):
        run = board.run_length(source) if source < FIRST_CELL else 1
        for count in range(1, max(run, 1) + 1):
            yield from (Move(source, target, count) for target in range(HOME + 1))


def _why_not_put(board: Board, held: Move) -> Refusal | None:
    """Where a run fits but finds no room, that is the reason, however few were taken of it."""
    run = board.run_length(held.source) if held.source < FIRST_CELL else 0
    for count in range(1, run + 1):
        refusal = board.refusal(held._replace(count=count))
        if refusal and refusal.reason == "no_room":
            return refusal
    return board.refusal(held)


def _as_page_has_it(refusal: Refusal | None) -> dict[str, object] | None:
    if refusal is None:
        return None
    return {name: value for name, value in refusal._asdict().items() if value is not None}
