"""The million deals in the tables and pictures of `docs/atlas.md`, made from the atlas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from freecell.deal_atlas import Atlas
from freecell.deal_atlas.block_file import block_firsts
from freecell.difficulty import LEVELS
from freecell.files import write_whole
from freecell.surveys.charts import Bar, bar_chart
from tools.atlas.deal_features import features

if TYPE_CHECKING:
    from numpy.typing import NDArray

START, END = "<!-- made by `make atlas`: from here -->", "<!-- to here -->"
FIRST_DEALS = 32_000
_MOST_RECORDS = 10
_STYLE = (
    "<style>.bar{fill:#2c6e57}.grid{stroke:#8884}text{font:13px sans-serif;fill:#777}"
    ".tick.between{display:inline}</style>"
)


class Figures:
    """The columns of the atlas without the special games, and what is counted in them."""

    def __init__(self, atlas: Atlas) -> None:
        """Read the atlas."""
        self.columns = {name: column[5:] for name, column in atlas.columns().items()}
        self.made = [atlas.block(first).made for first in block_firsts()]

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def passes(self, column: str) -> dict[str, float]:
        """Return the passes that a column had, and the seconds of CPU that each took."""
        found: dict[str, float] = {}
        for made in self.made:
            for entry in made[column]:
                names = [n for n in ("nodes", "effort", "width", "version") if n in entry]
                limit = f"{names[0]} {entry[names[0]]:,}" if names else ""
                name = ", ".join(filter(None, (entry["goal"], limit)))
                found[name] = found.get(name, 0) + entry["seconds"]
        return found


def write_report(atlas: Atlas, document: Path, pictures: Path) -> None:
    """Write the tables into the document, between its marks, and the pictures into a folder."""
    figures = Figures(atlas)
    text = document.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    content = "\n\n".join(sections(figures))
    write_whole(document, f"{before}{START}\n\n{content}\n\n{END}{after}".encode())
    pictures.mkdir(parents=True, exist_ok=True)
    for name, svg in charts(figures):
        write_whole(pictures / f"atlas-{name}.svg", svg.encode())


def sections(figures: Figures) -> Iterator[str]:
    """Yield the parts of the document."""
    yield "### How far it goes\n\n" + _how_far(figures)
    yield "### The fewest cells\n\n![deals by fewest cells](images/atlas-fewest.svg)\n\n" + _fewest(
        figures
    )
    yield "### The moves\n\n![deals by moves](images/atlas-moves.svg)\n\n" + _moves(figures)
    yield (
        "### The difficulty\n\n![deals by score](images/atlas-difficulty.svg)\n\n"
        "![mean rank by fewest cells](images/atlas-difficulty-fewest.svg)\n\n"
        + _difficulty(figures)
    )
    yield "### What one sees of a deal, and what it is worth\n\n" + _seen(figures)
    yield "### Records\n\n" + _records(figures)


def table(head: list[str], rows: list[list[object]]) -> str:
    """Write a table as Markdown has it, numbers with their thousands apart."""
    lines = [head, ["---"] * len(head), *([_said(each) for each in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _said(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _how_far(figures: Figures) -> str:
    total = len(figures["number"])
    known = {
        "verdict with four cells": (figures["verdict"] > 0, ""),
        "fewest cells, proved": (figures["fewest_proved"], "cells"),
        "fewest cells, at most": (figures["fewest"] >= 0, ""),
        "moves of a short solution": (figures["moves"] > 0, "moves"),
        "proved shortest": (figures["shortest"], ""),
        "difficulty": (figures["score"] >= 0, "difficulty"),
    }
    rows: list[list[object]] = []
    for name, (where, column) in known.items():
        passes = figures.passes(column) if column else {}
        hours = sum(passes.values()) / 3600
        rows.append(
            [name, int(where.sum()), total - int(where.sum()), int(where[:FIRST_DEALS].sum()),
             f"{hours:.2f}" if passes else "", "; ".join(passes)]
        )  # fmt: skip
    head = ["column", "known", "open", "known of 1 to 32,000", "core hours", "passes"]
    return table(head, rows)


def _fewest(figures: Figures) -> str:
    fewest, proved = figures["fewest"], figures["fewest_proved"]
    first = np.arange(len(fewest)) < FIRST_DEALS
    rows: list[list[object]] = []
    for cells in range(6):
        exact = [int((proved & (fewest == cells) & where).sum()) for where in (first, ~first)]
        unproved = [int((~proved & (fewest == cells) & where).sum()) for where in (first, ~first)]
        share = exact[1] / max(1, int((proved & ~first).sum()))
        rows.append([cells, exact[0], unproved[0], exact[1], unproved[1], f"{100 * share:.3f} %"])
    head = [
        "fewest cells", "1 to 32,000", "at most", "beyond", "at most",
        "share of those proved beyond",
    ]  # fmt: skip
    solvable = [
        [f"{cells}", int(((fewest >= 0) & (fewest <= cells) & first).sum()),
         int(((fewest >= 0) & (fewest <= cells)).sum())]
        for cells in range(5)
    ]  # fmt: skip
    won = table(["won with cells", "of 1 to 32,000", "of the million, so far"], solvable)
    return table(head, rows) + "\n\n" + won


def _moves(figures: Figures) -> str:
    moves, shortest = figures["moves"], figures["shortest"]
    rows: list[list[object]] = []
    rounds = [(f"1 to {stop:,}", stop) for stop in (1_000, 10_000, 32_000)]
    for name, stop in (*rounds, ("all known", len(moves))):
        found = moves[:stop][moves[:stop] > 0]
        if len(found):
            rows.append(
                [name, len(found), float(found.mean()), int(np.median(found)), int(found.min()),
                 int(found.max()), int(shortest[:stop].sum())]
            )  # fmt: skip
    return (
        table(["deals", "known", "mean", "median", "least", "most", "proved shortest"], rows)
        + "\n\n"
        + _moves_by_cells(figures)
    )


def _moves_by_cells(figures: Figures) -> str:
    """Hold the moves of a solution with four cells against the fewest cells that would do."""
    moves, fewest = figures["moves"], figures["fewest"]
    known = figures["fewest_proved"] & (moves > 0)
    rows: list[list[object]] = []
    for cells in range(5):
        found = moves[known & (fewest == cells)]
        if len(found):
            rows.append(
                [cells, len(found), float(found.mean()), int(found.min()), int(found.max())]
            )
    together = rank_correlation(fewest[known], moves[known])
    return table(["fewest cells", "known", "mean moves with four", "least", "most"], rows) + (
        f"\n\nThe rank correlation of the fewest cells with the moves is {together:.2f}."
    )


def _difficulty(figures: Figures) -> str:
    level, fewest, proved = figures["level"], figures["fewest"], figures["fewest_proved"]
    rows: list[list[object]] = []
    for index, name in enumerate(LEVELS):
        of_level = proved & (level == index)
        counts = [int((of_level & (fewest == cells)).sum()) for cells in range(6)]
        lengths = figures["moves"][(level == index) & (figures["moves"] > 0)]
        mean = float(lengths.mean()) if len(lengths) else 0.0
        rows.append([name, int((level == index).sum()), *counts, mean])
    head = ["level", "deals", *map(_cells, range(6)), "mean moves"]
    both = proved & (figures["score"] >= 0)
    played = (figures["moves"] > 0) & (figures["score"] >= 0)
    cells = rank_correlation(figures["score"][both], fewest[both])
    moves = rank_correlation(figures["score"][played], figures["moves"][played])
    return table(head, rows) + (
        f"\n\nThe rank correlation of the score with the fewest cells is {cells:.2f}, "
        f"with the moves of a short solution {moves:.2f}."
    )


def _seen(figures: Figures) -> str:
    """Hold what the first deals look like against what is known of them."""
    columns = {name: figures[name][:FIRST_DEALS] for name in ("fewest", "moves", "score")}
    proved = figures["fewest_proved"][:FIRST_DEALS]
    known = {"fewest": proved, "moves": columns["moves"] > 0, "score": columns["score"] >= 0}
    rows: list[list[object]] = []
    for name, values in features(1, FIRST_DEALS + 1).items():
        by_cells = [values[proved & (columns["fewest"] == cells)] for cells in range(5)]
        rows.append(
            [name, float(values.mean()),
             *(rank_correlation(values[at], columns[column][at]) for column, at in known.items()),
             *(float(found.mean()) if len(found) else "" for found in by_cells)]
        )  # fmt: skip
    head = ["of 1 to 32,000", "mean", "rank correlation with the fewest cells", "with the moves",
            "with the score", *(f"mean with {_cells(count)}" for count in range(5))]  # fmt: skip
    return table(head, rows)


def rank_correlation(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Return Spearman's coefficient, ties at the middle of their ranks; 0 of fewer than two."""
    if len(first) < 2:
        return 0.0
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: NDArray[Any]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle: NDArray[np.float64] = np.cumsum(counts) - (counts - 1) / 2
    return middle[inverse]


