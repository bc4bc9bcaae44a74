"""Bar charts as SVG in the colours of the surrounding page, dark or light."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 88, 12, 16, 52


class Bar(NamedTuple):
    """One bar: what it stands for, and how high it is."""

    label: str
    value: int
    below: str = ""
    """What stands below it where the label is too long."""


def bar_chart(bars: Sequence[Bar], title: str, across: str, up: str = "deals") -> str:
    """Draw bars side by side; each shows its value on hover and to screen readers."""
    highest = max((bar.value for bar in bars), default=0) or 1
    inner_width, inner_height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    step = inner_width / max(len(bars), 1)
    ticks = _ticks(highest)
    top = ticks[-1]
    drawn = [
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    for tick in ticks:
        y = _TOP + inner_height * (1 - tick / top)
        drawn.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        drawn.append(
            f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:,}</text>'
        )
    # Labels that would overlap are left out: more on a narrow screen, where they are larger.
    every = _every(len(bars), 18)
    every_wide = every * _every(-(-len(bars) // every), 7)
    for index, bar in enumerate(bars):
        height = inner_height * bar.value / top
        x, y = _LEFT + index * step, _TOP + inner_height - height
        drawn.append(
            f'<rect class="bar" x="{x + step * 0.08:.1f}" y="{y:.1f}" width="{step * 0.84:.1f}" '
            f'height="{height:.1f}"><title>{escape(bar.label)}: {bar.value:,}</title></rect>'
        )
        if index % every == 0:
            between = "" if index % every_wide == 0 else " between"
            drawn.append(
                f'<text class="tick{between}" x="{x + step / 2:.1f}" y="{_HEIGHT - _BOTTOM + 6}" '
                f'dominant-baseline="hanging" '
                f'text-anchor="middle">{escape(bar.below or bar.label)}</text>'
            )
    middle = _LEFT + inner_width / 2
    drawn.append(
        f'<text class="axis" x="{middle}" y="{_HEIGHT - 6}" text-anchor="middle">'
        f"{escape(across)}</text>"
    )
    drawn.append(
        f'<text class="axis up" transform="translate(14 {_TOP + inner_height / 2}) rotate(-90)" '
        f'text-anchor="middle">{escape(up)}</text></svg>'
    )
    return "\n".join(drawn)


def _every(count: int, most: int) -> int:
    """Return the step that leaves at most `most` of `count` labels: 2 for every second, ..."""
    return max(1, -(-count // most))


def _ticks(highest: int) -> list[int]:
    """Return four or five round values from 0 to at least the highest."""
    step = 1
    while highest > 5 * step:
        # 1, 2, 5, 10, 20, 50, ...
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return [step * n for n in range(-(-highest // step) + 1)]
