import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell import Board, BoardError, Move, NotationError, deal, format_board
from freecell.text.board_reader import LONGEST_BOARD, parse_board, read_board
from freecell.text.board_writer import BOARD_FORMATS
from tests.strategies import boards, deal_numbers

DATA = Path(__file__).parents[1] / "data"
GOOD = sorted((DATA / "good-boards").glob("*.txt"))

BAD = {
    "no-card": "line 2: not a card: 'XX' (expected a rank of A23456789TJQK and a suit of CDHS)",
    "empty": "no cards in the text (expected a board of 52 cards)",
    "hanging-card": "line 3: no card above TC in column 8 (expected -- for the empty places before it)",
    "wrong-cards": "missing: KC; twice: KD",
    "nine-in-a-row": "line 1: 9 cards in a row (expected at most 8)",
    "seven-columns": "7 columns in the text (expected 8)",
    "neither-rows-nor-columns": "neither rows nor columns: cards in the lines 13 13 13 13 (expected "
    "8 8 8 8 8 8 4 or 7 7 7 7 6 6 6 6, or -- for empty places and : before columns)",
    "object-without-rows": "no board in '{\"rows\": 5}\\n' (expected `rows` or `columns`: lists)",
    "broken-json": "not JSON: '{\"rows\": [[\"7D\"\\n' (Expecting ',' delimiter: line 2 column 1 (char 16))",
    "home-without-numbers": 'no number of cards home in \'{"rows": [], "home": {"C": "x"}}\\n\'',
    "short-plus": "line 1: too few places: '+ 2C' "
    "(expected + and the cells and the four homes, -- for an empty one)",
    "home-and-on-the-board": "missing: AS 2H 2S 3C 3D 3H 4C",
    "ten-cells": "a board has 0 to 8 cells, not 10",
}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_all_these_are_deal_617(path):
    text = path.read_bytes().decode("utf-8")
    found = read_board(text)
    assert found.board == deal(617)
    stated = re.search(r"\b617\b", text)
    assert found.number == (617 if stated else None)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_board_is_refused_in_one_line(name):
    text = (DATA / "bad-boards" / f"{name}.txt").read_text(encoding="utf-8")
    with pytest.raises((NotationError, BoardError)) as caught:
        parse_board(text)
    assert str(caught.value).startswith(BAD[name])
    assert "\n" not in str(caught.value)


def test_every_bad_board_has_its_message():
    assert sorted(BAD) == sorted(path.stem for path in (DATA / "bad-boards").glob("*.txt"))


@given(deal_numbers(), st.sampled_from(BOARD_FORMATS))
def test_a_deal_survives_being_written_and_read(number, form):
    assert parse_board(format_board(deal(number), form)) == deal(number)


@given(boards(max_moves=80), st.sampled_from([form for form in BOARD_FORMATS if form != "lines"]))
@example(deal(-3).play_home("max"), "rows")
@example(deal(-3).play_home("max"), "columns")
@example(deal(-3).play_home("max"), "fcpro")
@example(deal(-3).play_home("max"), "json")
def test_a_game_in_progress_survives_being_written_and_read(board, form):
    assert parse_board(format_board(board, form), cells=len(board.cells)) == board


def test_the_form_is_recognised():
    board = deal(617)
    assert read_board(format_board(board, "rows")).form == "rows"
    assert read_board(format_board(board, "columns")).form == "columns"
    assert read_board(format_board(board, "lines")).form == "lines"


LATE = Board(
    [[50, 47], [], [51], [], [49], [], [], [48, 45]],
    [46, None, 44, None],
    [11, 11, 11, 11],
)


@pytest.mark.parametrize(
    "text",
    [
        str(LATE),
        "Foundations: H-J C-J D-J S-J\nFreecells:  QH      QC    \nKH QS\n\nKS\n\nKD\n\n\nKC QD\n",
        "Founds: H-J C-J D-J S-J\nFC: QH - QC -\n: KH QS\n:\n: KS\n:\n: KD\n:\n:\n: KC QD",
        "Freecells: QH - QC -\nFoundations: H-J C-J D-J S-J\nKH QS\n\nKS\n\nKD\n\n\nKC QD",
        "FC: QH - QC -\n: KH QS\n:\n: KS\n:\n: KD\n:\n:\n: KC QD",
        " QH      QC             H-J C-J D-J S-J\n--- --- --- --- \n\n\n"
        " --  --  --  --  --  --  --  -- \n"
        " KH      KS      KD          KC \n QS                          QD \n",
        "Cells: QH -- QC --\nKH -- KS -- KD -- -- KC\nQS -- -- -- -- -- -- QD",
        '{"columns": [["KH", "QS"], [], ["KS"], [], ["KD"], [], [], ["KC", "QD"]],'
        ' "cells": ["QH", null, "QC", null], "home": {"C": 11, "D": 11, "H": 11, "S": 11}}',
    ],
)
def test_a_board_late_in_the_game(text):
    assert parse_board(text) == LATE


