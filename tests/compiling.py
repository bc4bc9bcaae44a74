"""Programs in C++ that several tests use: compiled once, whichever process of the tests needs them first."""

import hashlib
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "build" / "tests"


def compiled(source: Path, *options: str) -> Path:
    """Return the program of one source; its name says what it was made of, so that it is never old."""
    import fcntl  # not on Windows, where nothing is compiled for the tests

    command = ["g++", "-std=c++20", "-O2", *options, str(source)]
    made_of = " ".join(command).encode() + source.read_bytes()
    program = FOLDER / f"{source.stem}-{hashlib.sha256(made_of).hexdigest()[:16]}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{source.stem}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            unfinished = program.with_suffix(".new")
            subprocess.run([*command, "-o", unfinished], check=True)
            unfinished.rename(program)
    return program
