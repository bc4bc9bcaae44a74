"""The words of the page: every text in every language, with the same places to fill."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from freecell.web.assets import STATIC
from freecell.words import LANGUAGES, words

PLURALS = {
    "en": {"one", "other"},
    "es": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
    "it": {"one", "other"},
    "pt": {"one", "other"},
}
"""The forms that a language's numbers need; `other` also serves the millions of the Romance ones."""


def forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


TEXTS = ("terms", "sentences", "messages", "page", "learn", "checks", "mistakes")
"""The parts of the words that hold texts; the page looks a key up in all of them."""


def test_no_two_texts_have_the_same_key() -> None:
    parts = defaultdict(list)
    for part in TEXTS:
        for key in words()[part]:
            parts[key].append(part)
    assert {key: found for key, found in parts.items() if len(found) > 1} == {}


@pytest.mark.parametrize(("language", "stem"), [("es", "jugada"), ("pt", "movimento")])
def test_a_move_has_one_word_in_a_language(language: str, stem: str) -> None:
    """In Spanish a move is a *movimiento*, in Portuguese a *jogada*."""
    other = {
        (part, key)
        for part in TEXTS
        for key, texts in words()[part].items()
        for form in forms(texts[language])
        if stem in form.lower()
    }
    assert other == set()


KEYS = [(part, key) for part in ("page", "learn", "checks", "mistakes") for key in words()[part]]


def test_every_text_is_there_in_every_language_with_the_same_places() -> None:
    assert len(KEYS) > 400
    for part, key in KEYS:
        check_text(part, key)


def check_text(part: str, key: str) -> None:
    texts = words()[part][key]
    assert set(texts) == set(LANGUAGES)
    places = {
        frozenset(re.findall(r"\{(\w+)\}", form)) for each in texts.values() for form in forms(each)
    }
    assert len(places) == 1
    counted = {language: not isinstance(text, str) for language, text in texts.items()}
    assert len(set(counted.values())) == 1, "counted in one language, and not in another"
    for language, text in texts.items():
        if not isinstance(text, str):
            assert set(text) == PLURALS[language]


def test_the_page_asks_only_for_texts_that_there_are() -> None:
    known = {key for part in ("page", "messages", "sentences", "terms") for key in words()[part]}
    asked = set()
    for path in sorted(STATIC.glob("**/*.js")):
        if path.parent.name == "learn":
            continue
        asked |= set(re.findall(r'\bt\("(\w+)"', path.read_text(encoding="utf-8")))
    page = Path(STATIC, "index.html").read_text(encoding="utf-8")
    asked |= set(re.findall(r'data-t(?:-label)?="(\w+)"', page))
    assert asked - known == set()
    assert len(asked) > 60


def test_the_page_for_learners_asks_only_for_texts_that_there_are() -> None:
    known = {key for part in ("page", "sentences", "terms", "learn") for key in words()[part]}
    asked, message = set(), set()
    for path in sorted((STATIC / "learn").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r'\bt\("(\w+)"', text))
        message |= set(re.findall(r'\bsay\("([\w ]+)"', text))
    page = Path(STATIC, "learn", "learn.html").read_text(encoding="utf-8")
    asked |= set(re.findall(r'data-t(?:-label)?="(\w+)"', page))
    assert asked - known == set()
    assert message - set(words()["checks"]) == set()
    assert len(asked) > 40
