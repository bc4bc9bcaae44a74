import pytest

from freecell.cards import (
    CARD_NAMES,
    NotationError,
    card_name,
    card_of,
    fits_on,
    is_red,
    parse_card,
    rank_of,
    shorten,
    suit_of,
)


def test_the_deck_is_in_the_order_of_the_task():
    assert CARD_NAMES[:5] == ["AC", "AD", "AH", "AS", "2C"]
    assert CARD_NAMES[-1] == "KS"
    assert len(set(CARD_NAMES)) == 52


def test_a_card_is_its_rank_and_suit():
    assert all(card_of(rank_of(card), suit_of(card)) == card for card in range(52))
    assert [name for name in CARD_NAMES if is_red(CARD_NAMES.index(name))] == [
        name for name in CARD_NAMES if name[1] in "DH"
    ]


def test_a_card_fits_on_the_next_rank_of_the_other_colour():
    fitting = [name for name in CARD_NAMES if fits_on(parse_card("9H"), parse_card(name))]
    assert fitting == ["TC", "TS"]
    assert not any(fits_on(parse_card("KC"), card) for card in range(52))


@pytest.mark.parametrize("card", [-1, 52, 10**400])
def test_what_is_no_card_has_no_name(card):
    with pytest.raises(NotationError, match=r"not a card: .*expected 0 to 51"):
        card_name(card)


def test_every_card_survives_being_written_and_read():
    assert [parse_card(card_name(card)) for card in range(52)] == list(range(52))


@pytest.mark.parametrize(
    "text", ["TH", "th", "10H", "0h", "HT", "h10", "T♥", "♥10", "10♥\ufe0f", "♡T"]
)
def test_a_ten_of_hearts_is_read_as_people_write_it(text):
    assert card_name(parse_card(text)) == "TH"


@pytest.mark.parametrize("text", ["1S", "as", "S1", "A♠", "a♤"])
def test_an_ace_of_spades_is_read_as_people_write_it(text):
    assert card_name(parse_card(text)) == "AS"


@pytest.mark.parametrize("text", ["", "X", "11H", "TX", "THH", "T H", "٣H", "T" * 1000])
def test_what_is_no_card_is_refused_by_name(text):
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"not a card: {shorten(text)} (expected a rank of A23456789TJQK and a suit of CDHS)"
    )


def test_a_long_text_is_cut_in_messages():
    assert shorten("short") == "'short'"
    assert shorten("x" * 1_000_000) == f"'{'x' * 40}'... (1,000,000 characters)"
