"""Calls the user's own dealer function: which numbers are wrong, and the likely bug.

>>> from freecell.dealing import deal_freecell
>>> def deal_by_columns(number):
...     rows = deal_freecell(number)
...     return [[row[column] for row in rows if column < len(row)] for column in range(8)]
>>> check = check_function(deal_by_columns, [1, 617])
>>> check.right, check.passes
(True, False)
>>> check.verdicts[1].text
'the board is right, as eight columns (the task expects seven rows)'
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from freecell.cards import NotationError
from freecell.errors import OptionError
from freecell.numbers import LAST_MICROSOFT_DEAL, DealNumberError, check_number
from freecell.own_dealer.board_check import DealChecks, check_all_cards, check_cards, say
from freecell.own_dealer.call_messages import Call, Ended
from freecell.own_dealer.called import Dealer
from freecell.own_dealer.process import run_dealer
from freecell.own_dealer.returned_board import Returned
from freecell.words import check_language

NUMBERS = (1, 617, 11982, 0, 31999, 1_000_000, 2**31 - 1)
"""The numbers that every function is called with."""
SECONDS = 2.0
"""How long a call may take."""
_MOST_SECONDS = 86_400


class NumberVerdict(NamedTuple):
    """What came of one number."""

    number: int
    right: bool
    text: str
    """The verdict in words, one line."""


class FunctionCheck(NamedTuple):
    """The check of a dealing function."""

    verdicts: tuple[NumberVerdict, ...]
    problem: str
    """Why it was not called with every number, in words; empty if it was."""
    passes: bool
    """Whether it passes the five checks of the task: deals 1 and 617 are right to the letter."""
    boards: DealChecks
    """The boards that it returned, and what explains them all."""
    rate: float
    """How many deals a second it makes; 0 where it was not measured."""
    ours: float
    """How many `deal_freecell` makes in the same process."""
    language: str = "en"
    random: bool = False
    """Whether a wrong board came of Python's own random numbers."""
    kept: bool = False
    """Whether it returned another board when it was called again with the same number."""

    @property
    def right(self) -> bool:
        """Whether every board is right."""
        return not self.problem and all(verdict.right for verdict in self.verdicts)

    def __str__(self) -> str:
        """Return the report, a line for each number and some for all."""
        lines = [f"{verdict.number}: {verdict.text}" for verdict in self.verdicts]
        return "\n".join([*lines, *self.summary()])

    def summary(self) -> Iterator[str]:
        """Yield the lines about all calls together."""
        if self.problem:
            yield self.problem
        if self.random:
            yield say("random", self.language, name="random")
        elif self.kept:
            yield say("kept", self.language)
        wrong = sum(not verdict.right for verdict in self.verdicts)
        count = len(self.verdicts)
        if wrong:
            yield say("some wrong", self.language, wrong=wrong, count=count)
        elif not self.problem:
            yield say("all right", self.language, count=count)
        if self.passes:
            yield say("passes", self.language)
        yield from self._explained()
        if self.rate:
            figures = {"rate": f"{self.rate:,.0f}", "ours": f"{self.ours:,.0f}"}
            yield say("speed", self.language, **figures)

    def _explained(self) -> Iterator[str]:
        together = list(self.boards.together(self.language))
        yield from together
        first = next((check for check in self.boards.checks if not check.right), None)
        if first is None or together or self.random or self.kept:
            return
        yield from self.boards.in_part(self.language)
        if not self.boards.partly:
            shown = self.boards.first_wrong or first
            yield from (f"{shown.number}: {line}" for line in shown.causes(self.language))


