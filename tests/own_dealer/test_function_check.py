"""Functions of others, right and wrong in every way, called in a process of their own."""

import os
import random
import sys
import textwrap
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import freecell.web
from freecell import NotationError, check_function, deal_freecell
from freecell.dealing import deal_cards, draws
from freecell.errors import OptionError
from freecell.own_dealer.called import call_once, rates
from freecell.own_dealer.function_check import NUMBERS, _itself, _Named, some_numbers
from freecell.own_dealer.returned_board import ReturnedError, _from_text
from freecell.words import LANGUAGES, words
from tests.known import known_deals
from tests.mistaken_dealers import DECKS, LAYOUTS, PICKS, VALUES, deal_plainly

SHOWN = Path(freecell.web.__file__).parent / "static" / "learn" / "deal_freecell.py"
NAMES = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
FEW = [1, 617, 31999]
RANDOM = random.Random(617)


def say(text: str) -> None:
    sys.stdout.write(text)


def rows_of(cards: list[int]) -> list[list[str]]:
    names = [NAMES[card] for card in cards]
    return [names[first : first + 8] for first in range(0, 52, 8)]


def shown_function() -> Any:
    """Return the function that the page for learners shows."""
    space: dict[str, object] = {}
    exec(SHOWN.read_text(encoding="utf-8"), space)
    return space["deal_freecell"]


# Right ones


def test_the_function_that_the_page_shows_deals_the_known_deals():
    dealer = shown_function()
    known = [(number, cards) for number, cards in known_deals() if 0 <= number < 2**31]
    assert len(known) > 10
    for number, cards in known:
        assert list(chain.from_iterable(dealer(number))) == cards


def test_the_function_that_the_page_shows_has_the_states_of_the_52_lines():
    source = SHOWN.read_text(encoding="utf-8")
    watched = source.replace("        index =", "        states.append(state)\n        index =")
    for number in (0, 617, 2**31 - 1):
        space: dict[str, Any] = {"states": []}
        exec(watched, space)
        space["deal_freecell"](number)
        assert space["states"] == [draw.state for draw in draws(number)]


def test_a_right_function_passes_and_is_measured():
    check = check_function(shown_function())
    assert check.right
    assert check.passes
    assert [verdict.number for verdict in check.verdicts][: len(NUMBERS)] == list(NUMBERS)
    assert all(verdict.text.startswith("right: this is deal ") for verdict in check.verdicts)
    assert check.ours > check.rate > 100
    lines = str(check).splitlines()
    assert lines[-3:-1] == ["all 12 calls are right", "it passes the five checks of the task"]
    assert lines[-1].endswith(f"ours {check.ours:,.0f}")


def columns(number):
    rows = deal_freecell(number)
    return tuple(tuple(row[at] for row in rows if at < len(row)) for at in range(8))


RIGHT = {
    "as columns": (columns, "as eight columns"),
    "as one list": (lambda n: list(chain.from_iterable(deal_freecell(n))), "as one list"),
    "as text": (lambda n: "\n".join(" ".join(row) for row in deal_freecell(n)), "as text"),
    "with tens": (
        lambda n: [[card.replace("T", "10") for card in row] for row in deal_freecell(n)],
        'but "10',
    ),
    "in small letters": (lambda n: [[c.lower() for c in row] for row in deal_freecell(n)], "but "),
    "as numbers": (lambda n: [[NAMES.index(c) for c in row] for row in deal_freecell(n)], "but "),
    "as pairs": (lambda n: [[tuple(c) for c in row] for row in deal_freecell(n)], "but ["),
    "as dictionaries": (
        lambda n: [[{"rank": c[0], "suit": c[1]} for c in row] for row in deal_freecell(n)],
        'but {"rank"',
    ),
    "in an object": (lambda n: {"rows": deal_freecell(n)}, "right: this is deal"),
    "as an array of numbers": (lambda n: np.array(list(deal_cards(n))), "as one list"),
    "as an array of names": (lambda n: np.array([*chain(*deal_freecell(n))]), "as one list"),
    "as a list of arrays": (lambda n: [np.array(r) for r in deal_freecell(n)], "right: this is"),
    "as numbers of numpy": (lambda n: [np.uint8(card) for card in deal_cards(n)], "as one list"),
    "filled up": (
        lambda n: [*deal_freecell(n)[:6], deal_freecell(n)[6] + [None] * 4],
        "right: this is deal",
    ),
}