def test_eight_columns_without_marks_are_what_lies_nearer_to_a_deal():
    board = deal(617).play(Move(7, 2))
    plain = format_board(board, "columns").replace(": ", "")
    assert parse_board(plain) == board
    steps = Board(
        [range(column * 7, column * 7 + 7) for column in range(4)]
        + [range(28, 36), range(36, 42), range(42, 48), range(48, 52)]
    )
    assert parse_board(format_board(steps, "columns").replace(": ", "")) == steps
    falling = Board(
        [
            range(8),
            range(8, 15),
            range(15, 22),
            range(22, 29),
            range(29, 35),
            range(35, 41),
            range(41, 47),
            range(47, 52),
        ]
    )
    assert parse_board(str(falling)) == falling
    assert parse_board(format_board(falling, "columns").replace(": ", "")) == falling


def test_eight_lines_under_a_head_of_ours_are_rows():
    sizes = (8, 7, 7, 7, 6, 6, 6, 4)
    starts = [sum(sizes[:column]) for column in range(8)]
    columns = [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
    board = Board(columns, cells=[51, None, None, None])
    assert len(board.rows()) == 8
    assert parse_board(str(board)) == board


def test_the_number_of_cells_is_what_the_text_shows_or_the_caller_says():
    assert parse_board(str(deal(617)), cells=2) == deal(617, cells=2)
    assert parse_board(str(deal(617, cells=0)), cells=4) == deal(617, cells=0)
    with pytest.raises(BoardError, match="not a number of cells: 9"):
        parse_board(str(deal(617)), cells=9)


def test_a_title_is_no_number_that_cannot_be_dealt():
    assert read_board("Game #99,999,999,999\n" + str(deal(617))).number is None


def test_columns_that_are_missing_at_the_end_are_empty():
    text = "Foundations: H-K C-K D-K S-Q\nFreecells: - - - -\n\nKS\n"
    assert parse_board(text).columns == ((), (51,), (), (), (), (), (), ())
    won = "Foundations: H-K C-K D-K S-K\nFreecells: - - - -\n"
    assert parse_board(won).won


def test_an_array_may_be_cut_off():
    with pytest.raises((NotationError, BoardError)):
        parse_board("[['7D', 'AD'")


def test_a_long_text_is_refused_at_once():
    started = time.process_time()
    for text in ["7D " * 400_000, "[" * 1_000_000, "{" * 1_000_000, "\n" * 1_000_000]:
        with pytest.raises(NotationError, match="too long for a board"):
            parse_board(text)
    for text in ["7D " * 6_000, "[" * LONGEST_BOARD, '{"a":' * 4_000, "\n" * LONGEST_BOARD]:
        with pytest.raises((NotationError, BoardError)):
            parse_board(text)
    assert time.process_time() - started < 20  # a busy machine; what is quadratic takes minutes


PIECES = st.sampled_from(
    ["7D", "AD", "10h", "--", "-", ":", "\n", " ", "Cells:", "Home:", "Foundations:", "H-0", "[", "]",
     "(", ")", '"', "'", ",", "{", "}", "+", "#", "Game #617", "617:", "K♠", "\ufeff", "\r\n", "\t",
     "---", "null", '"rows":', '"home":', "5", "C"]
)  # fmt: skip


def board_or_nothing(text: str) -> Board | None:
    """Read a board; any error but the documented two, or one of several lines, fails the test."""
    message = ""
    try:
        return parse_board(text)
    except (NotationError, BoardError) as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 400
    return None


@given(st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join)))
def test_any_text_is_a_board_or_an_error_of_one_line(text):
    if board := board_or_nothing(text):
        assert parse_board(str(board)) == board


@given(boards(), st.sampled_from(BOARD_FORMATS), st.data())
def test_a_damaged_board_is_read_or_refused(board, form, data):
    if form == "lines":
        board = deal(617)
    text = format_board(board, form)
    at = data.draw(st.integers(0, len(text)))
    damage = data.draw(st.one_of(st.text(max_size=3), PIECES))
    cut = data.draw(st.integers(0, 5))
    board_or_nothing(text[:at] + damage + text[at + cut :])


def test_a_game_with_a_card_in_a_cell_is_read_as_freecell_pro_writes_it():
    board = deal(617).play(Move(7, 8))
    assert parse_board(format_board(board, "fcpro")) == board
