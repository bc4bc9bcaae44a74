"""Six solvers, right and wrong, as functions and as programs."""

import sys
from pathlib import Path

from freecell.board import Board
from tests.games import won_game

NUMBERS = (1, 617)


def right(board: Board) -> object:
    return won_game(board)


def wrong_move(_: Board) -> object:
    return "1a 1b 1h"


def says_impossible(_: Board) -> object:
    return False


def endless(_: Board) -> object:
    while True:
        pass


def memory_bomb(_: Board) -> object:
    return [bytearray(10**6) for _ in iter(int, 1)]


def flood(_: Board) -> object:
    while True:
        print("1a 1b 1c 1d")  # noqa: T201 - this is what it does


FUNCTIONS = {
    each.__name__: each
    for each in (right, wrong_move, says_impossible, endless, memory_bomb, flood)
}

_BODIES = {
    "right": "print({1: LINES[0], 617: LINES[1]}[int(sys.argv[1])])",
    "wrong_move": "print('1a 1b 1h')",
    "says_impossible": "print('This game is impossible.')",
    "endless": "start_children(); time.sleep(10_000)",
    "leaves_children": "start_children(); print('gave up')",
    "memory_bomb": "a = [bytearray(10**6) for _ in iter(int, 1)]",
    "flood": "while True: print('1a 1b 1c 1d' * 100)",
}
_HEAD = '''#!{python}
import os, subprocess, sys, time
LINES = {lines!r}

def start_children():
    """Start two processes, one of them in a session of its own, and note the numbers of all."""
    sleep = [sys.executable, "-c", "import time; time.sleep(10_000)"]
    apart = subprocess.Popen(sleep, start_new_session=True)
    child = subprocess.Popen(sleep)
    with open({notes!r} + ".new", "w") as file:
        file.write(f"{{os.getpid()}} {{apart.pid}} {{child.pid}}")
    os.rename({notes!r} + ".new", {notes!r})

'''


def write_programs(folder: Path) -> dict[str, Path]:
    """Write the solvers as executable files; the endless one notes its processes in `notes`."""
    lines = [won_game(number).write("snx") for number in NUMBERS]
    head = _HEAD.format(python=sys.executable, lines=lines, notes=str(folder / "notes"))
    programs = {}
    for name, body in _BODIES.items():
        programs[name] = folder / name
        programs[name].write_text(head + body + "\n", encoding="ascii")
        programs[name].chmod(0o755)
    return programs
