from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Game, Move, NotationError, Record, deal, read_records, write_record
from freecell.text.records import is_record
from tests.games import won_games
from tests.strategies import lines

TEXT = """\
Deal: 617
Cells: 4
Result: 51 cards left
Player: Ann

# a first try
8a 8b 8c  # three cells
# and a second comment
87 a2 c2 8a 8h"""


def test_a_record_with_everything():
    (record,) = read_records(TEXT.splitlines())
    assert [str(move) for move in record.game.moves] == [
        "8a",
        "8b",
        "8c",
        "87",
        "a2",
        "c2",
        "8a",
        "8h",
    ]
    assert record.headers == {"Player": "Ann"}
    assert record.comments == {0: "a first try", 3: "three cells\nand a second comment"}
    assert write_record(record) == TEXT


def test_many_records_are_read_one_by_one():
    def endless() -> Iterator[str]:
        while True:
            yield from ["# games", "", "Deal: 617", "8a", ""]

    records = read_records(endless())
    assert [len(next(records).game) for _ in range(5)] == [1] * 5


def test_the_games_of_a_file_are_written_as_they_are():
    text = "\n\n".join(write_record(Record(game)) for game in won_games())
    assert [record.game for record in read_records(text.splitlines())] == won_games()
    assert all(game.won for game in won_games())


@given(lines(), st.dictionaries(st.integers(0, 45), st.sampled_from(["a", "b c", "d\ne"])))
def test_a_record_survives_being_written_and_read(line, comments):
    start, moves = line
    kept = {at: text for at, text in comments.items() if at <= len(moves)}
    record = Record(Game(start, moves), {"Event": "a test"}, kept)
    (found,) = read_records(write_record(record).splitlines())
    assert found == record


def test_a_board_that_no_number_deals_is_written_out():
    game = Game(deal(617).play(Move(7, 8)), [Move(7, 9)])
    text = write_record(Record(game))
    assert text.startswith("Board: Cells: QH -- -- -- / Home: -- -- -- -- / 7D AD 5C 3S")
    (found,) = read_records(text.splitlines())
    assert found.game == game


def test_what_begins_as_a_record():
    assert is_record("\ufeff# hello\n\nDeal: 617")
    assert is_record("Board: 7D")
    assert not is_record("8a 8b")
    assert not is_record("")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8a 8b", "line 1: no record has begun: '8a 8b' (expected Deal: or Board: first)"),
        ("Deal: x", "the record at line 1: not a deal number: 'x'"),
        (
            "Deal: 617\nCells: 9",
            "the record at line 1: not a number of cells: '9' (expected 0 to 8)",
        ),
        ("Deal: 617\nCells: \u00b2", "the record at line 1: not a number of cells"),
        ("Board: 7D", "the record at line 1: missing: AC"),
        ("Deal: 617\n8a\nCells: 4", "line 3: a header among moves: 'Cells: 4'"),
        ("Deal: 617\n8a 17", "line 2: impossible move 2, 17: JD does not fit on JH"),
        ("Deal: 617\n8a 9x", "line 2: not a move: '9x'"),
        (
            "Deal: 617\nResult: won\n8a",
            "the record at line 1 says it was won, but 52 cards are left",
        ),
        ("Deal: 617\n" + "8a " * 4_000, "line 2 is too long"),
    ],
)
def test_what_is_no_record_is_refused(text, message):
    with pytest.raises(NotationError) as caught:
        list(read_records(text.splitlines()))
    assert str(caught.value).startswith(message)


PIECES = st.sampled_from(
    [
        "Deal: 617",
        "Deal:",
        "Board: 7D / AD",
        "Cells: 4",
        "Cells: x",
        "Result: won",
        "8a 8b",
        "# a",
        "X: y",
        "8h",
        "",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("\n".join)))
def test_any_text_is_records_or_refused(text):
    try:
        records = list(read_records(text.splitlines()))
    except NotationError:
        return
    assert all(isinstance(record.game, Game) for record in records)


def test_where_there_are_only_comments_there_is_no_record():
    assert list(read_records([])) == list(read_records(["# none", ""])) == []
