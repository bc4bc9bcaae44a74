import pickle
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freecell import Board, BoardError, IllegalMoveError, Move, deal, parse_card
from freecell.board import FIRST_CELL, HOME
from freecell.board.moves import PLACE_NAMES, check_autoplay
from freecell.cards import card_of
from tests.known import Perft, perft, read_perft
from tests.strategies import boards, deal_numbers, examples


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in text.split())


def board_of(*columns: str, cells: str = "- - - -", homes: tuple[int, ...] = (0, 0, 0, 0)) -> Board:
    """Make a board of a few cards; the last column is a heap of all others, its front a king."""
    named = [cards(column) for column in columns]
    in_cells = [None if word == "-" else parse_card(word) for word in cells.split()]
    placed = {card for column in named for card in column} | set(in_cells)
    placed |= {card_of(rank, suit) for suit, size in enumerate(homes) for rank in range(size)}
    heap = tuple(card for card in range(52) if card not in placed)
    named += [()] * (7 - len(named)) + [heap]
    return Board(named, in_cells, homes)


# The board itself


def test_a_deal_is_seven_rows():
    board = deal(617)
    assert [len(column) for column in board.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert board.cells == (None,) * 4
    assert board.homes == (0, 0, 0, 0)
    assert board.rows()[0] == ["7D", "AD", "5C", "3S", "5S", "8C", "2D", "AH"]
    assert str(board).splitlines()[6] == "JD KS KC 4H"


@pytest.mark.parametrize("cells", [-1, 9, 2.0, True, None, "4"])
def test_a_deal_has_none_to_eight_cells(cells):
    with pytest.raises(BoardError) as caught:
        deal(617, cells=cells)
    assert str(caught.value) == f"not a number of cells: {cells!r} (expected 0 to 8)"


def test_a_board_in_play_shows_cells_and_homes():
    board = deal(617, cells=2).play(Move(7, 1)).play(Move(7, 8))
    assert str(board).splitlines()[:3] == [
        "Cells: 2S --",
        "Home: -- -- -- --",
        "7D AD 5C 3S 5S 8C 2D AH",
    ]
    assert str(board).splitlines()[-2:] == ["JD KS KC 4H", "-- QH"]
    assert str(deal(617, cells=0)).startswith("Cells: none\nHome: -- -- -- --\n7D AD")
    assert str(board_of(homes=(1, 0, 10, 13))).splitlines()[1] == "Home: AC -- TH KS"


def test_a_won_board_has_no_rows():
    won = Board([()] * 8, homes=(13, 13, 13, 13))
    assert won.won
    assert not won.stuck
    assert won.rows() == []
    assert str(won) == "Cells: -- -- -- --\nHome: KC KD KH KS"


def test_a_board_without_a_move_is_stuck():
    board = deal(-1)
    for move in (Move(0, 8), Move(1, 9), Move(2, 10), Move(3, 11)):
        board = board.play(move)
    assert board.legal_moves() == []
    assert board.stuck
    assert not deal(-1).stuck


def test_a_board_is_written_as_it_is_made():
    board = deal(617)
    assert eval(repr(board), {"Board": Board}) == board


@given(boards())
def test_boards_are_values(board):
    again = Board(board.columns, board.cells, board.homes)
    assert again == board
    assert hash(again) == hash(board)
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert board != str(board)


def test_boards_differ_by_the_order_of_columns_and_cells():
    board = deal(617)
    assert Board(board.columns[::-1], board.cells, board.homes) != board
    assert board.play(Move(0, 8)).play(Move(1, 9)) != board.play(Move(1, 8)).play(Move(0, 9))


def test_a_board_does_not_change():
    board = deal(617)
    with pytest.raises(AttributeError, match="a board does not change: cannot set 'cells'"):
        board.cells = ()
    with pytest.raises(AttributeError, match="a board does not change: cannot delete 'cells'"):
        del board.cells
    with pytest.raises(AttributeError):
        board.more = 1


COLUMNS = deal(617).columns


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((COLUMNS[:7],), "a board has 8 columns, not 7"),
        ((COLUMNS, (None,) * 9), "a board has 0 to 8 cells, not 9"),
        ((COLUMNS, (None,) * 4, (0, 0, 0)), "a board has 4 homes, not 3"),
        ((COLUMNS, (None,) * 4, (0, 0, 14, 0)), "home H holds 0 to 13 cards, not 14"),
        ((COLUMNS, (None,) * 4, (-1, 0, 0, 0)), "home C holds 0 to 13 cards, not -1"),
        (((*COLUMNS[:7], COLUMNS[7][:4]),), "missing: 2S QH"),
        ((COLUMNS, (0, None, None, None)), "twice: AC"),
        (
            ((*COLUMNS[:7], (*COLUMNS[7][:5], COLUMNS[0][0])),),
            "missing: QH; twice: 7D",
        ),
        ((COLUMNS, (None,) * 4, (0, 2, 0, 0)), "home and also on the board: AD 2D"),
        ((COLUMNS, (52, None, None, None)), "not a card: 52 (expected 0 to 51)"),
        ((COLUMNS, ("AC", None, None, None)), "not a card: 'AC' (expected 0 to 51)"),
        ((COLUMNS, (1.0, None, None, None)), "not a card: 1.0 (expected 0 to 51)"),
        (((*COLUMNS[:7], (1.0, *COLUMNS[7])),), "not a card: 1.0 (expected 0 to 51)"),
        ((COLUMNS, (True, None, None, None)), "not a card: True (expected 0 to 51)"),
        ((COLUMNS, (None,) * 4, (0.0, 0, 0, 0)), "not a number of cards: 0.0 (expected 0 to 13)"),
    ],
)
def test_a_board_that_could_not_occur_is_refused(arguments, message):
    with pytest.raises(BoardError) as caught:
        Board(*arguments)
    assert str(caught.value) == message


