"""Names of cards and things in five languages, from the one file that the page uses too.

>>> spoken_name(47, "ru")
'дама пик'
>>> term("game_no_label", "it").format(n=617)
'Gioco n. 617'
"""

from freecell.cards import RANKS, SUITS, Card, NotationError, rank_of, shorten, suit_of
from freecell.messages import LANGUAGES as LANGUAGES
from freecell.messages import words as words


def check_language(language: str) -> str:
    """Return the language if it is one of ours, and refuse it otherwise."""
    if language not in LANGUAGES:
        raise NotationError(
            f"not a language: {shorten(language)} (expected one of {', '.join(LANGUAGES)})"
        )
    return language


def term(key: str, language: str = "en") -> str:
    """Return the word for a thing of the game, such as `term("column", "es")`."""
    word: str = words()["terms"][key][check_language(language)]
    return word


def sentence(key: str, language: str = "en") -> str:
    """Return a sentence with places in braces, to be filled by `str.format`."""
    text: str = words()["sentences"][key][check_language(language)]
    return text


def spoken_name(card: Card, language: str = "en") -> str:
    """Return a card's name as it is said: `ace of clubs`, `as de tréboles`, `туз треф`."""
    template: str = words()["card_name_template"][check_language(language)]
    return template.format(
        rank=words()["ranks"][RANKS[rank_of(card)]][language],
        suit=words()["suits_in_card_name"][SUITS[suit_of(card)]][language],
    )


def index_letters(language: str = "en") -> list[str]:
    """Return what stands in the corner of a printed card, by rank: A, 2, ... 10, J, Q, K.

    For show only: text that is to be read again always uses the letters of `cards.RANKS`.
    """
    letters: dict[str, str] = words()["index_letters"][check_language(language)]
    return [letters.get(rank, rank) for rank in RANKS]