@pytest.mark.parametrize("form", RIGHT)
def test_a_right_board_in_any_form_is_right(form):
    dealer, note = RIGHT[form]
    check = check_function(dealer, FEW)
    assert check.right, str(check)
    assert all(note in verdict.text for verdict in check.verdicts)
    assert not check.passes


# Wrong ones


@pytest.mark.parametrize(
    "bug", ["32 bits", "caret", "value kept as state", "deck by suits", "scaled", "snake"]
)
def test_the_bug_of_a_function_is_named(bug):
    assert bug in {**VALUES, **DECKS, **PICKS, **LAYOUTS}
    check = check_function(lambda number: rows_of(deal_plainly(number, [bug])), FEW)
    assert not check.right
    assert not check.passes
    assert f"likely cause: {words()['mistakes'][bug]['en']}" in str(check)
    assert "3 of 3 calls are wrong" in str(check)


def test_what_no_bug_explains_is_reported_for_the_first_wrong_number():
    def dealer(number):
        rows = deal_freecell(number)
        if number == 617:
            rows[0][0], rows[5][5] = rows[5][5], rows[0][0]
        return rows

    reported = str(check_function(dealer, FEW)).splitlines()
    assert "1 of 3 calls are wrong" in reported
    assert "617: no bug that is known here explains it" in reported


CALLS = count()


