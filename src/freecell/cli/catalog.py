"""Options that name folders: `--catalog` with surveys, `--pyodide` with Python for the page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from freecell.deal_atlas.surveyed import SurveySet

Function = TypeVar("Function", bound=Callable[..., Any])


def catalog_option(function: Function) -> Function:
    """Give a command the option, which may be given several times; also by FREECELL_CATALOG."""
    return click.option(
        "--catalog",
        "folders",
        multiple=True,
        type=click.Path(path_type=Path),
        envvar="FREECELL_CATALOG",
        help="Folder of a survey to ask first (also: the variable FREECELL_CATALOG).",
    )(function)


def open_catalogs(folders: Sequence[Path]) -> "SurveySet | None":
    """Open the surveys; None where there are none."""
    if not folders:
        return None
    from freecell.deal_atlas.surveyed import SurveySet

    return SurveySet(folders, lambda warning: click.echo(warning, err=True))


def pyodide_option(function: Function) -> Function:
    """Give a command the option."""
    return click.option(
        "--pyodide",
        metavar="FOLDER",
        type=click.Path(path_type=Path),
        help="Folder with Pyodide, for Python in the page for learners; `make pyodide` fills one.",
    )(function)