class _Named:
    """A function that is named, such as `my_module:deal_freecell` or `path/dealer.py:deal`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self) -> Dealer:
        """Import it; the module may lie in the working directory."""
        import importlib.util
        import sys

        module_name, _, function = self.name.rpartition(":")
        if module_name.endswith(".py"):
            spec = importlib.util.spec_from_file_location("dealer_to_check", module_name)
            assert spec is not None, "every name that ends in .py has one"
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            sys.path.insert(0, "")
            module = importlib.import_module(module_name)
        dealer = getattr(module, function)
        if not callable(dealer):
            raise TypeError(f"{self.name} is not a function")
        checked: Dealer = dealer
        return checked


def _itself(dealer: Dealer) -> Dealer:
    """Return a function that is at hand; unlike a lambda this can be sent to another process."""
    return dealer


def check_function(
    dealer: Dealer | str,
    numbers: Iterable[int] | None = None,
    *,
    seconds: float = SECONDS,
    language: str = "en",
) -> FunctionCheck:
    """Call a function with some numbers, each twice, and compare what it returns with the deals.

    It is a function, or the name of one such as `"my_module:deal_freecell"`. It runs in a process
    of its own, which is ended when a call takes longer than `seconds`; what it prints is
    not seen. Without `numbers` it is called with those of `NUMBERS` and some random ones.
    """
    if isinstance(dealer, str):
        if not dealer.rpartition(":")[0]:
            raise NotationError(f"not a function: {dealer!r} (expected module:function)")
        load: Callable[[], Dealer] = _Named(dealer)
    elif callable(dealer):
        load = partial(_itself, dealer)
    else:
        raise NotationError(f"not a function: {dealer!r} (expected something to call)")
    check_language(language)
    if not 0 < seconds <= _MOST_SECONDS:
        raise OptionError(
            f"not a time for a call: {seconds!r} "
            f"(expected more than 0, and at most {_MOST_SECONDS:,} s)"
        )
    chosen = choose_numbers(numbers)
    calls: list[Call] = []
    ended = Ended("gone")
    for answer in run_dealer(load, chosen, seconds, language):
        if isinstance(answer, Ended):
            ended = answer
        else:
            calls.append(answer)
    return judge_calls(chosen, calls, ended, seconds, language)


def choose_numbers(numbers: Iterable[int] | None) -> list[int]:
    """Return the numbers that were given, or else some; there must be one at least."""
    chosen = some_numbers() if numbers is None else [_shuffled_number(each) for each in numbers]
    if not chosen:
        raise OptionError("no numbers to call a function with (expected one or more)")
    return chosen


def some_numbers() -> list[int]:
    """Return the numbers that a function is called with: the usual examples, and random ones."""
    few = [random.randint(1, LAST_MICROSOFT_DEAL) for _ in range(3)]
    return list(dict.fromkeys([*NUMBERS, *few, *(random.randrange(2**31) for _ in range(2))]))


def _shuffled_number(number: int) -> int:
    number = check_number(number)
    if number < 0:
        raise DealNumberError(f"nothing to check: {number} is no shuffle (expected 0 or more)")
    return number


def judge_calls(
    numbers: Sequence[int], calls: Sequence[Call], ended: Ended, seconds: float, language: str
) -> FunctionCheck:
    """Return what there is to say about all calls."""
    first = {call.number: call for call in calls if call.round == 1}
    again = {call.number: call for call in calls if call.round == 2}
    verdicts = tuple(
        _verdict(first[number], again.get(number), language)
        for number in numbers
        if number in first
    )
    boards = [(call.number, call.returned.cards) for call in first.values() if call.returned]
    exact = {call.number for call in first.values() if call.exact}
    exact &= {call.number for call in again.values() if call.exact}
    wrong = {verdict.number for verdict in verdicts if not verdict.right}
    return FunctionCheck(
        verdicts,
        _problem(numbers, calls, ended, seconds, language),
        ended.how == "done" and {1, 617} <= exact,
        check_all_cards(boards),
        ended.rate,
        ended.ours,
        language,
        random=any(call.random for call in calls if call.number in wrong),
        kept=any(_changed(first[number], again.get(number)) for number in wrong),
    )


def _changed(call: Call, again: Call | None) -> bool:
    """Whether the second call returned another board than the first, or none."""
    if again is None or call.returned is None:
        return False
    return again.returned is None or again.returned.cards != call.returned.cards


def _problem(
    numbers: Sequence[int], calls: Sequence[Call], ended: Ended, seconds: float, language: str
) -> str:
    """Return why the calls ended early, in words."""
    if ended.how == "done":
        return ""
    if ended.how == "not loaded":
        return say("raised", language, error=ended.text)
    if ended.how in ("flood", "memory", "output"):
        return say(ended.how, language)
    order = [*numbers, *numbers[::-1]]
    where = f"{order[len(calls)]}: " if len(calls) < len(order) else ""
    key = {"late": "late", "cpu": "no time left"}.get(ended.how, "ended")
    return where + say(key, language, seconds=f"{seconds:g}")


def _verdict(call: Call, again: Call | None, language: str) -> NumberVerdict:
    if call.returned is None:
        return NumberVerdict(call.number, right=False, text=_said(call, language))
    check = check_cards(call.number, call.returned.cards)
    if _changed(call, again):
        text = say("again" if check.right else "differs", language)
        return NumberVerdict(call.number, right=False, text=text)
    if not check.right:
        return NumberVerdict(call.number, right=False, text=check.verdict(language))
    text = _note(call.returned, language) or check.verdict(language)
    return NumberVerdict(call.number, right=True, text=text)


def _said(call: Call, language: str) -> str:
    values = {"error": call.text, "text": call.text, "reason": call.reason}
    return say(call.problem, language, **values)


def _note(returned: Returned, language: str) -> str:
    """Return what the task would still object to in a right board."""
    if returned.shape != "rows":
        return say(f"as {returned.shape}", language)
    if returned.names is not None:
        found, expected = returned.names
        return say("other names", language, found=found, expected=expected)
    return ""
