"""Shortest solutions: the tables and pictures of `docs/shortest.md`, from the atlas.

Beside the proved lengths it puts those of beams of every effort, and of a list of others where
there is one: how much longer they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from freecell.deal_atlas import Atlas
from freecell.files import write_whole
from freecell.solver import MOST_EFFORT, Solved, solve_many
from freecell.surveys.charts import Bar, bar_chart
from tools.atlas.report import alone, table

START, END = "<!-- made by `make shortest`: from here -->", "<!-- to here -->"
_RANGES = (100, 1_000, 10_000, 32_000, 1_000_000)
_LISTED = 100
_MOST_RECORDS = 10

Lengths = Mapping[int, int]
"""How many moves a solution of each deal has."""


class Intervals(NamedTuple):
    """What the atlas knows of shortest solutions, by number."""

    proved: Lengths
    open: Mapping[int, tuple[int, int]]
    """Of those that are not proved: the least and the most moves, where both are known."""


def intervals(atlas: Atlas) -> Intervals:
    """Read what is proved, and what is known of the others."""
    columns = {name: column[5:] for name, column in atlas.columns().items()}  # no special games
    number, moves, least = columns["number"], columns["moves"], columns["least"]
    shortest = columns["shortest"]
    rest = ~shortest & (least > 0) & (moves > 0)
    ends = zip(least[rest].tolist(), moves[rest].tolist(), strict=True)
    return Intervals(
        dict(zip(number[shortest].tolist(), moves[shortest].tolist(), strict=True)),
        dict(zip(number[rest].tolist(), ends, strict=True)),
    )


def beams(numbers: list[int]) -> dict[str, Lengths]:
    """Return the lengths that the short search finds, for every effort."""
    found: dict[str, Lengths] = {}
    for effort in range(1, MOST_EFFORT + 1):
        results = zip(numbers, solve_many(numbers, goal="short", effort=effort), strict=True)
        lengths = {n: each.player_count() for n, each in results if isinstance(each, Solved)}
        found[f"effort {effort}"] = lengths
    return found


def write_report(
    known: Intervals, others: Mapping[str, Lengths], document: Path, pictures: Path
) -> None:
    """Write the tables into the document, between its marks, and the pictures into a folder."""
    before, _, rest = document.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    content = "\n\n".join(sections(known, others))
    write_whole(document, f"{before}{START}\n\n{content}\n\n{END}{after}".encode())
    for name, svg in charts(known, others):
        write_whole(pictures / f"shortest-{name}.svg", svg.encode())


def sections(known: Intervals, others: Mapping[str, Lengths]) -> Iterator[str]:
    """Yield the parts of the document."""
    yield "### How far it goes\n\n" + _how_far(known)
    yield "### The first hundred\n\n" + _first_hundred(known)
    yield (
        "### How long the shortest solutions are\n\n"
        "![deals by the moves of their shortest solution](images/shortest-lengths.svg)\n\n"
        + _records(known)
    )
    yield (
        "### How far others are from it\n\n"
        "![deals whose solution is longer than the shortest](images/shortest-others.svg)\n\n"
        + _others(known, others)
    )


def _how_far(known: Intervals) -> str:
    rows: list[list[object]] = []
    before, fair = 0, _last_of_most(known)
    for last in _RANGES:
        proved = [moves for number, moves in known.proved.items() if number <= last]
        open_ones = sum(number <= last for number in known.open)
        if proved and len(proved) + open_ones > before:
            before = len(proved) + open_ones
            middle = [float(np.mean(proved)), int(np.median(proved))] if last <= fair else ["", ""]
            rows.append(
                [f"1 to {last:,}", len(proved), open_ones, *middle, min(proved), max(proved)]
            )
    head = ["deals", "proved", "interval known", "mean", "median", "least", "most"]
    return table(head, rows)


def _last_of_most(known: Intervals) -> int:
    """Return the end of the last range that is mostly proved; deals beyond it were chosen."""
    ends = [last for last in _RANGES if sum(number <= last for number in known.proved) > last / 2]
    return max(ends, default=_RANGES[0])


def _first_hundred(known: Intervals) -> str:
    def shown(number: int) -> str:
        if number in known.proved:
            return str(known.proved[number])
        least, most = known.open.get(number, (0, 0))
        return f"{least} to {most}" if most else ""

    rows: list[list[object]] = [
        [f"{first} to {first + 9}", *(shown(number) for number in range(first, first + 10))]
        for first in range(1, _LISTED + 1, 10)
    ]
    return table(["deals", *map(str, range(1, 11))], rows)


def _records(known: Intervals) -> str:
    by_length = sorted(known.proved.items(), key=lambda each: (each[1], each[0]))
    longest = sorted(known.proved.items(), key=lambda each: (-each[1], each[0]))

    def some(ordered: list[tuple[int, int]]) -> str:
        return ", ".join(f"{number} ({moves})" for number, moves in ordered[:_MOST_RECORDS])

    rows: list[list[object]] = [["longest", some(longest)], ["shortest", some(by_length)]]
    return table(["of the proved", "deals (moves)"], rows)


def _excess(known: Intervals, lengths: Lengths) -> list[int]:
    """Return how much longer solutions are than the shortest, of deals for which that is proved."""
    both = sorted(known.proved.keys() & lengths.keys())
    return [lengths[number] - known.proved[number] for number in both]


def _others(known: Intervals, others: Mapping[str, Lengths]) -> str:
    rows: list[list[object]] = []
    for name, lengths in others.items():
        if not (excess := _excess(known, lengths)):
            continue
        mean = float(np.mean([known.proved[n] for n in lengths if n in known.proved]))
        longer = sum(each > 0 for each in excess)
        rows.append(
            [name, len(excess), mean, mean + float(np.mean(excess)), longer,
             f"{100 * longer / len(excess):.1f} %", max(excess)]
        )  # fmt: skip
    head = [
        "lengths of",
        "deals",
        "mean of the shortest",
        "their mean",
        "longer",
        "share",
        "at most by",
    ]
    return table(head, rows)


def charts(known: Intervals, others: Mapping[str, Lengths]) -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of each picture."""
    fair = _last_of_most(known)
    lengths = np.array([moves for n, moves in known.proved.items() if n <= fair], np.int64)
    found = np.bincount(lengths) if len(lengths) else np.zeros(0, np.int64)
    first = int(lengths.min()) if len(lengths) else 0
    bars = [Bar(str(moves), int(found[moves])) for moves in range(first, len(found))]
    title = "Deals by the moves of their shortest solution"
    yield "lengths", alone(bar_chart(bars, title, "moves of the shortest solution, proved"))
    shares = []
    for name, lengths_there in others.items():
        if excess := _excess(known, lengths_there):
            longer = sum(each > 0 for each in excess)
            shares.append(Bar(name, round(100 * longer / len(excess))))
    title = "Deals whose solution is longer than the shortest"
    yield "others", alone(bar_chart(shares, title, "who found them", "of a hundred deals"))
