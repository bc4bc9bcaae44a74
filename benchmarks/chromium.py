"""Chromium as tools, benchmarks and tests start it."""

import os
import shutil

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The shell is the same engine without windows: a page costs less than half the time."""


def chromium_path() -> str | None:
    """Return where Chromium is, None where it is not; FREECELL_CHROMIUM names another one."""
    chosen = shutil.which(os.environ.get("FREECELL_CHROMIUM", ""))
    return chosen or next(filter(None, map(shutil.which, _NAMES)), None)
