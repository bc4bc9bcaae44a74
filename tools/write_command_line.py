"""Write docs/command-line.md, or the file named, from the help texts of the program."""

import sys
from pathlib import Path

import click

from freecell.cli import NAMES, load_command, main

PAGE = Path(__file__).parent.parent / "docs" / "command-line.md"
WIDTH = 80
INTRODUCTION = """\
# The command line

This page is what the program says of itself: `make docs` writes it, and a test compares.

Exit status: 0 done, solved or correct; 1 the input is wrong (one line says what and where) or
nothing was found; 2 usage; 3 proved impossible; 4 undecided; of several inputs the highest.
Ctrl-C ends any command with 130; a closed pipe ends it silently.
"""


def page() -> str:
    """Return the whole page."""
    context = click.Context(
        main, info_name="freecell", terminal_width=WIDTH, help_option_names=["-h", "--help"]
    )
    parts = [INTRODUCTION, _section(main, context)]
    parts += [
        _section(command, click.Context(command, parent=context, info_name=name))
        for name, command in ((name, load_command(name)) for name in sorted(NAMES))
    ]
    return "\n".join(parts)


def _section(command: click.Command, context: click.Context) -> str:
    return f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    target.write_text(page(), encoding="utf-8")
