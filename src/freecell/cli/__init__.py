"""The command `freecell`: one file for each of its commands, and the only package that prints.

Exit status: 0 done, solved or correct; 1 the input is wrong or nothing was found; 2 usage;
3 proved impossible; 4 undecided; of several inputs the highest. 130 after Ctrl-C.
"""

import errno
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from freecell import __version__
from freecell.cards import shorten
from freecell.cli.options import refuse_unknown_options
from freecell.errors import FreecellError
from freecell.interrupts import STATUS

NAMES = [
    "deal", "about", "atlas", "find", "check", "convert", "solve", "review", "puzzle", "picture",
    "play", "serve", "site", "survey", "report", "instances", "pddl", "completion",
]  # fmt: skip
_ELSEWHERE = {"report": "survey", "site": "serve", "pddl": "instances"}
"""Commands that are in the file of another one."""


def load_command(name: str) -> click.Command:
    """Import a command."""
    module = import_module(f"freecell.cli.{_ELSEWHERE.get(name, name)}")
    command: click.Command = getattr(module, name)
    return command


class Commands(click.Group):
    """The commands, with the manners that they share: how each of them may end.

    A command is imported when it is named: most of the time of a quick one would go into the
    others.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as in click
        """Return the names of all commands."""
        return sorted(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        """Return a command, or None where there is none of that name."""
        return load_command(cmd_name) if cmd_name in NAMES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and refuse options that it does not have."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            refuse_unknown_options(command, ctx, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as in click
        """Run a command; what the library refuses is one line and exit status 1."""
        if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
            # The same text everywhere; the name of a file that is no text goes out as it came in.
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # so that a closed pipe is met here and not at the very end
        except KeyboardInterrupt:  # of work that ends in order; see interrupts.py
            ctx.exit(STATUS)
        except OSError as error:
            if _is_closed_pipe(error):
                # The reader of our output closed it. Discard what is still buffered, or the
                # interpreter would complain about it at its end.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                ctx.exit(0)
            raise click.ClickException(_describe(error)) from error
        except FreecellError as error:
            raise click.ClickException(str(error)) from error
        except UnicodeEncodeError as error:  # of what is printed, such as half of a character
            text = shorten(str(error.object))
            raise click.ClickException(f"cannot be written as UTF-8: {text}") from error
        return result


def _is_closed_pipe(error: OSError) -> bool:
    """Whether the reader of our output is gone, which Windows calls an invalid argument."""
    of_windows = os.name == "nt" and error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or of_windows


def _describe(error: OSError) -> str:
    """Say in one line which file could not be read or written, and why."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="freecell")
def main() -> None:
    """FreeCell's numbered deals: see a deal, play it, check it, solve it, find its number.

    \b
    Examples:
      freecell deal 617
      freecell deal 1-100 --format json
      freecell deal 617 --explain
      freecell find board.txt
      freecell check 617 solution.txt
      freecell convert 617 solution.txt --to snx
      freecell solve 617 --short
    """