def test_a_board_takes_the_whole_numbers_of_numpy_as_its_own():
    board = Board([np.array(column, np.uint8) for column in COLUMNS], homes=np.zeros(4, int))
    assert board == deal(617)
    assert {type(card) for column in board.columns for card in column} == {int}
    assert {type(size) for size in board.homes} == {int}


# Moves


def test_a_move_is_written_in_standard_notation():
    assert [str(move) for move in (Move(0, 7), Move(1, 8), Move(9, 4), Move(4, HOME))] == [
        "18",
        "2a",
        "b5",
        "5h",
    ]
    assert str(Move(1, 6, 12)) == "27vc"
    assert [str(Move(0, 15)), str(Move(15, HOME))] == ["1k", "kh"]  # as Freecell Solver writes it
    assert len(set(PLACE_NAMES)) == HOME + 1


@examples(30)  # 2,166 moves each
@given(boards())
def test_a_move_is_legal_when_nothing_is_wrong_with_it(board):
    legal = board.legal_moves()
    assert len(set(legal)) == len(legal)
    for source in range(-1, 18):
        for target in range(-1, 18):
            for count in (0, 1, 2, 3, 4, 13):
                move = Move(source, target, count)
                allowed = board.why_illegal(move) is None
                assert allowed == (leftmost(board, move) in legal), (str(board), move)


def leftmost(board: Board, move: Move) -> Move:
    """Return the move with its cell, if that is empty, replaced by the leftmost empty one."""
    cell = move.target - FIRST_CELL
    empty = board.empty_cell()
    is_empty = 0 <= cell < len(board.cells) and board.cells[cell] is None
    return move._replace(target=empty) if is_empty and empty is not None else move


@pytest.mark.parametrize(
    "position", read_perft(), ids=lambda p: f"{p.number}-{p.cells}-{p.moves[:20]}"
)
def test_perft(position: Perft):
    board = position.board()
    for depth, count in enumerate(position.counts[:3], 1):
        assert perft(board, depth) == count
    assert perft(board, 0) == 1


