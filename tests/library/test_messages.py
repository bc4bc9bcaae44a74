import pickle
import re

from freecell import Board, Move, deal
from freecell.messages import LANGUAGES, Message, in_language, words


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


def test_a_move_home_is_said() -> None:
    board = Board([[], [], [], [], [], [], [], [48]], homes=(12, 13, 13, 13))
    assert board.in_words(Move(7, 16)) == "KC home"
    assert deal(617).in_words(Move(7, 8), "it") == "QH alla cella a"
