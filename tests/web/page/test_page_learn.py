"""The page for learners: what it computes, compared with the library. Node runs its modules."""

import json
import random
from itertools import chain, combinations
from typing import Any

import pytest

from freecell.board import Move, deal
from freecell.cards import CARD_NAMES
from freecell.cli import main
from freecell.dealing import deal_cards, deal_freecell, draws
from freecell.errors import FreecellError
from freecell.own_dealer.board_check import BUGS, check_all_cards, check_cards, deal_with_bugs
from freecell.own_dealer.returned_board import read_returned
from freecell.words import LANGUAGES
from tests.known import known_deals
from tests.web.page_modules import ask_page, needs_dealer, needs_node

RANDOM = random.Random(617)
NUMBERS = [RANDOM.randrange(1, 1_000_001) for _ in range(100)]
EDGES = [0, 1, 617, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 8_589_934_591]
ALL_BUGS = [bug for kind in BUGS for bug in kind]
PAIRS = [(a, b) for kind, other in combinations(BUGS, 2) for a in kind for b in other]

pytestmark = needs_node


def ask(**questions: object) -> dict[str, Any]:
    answer: dict[str, Any] = ask_page("learn.mjs", questions)
    return answer


def flat_of(rows: list[list[str]]) -> list[str]:
    return list(chain.from_iterable(rows))


def board(number: int, *bugs: str, suits: str = "") -> dict[str, Any]:
    return {"number": number, "cards": deal_with_bugs(number, bugs, suits)}


def test_the_steps_are_those_of_the_library() -> None:
    numbers = [*EDGES, *NUMBERS]
    reported = ask(draws=numbers)["draws"]
    assert reported == [[draw._asdict() for draw in draws(number)] for number in numbers]