def _records(figures: Figures) -> str:
    number, score = figures["number"], figures["score"]
    moves, fewest = figures["moves"], figures["fewest"]
    won = figures["verdict"] == 1
    hardest = np.flatnonzero(won & (score >= 0))
    hardest = hardest[np.argsort(-score[hardest], kind="stable")]
    easiest = np.flatnonzero((score == 0) & (fewest == 0))
    longest = np.flatnonzero(moves > 0)
    longest = longest[np.argsort(-moves[longest], kind="stable")]
    quickest = longest[::-1]
    proved = np.flatnonzero(figures["fewest_proved"] & (fewest >= 5))

    def some(places: NDArray[Any], value: NDArray[Any] | None = None) -> str:
        chosen = places[:_MOST_RECORDS]
        return ", ".join(
            f"{number[at]}" + (f" ({value[at]})" if value is not None else "") for at in chosen
        )

    rows: list[list[object]] = [
        ["hardest for the players, of those that can be won (score)", some(hardest, score)],
        [f"won by every player in every game, and with no cell ({len(easiest):,})", some(easiest)],
        ["longest short solution (moves)", some(longest, moves)],
        ["shortest (moves)", some(quickest, moves)],
        ["five cells or more (fewest)", some(proved, fewest)],
    ]  # fmt: skip
    return table(["record", "deals"], rows)


