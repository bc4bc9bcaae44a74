"""The rooms of the tree: how large they may grow, and which room of the core may use which."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core"

CORE_ROOMS = [
    "rules", "deal", "lines", "search", "prove", "solve", "assess", "learners", "picture", "bulk",
    "python", "browser",
]  # fmt: skip
"""Each room includes only its own headers and those of rooms before it."""

MOST_FILES = 25
MOST_LINES = 400
SOURCES = (".py", ".cpp", ".h", ".js", ".mjs", ".css", "")
"""The endings of sources; scripts have none."""


def core_sources() -> list[Path]:
    return sorted(path for path in CORE.rglob("*") if path.suffix in (".cpp", ".h"))


def test_every_source_of_the_core_lies_in_a_room():
    assert {path.parent.relative_to(CORE).as_posix() for path in core_sources()} == set(CORE_ROOMS)


def test_a_room_of_the_core_includes_only_rooms_before_it():
    for path in core_sources():
        check_includes(path)


def check_includes(path: Path) -> None:
    room = path.parent.name
    if room == "browser":
        allowed = set(CORE_ROOMS) - {"python"}
    else:
        allowed = set(CORE_ROOMS[: CORE_ROOMS.index(room) + 1])
    for header in re.findall(r'#include "([^"]+)"', path.read_text("utf-8")):
        assert (CORE / header).is_file(), f"{header} is not named from core/"
        assert header.split("/")[0] in allowed, f"{path} must not include {header}"


def tracked(*folders: str) -> list[Path]:
    """Return the files of the repository in some folders."""
    listed = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("this is no checkout of the repository")
    return [Path(name) for name in listed.stdout.splitlines()]


def test_a_room_has_at_most_25_source_files():
    files = tracked("core", "src", "tests", "tools", "benchmarks")
    rooms = Counter(path.parent for path in files if path.suffix in SOURCES)
    assert sum(rooms.values()) > 400
    assert {str(room): count for room, count in rooms.items() if count > MOST_FILES} == {}


def test_a_module_has_at_most_400_lines():
    files = tracked("core", "src", "tools", "benchmarks", "build_backend")
    modules = [path for path in files if path.suffix in (".py", ".cpp", ".h", ".js", ".mjs")]
    lines = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in modules}
    assert len(lines) > 300
    long = {name for name, count in lines.items() if count > MOST_LINES}
    assert long == {"tools/check_certificate.cpp"}  # one file, so that it can be read alone
