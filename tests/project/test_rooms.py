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


def core_sources() -> list[Path]:
    return sorted(path for path in CORE.rglob("*") if path.suffix in (".cpp", ".h"))


def test_every_source_of_the_core_lies_in_a_room():
    assert {path.parent.relative_to(CORE).as_posix() for path in core_sources()} == set(CORE_ROOMS)


@pytest.mark.parametrize("path", core_sources(), ids=lambda path: str(path.relative_to(CORE)))
def test_a_room_of_the_core_includes_only_rooms_before_it(path):
    room = path.parent.name
    if room == "browser":
        allowed = set(CORE_ROOMS) - {"python"}
    else:
        allowed = set(CORE_ROOMS[: CORE_ROOMS.index(room) + 1])
    for header in re.findall(r'#include "([^"]+)"', path.read_text("utf-8")):
        assert (CORE / header).is_file(), f"{header} is not named from core/"
        assert header.split("/")[0] in allowed, f"{room} must not include {header}"


def test_a_room_has_at_most_25_source_files():
    listed = subprocess.run(
        ["git", "ls-files", "core", "src", "tests", "tools", "benchmarks"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode != 0:
        pytest.skip("this is no checkout of the repository")
    rooms = Counter(
        Path(name).parent
        for name in listed.stdout.splitlines()
        if Path(name).suffix in (".py", ".cpp", ".h", ".js")
    )
    assert sum(rooms.values()) > 400
    assert {str(room): count for room, count in rooms.items() if count > MOST_FILES} == {}
