"""The checker of certificates in tools/, compiled for the tests."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "tools" / "check_certificate.cpp"


class Checker:
    """Calls the program with certificates, many at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = folder / "check_certificate"
        command = ["g++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([*command, "-o", self._program, SOURCE], check=True)

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
