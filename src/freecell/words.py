"""Words, sentences and messages in five languages, from `words.json`, which the page uses too.

>>> term("game_no_label", "it").format(n=617)
'Gioco n. 617'
>>> message = Message("refused_no_fit", card="JD", other="JH")
>>> message
'JD does not fit on JH'
>>> message.in_language("es")
'JD no encaja sobre JH'
"""

from __future__ import annotations

from functools import cache
from typing import Any

from freecell.errors import OptionError

LANGUAGES = ("en", "es", "ru", "it", "pt")

_GROUPS = {"en": ",", "es": ".", "ru": "\u00a0", "it": ".", "pt": "."}


@cache
def words() -> dict[str, Any]:
    """Return the content of `words.json`; it is read on first use."""
    import json
    from pathlib import Path

    text = Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def check_language(language: str) -> str:
    """Return the language if it is one of `LANGUAGES`; raise otherwise."""
    if language not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise OptionError(f"not a language: {language!r:.40} (expected one of {expected})")
    return language


def term(key: str, language: str = "en") -> str:
    """Return the word for a thing of the game, such as `term("column", "es")`."""
    word: str = words()["terms"][key][check_language(language)]
    return word


def game_title(start: int | str, language: str = "en") -> str:
    """Return what to call a deal or an ending: `Game #617`, `ending:12:617`."""
    return start if isinstance(start, str) else term("game_no_label", language).format(n=start)


def sentence(key: str, language: str = "en") -> str:
    """Return a sentence with places in braces, to be filled by `str.format`."""
    text: str = words()["sentences"][key][check_language(language)]
    return text


class Message(str):
    """A sentence in English that can be translated into the other languages."""

    __slots__ = ("key", "values")

    key: str
    values: dict[str, str | int]

    def __new__(cls, key: str, **values: str | int) -> Message:
        """Fill the places of a sentence; a value may be a message itself."""
        message = super().__new__(cls, _filled(key, "en", values))
        message.key, message.values = key, values
        return message

    def in_language(self, language: str) -> str:
        """Return the sentence in one of `LANGUAGES`."""
        return _filled(self.key, language, self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.key, self.values)


def _again(key: str, values: dict[str, str | int]) -> Message:
    return Message(key, **values)


def in_language(text: str | Exception, language: str) -> str:
    """Translate a message, or the message of an error; any other text is returned unchanged."""
    text = message_of(text) if isinstance(text, Exception) else text
    return text.in_language(language) if isinstance(text, Message) else text


def message_of(error: Exception) -> str:
    """Return the message of an error, as a `Message` where it is one, to be part of another."""
    return error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)


def _filled(key: str, language: str, values: dict[str, str | int]) -> str:
    forms = words()["messages"][key][check_language(language)]
    is_one = isinstance(forms, str)
    text: str = forms if is_one else forms[plural_form(int(values["n"]), language)]
    return text.format_map(_Places(values, language))


class _Places(dict[str, str]):
    """The values of the places of a sentence, each formatted when it is looked up."""

    __slots__ = ("language", "values_given")

    def __init__(self, values: dict[str, str | int], language: str) -> None:
        self.values_given, self.language = values, language

    def __missing__(self, name: str) -> str:
        return _shown(self.values_given[name], self.language)


def _shown(value: str | int, language: str) -> str:
    if isinstance(value, int):
        ungrouped = language in ("es", "it") and abs(value) < 10_000
        figures = str(value) if ungrouped else f"{value:,}"
        return figures.replace(",", _GROUPS[language])
    return in_language(value, language)


def plural_form(count: int, language: str) -> str:
    """Return the name of the form that a number takes: one, few, many or other.

    >>> [plural_form(count, "ru") for count in (1, 2, 5, 11, 21)]
    ['one', 'few', 'many', 'many', 'one']
    """
    if language != "ru":
        return "one" if count == 1 or (language == "pt" and count == 0) else "other"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"
