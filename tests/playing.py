"""`freecell play` as a process of its own."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.base_environment import BaseEnvironment
from tests.waiting import PATIENCE


@contextmanager
def playing(
    *arguments: str, base: Path | None = None, program: Sequence[str] = ()
) -> Iterator[str]:
    """Run it, in an environment without extras where a folder for one is given; end it by Ctrl-C.

    With a program, that is the command `freecell`. The address that it prints is returned.
    """
    environment = BaseEnvironment(base) if base else None
    python = environment.python if environment else lambda *words: [sys.executable, *words]
    command = [*(program or python("-m", "freecell")), "play", *arguments, "--no-browser"]
    variables = environment.variables if environment else None
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=variables, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)
