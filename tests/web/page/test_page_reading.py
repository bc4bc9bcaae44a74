"""What people paste is read by the page as by Python: the same boards, the same moves, the same words."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from freecell.board import Board, Move, deal
from freecell.cards import NotationError
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.numbers import LAST_DEAL
from freecell.text.board_writer import BOARD_FORMATS, format_board, is_fresh
from freecell.text.records import Record, write_record
from freecell.text.solution_reader import looks_like_a_solution
from freecell.text.solution_writer import DIALECTS, write_moves
from freecell.web.search_answers import read
from freecell.words import LANGUAGES, in_language
from tests.games import won_games
from tests.web.page_modules import ask_rules, needs_node

DATA = Path(__file__).parents[2] / "data"

pytestmark = needs_node

Text = tuple[str, int | None]
"""A pasted text, and the number of the deal on the page."""


@cache
def expected(text: str, number: int | None, language: str = "en") -> dict[str, Any]:
    """Return what Python reads, but for the number, which the page asks the engine for."""
    try:
        found = read(text, number, language)
    except FreecellError as error:
        return {"refused": in_language(error, language)}
    return {name: value for name, value in found.items() if name != "number"}


def assert_read_alike(texts: list[Text], language: str = "en") -> list[dict[str, Any]]:
    asked = [{"text": text, "number": number} for text, number in texts]
    answers: list[dict[str, Any]] = ask_rules(texts=asked, language=language)["texts"]
    for (text, number), answer in zip(texts, answers, strict=True):
        assert answer == expected(text, number, language), (text, number)
    return answers


def test_the_same_boards_are_read() -> None:
    answers = assert_read_alike([(text_of(path), None) for path in files("good-boards")])
    assert {len(answer["position"]) for answer in answers} == {len("7D" * 52) + 7 + 1 + 8 + 1 + 4}


def files(folder: str) -> list[Path]:
    return sorted((DATA / folder).glob("*.txt"))


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def test_the_same_boards_are_refused_in_the_same_words() -> None:
    """But for what JSON itself says of broken JSON, which every language says in its own way."""
    texts: list[Text] = [
        (text_of(path), None) for path in files("bad-boards") if path.stem != "broken-json"
    ]
    answers = assert_read_alike(texts)
    assert all("refused" in answer for answer in answers)


def test_boards_of_every_form_are_read_in_the_middle_of_a_game() -> None:
    chance = random.Random(3)
    texts: list[Text] = []
    for _ in range(60):
        board = played(chance)
        forms = [form for form in BOARD_FORMATS if form != "lines" or is_fresh(board)]
        texts += [(format_board(board, form), None) for form in forms]
    assert_read_alike(texts)


def played(chance: random.Random) -> Board:
    board = deal(chance.randrange(LAST_DEAL), chance.choice([4, 4, 4, *range(9)]))
    for _ in range(chance.choice([0, 1, 5, 20, 60])):
        if legal := board.legal_moves():
            board = board.play((board.moves_home("max") or [chance.choice(legal)])[0])
    return board


def solutions() -> list[Text]:
    """Return won games in every dialect, with and without a title, and some as records."""
    texts: list[Text] = []
    for game in won_games():
        number = read(str(game.start), None)["number"]
        for dialect in DIALECTS:
            text = write_moves(game.start, game.moves, dialect)
            texts += [(text, number), (f"Game #{number}\n\n{text}", None)]
        texts.append((write_record(Record(game)), None))
        texts.append((write_record(Record(Game(game.board, []))), None))
    return texts


def test_solutions_in_every_dialect_are_read_and_won() -> None:
    texts = solutions()
    answers = assert_read_alike(texts)
    won = [answer for answer in answers if answer.get("won")]
    kinds = {"snx", "sn", "sentences", "boards", "microsoft", "fcpro", "macroxue", "record", "pddl"}
    assert {answer["dialect"] for answer in won} >= kinds
    assert len(won) > len(texts) * 0.9


OTHERS = [
    "8a 8b 17", "8a 8b a1", "8a b1", "8a 7a", "8a 7g", "8h", "8f", "8r 8r 8r 8r 8r", "8r br", "11", "12v3",
    "8a 8b 8c 8d 82 82 82", "", "hello", "hello, world", "Game #618\n8a", "#617 Attempt: 1 NumFcs=5\n8a 8b 8c 8d 8e",
    "1. 8a 2. 8b, 3. 8c (the king)\n4. 87 a2", "8->a, 8=>b", "1: 8a\n2: 8b", "https://x.test/?deal=617:8r8r",
    "Juego n.º 617\n8a", "Игра № 11982\n8a", "Jogo nº 5: ", "> 8a\n> 8b\n# a comment", "8a // remark",
    "Deal: 617\nCells: 9\n8a", "Deal: 617", "Board: 7D\n8a", "Deal: 617\n8a\nPlayer: x", "Deal: 617\n8a\n\nDeal: 618\n8b",
    "Move 2 cards from stack 9 to stack 1", "Foundations: H-0\nFoundations: H-0", "7D AD 9S", "{}", "[7D, AD, 9S]",
    "(move hq s2 ck)", "(move hq s3 ck)\n", "(sendtofree hq s2 n4 n3)\n(sendtonewcol s2 sj n1 n0)", "(move ha hq ck)",
    "(sendtohome hq s2 h n12 hj n11)", "0: (MOVE HQ S2 CK) [1]\n(fly h5 s9 c6)", "move(hq, s2, c4)", "(move ct s2)",
    "9S " * 60, "8a " * 3_001, "x" * 301_000, "9S" * 20_000, f"8a{' ' * 30_000}8b", f"#1{'8' * 30_000}x",
]  # fmt: skip


def test_other_texts_are_read_or_refused_alike() -> None:
    assert_read_alike([(text, number) for text in OTHERS for number in (617, None)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_worded_alike_in_every_language(language: str) -> None:
    texts: list[Text] = [(text, 617) for text in OTHERS]
    texts += [(text_of(path), None) for path in files("bad-boards") if path.stem != "broken-json"]
    answers = assert_read_alike(texts, language)
    message = {
        answer.get("refused") or answer["error"]
        for answer in answers
        if "position" not in answer or answer.get("error")
    }
    assert len(message) > 40
    if language != "en":
        assert not any("expected" in text or "line" in text.split() for text in message)


# One rule says whether a text is a board or a solution


@pytest.mark.parametrize(
    ("text", "is_solution"),
    [
        (str(deal(617)), False),
        (f"Deal: 617\n{deal(617)}", False),
        (f"Board:\n{deal(617)}", False),
        (f"Board: {str(deal(617)).replace(chr(10), ' / ')}\n8a", True),
        ("8a (QS on KH) 8b (9H) 8c (KS) 8d (TD)", True),
        ("8a QS 9H KS", False),
        (write_moves(deal(617), [Move(7, 8)], "boards"), True),
        (write_moves(deal(617), [], "boards"), False),
    ],
)
def test_a_text_is_a_board_or_a_solution_by_one_rule(text: str, is_solution: bool) -> None:
    assert looks_like_a_solution(text) == is_solution
    (answer,) = assert_read_alike([(text, 617)])
    assert ("dialect" in answer) == (is_solution and "refused" not in answer)


PIECES = [
    "8a", "87", "a2", "5h", "24v2", "v", " ", "\n", "1.", "->", "(", ")", "617:", "4r", "#", "Game #617", "k3",
    "Move a card from stack 7 to freecell 0", "Foundations: H-0 C-0 D-0 S-0", "Freecells:", ": 7D AD", "--", "\t",
    "Deal: 617", "Cells: 4", "Result: won", "====", "?deal=617:8r", "h", "9", "x", "#617 Attempt: 1", "10♥", "|", "[",
]  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize("count", [50, pytest.param(500, marks=pytest.mark.long)])
def test_damaged_texts_are_read_or_refused_alike(count: int) -> None:
    chance = random.Random(17)
    whole = solutions() + [(text_of(path), None) for path in files("good-boards")]
    texts: list[Text] = []
    for _ in range(count):
        text, number = chance.choice(whole)
        at = chance.randrange(len(text))
        texts.append((text[:at] + chance.choice(PIECES) + text[at + chance.randrange(4) :], number))
    for _ in range(3 * count):
        joined = chance.choice(["", " "]).join(chance.choices(PIECES, k=chance.randrange(9)))
        texts.append((joined, chance.choice([617, None])))
    texts = [each for each in texts if "not JSON" not in str(expected(*each))]
    assert_read_alike(texts)


def test_what_is_refused_is_an_error_of_notation() -> None:
    with pytest.raises(NotationError):
        read("hello", 617)
