import pytest

from freecell.cards import NotationError, parse_card
from freecell.words import LANGUAGES, index_letters, sentence, spoken_name, term, words


def test_a_card_is_named_in_five_languages():
    queen = parse_card("QS")
    assert {language: spoken_name(queen, language) for language in LANGUAGES} == {
        "en": "queen of spades",
        "es": "reina de picas",
        "ru": "дама пик",
        "it": "regina di picche",
        "pt": "dama de espadas",
    }


def test_all_cards_have_different_names_in_every_language():
    for language in LANGUAGES:
        assert len({spoken_name(card, language) for card in range(52)}) == 52


def test_every_word_and_sentence_is_there_in_every_language():
    for table in ("terms", "sentences", "suits", "suits_in_card_name", "ranks"):
        for key, translations in words()[table].items():
            assert set(LANGUAGES) <= set(translations), (table, key)


def test_the_sentences_of_a_key_have_the_same_places_to_fill():
    for key, translations in words()["sentences"].items():
        for text in translations.values():
            for place in ("{n}", "{card}", "{cards}", "{dups}", "{text}"):
                assert (place in text) == (place in translations["en"]), (key, text)


def test_words_and_sentences():
    assert term("column", "es") == "columna"
    assert sentence("won", "it").format(n=45) == "Risolto in 45 mosse."


def test_printed_cards_have_the_letters_of_the_language():
    assert index_letters("en") == ["A", *"23456789", "10", "J", "Q", "K"]
    assert index_letters("ru") == ["Т", *"23456789", "10", "В", "Д", "К"]


def test_another_language_is_refused():
    with pytest.raises(NotationError, match=r"not a language: 'de' \(expected one of en, es, ru"):
        term("column", "de")