@pytest.mark.parametrize(
    ("cells", "empty_columns", "to_empty", "expected"),
    [
        (0, 0, False, 1),
        (4, 0, False, 5),
        (4, 1, False, 10),
        (4, 1, True, 5),
        (4, 2, True, 10),
        (2, 2, False, 12),
        (1, 3, True, 8),
    ],
)
def test_the_longest_run_doubles_with_each_empty_column(cells, empty_columns, to_empty, expected):
    heap = tuple(range(52))
    occupied = 8 - empty_columns
    columns = [heap[i::occupied] for i in range(occupied)] + [()] * empty_columns
    board = Board(columns, (None,) * cells)
    assert board.longest_run(7 if to_empty else 0) == expected


def test_a_run_moves_at_once_as_far_as_there_is_room():
    board = board_of("TC 9H 8S 7H", "TS", "JD", cells="2C 4C 6C")
    assert board.run_length(0) == 4
    # No cell is empty, but four columns are: 2^4 cards to a card, 2^3 to an empty column.
    assert [move for move in board.legal_moves() if move.source == 0] == [
        Move(0, 1, 3),
        Move(0, 2, 4),
        *[Move(0, target, count) for target in (3, 4, 5, 6) for count in (1, 2, 3, 4)],
    ]


@pytest.mark.parametrize("place", [-1, 12, HOME, 2**70])
def test_where_there_is_no_place_there_are_no_cards(place):
    with pytest.raises(BoardError, match=f"not a column or a cell: {place}"):
        deal(1).cards_at(place)


def test_a_move_is_described_where_it_is_legal_and_in_a_language_of_ours():
    board = deal(617)
    move = board.legal_moves()[0]
    assert board.in_words(move)
    with pytest.raises(ValueError, match="not a language: 'de'"):
        board.in_words(move, "de")
    with pytest.raises(IllegalMoveError, match="illegal move"):
        board.in_words(Move(0, 99))


@pytest.mark.parametrize("column", [-1, 8, 2**70])
def test_there_are_eight_columns_and_no_others(column):
    for asked in (deal(1).run_length, deal(1).longest_run):
        with pytest.raises(BoardError, match=f"not a column: {column}"):
            asked(column)


