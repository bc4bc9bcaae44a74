"""Running the command `freecell` in tests."""

import os
import subprocess
import sys
from typing import NamedTuple

from click.testing import CliRunner

from freecell.cli import main

FREECELL = [sys.executable, "-m", "freecell"]


class Outcome(NamedTuple):
    """How a command ended."""

    status: int
    output: str
    errors: str


def run(*arguments: str, stdin: str | bytes = "") -> Outcome:
    """Run the command in this process, which is quick; there is no terminal."""
    result = CliRunner().invoke(main, list(arguments), input=stdin, prog_name="freecell")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(result.exit_code, result.stdout, result.stderr)


def run_process(*arguments: str, stdin: str | bytes = "", **options: str) -> Outcome:
    """Run the command as a shell would, with variables of the environment as options."""
    text = stdin if isinstance(stdin, bytes) else stdin.encode()
    environment = {**os.environ, **options}
    done = subprocess.run(
        [*FREECELL, *arguments], input=text, capture_output=True, env=environment, check=False
    )
    output, errors = (
        written.decode().replace(os.linesep, "\n") for written in (done.stdout, done.stderr)
    )
    return Outcome(done.returncode, output, errors)
