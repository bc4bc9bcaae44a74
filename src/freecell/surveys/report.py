"""Writes a report on a survey as one self-contained page.

It has the counts, charts with their tables, the easiest and hardest deals, and how it was made.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from freecell.board import deal
from freecell.cards import shorten
from freecell.drawing.picture import picture
from freecell.surveys.catalogs import Catalog, OnWarning, catalog
from freecell.surveys.charts import Bar, bar_chart
from freecell.surveys.part import Stored, count_verdicts
from freecell.surveys.plan import SurveyError
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED, VERDICTS, Unit

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

DEFAULT_LINK = "http://127.0.0.1:8617/"
"""Where `freecell serve` shows the page on this machine."""

_SHOWN = 10
_PICTURED = 3
_LISTED = 200
_EXTREMES = [
    ("Easiest: fewest positions searched", "positions", "ascending"),
    ("Hardest: most positions searched", "positions", "descending"),
    ("Shortest solutions", "moves", "ascending"),
    ("Longest solutions", "moves", "descending"),
]


def report(
    folder: str | os.PathLike[str], link: str = DEFAULT_LINK, on_warning: OnWarning = lambda _: None
) -> str:
    """Return the page about the survey in a folder, as HTML that needs nothing else.

    Damaged parts are left out, and the page names them; `on_warning` is called for each.
    Deals link to `link` with their number behind it: `https://example.org/` or `/freecell?deal=`.
    """
    survey, to = catalog(Path(folder), on_warning), _Link(link)
    table, stored = survey.whole()
    sections = [_counts(table)]
    options = survey.plan.options
    if options.goal == "fewest":
        sections.append(_fewest(table))
    shortest = options.goal == "shortest"
    sections.append(_shortest(table, options.unit) if shortest else _lengths(table))
    sections += [_positions(table), _extremes(table, to), _others(table, to)]
    return _PAGE.format(
        title=escape(f"FreeCell survey of {survey.plan.options.named().numbers}"),
        style=_STYLE,
        body="\n".join(filter(None, [*sections, _left_out(survey), _making(survey, stored)])),
    )


class _Link:
    """Deals as links to the page that shows them."""

    def __init__(self, address: str) -> None:
        if not re.match(r"https?://|\.{0,2}/", address):
            raise SurveyError(
                f"not the address of a page: {shorten(address)} "
                "(expected for example https://example.org/ or /freecell?deal=)"
            )
        self.is_default = address == DEFAULT_LINK
        self._address = address if address.endswith(("/", "=")) else f"{address}/"

    def __call__(self, number: int, text: str = "") -> str:
        address = escape(f"{self._address}{number}")
        return f'<a href="{address}">{escape(text or str(number))}</a>'


def _counts(table: pa.Table) -> str:
    found, total = count_verdicts(table), len(table)
    rows = [
        (verdict, f"{found[verdict]:,}", f"{100 * found[verdict] / total:.4f} %" if total else "")
        for verdict in VERDICTS
    ]
    return (
        f"<section><h2>{total:,} deals</h2>{_table(('verdict', 'deals', 'share'), rows)}</section>"
    )


def _with_verdict(table: pa.Table, verdict: str) -> pa.Table:
    import pyarrow.compute as pc

    return table.filter(pc.equal(table["verdict"], verdict))


def _others(table: pa.Table, link: _Link) -> str:
    """List what was not won."""
    parts = []
    for verdict in (IMPOSSIBLE, UNDECIDED):
        if found := len(of_verdict := _with_verdict(table, verdict)):
            more = f" and {found - _LISTED:,} more" if found > _LISTED else ""
            rows = of_verdict.slice(0, _LISTED).to_pylist()
            listed = ", ".join(link(row["number"]) + _interval(row) for row in rows)
            parts.append(f"<h2>{verdict.capitalize()}</h2><p>{listed}{more}</p>")
    return f"<section>{''.join(parts)}</section>" if parts else ""


def _values(table: pa.Table, name: str) -> NDArray[np.integer]:
    """Return what is there of a column."""
    values: NDArray[np.integer] = table[name].drop_null().to_numpy()
    return values


def _fewest(table: pa.Table) -> str:
    found = Counter(_values(table, "fewest").tolist())
    bars = [Bar(str(cells), found[cells]) for cells in sorted(found)]
    return _section("Fewest cells", bars, "cells that the deal can be won with, and not with less")


def _lengths(table: pa.Table) -> str:
    bars = _histogram(_values(table, "moves"))
    return _section("Length of the solutions", bars, "moves, as players count them")


def _shortest(table: pa.Table, unit: Unit) -> str:
    """Draw the lengths that are proved; the intervals that are not closed are listed below."""
    proved = _values(_with_verdict(table, SOLVED), "most")
    counted = "moves, as players count them" if unit == "moves" else "single cards, those home too"
    section = _section("Shortest solutions, proved", _histogram(proved), counted)
    return section + (f"<p>Their mean is {proved.mean():.2f}.</p>" if len(proved) else "")


def _interval(row: dict[str, Any]) -> str:
    """Say what is known of the shortest solution, where that was asked and is not proved."""
    if row.get("least") is None:
        return ""
    most = "" if row["most"] is None else f" and at most {row['most']}"
    return f" (at least {row['least']}{most})"


def _positions(table: pa.Table) -> str:
    """Draw positions, which go over many magnitudes: the bars are doublings."""
    import numpy as np

    counts = _values(table, "positions")
    if not len(counts):
        return ""
    found = np.bincount(np.frexp(counts.astype(float))[1])
    first = int(np.flatnonzero(found)[0])
    bars = [
        Bar(f"{2**bits // 2:,}", int(found[bits]), _short(2**bits // 2))
        for bits in range(first, len(found))
    ]
    return _section("Work", bars, "positions searched, from this number to the next")


def _short(number: int) -> str:
    """Write a number so that it fits below a bar."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number // size}{letter}"
    return str(number)