def right_the_first_time(number):
    return deal_freecell(number + next(CALLS) // len(FEW))


def test_a_function_that_keeps_something_between_calls_is_found_out():
    check = check_function(right_the_first_time, FEW)
    assert not check.right
    assert [verdict.text[:34] for verdict in check.verdicts] == [
        "right at first, but called again i"
    ] * 3
    assert "something is kept between calls" in str(check)


def by_chance(_: int) -> list[int]:
    return random.sample(range(52), 52)


def by_seeded_chance(number: int) -> list[int]:
    return random.Random(number).sample(range(52), 52)


@pytest.mark.parametrize("dealer", [by_chance, by_seeded_chance])
def test_random_numbers_of_python_are_recognised(dealer):
    reported = str(check_function(dealer, FEW))
    assert "it draws its values from random (expected: from the generator of the task" in reported
    assert "no bug that is known here" not in reported
    assert "wrong" in reported


def test_a_wrong_function_that_keeps_something_is_found_out():
    deck = list(range(52))

    def dealer(_: int) -> list[int]:
        deck.insert(0, deck.pop())
        return list(deck)

    reported = str(check_function(dealer, FEW))
    assert "the same number gave two different boards: something is kept between calls" in reported
    assert "wrong, and called again it returned another board" in reported
    assert "random" not in reported


def test_passing_means_that_deals_1_and_617_are_right_to_the_letter():
    """As in the page: whatever else is right or wrong."""
    only_two = check_function(lambda n: deal_freecell(n if n in (1, 617) else n + 1), [1, 617, 5])
    assert only_two.passes
    assert not only_two.right
    assert "it passes the five checks of the task" in str(only_two)
    assert not check_function(lambda n: tuple(deal_freecell(n)), [1, 617]).passes
    assert not check_function(deal_freecell, [1, 5]).passes
    calls = count()
    later = check_function(lambda n: deal_freecell(n + (next(calls) > 3) * 4), [1, 617, 5])
    assert not later.passes


def test_a_bug_of_one_board_that_the_others_refute_is_not_named():
    def dealer(number: int) -> list[int]:
        if number == 1:
            return deal_plainly(number, ["snake"])
        return random.Random(number).sample(range(52), 52)

    boards = {n: bytes(dealer(n)) for n in (1, 617, 31999)}
    reported = str(check_function(lambda n: list(boards[n]), FEW))
    assert "every second row" not in reported
    assert "1: no bug that is known here explains it" in reported


def test_a_bug_that_explains_most_boards_is_named_with_their_count():
    odd = RANDOM.sample(range(52), 52)
    check = check_function(lambda n: odd if n == 617 else deal_plainly(n, ["snake"]), FEW)
    assert "2 of 3 boards: likely cause: every second row is dealt from right to left" in str(check)


def test_a_clue_that_only_some_boards_give_is_not_named():
    def dealer(number: int) -> list[int]:
        deck, cards = list(range(52)), []
        for draw in draws(number):
            skip = draw.left == 40 and number != 31999
            place = (draw.place + skip) % draw.left
            deck[place], deck[-1] = deck[-1], deck[place]
            cards.append(deck.pop())
        return cards if number != 31999 else odd

    odd = RANDOM.sample(range(52), 52)
    assert "the index is one too high" in str(check_function(dealer, [1, 617]))
    assert "the index is one too high" not in str(check_function(dealer, FEW))


def one_line(dealer: Any, **options: Any) -> str:
    """Return the verdict of the first number, or why there is none."""
    check = check_function(dealer, FEW, **options)
    assert not check.right
    assert all("\n" not in verdict.text for verdict in check.verdicts)
    return check.verdicts[0].text if check.verdicts else check.problem


def hangs(_: int) -> None:
    while True:
        pass


def hangs_later(number):
    return deal_freecell(number) if number == 1 else hangs(number)


class Odd:
    """A value whose own methods fail."""

    def __iter__(self):
        raise RuntimeError("odd")

    def tolist(self):
        raise RuntimeError("odd")


PROBLEMS = {
    "raises": (lambda _: 1 // 0, "it raised ZeroDivisionError: integer division or modulo by zero"),
    "asserts": ([].pop, "it raised IndexError: pop from empty list"),
    "prints": (
        lambda _: say("JD 2D 9H\n"),
        "it printed 'JD 2D 9H\\n' but returned nothing (expected: return the seven rows)",
    ),
    "nothing": (
        lambda _: None,
        "it returned nothing (expected seven rows of cards): is a `return` missing?",
    ),
    "a number": (lambda _: 5, "it returned '5': not a board (expected seven rows of cards)"),
    "an empty list": (lambda _: [], "it returned '[]': not a board (expected seven rows of cards)"),
    "too few rows": (
        lambda n: deal_freecell(n)[:3],
        "cards in the rows: 8 8 8 (expected 8 8 8 8 8 8 4)",
    ),
    "no cards": (lambda _: [["ZZ"] * 8] * 6 + [["ZZ"] * 4], 'not a card: "ZZ"'),
    "one card": (lambda _: [["AC"] * 8] * 6 + [["AC"] * 4], "not each card once: missing AD AH AS"),
    "a text": (lambda _: "hello", "it returned \"'hello'\": "),
    "a game": (lambda _: "AC\n: \n", "it returned "),
    "odd": (lambda _: Odd(), "it returned 'Odd': RuntimeError: odd"),
    "exits": (lambda _: sys.exit(), "it ended the program instead of returning a board"),
    "asks": (lambda _: input(), "it raised EOFError: EOF when reading a line"),
    "half a character raised": (
        lambda _: (_ for _ in ()).throw(ValueError("\ud800")),
        r"it raised ValueError: \ud800",
    ),
    "half a character printed": (lambda _: sys.stdout.write("\ud800") and None, r"\ud800"),
    "half a character returned": (lambda _: ["\ud800"] * 52, r"not a card: "),
    "gigabytes": (lambda _: bytearray(2**36), "it raised MemoryError"),
    "interrupts": (
        lambda _: (_ for _ in ()).throw(KeyboardInterrupt),
        "it raised KeyboardInterrupt",
    ),
    "ends": (lambda _: os._exit(7), "1: it ended the program instead of returning a board"),
    "kills": (lambda _: os.kill(os.getpid(), 9), "1: it ended the program instead"),
}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_every_problem_is_one_clear_line(problem, capfd):
    dealer, reported = PROBLEMS[problem]
    line = one_line(dealer)
    assert reported in line
    assert line.encode().decode() == line  # it can be written
    assert capfd.readouterr() == ("", "")


def test_an_endless_loop_ends_by_the_limit():
    assert one_line(hangs, seconds=0.3) == "1: no answer within 0.3 s: an endless loop?"
    check = check_function(hangs_later, FEW, seconds=2)
    assert [verdict.number for verdict in check.verdicts] == [1]
    assert check.problem == "617: no answer within 2 s: an endless loop?"
    assert str(check).splitlines()[-1] == check.problem


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_in_every_language(language):
    check = check_function(lambda n: rows_of(deal_plainly(n, ["snake"])), FEW, language=language)
    assert words()["mistakes"]["snake"][language] in str(check)
    problem = check_function(hangs, [1], seconds=0.1, language=language).problem
    assert problem == "1: " + words()["checks"]["late"][language].format(seconds="0.1")


# What is called, and with what


def test_a_function_is_named_by_its_module_or_its_file(tmp_path, monkeypatch):
    text = textwrap.dedent(SHOWN.read_text(encoding="utf-8")) + "\nNUMBER = 617\n"
    (tmp_path / "my_dealer.py").write_text(text, encoding="utf-8")
    (tmp_path / "broken.py").write_text("import no_such_module", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert check_function("my_dealer:deal_freecell", FEW).right
    assert check_function(f"{tmp_path}/my_dealer.py:deal_freecell", FEW).right
    assert check_function("my_dealer:deal", FEW).problem.startswith("it raised AttributeError: ")
    assert check_function("my_dealer:NUMBER", FEW).problem == (
        "it raised TypeError: my_dealer:NUMBER is not a function"
    )
    assert check_function("broken:deal", FEW).problem == (
        "it raised ModuleNotFoundError: No module named 'no_such_module'"
    )
    (tmp_path / "half.py").write_text("def deal(n):\n    return [n\n", encoding="utf-8")
    reported = check_function("half.py:deal", FEW).problem
    assert reported == "it raised SyntaxError: '[' was never closed (half.py, line 2)"
    assert "FileNotFoundError" in check_function("none.py:deal", FEW).problem
    with pytest.raises(NotationError, match=r"not a function: 'deal' \(expected module:function\)"):
        check_function("deal")
    with pytest.raises(NotationError, match="not a function: 617"):
        check_function(617)  # type: ignore[arg-type]  # what is refused


def test_the_numbers_are_those_of_the_task_and_some_random_ones():
    chosen = some_numbers()
    assert chosen[: len(NUMBERS)] == list(NUMBERS)
    assert len(chosen) in (11, 12)
    assert all(0 <= number < 2**31 for number in chosen)
    assert some_numbers() != chosen
    with pytest.raises(NotationError, match="nothing to check: -1 is no shuffle"):
        check_function(deal_freecell, [-1])
    with pytest.raises(OptionError, match="no numbers to call a function with"):
        check_function(deal_freecell, [])


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 0, 10**400])
def test_an_impossible_time_is_refused(seconds):
    with pytest.raises(OptionError, match="not a time for a call: "):
        check_function(deal_freecell, [1], seconds=seconds)


def test_an_unknown_language_is_refused_before_anything_is_called():
    with pytest.raises(OptionError, match="not a language: 'xx'"):
        check_function(lambda _: os._exit(3), [1], language="xx")


# What happens in the other process


def test_a_named_function_is_imported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "a_dealer.py").write_text(SHOWN.read_text(encoding="utf-8"), encoding="utf-8")
    assert _Named("a_dealer:deal_freecell")()(617) == deal_freecell(617)
    assert _Named("a_dealer.py:deal_freecell")()(617) == deal_freecell(617)
    with pytest.raises(TypeError, match="a_dealer:__doc__ is not a function"):
        _Named("a_dealer:__doc__")()
    with pytest.raises(AttributeError):
        _Named("a_dealer:deal")()
    assert _itself(deal_freecell) is deal_freecell


def test_a_call_reports_what_was_printed_and_returned():
    def talks(number):
        say("x" * 5000)
        say("more")
        return deal_freecell(number)

    call = call_once(talks, 617, 1, "en")
    assert call.exact
    assert call.returned is not None
    assert call_once(lambda _: say("x" * 5000), 617, 1, "en").problem == "printed"
    assert call_once(lambda _: None, 617, 1, "en").problem == "nothing"
    assert call_once(lambda _: 5, 617, 1, "en").problem == "unreadable"
    assert call_once(lambda _: Odd(), 617, 1, "en").problem == "unreadable"
    assert call_once(lambda _: sys.exit(), 617, 1, "en").problem == "ended"
    assert call_once(hash_of_nothing, 617, 1, "en").text == "AssertionError"


def hash_of_nothing(_):
    raise AssertionError


def test_a_rate_is_measured_beside_ours():
    theirs, ours = rates(shown_function())
    assert ours > theirs > 100
    assert rates(hash_of_nothing)[0] == 0


def test_a_text_that_no_board_can_have_is_refused_unread():
    with pytest.raises(ReturnedError, match="not a board"):
        _from_text("7D " * 100_000, "en")
