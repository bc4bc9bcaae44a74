"""What the core, the library and the page must each have in one place only."""

import re
from collections import Counter
from pathlib import Path

import pytest

from freecell.words import words

ROOT = Path(__file__).parents[2]
LANGUAGES = {
    "C++": sorted([*ROOT.glob("core/**/*.h"), *ROOT.glob("core/**/*.cpp")]),
    "Python": sorted(ROOT.glob("src/freecell/**/*.py")),
    "JavaScript": sorted(ROOT.glob("src/freecell/web/static/**/*.js")),
}


def places(language: str, pattern: str) -> list[str]:
    """Return the files in which a pattern stands, as often as it does."""
    return [
        path.name
        for path in LANGUAGES[language]
        for _ in re.findall(pattern, path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("language", "pattern", "file"),
    [
        ("C++", r"enum class Autoplay\b", "autoplay.h"),
        ("C++", r"\bbool goes_by_itself\(", "autoplay.h"),
        ("Python", r"\bdef goes_by_itself\(", "moves.py"),
        ("JavaScript", r"(?m)^\s+#goesByItself\(", "board.js"),
    ],
)
def test_automatic_play_is_defined_once_in_each_language(language, pattern, file):
    assert places(language, pattern) == [file]


@pytest.mark.parametrize(
    ("language", "file"), [("C++", "board.h"), ("Python", "moves.py"), ("JavaScript", "address.js")]
)
def test_the_cells_are_named_once_in_each_language(language, file):
    assert places(language, "abcdefgk") == [file]


@pytest.mark.parametrize(
    ("language", "pattern", "file"),
    [
        ("Python", r"\w\[1::3\]", "core_values.py"),
        ("JavaScript", r"(?m)^const COLUMN_BYTES\b", "core_values.js"),
        ("C++", r"constexpr std::size_t COLUMN_BYTES\b", "layout.h"),
    ],
)
def test_bytes_for_the_core_are_made_and_read_in_one_place(language, pattern, file):
    assert set(places(language, pattern)) == {file}


def test_what_only_some_compilers_have_is_in_one_header():
    assert set(places("C++", r"\b__builtin_")) <= {"processor.h"}
    assert all("_avx" in name for name in places("C++", r"\b_mm\d*_"))


def test_enumerators_are_in_capitals():
    found = [
        name
        for path in LANGUAGES["C++"]
        for body in re.findall(r"\benum [^{;]*\{([^}]*)\}", path.read_text(encoding="utf-8"))
        for name in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", re.sub(r"//.*", "", body))
    ]
    assert len(found) > 80
    assert [name for name in found if name != name.upper()] == []


def test_only_its_two_doors_know_python_and_the_browser():
    core = [path for path in LANGUAGES["C++"] if path.parent.name not in ("python", "browser")]
    assert len(core) > 50
    for path in core:
        assert not re.search(r"nanobind|Python\.h|export_name", path.read_text("utf-8")), path


@pytest.mark.parametrize("name", ["Place", "Goal", "Reading", "Attempt", "Step"])
def test_a_name_is_given_once_in_each_language(name):
    """One word for one thing: where a second is meant, it has a name of its own."""
    given = {
        "C++": rf"\b(?:struct|class|using) {name}\b(?! *;)",
        "Python": rf"(?m)^(?:class {name}\b|{name}: TypeAlias)",
        "JavaScript": rf"@typedef (?!\{{import\()[^*]*\}} {name}\b",
    }
    for language, pattern in given.items():
        assert len(places(language, pattern)) <= 1, language


DEFINED = {
    "C++": r"(?m)^(?:struct|class|enum class|enum) (\w+)(?: :|  ?\{| final)",
    "Python": r"(?m)^class (\w+)",
    "JavaScript": r"(?m)^(?:export )?(?:default )?class (\w+)",
}


@pytest.mark.parametrize("language", DEFINED)
def test_no_two_classes_of_a_language_share_a_name(language):
    found: Counter[tuple[str, str]] = Counter()
    for path in LANGUAGES[language]:
        text = path.read_text(encoding="utf-8")
        inside = re.search(r"(?m)^namespace (freecell::\w+)", text)
        room = inside[1] if inside else ""
        found.update((room, name) for name in re.findall(DEFINED[language], text))
    assert len(found) > 5
    assert [name for name, count in found.items() if count > 1] == []


def test_a_reason_for_a_refusal_has_one_set_of_words():
    names = (ROOT / "core" / "rules" / "refusal.h").read_text("utf-8").split("REFUSAL_NAMES = {")[1]
    codes = re.findall(r'"(\w+)"', names.split("};")[0])
    assert len(codes) == 16
    of_the_hands = ["covered", "nowhere", "there", "nothing"]
    message = [key.removeprefix("refused_") for key in words()["messages"] if "refused_" in key]
    assert sorted(message) == sorted(codes + of_the_hands)
    assert not [key for key in words()["page"] if key.startswith(("why_", "refused_"))]
    assert places("JavaScript", r"t\(`refused_") == ["refusals.js"]


def test_little_javascript_repeats_what_python_does():
    """The page's own rules, and taking pasted text apart; the rest is asked of the core."""
    page = ROOT / "src" / "freecell" / "web" / "static"
    names = ["games/board.js", "games/cards.js", "games/deal.js", "table/refusals.js"]
    files = [*(page / name for name in names), *page.glob("text/*.js")]
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in files}
    assert sum(lines.values()) <= 1_250, lines
