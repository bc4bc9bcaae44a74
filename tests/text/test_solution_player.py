import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Board, BoardError, Move, NotationError, Record, deal, replay, write_record
from freecell.text.solution_writer import DIALECTS, write_moves
from tests.games import won_games
from tests.strategies import lines

GAME = won_games()[-1]


def test_all_written_moves_are_freecell_solvers():
    result = replay(100, GAME.write("snx"))
    assert (result.dialect, result.autoplay, result.won, result.error) == (
        "snx",
        "none",
        True,
        None,
    )
    assert result.game.board == GAME.board
    assert result.cards_left == 0


def test_counts_that_are_not_written_are_found():
    result = replay(100, GAME.write("sn"))
    assert (result.dialect, result.autoplay, result.won) == ("sn", "none", True)


def test_automatic_moves_that_are_not_written_are_found():
    result = replay(100, GAME.write("microsoft"))
    assert (result.dialect, result.autoplay, result.won) == ("microsoft", "horne", True)
    assert result.game.won


def test_a_file_of_freecell_pro():
    result = replay(100, GAME.write("fcpro"))
    assert (result.dialect, result.autoplay, result.won) == ("fcpro", "fcpro", True)


def test_macroxue_and_its_link():
    text = GAME.write("macroxue")
    result = replay(None, text)
    assert (result.dialect, result.won) == ("macroxue", True)
    assert replay(100, f"https://example.org/game.html?deal={text}").won


def test_a_record_leaves_nothing_open():
    text = write_record(Record(GAME))
    result = replay(None, text)
    assert result == ("record", "none", GAME, True, None)
    assert replay(100, text).won
    assert replay(GAME.start, text).won
    with pytest.raises(NotationError, match="the record is about another deal"):
        replay(617, text)
    with pytest.raises(NotationError, match="no moves in the record"):
        replay(None, "Deal: 617")


def test_an_impossible_move_in_a_record_is_named():
    result = replay(None, "Deal: 617\n8a 8b 17")
    assert result.error == "move 3, 17: JD does not fit on JH"
    assert len(result.game) == 2


def test_words_and_boards():
    for dialect in ("sentences", "boards"):
        result = replay(100, GAME.write(dialect))
        assert (result.dialect, result.autoplay, result.won) == (dialect, "none", True)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8a 8b 17", "move 3, 17: JD does not fit on JH"),
        ("8a 8b a1", "move 3, a1: QH does not fit on JD"),
        ("8a b1", "move 2, b1: cell b is empty"),
        ("8a 7a", "move 2, 7a: cell a is taken by QH"),
        ("8a 7g", "move 2, 7g: there is no cell g"),
        ("8h", "move 1, 8h: QH cannot go home before AH"),
        ("8f", "move 1, 8f: QH cannot go home before AH"),
        ("8r 8r 8r 8r 8r", "move 5, 8r: no cell is empty"),
        ("8r br", "line 1: not a move: 'br'"),
        ("11", "move 1, 11: column 1 is both the source and the target"),
        ("12v3", "move 1, 12v3: only 1 card at the front of column 1 lies in order, not 3"),
        ("8a 8b 8c 8d 82 82 82", "move 5, 82: KH does not fit on KS"),
    ],
)
def test_the_first_impossible_move_is_named_with_the_reason(text, error):
    try:
        result = replay(617, text)
    except NotationError as refused:
        found = str(refused)
    else:
        found = result.error or "none"
        assert not result.won
    assert found.startswith(error)


def test_a_reading_that_wins_too_early_is_not_preferred():
    result = replay(-4, "1a 1b")  # with automatic play the deal wins itself after one move
    assert (result.dialect, result.error, len(result.game)) == ("sn", None, 2)


def test_an_unfinished_game_is_legal_but_not_won():
    result = replay(617, "8a 8b 8c 87 a2 c2 8d 8h")
    assert (result.won, result.error, result.cards_left) == (False, None, 51)


def test_a_number_is_replayed_with_as_many_cells_as_asked():
    assert replay(617, "8a 8b 8c 8d", cells=3).error == "move 4, 8d: there is no cell d"
    assert len(replay(617, "8a 8b 8c 8d 8e", cells=5).game.start.cells) == 5


def test_more_cells_have_more_letters():
    result = replay(deal(617, cells=8), "8a 8b 8c 8d 8e 1f 1g 1k k2")
    assert result.error == "move 9, k2: 4C does not fit on KS"
    assert result.game.board.cells.count(None) == 0
    home = replay(deal(617, cells=8), "8a 8b 8c 8d 8e 1f 1g 1h")  # h is home, however many cells
    assert home.error == "move 8, 1h: 4C cannot go home before AC"
    fifth = replay(None, "#617 Attempt: 1 NumFcs=5 (FCPro)\n8a 8b 8c 8d 8e")
    assert fifth.error is None
    assert len(fifth.game.start.cells) == 5


