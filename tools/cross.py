"""Compile the core for other systems with zig, and let it check itself where it can be run here.

Windows runs under wine, Linux on ARM under qemu; macOS on ARM is compiled only. What the core
answers there is compared with the known deals, the counts of perft and the signature of the search.
`make cross` runs it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks import signature
from freecell import shuffled
from tests.known import known_deals, read_perft

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "cross"
BIN = Path(sys.executable).parent


class System(NamedTuple):
    """A system and processor, and what runs its programs here."""

    name: str
    zig: str
    cmake: str
    processor: str
    runner: str | None
    suffix: str = ""


SYSTEMS = [
    System("Windows on x86-64", "x86_64-windows-gnu", "Windows", "AMD64",
           "/usr/lib/wine/wine64", ".exe"),
    System("Linux on ARM", "aarch64-linux-musl", "Linux", "aarch64", "qemu-aarch64-static"),
    System("macOS on ARM", "aarch64-macos", "Darwin", "arm64", None),
]  # fmt: skip


def compiled(system: System) -> Path:
    """Build the program that asks the core, and return it."""
    folder = BUILD / system.zig
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "FREECELL_TARGET": "check",
        # It makes its own libraries for each level of optimization: let there be one.
        "CMAKE_CXX_COMPILER": script(folder / "c++", f"c++ -O3 -target {system.zig}"),
        "CMAKE_AR": script(folder / "ar", "ar"),
        "CMAKE_RANLIB": script(folder / "ranlib", "ranlib"),
        "CMAKE_MAKE_PROGRAM": BIN / "ninja",
        "CMAKE_SYSTEM_NAME": system.cmake,
        "CMAKE_SYSTEM_PROCESSOR": system.processor,
        "CMAKE_OSX_SYSROOT": "/",  # zig brings its own
    }
    cmake = str(BIN / "cmake")
    given = [f"-D{name}={value}" for name, value in settings.items()]
    log_level = "--log-level=ERROR"
    for arguments in (
        ["-S", str(ROOT), "-B", str(folder), "-G", "Ninja", log_level, *given],
        ["--build", str(folder)],
    ):
        done = subprocess.run([cmake, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{system.name}: {done.stdout}{done.stderr}")
    return folder / f"self_check{system.suffix}"


def script(path: Path, tool: str) -> Path:
    """Write a program that is a tool of zig, since CMake wants one word for it."""
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {tool} "$@"\n')
    path.chmod(0o755)
    return path


def questions() -> dict[str, str]:
    """Return what is asked, with the known answers."""
    known: dict[str, str] = {}
    for number, cards in known_deals():
        known[f"deal {number}"] = " ".join(cards)
        known[f"find {number}"] = str(number)
    for first in (1, 2**31 - 300, 2**32 - 300):
        known[f"deals {first} 600"] = str(sum_of(first, 600))
    for position in read_perft():
        if not position.moves:
            asked = f"perft {position.number} {position.cells}"
            known |= {f"{asked} {at}": str(count) for at, count in enumerate(position.counts, 1)}
    known["signature"] = signature.FILE.read_text().strip()
    return known


def sum_of(first: int, count: int) -> int:
    """Return the sum of card * place over `count` deals, as tools/self_check.cpp does."""
    cards = [card for number in range(first, first + count) for card in shuffled(number)]
    return sum(card * place for place, card in enumerate(cards, 1))


def wrong_answers(command: list[str], known: dict[str, str]) -> list[str]:
    """Ask the program, and return what it answers wrongly."""
    quiet = {"WINEPREFIX": str(BUILD / "wine"), "WINEDEBUG": "-all"}
    done = subprocess.run(
        command,
        input="\n".join(known),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | quiet,
    )
    answers = done.stdout.splitlines()
    wrong = [
        f"{question}: {answer} (expected {right})"
        for (question, right), answer in zip(known.items(), answers, strict=False)
        if answer != right
    ]
    if done.returncode or len(answers) != len(known):
        wrong.append(f"{len(answers)} answers, exit status {done.returncode}: {done.stderr}")
    return wrong


def main() -> int:
    """Say of each system whether the core is right there; return 1 where it is not."""
    known, failed = questions(), False
    for system in SYSTEMS:
        program = compiled(system)
        if system.runner is None:
            print(f"{system.name}: compiled, not run", flush=True)
            continue
        wrong = wrong_answers([system.runner, str(program)], known)
        heading = f"{system.name}: {len(known)} questions, {len(wrong)} wrong answers"
        print(heading, *wrong, sep="\n  ", flush=True)
        failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
