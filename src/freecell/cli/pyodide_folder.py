"""The option `--pyodide`: a folder with Pyodide's files, for Python in the page for learners."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])


def pyodide_option(function: Function) -> Function:
    """Give a command the option."""
    return click.option(
        "--pyodide",
        metavar="FOLDER",
        type=click.Path(path_type=Path),
        help="Folder with Pyodide, for Python in the page for learners; `make pyodide` fills one.",
    )(function)