def test_the_deal_is_the_one_that_the_text_is_about():
    with pytest.raises(NotationError, match="the text is about deal 618, not 617"):
        replay(617, "Game #618\n8a")
    with pytest.raises(NotationError, match="the text does not say which deal it is about"):
        replay(None, "8a 8b")
    assert replay("#617", "Game #617\n8a").error is None


def test_boards_start_with_the_deal():
    text = GAME.write("boards")
    assert replay(None, text).won
    with pytest.raises(NotationError, match="the first board of the text is not the deal"):
        replay(617, text)


def test_boards_that_do_not_follow_are_named():
    boards = GAME.write("boards").split("====================")
    result = replay(100, "====================".join(boards[:2] + boards[4:]))
    assert result.error == "board 3: no legal move leads to it"
    assert len(result.game) == 1


def test_boards_may_skip_moves_home():
    board = deal(-3)
    moves = board.moves_home("max")
    boards = write_moves(board, moves[:3], "boards").split("====================")
    first = boards[0] + boards[3]
    result = replay(None, first)
    assert result.error is None
    assert len(result.game) == 3


def test_a_board_that_cannot_be_read_is_named_with_its_line():
    text = GAME.write("boards").replace("QD", "QX", 1)
    with pytest.raises(NotationError, match=r"the board at line 1: line .*: not a card: 'QX'"):
        replay(100, text)
    with pytest.raises((NotationError, BoardError)):
        replay(None, "Foundations: H-0\nFoundations: H-0")


def test_a_malicious_text_cannot_make_the_search_run_away():
    # A column of 13 cards in order and seven empty ones: each of many moves could be of any length.
    run = [card for rank in range(12, -1, -1) for card in [rank * 4 + rank % 2]]
    rest = [card for card in range(52) if card not in run]
    board = Board([run, rest, [], [], [], [], [], []])
    text = " ".join(["13 34 45 56 67 78 83 31"] * 100) + " 2h"
    result = replay(board, text)
    assert not result.won
    assert result.error is not None
    assert "gave up after 40,000 moves tried" in result.error or "2h" in result.error


@pytest.mark.no_cover
def test_a_megabyte_is_refused_or_answered_soon():
    long = GAME.write("boards")
    texts = ["8a " * 333_333, "a" * 1_000_000, long * (1_000_000 // len(long) + 1), "(" * 1_000_000,
             "1." * 500_000, "12 " * 90_000, "Move a card from stack 7 to freecell 0\n" * 30_000,
             "8a\n" * 2_900, "Deal: 617\n" * 100_000, "- " * 140_000, "9S" * 140_000,
             f"8a{' ' * 290_000}8b", "8a" + "\t" * 290_000 + "8b", f"#1{'8' * 290_000}x"]  # fmt: skip
    for text in texts:
        started = time.process_time()
        with suppress(NotationError, BoardError):
            replay(100, text)
        assert time.process_time() - started < 20, text[:40]  # a busy machine; 0.1 s on an idle one


PIECES = st.sampled_from(
    ["8a", "87", "a2", "5h", "24v2", "v", " ", "\n", "1.", "->", "(", ")", "617:", "4r", "#", "Game #617",
     "Move a card from stack 7 to freecell 0", "Foundations: H-0 C-0 D-0 S-0", "Freecells:", ": 7D AD",
     "Deal: 617", "Cells: 4", "Result: won", "====", "?deal=617:8r", "h", "9", "x", "#617 Attempt: 1"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join)))
def test_any_text_is_replayed_or_refused(text):
    message = ""
    try:
        result = replay(617, text)
    except (NotationError, BoardError) as error:
        message = str(error)
    else:
        assert result.error or result.game.start == deal(617, len(result.game.start.cells))
    assert "\n" not in message


@given(lines(), st.sampled_from(DIALECTS), st.data())
def test_a_damaged_solution_is_replayed_or_refused(line, dialect, data):
    start, moves = line
    game = won_games()[0] if not moves else None
    text = game.write(dialect) if game else write_moves(start, moves, dialect)
    at = data.draw(st.integers(0, len(text)))
    damage = data.draw(st.one_of(st.text(max_size=3), PIECES))
    try:
        result = replay(start, text[:at] + damage + text[at + 2 :])
    except (NotationError, BoardError):
        return
    board = start
    for move in result.game.moves:
        board = board.play(move)
    assert board == result.game.board


def test_a_card_lies_in_the_cell_that_the_text_names():
    result = replay(617, "8d 8b 87")
    assert result.error == "move 3, 87: JS does not fit on JH"
    assert result.game.moves == (Move(7, 11), Move(7, 9))
