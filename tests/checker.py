"""The checker of certificates in tools/, compiled for the tests."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.compiling import compiled

SOURCE = Path(__file__).parents[1] / "tools" / "check_certificate.cpp"


class Checker:
    """Calls the program with certificates, many at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = compiled(SOURCE, "-Wall", "-Wextra", "-Werror")

    def __call__(self, certificates: Sequence[str]) -> list[str]:
        """Return what it says of each; the exit status must agree with that."""
        files = []
        for at, text in enumerate(certificates):
            file = self._folder / f"{at}.fcc"
            file.write_bytes(text.encode())
            files.append(str(file))
        done = subprocess.run([self._program, *files], capture_output=True, text=True, check=False)
        answers = [
            line.removeprefix(f"{file}: ")
            for file, line in zip(files, done.stdout.splitlines(), strict=True)
        ]
        assert done.returncode == any(not answer.startswith("confirmed: ") for answer in answers)
        return answers
