"""Checks the user's own dealer in any language: a program that prints a board.

>>> import sys
>>> print(check_dealer([sys.executable, "-m", "freecell", "deal", "{number}"], [1, 617]))
1: right: this is deal 1
617: right: this is deal 617
all 2 calls are right
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from freecell.cards import shorten
from freecell.dealing import deal_freecell
from freecell.errors import FreecellError
from freecell.foreign_program import Job, Limits, Ran, parse_command, run_jobs
from freecell.own_dealer.call_messages import Call, Ended
from freecell.own_dealer.function_check import FunctionCheck, choose_numbers, judge_calls
from freecell.own_dealer.returned_board import read_returned
from freecell.words import check_language

SECONDS = 10.0
"""How long a program may take for a board."""
_ENDINGS = {"time": "late", "memory": "memory", "output": "output"}


def check_dealer(
    command: str | Sequence[str],
    numbers: Iterable[int] | None = None,
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    language: str = "en",
) -> FunctionCheck:
    """Run a program with some numbers, each twice, and compare the boards that it prints.

    `{number}` in its arguments becomes the number, which is also on standard input. The board may
    be in any form. Causes are those of `check_function`, and so are the numbers where none are
    given.
    """
    limits = limits or Limits(SECONDS)
    words, chosen = parse_command(command), choose_numbers(numbers)
    check_language(language)
    order = [*((number, 1) for number in chosen), *((number, 2) for number in chosen[::-1])]
    asked = (
        Job([word.replace("{number}", str(number)) for word in words], f"{number}\n")
        for number, _ in order
    )
    calls: list[Call] = []
    for (number, turn), ran in zip(order, run_jobs(asked, limits, parallel=jobs), strict=True):
        if ran.ended in _ENDINGS:
            ended = Ended(_ENDINGS[ran.ended])
            return judge_calls(chosen, calls, ended, limits.seconds, language)
        calls.append(_call(number, turn, ran, language))
    return judge_calls(chosen, calls, Ended("done"), limits.seconds, language)


def _call(number: int, turn: int, ran: Ran, language: str) -> Call:
    """Read what a program printed as if a function had returned it."""

    def problem(name: str, text: str = "", reason: str = "") -> Call:
        return Call(number, turn, None, name, text, reason, exact=False)

    if ran.status:
        text = shorten(ran.errors.strip().rpartition("\n")[2], 100)
        return problem("exit status", text, str(ran.status))
    if not ran.output.strip():
        return problem("no output")
    try:
        value = json.loads(ran.output)
    except ValueError:
        value = ran.output
    try:
        returned = read_returned(value, language)
    except FreecellError as error:
        return problem("unreadable output", shorten(ran.output.strip(), 100), str(error))
    if isinstance(value, str):
        returned = returned._replace(shape="rows")  # a program prints text
    return Call(number, turn, returned, "", "", "", exact=value == deal_freecell(number))
