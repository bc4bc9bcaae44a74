import json

import pytest
from hypothesis import given

from freecell import BoardError, Move, deal, format_board
from freecell.text.board_writer import BOARD_FORMATS, is_fresh
from tests.strategies import deal_numbers


def test_a_fresh_deal_in_every_format():
    board = deal(617)
    assert format_board(board) == str(board)
    assert format_board(board, "columns").splitlines() == [
        "7D TD TH KD 4C 4S JD",
        "AD 7S QC 5H QS TS KS",
        "5C QD 3H 9S 9C 2H KC",
        "3S AC 9D 3C 9H 5D 4H",
        "5S 6D 6S 8S 7C JC",
        "8C 8H 8D 7H 6H 6C",
        "2D AS 3D 4D 2C JH",
        "AH KH TC JS 2S QH",
    ]
    assert format_board(board, "fc-solve") == format_board(board, "columns")
    assert format_board(board, "lines").startswith("7D AD 5C 3S 5S 8C 2D AH TD")
    assert json.loads(format_board(board, "json")) == {
        "rows": board.rows(),
        "cells": [None] * 4,
        "home": {"C": 0, "D": 0, "H": 0, "S": 0},
    }


def test_a_game_in_progress_in_every_format():
    board = deal(617).play(Move(7, 1)).play(Move(7, 8)).play(Move(6, 9)).play(Move(6, 10))
    assert format_board(board, "columns").splitlines()[:3] == [
        "Cells: 2S JH 2C --",
        "Home: -- -- -- --",
        ": 7D TD TH KD 4C 4S JD",
    ]
    assert format_board(board, "fc-solve").splitlines()[:3] == [
        "Foundations: H-0 C-0 D-0 S-0",
        "Freecells: 2S JH 2C -",
        ": 7D TD TH KD 4C 4S JD",
    ]
    assert format_board(board, "fcpro").splitlines()[:2] == ["FreeCell", "7D AD 5C 3S 5S 8C 2D AH"]
    assert format_board(board, "fcpro").splitlines()[-3:] == [
        "JD KS KC 4H -- -- -- --",
        "-- QH -- -- -- -- -- --",
        "+ 2S JH 2C -- -- -- -- --",
    ]
    home = deal(-4).play_home()
    assert format_board(home, "fc-solve").startswith("Foundations: H-K C-K D-K S-K\n")
    assert json.loads(format_board(board, "json"))["cells"] == ["2S", "JH", "2C", None]
    with pytest.raises(BoardError, match="only a fresh deal can be written in one line"):
        format_board(board, "lines")


def test_another_format_is_refused():
    with pytest.raises(ValueError, match="no such board format: 'pdf'") as caught:
        format_board(deal(617), "pdf")  # type: ignore[arg-type]  # what is refused
    assert str(caught.value).endswith(f"(expected one of {', '.join(BOARD_FORMATS)})")


@given(deal_numbers())
def test_a_deal_is_fresh_until_a_card_moves(number):
    board = deal(number)
    assert is_fresh(board)
    assert not is_fresh(board.play(board.legal_moves()[0]))
