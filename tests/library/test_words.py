import pickle
import re

import pytest

from freecell import Board, Move, deal
from freecell.cards import index_letters, parse_card, spoken_name
from freecell.errors import OptionError
from freecell.words import LANGUAGES, Message, in_language, sentence, term, words


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
            for place in ("{n}", "{card}", "{text}"):
                assert (place in text) == (place in translations["en"]), (key, text)


def test_words_and_sentences():
    assert term("column", "es") == "columna"
    assert (
        sentence("hint_to_column", "it").format(card="il re", n=4)
        == "Sposta il re nella colonna 4."
    )


def test_printed_cards_have_the_letters_of_the_language():
    assert index_letters("en") == ["A", *"23456789", "10", "J", "Q", "K"]
    assert index_letters("ru") == ["Т", *"23456789", "10", "В", "Д", "К"]


def test_another_language_is_refused():
    with pytest.raises(OptionError, match=r"not a language: 'de' \(expected one of en, es, ru"):
        term("column", "de")


def test_every_message_is_there_in_every_language_with_the_same_places() -> None:
    for key, texts in words()["messages"].items():
        assert tuple(texts) == LANGUAGES, key
        places = [
            {part.split("}")[0] for part in str(text).split("{")[1:]} for text in texts.values()
        ]
        plain = [{place for place in some if place.isidentifier()} for some in places]
        assert all(some == plain[0] for some in plain), key


def test_braces_in_a_message_are_places() -> None:
    for key, texts in words()["messages"].items():
        for text in texts.values():
            for form in [text] if isinstance(text, str) else text.values():
                assert not set("{}") & set(re.sub(r"\{[a-z]+\}", "", form)), (key, form)


def test_a_message_survives_being_pickled() -> None:
    message = Message("refused_no_fit", card="JD", other="JH")
    again = pickle.loads(pickle.dumps(message))
    assert again == message == "JD does not fit on JH"
    assert in_language(again, "ru") == "JD нельзя положить на JH"
    assert in_language("as it is", "ru") == "as it is"


def test_a_move_home_is_described() -> None:
    board = Board([[], [], [], [], [], [], [], [48]], homes=(12, 13, 13, 13))
    assert board.in_words(Move(7, 16)) == "KC home"
    assert deal(617).in_words(Move(7, 8), "it") == "QH alla cella a"
