import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import DealNumberError, deal, deal_freecell, parse_number, parse_ranges
from freecell.numbers import LAST_DEAL, check_number
from tests.strategies import deal_numbers

ACCEPTED = "-4 to 8,589,934,591"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("617", 617),
        ("#617", 617),
        ("ms617", 617),
        ("MS617", 617),
        ("ms #617", 617),
        ("11,982", 11982),
        ("#11,982", 11982),
        ("1,000,000", 1_000_000),
        ("1_000_000", 1_000_000),
        (" 617\n", 617),
        ("0", 0),
        ("-1", -1),
        ("-4", -4),
        ("8589934591", LAST_DEAL),
    ],
)
def test_a_number_is_read_as_people_write_it(text, number):
    assert parse_number(text) == number
    assert deal(text) == deal(number)


NOT_NUMBERS = [
    "", " ", "abc", "1e3", "0x10", "١٢٣", "1.0", "5-1", "1,00", "1,0000", "1_00", "00", "007", "--1",
    "+1", "#", "ms", "#-", "617\x00", "\x00", "1" * 1_000_000, "−1", "1,000_000", "six",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_NUMBERS, ids=lambda text: text[:10].replace("\x00", "NUL"))
def test_what_is_no_number_is_refused_in_one_line(text):
    with pytest.raises(DealNumberError) as caught:
        parse_number(text)
    message = str(caught.value)
    assert message.startswith("not a deal number: ")
    assert message.endswith(f"(expected a whole number from {ACCEPTED})")
    assert repr(text[:10])[:-1] in message
    assert "\n" not in message
    assert len(message) < 200


@pytest.mark.parametrize(
    "number",
    [-5, 2**33, 10**30, -(2**3_400_000), 2**3_400_000],
    ids=["-5", "2^33", "10^30", "minus a million digits", "a million digits"],
)
def test_a_number_out_of_range_is_refused(number):
    with pytest.raises(DealNumberError) as caught:
        deal_freecell(number)
    assert str(caught.value).startswith("no such deal: ")
    assert str(caught.value).endswith(f"(expected {ACCEPTED})")
    assert len(str(caught.value)) < 100


def test_a_number_out_of_range_is_repeated():
    with pytest.raises(DealNumberError, match="no such deal: 8589934592 "):
        check_number("8,589,934,592")


@pytest.mark.parametrize(
    "number", [1.0, True, False, None, b"617", [617], 617j, np.float64(617), np.True_]
)
def test_what_is_no_whole_number_is_refused_by_type(number):
    with pytest.raises(DealNumberError) as caught:
        deal_freecell(number)
    assert str(caught.value) == (
        f"not a deal number: {str(number)!r} "
        f"(expected a whole number from {ACCEPTED}, not {type(number).__name__})"
    )


@pytest.mark.parametrize("kind", [np.int16, np.int64, np.uint64])
def test_a_numpy_integer_is_a_number(kind):
    assert deal_freecell(kind(617)) == deal_freecell(617)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("617", [617]),
        ("11,982", [11982]),
        ("1-5", [1, 2, 3, 4, 5]),
        ("1..5", [1, 2, 3, 4, 5]),
        ("1\u20133", [1, 2, 3]),
        ("#1 - #3", [1, 2, 3]),
        ("ms1-ms2", [1, 2]),
        ("1,5,9-12", [1, 5, 9, 10, 11, 12]),
        ("11,98", [11, 98]),
        ("1, 2", [1, 2]),
        ("-4..-1", [-4, -3, -2, -1]),
        ("-2-1", [-2, -1, 0, 1]),
        ("-2--1", [-2, -1]),
        ("-1", [-1]),
        ("7-7", [7]),
    ],
)
def test_ranges_and_lists_are_read_as_people_write_them(text, numbers):
    assert [number for part in parse_ranges(text) for number in part] == numbers


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-1", "not a range: '5-1' (expected the smaller number first: 1-5)"),
        ("1,00", f"in '1,00': not a deal number: '00' (expected a whole number from {ACCEPTED})"),
        ("1,,2", f"in '1,,2': not a deal number: '' (expected a whole number from {ACCEPTED})"),
        ("1-", f"not a deal number: '' (expected a whole number from {ACCEPTED})"),
        ("", f"not a deal number: '' (expected a whole number from {ACCEPTED})"),
        ("0-999999999999", f"no such deal: 999999999999 (expected {ACCEPTED})"),
        ("1-2-3", f"not a deal number: '2-3' (expected a whole number from {ACCEPTED})"),
    ],
)
def test_a_bad_range_is_refused(text, message):
    with pytest.raises(DealNumberError) as caught:
        parse_ranges(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", NOT_NUMBERS, ids=lambda text: text[:10].replace("\x00", "NUL"))
def test_what_is_no_number_is_no_range_either(text):
    with pytest.raises(DealNumberError) as caught:
        parse_ranges(text)
    assert len(str(caught.value)) < 300


@given(deal_numbers())
def test_a_number_survives_being_written_and_read(number):
    assert parse_number(str(number)) == number
    assert parse_number(f"ms{number}") == number
    if number >= 0:
        assert parse_number(f"#{number:,}") == number
        assert parse_number(f"{number:_}") == number


@given(st.text(max_size=30) | st.from_regex(r"[0-9#ms,._ -]{0,20}"))
def test_any_text_is_numbers_or_the_documented_error(text):
    try:
        ranges = parse_ranges(text)
    except DealNumberError:
        return
    assert all(check_number(part[0]) <= check_number(part[-1]) for part in ranges)
