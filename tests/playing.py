"""`freecell play` as a process of its own."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.base_environment import BaseEnvironment
from tests.waiting import PATIENCE


@contextmanager
def playing(*arguments: str, base: Path | None = None) -> Iterator[str]:
    """Run it, in an environment without extras where a folder for one is given; end it by Ctrl-C.

    The address that it prints is returned.
    """
    words = ["-m", "freecell", "play", *arguments, "--no-browser"]
    environment = BaseEnvironment(base) if base else None
    command = environment.python(*words) if environment else [sys.executable, *words]
    variables = environment.variables if environment else None
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=variables, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)