def test_the_function_that_the_page_shows_deals_the_known_deals() -> None:
    known = [(number, cards) for number, cards in known_deals() if 0 <= number < 2**31]
    reported = ask(shown=[number for number, _ in known])["shown"]
    assert [flat_of(rows) for rows in reported] == [cards for _, cards in known]
    assert ask(shown=NUMBERS)["shown"] == [deal_freecell(number) for number in NUMBERS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_are_those_that_the_command_prints(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = [1, 617, 2**31, 8_589_934_591]
    reported = ask(explanations=numbers, language=language)["explanations"]
    for number, text in zip(numbers, reported, strict=True):
        main(["deal", str(number), "--explain", "--lang", language], standalone_mode=False)
        assert capsys.readouterr().out == text + "\n"


# The core in the browser


@needs_dealer
def test_the_browser_knows_the_same_mistakes_and_deals_them_alike() -> None:
    answer = ask(mistaken=[{"number": n, "bugs": [bug]} for bug in ALL_BUGS for n in NUMBERS])
    assert answer["names"] == [list(kind) for kind in BUGS]
    expected = [deal_with_bugs(number, [bug]) for bug in ALL_BUGS for number in NUMBERS]
    assert answer["mistaken"] == expected


def explanations_here(boards: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    found = []
    for each in boards:
        [one] = each
        check = check_cards(one["number"], bytes(one["cards"]))
        found.append(
            [
                {"bugs": list(bugs), "suits": check.suits if "suits" in bugs else ""}
                for bugs in check.bugs
            ]
        )
    return found


def assert_explained_alike(boards: list[list[dict[str, Any]]]) -> None:
    """Ask for the mistakes in boards of one deal each, of those that are wrong."""
    wrong = [
        each
        for each in boards
        if each[0]["cards"] and each[0]["cards"] != list(deal_cards(each[0]["number"]))
    ]
    assert ask(boards=wrong)["explained"] == explanations_here(wrong)


@needs_dealer
def test_the_browser_recognises_every_mistake_as_the_library_does() -> None:
    boards = [[board(number, bug)] for bug in ALL_BUGS for number in NUMBERS]
    assert_explained_alike(boards)


@needs_dealer
def test_the_browser_recognises_every_pair_of_mistakes_as_the_library_does() -> None:
    boards = [[board(NUMBERS[at % 100], *pair)] for at, pair in enumerate(PAIRS)]
    boards += [
        [board(number, bug, suits="SHDC")] for bug, number in zip(ALL_BUGS, NUMBERS, strict=False)
    ]
    assert_explained_alike(boards)


@needs_dealer
@pytest.mark.long
def test_the_browser_recognises_every_pair_with_a_hundred_numbers() -> None:
    for pair in PAIRS:
        assert_explained_alike([[board(number, *pair)] for number in NUMBERS])


@needs_dealer
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_says_the_same_as_the_library(language: str) -> None:
    deck = RANDOM.sample(range(52), 52)
    boards = [
        [board(617)],
        [board(1), board(617)],
        [board(617, "snake")],
        [board(1, "snake"), board(617, "snake"), board(5, "snake")],
        [
            board(1, "caret", "by columns", suits="SHDC"),
            board(617, "caret", "by columns", suits="SHDC"),
        ],
        [{"number": 617, "cards": list(deal_cards(618))}],
        [{"number": n, "cards": [deck[card] for card in deal_cards(n)]} for n in (1, 617)],
        [{"number": n, "cards": [deal_cards(n)[at] for at in deck]} for n in (1, 617)],
        [board(1, "low bits"), {"number": 617, "cards": deck}],
        *[[{"number": n, "cards": RANDOM.sample(range(52), 52)}] for n in NUMBERS[:40]],
        *[[{"number": n, "cards": parted(n)}] for n in NUMBERS[:20]],
    ]
    reported = ask(boards=boards, say=True, language=language)["lines"]
    for each, lines in zip(boards, reported, strict=True):
        checks = check_all_cards([(one["number"], bytes(one["cards"])) for one in each])
        assert lines == checks.say(language).splitlines()


def parted(number: int) -> list[int]:
    """Deal rightly for a while, and then in reverse."""
    cards = list(deal_cards(number))
    return cards[:20] + cards[:19:-1]


# What functions return


def several_values() -> list[Any]:
    rows = deal_freecell(617)
    columns = [[row[at] for row in rows if at < len(row)] for at in range(8)]
    flat = flat_of(rows)
    words = {"A": "Ace", "J": "jack", "Q": "Queen", "K": "KING", "T": "ten"}
    ranks = "A23456789TJQK"
    return [
        rows,
        columns,
        flat,
        {"rows": rows},
        {"columns": columns},
        {"board": rows},
        {"other": rows},
        [[card.replace("T", "10") for card in row] for row in rows],
        [[card.lower() for card in row] for row in rows],
        [[CARD_NAMES.index(card) for card in row] for row in rows],
        [[list(card) for card in row] for row in rows],
        [[{"rank": card[0], "suit": card[1]} for card in row] for row in rows],
        [
            [{"rank": words.get(c[0], c[0]), "suit": {"C": "clubs", "D": "Diamonds", "H": "hearts", "S": "spades"}[c[1]]} for c in row]
            for row in rows
        ],
        [[{"value": ranks.index(card[0]) + 1, "suit": card[1].lower()} for card in row] for row in rows],
        [*rows[:6], rows[6] + [None, None, "", None]],
        "\n".join(" ".join(row) for row in rows),
        str(rows),
        rows[:6],
        [*rows[:6], rows[6][:3]],
        [["AC"] * 8] * 6 + [["AC"] * 4],
        [["ZZ"] * 8] * 6 + [["ZZ"] * 4],
        [[{"suit": "C"}] * 8] * 6 + [[{"rank": 14, "suit": "C"}] * 4],
        [[52] * 52],
        [],
        {},
        5,
        True,
        "",
        "hello",
        "AC\nAD",
        str(deal(617).play(Move(7, 2))),
        [[]],
        [None],
    ]  # fmt: skip


def read_here(value: Any) -> object:
    try:
        cards, shape, names = read_returned(value)
    except FreecellError as error:
        return {"refused": str(error)}
    return {"cards": list(cards), "shape": shape, "names": names and list(names)}


def test_returned_values_are_read_as_the_library_reads_them() -> None:
    values = several_values()
    reported = ask(returned=values)["returned"]
    for value, answer in zip(values, reported, strict=True):
        assert answer == read_here(value), value


# Pasted boards


def test_one_board_or_several_are_read_from_a_text_with_their_numbers() -> None:
    def rows(number: int) -> str:
        return "\n".join(" ".join(row) for row in deal_freecell(number))

    def columns(number: int) -> list[list[str]]:
        names = flat_of(deal_freecell(number))
        return [names[at::8] for at in range(8)]

    one, other = deal_freecell(1), deal_freecell(617)
    texts = [
        (rows(617), [None]),
        (f"Game #617\n{rows(617)}", [617]),
        (json.dumps(other), [None]),
        (f"dealFreeCell(617) -> {json.dumps(other)}", [617]),
        (f"const game617 = {json.dumps(other)};", [617]),
        (f"Game #1\n{rows(1)}\n\nGame #617\n{rows(617)}\n", [1, 617]),
        (f"{rows(1)}\n\n{rows(617)}\n", [None, None]),
        (f"{json.dumps(one)}\n{json.dumps(other)}", [None, None]),
        (f"const game1 = {one};\nconst game617 = {other};\n", [1, 617]),
        (json.dumps({"1": one, "617": other}), [1, 617]),
        (f"1: {' '.join(flat_of(one))}\n617: {' '.join(flat_of(other))}", [1, 617]),
        (f"1: {columns(1)}\n617: {columns(617)}", [1, 617]),
        (f"Игра № 1\n{rows(1)}\nИгра № 617\n{rows(617)}", [1, 617]),
        (json.dumps(one, indent=2) + "\n" + json.dumps(other, indent=1), [None, None]),
    ]
    reported = ask(pasted=[text for text, _ in texts])["pasted"]
    for (text, numbers), found in zip(texts, reported, strict=True):
        assert isinstance(found, list), (text, found)
        assert [each["number"] for each in found] == numbers, text
        expected = [[1, 617][-len(numbers) :][at] for at in range(len(numbers))]
        assert [each["cards"] for each in found] == [list(deal_cards(n)) for n in expected], text


def test_a_text_that_is_no_board_is_refused_with_a_reason() -> None:
    reported = ask(pasted=["hello", "AC AD", "[[1, 2], [3]]"])["pasted"]
    assert all(each["refused"] for each in reported)
