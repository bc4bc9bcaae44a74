"""The progress of a survey: a bar on a terminal, lines in a log."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import rich.progress

    from freecell.surveys.running import Progress

_LINES = 20


def progress_display() -> Log | ProgressBar:
    """Return a bar for a terminal, else a log; use it as a context manager."""
    return ProgressBar() if sys.stderr.isatty() else Log()


class Log(AbstractContextManager["Log"]):
    """A line at the beginning, and after each twentieth of the work."""

    def __init__(self) -> None:
        self._printed = -1

    def show(self, progress: Progress) -> None:
        """Show the progress where it has changed."""
        twentieths = _LINES * progress.done // progress.total
        if progress.note:
            click.echo(progress.note, err=True)
        elif twentieths > self._printed:
            self._printed = twentieths
            share = progress.done / progress.total
            click.echo(f"{100 * share:5.1f} %  {describe(progress)}", err=True)

    def __exit__(self, *_: object) -> None:
        """Do nothing: lines need no end."""


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A bar that grows."""

    def __init__(self) -> None:
        from rich import progress
        from rich.console import Console

        self._bar = progress.Progress(
            progress.TextColumn("{task.percentage:5.1f} %"),
            progress.BarColumn(bar_width=20),
            progress.TextColumn("{task.description}"),
            console=Console(stderr=True, highlight=False),
            refresh_per_second=4,
        )
        self._task: rich.progress.TaskID | None = None

    def show(self, progress: Progress) -> None:
        """Let the bar grow; what happened stays above it."""
        if self._task is None:
            self._task = self._bar.add_task("")
            self._bar.start()
        if progress.note:
            self._bar.console.print(progress.note, markup=False)
        text = describe(progress)
        self._bar.update(
            self._task, completed=progress.done, total=progress.total, description=text
        )

    def __exit__(self, *_: object) -> None:
        """Leave the bar as it is, with the cursor below it."""
        self._bar.stop()


def describe(progress: Progress) -> str:
    """Say rate, time left and counts of verdicts."""
    counts = ", ".join(f"{count:,} {verdict}" for verdict, count in progress.verdicts.items())
    if not progress.computed:
        return counts
    left = (progress.total - progress.done) / progress.rate
    rate = f"{progress.rate:,.0f} deals/s"
    if progress.rate < 1:  # of shortest solutions
        rate = f"{60 * progress.rate:.1f} deals/min"
    return f"{rate}  {_clock(left)} left  {counts}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