def _histogram(values: NDArray[np.integer], most: int = 60) -> list[Bar]:
    """Count the values, in groups of equal width where there are too many for a bar each.

    A few values far from all others would flatten the rest: they share a last bar.
    """
    import numpy as np

    if not len(values):
        return []
    low, high, usual = (int(each) for each in np.quantile(values, [0, 1, 0.98], method="lower"))
    last = high if high - low <= 3 * (usual - low) else usual
    width = -(-(last - low + 1) // most)
    found = np.bincount((np.minimum(values.astype(np.int64), last + 1) - low) // width)
    bars = [_group(low + group * width, width, int(count)) for group, count in enumerate(found)]
    if last < high:
        bars[-1] = Bar(f"{bars[-1].below} or more", bars[-1].value, f"{bars[-1].below}+")
    return bars


def _group(start: int, width: int, count: int) -> Bar:
    label = str(start) if width == 1 else f"{start}-{start + width - 1}"
    return Bar(label, count, str(start))


def _extremes(table: pa.Table, link: _Link) -> str:
    solved = _with_verdict(table, SOLVED)
    if not len(solved):
        return ""
    parts = []
    for title, column, order in _EXTREMES:
        first = solved.sort_by([(column, order), ("number", "ascending")]).slice(0, _SHOWN)
        rows = first.to_pylist()
        pictures = "".join(_figure(row, link) for row in rows[:_PICTURED])
        listed = f"<details><summary>The first ten</summary>{_deal_table(rows, link)}</details>"
        parts.append(f'<h2>{title}</h2><div class="boards">{pictures}</div>{listed}')
    note = (
        '<p class="note">The links open a deal on this machine while <code>freecell serve</code> '
        "runs; <code>freecell report --link</code> makes them lead elsewhere.</p>"
    )
    return f"<section>{''.join(parts)}{note if link.is_default else ''}</section>"


def _figure(row: dict[str, Any], link: _Link) -> str:
    """Draw a deal as an image, so that its ids do not clash and it follows dark and light."""
    number = row["number"]
    drawn = picture(deal(number, row["cells"]), title=f"Deal {number}", theme="auto")
    image = f'<img alt="The board of deal {number}" src="data:image/svg+xml,{quote(drawn)}">'
    counts = f"{row['moves']} moves, {row['positions']:,} positions"
    caption = f"{link(number, f'Deal {number}')}: {counts}"
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _deal_table(rows: Sequence[dict[str, Any]], link: _Link) -> str:
    heads = "".join(f"<th>{name}</th>" for name in ("deal", "moves", "single cards", "positions"))
    body = "".join(
        f"<tr><td>{link(row['number'])}</td><td>{row['moves']}</td>"
        f"<td>{row['steps']}</td><td>{row['positions']:,}</td></tr>"
        for row in rows
    )
    return f'<table class="figures"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _left_out(survey: Catalog) -> str:
    """Name the damaged parts; the counts above are without them."""
    if not survey.left_out:
        return ""
    reasons = list(survey.left_out.values())
    listed = "".join(f"<li>{escape(_printable(each))}</li>" for each in reasons[:_LISTED])
    more = f"<p>and {len(reasons) - _LISTED:,} more</p>" if len(reasons) > _LISTED else ""
    return f"<section><h2>Left out</h2><ul>{listed}</ul>{more}</section>"


def _printable(text: str) -> str:
    """Return a text as it can be encoded: a folder may have a name that is no text."""
    return text.encode(errors="backslashreplace").decode()


def _making(survey: Catalog, stored: Sequence[Stored]) -> str:
    plan = survey.plan
    cpu = sum(part.seconds["cpu"] for part in stored)
    rows = [
        ("numbers", plan.options.named().numbers),
        *(
            (name.replace("_", " "), _said(value))
            for name, value in plan.options._asdict().items()
            if name != "numbers"
        ),
        ("freecell", plan.version),
        ("search signature", f"{plan.signature:,}"),
        ("parts", f"{len(stored):,} of {plan.part_count():,}"),
        ("time of processors", f"{cpu:,.1f} s"),
        ("deals a second and core", f"{len(survey) / cpu:,.0f}" if cpu else ""),
    ]
    made = _table(("what", "how"), rows, "words")
    return f"<section><h2>How it was made</h2>{made}</section>"


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _section(title: str, bars: Sequence[Bar], across: str) -> str:
    if not bars:
        return ""
    table = _table((across, "deals"), [(bar.label, f"{bar.value:,}") for bar in bars])
    chart = bar_chart(bars, title, across)
    details = f"<details><summary>The figures</summary>{table}</details>"
    return f"<section><h2>{escape(title)}</h2>{chart}{details}</section>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]], kind: str = "figures") -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in rows
    )
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


_STYLE = """
:root { color-scheme: light dark; --bar: #2a78b8; --grid: #8884; --text: #1b1f24; --back: #fff;
        --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --bar: #6fb1e8; --text: #e6e8ea; --back: #15181c; --link: #8cc2f5; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
       max-width: 960px; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--link); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; border-bottom: 1px solid var(--grid); }
.figures :is(td, th):not(:first-child) { text-align: right; }
.chart { width: 100%; height: auto; } .bar { fill: var(--bar); } .bar:hover { opacity: .7; }
.grid { stroke: var(--grid); } .tick, .axis { fill: var(--text); font-size: 12px; }
.boards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); }
figure { margin: 0; } figure img { width: 100%; height: auto; border-radius: 6px; display: block; }
figcaption { font-size: .9rem; margin-top: .3rem; }
summary { cursor: pointer; margin: .5rem 0; } .note { font-size: .9rem; opacity: .8; }
@media (max-width: 560px) {
  .tick, .axis { font-size: 21px; } .tick.between, .axis.up { display: none; }
}
"""

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><h1>{title}</h1>
{body}
</body></html>
"""
