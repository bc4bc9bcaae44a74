"""Cards, their ranks and suits, and the letters that stand for them.

A card is a small whole number, in the order of a fresh deck as Microsoft's dealer knows it:

>>> card_name(0), card_name(1), card_name(51)
('AC', 'AD', 'KS')
>>> parse_card("10h"), parse_card("♥T"), parse_card("th")
(38, 38, 38)
>>> spoken_name(47, "ru")
'дама пик'
"""

from typing import TypeAlias

from freecell.errors import FreecellError
from freecell.words import Message, check_language, words

Card: TypeAlias = int
"""0 is the ace of clubs, 1 of diamonds, 2 of hearts, 3 of spades, ... 51 the king of spades."""

Rank: TypeAlias = int
"""0 is the ace, 12 the king."""

Suit: TypeAlias = int
"""0 clubs, 1 diamonds, 2 hearts, 3 spades."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"

CARD_NAMES = [rank + suit for rank in RANKS for suit in SUITS]
"""The name of every card: `CARD_NAMES[51]` is `"KS"`."""


class NotationError(FreecellError):
    """The text cannot be read as what it should be: a card, a number, a board, a move."""


def rank_of(card: Card) -> Rank:
    """Return the rank of a card, 0 for an ace and 12 for a king."""
    return card >> 2


def suit_of(card: Card) -> Suit:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return suit_of(card) in (1, 2)


def card_of(rank: Rank, suit: Suit) -> Card:
    """Return the card of a rank and a suit."""
    return rank * 4 + suit


def fits_on(card: Card, parent: Card) -> bool:
    """Whether a card may lie on another in a column: one rank lower and of the other colour."""
    return rank_of(card) + 1 == rank_of(parent) and is_red(card) != is_red(parent)


def card_name(card: Card) -> str:
    """Return the two letters of a card, such as `"TH"` for the ten of hearts."""
    if not 0 <= card < len(CARD_NAMES):
        raise NotationError(f"not a card: {card!r} (expected 0 to 51)")
    return CARD_NAMES[card]


def shorten(text: str, length: int = 40) -> str:
    """Quote a text for a message; a long one is cut, since a message is one line."""
    if len(text) <= length:
        return repr(text)
    return Message("text_cut", text=repr(text[:length]), n=len(text))


def check_text(text: str) -> str:
    """Return a text; refuse one with a lone surrogate, which cannot be encoded."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotationError(Message("half_a_character", text=shorten(text))) from None
    return text


def _spellings() -> dict[str, Card]:
    """Return every way people write a card, in capitals: rank first or last, T, 10, 0; A or 1."""
    ranks = {letter: [letter] for letter in RANKS}
    ranks["T"] += ["10", "0"]
    ranks["A"] += ["1"]
    suits = {letter: [letter, symbol] for letter, symbol in zip(SUITS, SUIT_SYMBOLS, strict=True)}
    suits["C"] += ["♧"]
    suits["D"] += ["♢"]
    suits["H"] += ["♡"]
    suits["S"] += ["♤"]
    return {
        spelling: index
        for index, name in enumerate(CARD_NAMES)
        for rank in ranks[name[0]]
        for suit in suits[name[1]]
        for spelling in (rank + suit, suit + rank)
    }


_CARDS_BY_SPELLING = _spellings()


def card_named(text: str) -> Card | None:
    """Return the card that a text names, as `parse_card` reads it, or None."""
    # A symbol may be followed by U+FE0F, which asks for the coloured picture of it.
    return _CARDS_BY_SPELLING.get(text.replace("\ufe0f", "").upper()) if len(text) <= 8 else None


def parse_card(text: str) -> Card:
    """Read a card as people write it: `TH`, `10h`, `0H`, `hT`, `T♥`, `♥10`; `1` is an ace too."""
    card = card_named(text)
    if card is None:
        raise NotationError(Message("not_a_card", text=shorten(text), ranks=RANKS, suits=SUITS))
    return card


def spoken_name(card: Card, language: str = "en") -> str:
    """Return a card's name in words: `ace of clubs`, `as de tréboles`, `туз треф`."""
    template: str = words()["card_name_template"][check_language(language)]
    return template.format(
        rank=words()["ranks"][RANKS[rank_of(card)]][language],
        suit=words()["suits_in_card_name"][SUITS[suit_of(card)]][language],
    )


def index_letters(language: str = "en") -> list[str]:
    """Return the corner letters of printed cards, by rank: A, 2, ... 10, J, Q, K.

    For display only: text that will be parsed again always uses the letters of `RANKS`.
    """
    letters: dict[str, str] = words()["index_letters"][check_language(language)]
    return [letters.get(rank, rank) for rank in RANKS]
