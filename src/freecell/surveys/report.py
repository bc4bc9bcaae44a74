"""A survey as one page to look at, that needs nothing else.

It has the counts, charts with their tables, the easiest and hardest deals, and how it was made.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from freecell.board import deal
from freecell.surveys.catalogue import Catalogue, catalog
from freecell.surveys.charts import Bar, bar_chart
from freecell.surveys.part import IMPOSSIBLE, SOLVED, UNDECIDED, VERDICTS

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN = 10
_LISTED = 200


def report(folder: str | os.PathLike[str]) -> str:
    """Return the page about the survey in a folder, as HTML that needs nothing else."""
    survey = catalog(Path(folder))
    table = survey.table()
    sections = [_counts(table), _undecided_or_impossible(table)]
    if survey.plan.options.goal == "fewest":
        sections.append(_fewest(table))
    sections += [_lengths(table), _positions(table), _extremes(table), _making(survey)]
    return _PAGE.format(
        title=escape(f"FreeCell survey of {survey.plan.options.numbers}"),
        style=_STYLE,
        body="\n".join(sections),
    )


def _counts(table: pa.Table) -> str:
    found = Counter(table["verdict"].to_pylist())
    total = len(table)
    rows = [
        (verdict, f"{found[verdict]:,}", f"{100 * found[verdict] / total:.4f} %" if total else "")
        for verdict in VERDICTS
    ]
    return (
        f"<section><h2>{total:,} deals</h2>{_table(('verdict', 'deals', 'share'), rows)}</section>"
    )


def _undecided_or_impossible(table: pa.Table) -> str:
    parts = []
    for verdict in (IMPOSSIBLE, UNDECIDED):
        rows = table.filter([found == verdict for found in table["verdict"].to_pylist()])
        if numbers := rows["number"].to_pylist():
            more = f" and {len(numbers) - _LISTED:,} more" if len(numbers) > _LISTED else ""
            listed = ", ".join(map(str, numbers[:_LISTED]))
            parts.append(f"<h2>{verdict.capitalize()}</h2><p>{listed}{more}</p>")
    return f"<section>{''.join(parts)}</section>" if parts else ""


def _fewest(table: pa.Table) -> str:
    found = Counter(cells for cells in table["fewest"].to_pylist() if cells is not None)
    bars = [Bar(str(cells), found[cells]) for cells in sorted(found)]
    return _section("Fewest cells", bars, "cells that the deal can be won with, and not with less")


def _lengths(table: pa.Table) -> str:
    moves = [count for count in table["moves"].to_pylist() if count is not None]
    return _section("Length of the solutions", _histogram(moves), "moves, as players count them")


def _positions(table: pa.Table) -> str:
    """Positions go over many magnitudes: the bars are doublings."""
    found = Counter(
        int(count).bit_length() for count in table["positions"].to_pylist() if count is not None
    )
    if not found:
        return ""
    bars = [Bar(f"{2**bits // 2:,}", found[bits]) for bits in range(min(found), max(found) + 1)]
    return _section("Work", bars, "positions looked at, from this number to the next")


def _histogram(values: list[int], most: int = 60) -> list[Bar]:
    """Count the values, in groups of equal width where there are too many for a bar each."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // most)
    found = Counter((value - low) // width for value in values)
    groups = range((high - low) // width + 1)
    starts = [low + group * width for group in groups]
    labels = [str(start) if width == 1 else f"{start}-{start + width - 1}" for start in starts]
    return [Bar(label, found[group]) for label, group in zip(labels, groups, strict=True)]


def _extremes(table: pa.Table) -> str:
    solved = table.filter([found == SOLVED for found in table["verdict"].to_pylist()])
    if not len(solved):
        return ""
    lists = [
        ("Shortest solutions", [("moves", "ascending"), ("number", "ascending")]),
        ("Longest solutions", [("moves", "descending"), ("number", "ascending")]),
        ("Most positions looked at", [("positions", "descending"), ("number", "ascending")]),
    ]
    parts = []
    for title, keys in lists:
        rows = solved.sort_by(keys).slice(0, _SHOWN).to_pylist()
        parts.append(f"<h2>{title}</h2>{_deal_table(rows)}{_board(rows[0]['number'])}")
    return f"<section>{''.join(parts)}</section>"


def _deal_table(rows: Sequence[dict[str, Any]]) -> str:
    cells = [
        (f"{row['number']}", f"{row['moves']}", f"{row['steps']}", f"{row['positions']:,}")
        for row in rows
    ]
    return _table(("deal", "moves", "single cards", "positions"), cells)


def _board(number: int) -> str:
    return (
        f"<details><summary>Deal {number}</summary><pre>{escape(str(deal(number)))}</pre></details>"
    )


def _making(survey: Catalogue) -> str:
    plan, details = survey.plan, survey.details()
    cpu = sum(part["seconds"]["cpu"] for part in details)
    rows = [
        ("numbers", plan.options.numbers),
        *(
            (name, str(value))
            for name, value in plan.options._asdict().items()
            if name != "numbers"
        ),
        ("freecell", plan.version),
        ("search signature", f"{plan.signature:,}"),
        ("parts", f"{len(details):,}"),
        ("time of processors", f"{cpu:,.1f} s"),
        ("deals a second and core", f"{len(survey) / cpu:,.0f}" if cpu else ""),
    ]
    return f"<section><h2>How it was made</h2>{_table(('', ''), rows)}</section>"


def _section(title: str, bars: Sequence[Bar], across: str) -> str:
    if not bars:
        return ""
    table = _table((across, "deals"), [(bar.label, f"{bar.value:,}") for bar in bars])
    chart = bar_chart(bars, title, across)
    details = f"<details><summary>The figures</summary>{table}</details>"
    return f"<section><h2>{escape(title)}</h2>{chart}{details}</section>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_STYLE = """
:root { color-scheme: light dark; --bar: #2a78b8; --grid: #8884; --text: #1b1f24; --back: #fff; }
@media (prefers-color-scheme: dark) { :root { --bar: #6fb1e8; --text: #e6e8ea; --back: #15181c; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
       max-width: 760px; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; border-bottom: 1px solid var(--grid); }
.chart { width: 100%; height: auto; } .bar { fill: var(--bar); }
.grid { stroke: var(--grid); } .tick, .axis { fill: var(--text); font-size: 12px; }
summary { cursor: pointer; margin: .5rem 0; }
"""

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><h1>{title}</h1>
{body}
</body></html>
"""
