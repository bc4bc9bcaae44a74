"""The core's two sets of rules, the search's and the verifier's, against those in Python."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Board, Move, _core, deal
from freecell.board import FIRST_CELL, HOME, Autoplay
from freecell.core_values import board_to_core, moves_from_core, moves_to_core, refusal_from_core
from tests.known import Perft, perft, read_perft
from tests.strategies import boards, examples, lines


def verified(board: Board, moves: list[Move]) -> tuple[bool, int, str]:
    return _core.verify_moves(*board_to_core(board), moves_to_core(moves))


@pytest.mark.parametrize("known", read_perft(), ids=str)
def test_the_search_counts_the_lines_of_the_perft_file(known: Perft):
    board = board_to_core(known.board())
    depths = range(1, len(known.counts) + 1)
    assert tuple(_core.perft(*board, depth) for depth in depths) == known.counts


@given(boards(max_moves=60))
def test_the_search_has_the_moves_of_python(board):
    assert _core.perft(*board_to_core(board), 1) == len(board.legal_moves())
    assert _core.perft(*board_to_core(board), 2) == perft(board, 2)


@settings(max_examples=20)
@given(boards(max_moves=60))
def test_the_search_has_the_moves_of_python_three_deep(board):
    assert _core.perft(*board_to_core(board), 3) == perft(board, 3)


@given(boards(max_moves=60))
def test_the_verifier_refuses_what_python_refuses_for_the_same_reason(board):
    places = range(HOME + 2)
    for source, target, count in product(places, places, (0, 1, 2, 3)):
        move = Move(source, target, count)
        found = _core.refusal(*board_to_core(board), bytes(move))
        assert refusal_from_core(found) == board.refusal(move), f"{move!r} on\n{board}"


@given(boards(max_moves=60))
def test_the_player_of_lines_has_the_moves_of_python(board):
    assert moves_from_core(_core.legal_moves(*board_to_core(board))) == board.legal_moves()
    for kind in get_args(Autoplay):
        found = _core.moves_home(*board_to_core(board), kind)
        assert moves_from_core(found) == board.moves_home(kind)


@given(boards(max_moves=60))
def test_any_empty_cell_is_a_target_and_the_card_lies_in_that_one(board):
    legal = board.legal_moves()
    empty = [FIRST_CELL + at for at, card in enumerate(board.cells) if card is None]
    for move in legal:
        for cell in empty if FIRST_CELL <= move.target < HOME else []:
            after = board.play(move._replace(target=cell))
            assert after.cards_at(cell) == board.cards_at(move.source)[-1:]
            assert verified(board, [move._replace(target=cell)])[1] == 1


@given(lines(max_moves=80))
def test_the_verifier_plays_as_python_does(line):
    start, moves = line
    assert verified(start, moves) == (False, len(moves), "")
    board = start
    for move in moves:
        board = board.play(move)
    # What the verifier makes of the line must allow the same next moves.
    for move in board.legal_moves():
        assert verified(start, [*moves, move])[1] == len(moves) + 1


def test_the_verifier_names_the_first_illegal_move():
    board = deal(617)
    assert verified(board, [Move(0, 9), Move(1, 9)]) == (False, 1, "cell_taken")
    assert verified(board, [Move(0, 1)])[2] == "no_fit"
    assert verified(board, [Move(0, 1, 2)])[2] == "not_in_order"
    assert verified(board, [Move(0, HOME)])[2] == "not_yet_home"
    assert verified(board, [Move(FIRST_CELL, 0)])[2] == "empty"


@pytest.mark.parametrize(
    ("columns", "cells", "homes", "message"),
    [
        ([b""] * 7, b"", bytes(4), "a board has 8 columns, 0 to 8 cells and 4 homes"),
        ([b""] * 8, b"", bytes([13] * 3), "a board has 8 columns, 0 to 8 cells and 4 homes"),
        (
            [b""] * 8,
            b"\xff" * 9,
            bytes([13] * 4),
            "a board has 8 columns, 0 to 8 cells and 4 homes",
        ),
        ([bytes(53)] + [b""] * 7, b"", bytes(4), "a column has at most 52 cards"),
        ([b"\x00"] + [b""] * 7, b"", bytes([13] * 4), "each of the 52 cards must be there once"),
        ([b"\x34"] + [b""] * 7, b"", bytes([13] * 4), "there is something that is no card"),
        ([b""] * 8, b"", bytes([14, 13, 13, 13]), "too many cards are home"),
        ([b""] * 8, b"", bytes([12, 13, 13, 13]), "each of the 52 cards must be there once"),
    ],
)
def test_the_core_refuses_what_is_no_board(columns, cells, homes, message):
    with pytest.raises(ValueError, match=message):
        _core.perft(columns, cells, homes, 1)


@examples(200)
@given(st.binary(max_size=60), st.lists(st.integers(0, 7), min_size=60, max_size=60))
def test_any_bytes_as_a_board_are_refused_or_counted(cards, columns):
    heaps = [
        bytes(card for card, at in zip(cards, columns, strict=False) if at == n) for n in range(8)
    ]
    try:
        count = _core.perft(heaps, b"\xff" * 4, bytes(4), 1)
    except ValueError as error:
        count = len(str(error))
    assert count > 0
