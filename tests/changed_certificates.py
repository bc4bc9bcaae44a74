"""Certificates that say something else than they should, for the tests of the checkers."""

import random
import re
from collections.abc import Callable

LETTERS = "AKTC9H0-: \nvabcdefx1"


def changed_in_every_way(text: str, count: int, chance: random.Random) -> list[str]:
    """Return this many different changes of a certificate, each kind of change in its turn."""
    found: dict[str, None] = {}
    kinds = [_letter, _left_out, _doubled, _swapped_lines, _swapped_cards, _another_line,
             _another_number, _another_digit, _field_of_its_own, _cut]  # fmt: skip
    for turn in range(100 * count):
        changed = kinds[turn % len(kinds)](text, chance)
        if changed != text:
            found[changed] = None
        if len(found) == count:
            return list(found)
    raise AssertionError(f"only {len(found)} changes were found")


def _at_lines(text: str, change: Callable[[list[str]], None]) -> str:
    lines = text.splitlines(keepends=True)
    change(lines)
    return "".join(lines)


def _letter(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(LETTERS) + text[at + 1 :]


def _left_out(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + text[at + 1 :]


def _doubled(text: str, chance: random.Random) -> str:
    return _at_lines(
        text, lambda lines: lines.insert(at := chance.randrange(len(lines)), lines[at])
    )


def _swapped_lines(text: str, chance: random.Random) -> str:
    def swap(lines: list[str]) -> None:
        one, other = chance.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]

    return _at_lines(text, swap)


def _swapped_cards(text: str, chance: random.Random) -> str:
    """Exchange two cards of the board, so that it has each of the 52 cards still."""
    cards = list(re.finditer(r"(?<=[ :])[A2-9TJQK][CDHS](?=\s)", text))
    one, other = sorted(chance.sample(cards, 2), key=re.Match.start)
    parts = text[: one.start()], other[0], text[one.end() : other.start()], one[0]
    return "".join(parts) + text[other.end() :]


def _another_line(text: str, chance: random.Random) -> str:
    """Write another value into one of the fields, one that the field may have."""
    values = {
        "distinguished": ["none", "all", "ab", "3b 9r", "kr", "2r 4b 4r"],
        "unit": ["moves", "cards"],
        "cells": ["none", "-", "- -", "- - - -", "- - - - - - - -"],
        "homes": ["0 0 0 0", "1 0 0 0", "13 13 13 13"],
        "moves": ["none", "1h"],
        "length": ["0", "1", "99"],
    }
    field = chance.choice([name for name in values if f"\n{name}: " in text])
    value = chance.choice(values[field])
    return re.sub(rf"(?m)^{field}: .*$", f"{field}: {value}", text)


def _another_number(text: str, chance: random.Random) -> str:
    """Claim some positions more or fewer."""
    more = chance.choice([-100, -10, -2, -1, 1, 2, 10, 100, 10**9, chance.randrange(1, 10**6)])
    return re.sub(r"(?<=positions: )\d+", lambda found: str(max(0, int(found[0]) + more)), text)


def _another_digit(text: str, chance: random.Random) -> str:
    at = text.index("checksum: ") + len("checksum: ") + chance.randrange(16)
    return text[:at] + chance.choice("0123456789abcdef") + text[at + 1 :]


def _field_of_its_own(text: str, chance: random.Random) -> str:
    line = chance.choice(
        ["author: me\n", "deal: 617\n", "# a remark\n", "\n", " \n", "homes: 0 0 0 0\n"]
    )
    return _at_lines(text, lambda lines: lines.insert(chance.randrange(len(lines) + 1), line))


def _cut(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]