def test_a_run_without_room_does_not_move():
    board = Board(
        [cards("TC 9H 8S 7H"), cards("JD"), cards("2S"), cards("3S"), cards("4S"), cards("5S"),
         cards("6S"), tuple(c for c in reversed(range(52)) if c not in
                            cards("TC 9H 8S 7H JD 2S 3S 4S 5S 6S"))],
        (None, None),
    )  # fmt: skip
    reason = "4 cards would have to move, and there is room for only 3 at once"
    assert board.why_illegal(Move(0, 1, 4)) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(0, 1), "JD does not fit on KS"),
        (Move(0, 0), "column 1 is both the source and the target"),
        (Move(0, 1, 0), "0 cards are not a move"),
        (Move(0, 1, 8), "column 1 has only 7 cards, not 8"),
        (Move(0, 1, 2), "only 1 card at the front of column 1 lies in order, not 2"),
        (Move(8, 1), "cell a is empty"),
        (Move(0, 8, 2), "only one card at a time can go there"),
        (Move(0, HOME), "JD cannot go home before AD"),
        (Move(0, 13), "there is no cell f"),
        (Move(13, 0), "there is no cell f"),
        (Move(0, 17), "there is no place 17"),
        (Move(-1, 0), "there is no place -1"),
        (Move(HOME, 0), "a card that is home stays there"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(move, reason):
    board = deal(617)
    assert board.why_illegal(move) == reason
    with pytest.raises(IllegalMoveError, match=r"illegal move .*: ") as caught:
        board.play(move)
    assert str(caught.value).endswith(reason)


def test_more_reasons():
    board = deal(617, cells=1).play(Move(0, 8))
    assert board.why_illegal(Move(1, 8)) == "no cell is empty"
    board = deal(617).play(Move(0, 8))
    assert board.why_illegal(Move(1, 8)) == "cell a is taken by JD"
    assert board.why_illegal(Move(1, 8), "it") == "nella cella a c'è JD"
    assert board.why_illegal(Move(8, 9)) == "a card in a cell does not move to another cell"
    assert board.why_illegal(Move(8, 1, 2)) == "cell a has only 1 card, not 2"
    with pytest.raises(IllegalMoveError, match=r"illegal move 8a: "):
        deal(617, cells=0).play(Move(7, 8))
    with pytest.raises(IllegalMoveError, match=r"illegal move Move\(source=99"):
        deal(617).play(Move(99, 8))


class PlayGames(RuleBasedStateMachine):
    """Long lines of play on random deals: after every move all 52 cards are there once."""

    @initialize(number=deal_numbers(), cells=st.integers(0, 8))
    def start(self, number: int, cells: int) -> None:
        self.board = deal(number, cells)

    @precondition(lambda self: self.board.legal_moves())
    @rule(choice=st.integers(0, 999))
    def move(self, choice: int) -> None:
        moves = self.board.legal_moves()
        before = self.board
        self.board = before.play(moves[choice % len(moves)])
        assert self.board != before

    @rule(autoplay=st.sampled_from(["none", "horne", "fcpro", "max"]))
    def play_home(self, autoplay) -> None:
        before = self.board.cards_home()
        moves = self.board.moves_home(autoplay)
        self.board = self.board.play_home(autoplay)
        assert self.board.cards_home() == before + len(moves)
        assert self.board.moves_home(autoplay) == []

    @invariant()
    def every_card_is_there_once(self) -> None:
        board = self.board
        seen = [card for column in board.columns for card in column]
        seen += [card for card in board.cells if card is not None]
        seen += [card_of(r, suit) for suit, size in enumerate(board.homes) for r in range(size)]
        assert Counter(seen) == Counter(range(52))
        assert Board(board.columns, board.cells, board.homes) == board


TestPlayGames = PlayGames.TestCase
TestPlayGames.settings = settings(examples(40), stateful_step_count=60)


# Automatic play


def test_aces_and_twos_always_go_home_by_themselves():
    board = board_of("2C AC", "2H")
    assert board.moves_home("horne") == [Move(0, HOME), Move(0, HOME)]
    assert board.moves_home("none") == []


@pytest.mark.parametrize(
    ("homes", "horne", "fcpro"),
    [
        # clubs, diamonds, hearts, spades: may the five of spades, rank 5, go by itself?
        ((4, 4, 4, 4), True, True),
        ((0, 4, 4, 4), True, True),
        ((2, 3, 3, 4), False, True),
        ((1, 3, 3, 4), False, False),
        ((4, 2, 4, 4), False, False),
        ((4, 3, 4, 4), False, True),
    ],
)
def test_which_cards_go_home_by_themselves(homes, horne, fcpro):
    board = board_of("KC 5S", "KD", "KH", "KS", homes=homes)
    five = Move(0, HOME)
    assert (five in board.moves_home("horne")) == horne
    assert (five in board.moves_home("fcpro")) == fcpro
    assert five in board.moves_home("max")


def test_microsofts_easy_games_win_themselves():
    # -3 and -4 are the games that win themselves once a few aces are dug out.
    board = deal(-4)
    assert board.play_home("horne").won
    assert board.moves_home("max")[0] == Move(7, HOME)


@given(boards())
def test_safer_automatic_play_is_part_of_bolder(board):
    homes = [board.play_home(kind).homes for kind in ("none", "horne", "fcpro", "max")]
    for fewer, more in pairwise(homes):
        assert all(a <= b for a, b in zip(fewer, more, strict=True))


def test_another_kind_of_automatic_play_is_refused():
    with pytest.raises(ValueError, match="no such automatic play: 'all'") as caught:
        check_autoplay("all")
    assert str(caught.value).endswith("(expected one of none, horne, fcpro, max)")