def charts(figures: Figures) -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of each picture."""
    fewest = figures["fewest"][figures["fewest_proved"]]
    moves = figures["moves"][figures["moves"] > 0]
    score = figures["score"][figures["score"] >= 0]
    by_cells = [Bar(str(cells), int((fewest == cells).sum())) for cells in range(6)]
    yield "fewest", alone(bar_chart(by_cells, "Deals by fewest cells", "fewest cells, proved"))
    lengths = range(
        int(moves.min()) if len(moves) else 0, int(moves.max()) + 1 if len(moves) else 0
    )
    by_moves = [Bar(str(length), int((moves == length).sum())) for length in lengths]
    yield "moves", alone(bar_chart(by_moves, "Deals by moves", "moves of the shortest found"))
    tens = [
        Bar(f"{at} to {at + 9}", int(((score >= at) & (score < at + 10)).sum()), str(at))
        for at in range(0, 255, 10)
    ]
    yield "difficulty", alone(bar_chart(tens, "Deals by score", "score of the difficulty"))
    ranked = figures["fewest_proved"] & (figures["score"] >= 0)
    means = []
    for cells in range(6):
        ranks = figures["difficulty"][ranked & (figures["fewest"] == cells)]
        means.append(Bar(str(cells), round(float(ranks.mean())) if len(ranks) else 0))
    drawn = bar_chart(means, "Mean rank by fewest cells", "fewest cells", "mean rank of difficulty")
    yield "difficulty-fewest", alone(drawn)


def alone(svg: str) -> str:
    """Return a drawing that needs no page around it."""
    named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return named.replace(">", f">{_STYLE}", 1)
