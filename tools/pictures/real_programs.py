"""Screenshots of real programs with known boards, and how well they are read.

`python -m tools.pictures.real_programs shots` opens boards in Debian's `kpat`, which reads them
from its own saved games, and in `aisleriot`, whose dealing is replaced while it runs, under Xvfb,
and writes a picture of each window with its board beside it; `... shots 10` takes ten others of
each deck, with the boards 10 to 19. `... judge` reads them all. The pictures stay out of the
repository: the decks are not ours.

Only some decks are used for trying, so that the others can be used for judging.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from tools.pictures.boards import Position, Screen
from tools.pictures.evaluate import measured, table
from tools.pictures.positions import in_progress, numbered, unnumbered

KPAT_DECKS = ["svg-standard", "svg-oxygen-white", "svg-tigullio-international"]
AISLERIOT_THEMES = ["bonded", "anglo_modern"]
SIZES = [(1120, 760), (900, 700), (760, 560), (1500, 950)]
SHOTS_OF_A_DECK = 10
POSITIONS = [numbered, in_progress, unnumbered, in_progress, numbered]
FOLDER = Path("build/pictures/real")
DISPLAY = ":77"
MANY_COLOURS = 40
"""A window that is painted has more of them."""
SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
         "queen", "king"]  # fmt: skip


def saved_game(position: Position) -> str:
    """Write a position as kpat saves it."""

    def cards(held: list[int]) -> str:
        return "".join(
            f'<card id="{card << 16 | card % 4 << 8 | card // 4 + 1:07}" suit="{SUITS[card % 4]}" '
            f'rank="{RANKS[card // 4]}" turn="face-up"/>'
            for card in held
        )

    piles = {f"store{place}": column for place, column in enumerate(position.columns)}
    piles |= {
        f"freecell{place}": [card] for place, card in enumerate(position.cells) if card is not None
    }
    for place, top in enumerate(position.homes):
        piles[f"target{place}"] = list(range(top % 4, top + 1, 4))
    moves = "".join(
        f'<move pile="{name}" position="0">{cards(held)}</move>'
        for name, held in piles.items()
        if held
    )
    number = position.number or 1
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<kpat-game game-type="freecell" deal-number="{number}">'
        f'<state current="true">{moves}</state></kpat-game>\n'
    )


@contextlib.contextmanager
def running(command: list[str], home: Path, extra: dict[str, str] | None = None) -> Iterator[None]:
    """Run a program on the display of its own, with a home of its own."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "run").mkdir(mode=0o700, exist_ok=True)
    where = {"HOME": str(home), "DISPLAY": DISPLAY, "XDG_RUNTIME_DIR": str(home / "run")}
    given = [f"{name}={value}" for name, value in (extra or {}).items()]
    process = subprocess.Popen(
        ["dbus-run-session", "--", "env", *given, *command], env={**os.environ, **where},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait(20)


def on_display(*words: str) -> str:
    """Ask xdotool."""
    done = subprocess.run(
        ["xdotool", *words],
        env={**os.environ, "DISPLAY": DISPLAY}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout


def shoot(window_class: str, size: tuple[int, int], path: Path) -> bool:
    """Wait for the window, give it a size, and take its picture when it no longer changes."""
    end = time.monotonic() + 60
    windows: list[str] = []
    while not windows and time.monotonic() < end:
        time.sleep(0.5)
        windows = on_display("search", "--onlyvisible", "--class", window_class).split()
    if not windows:
        return False
    on_display("windowsize", "--sync", windows[-1], *map(str, size))
    on_display("mousemove", "1599", "1099")
    before = b""
    while time.monotonic() < end:
        time.sleep(1.2)
        command = ["import", "-display", DISPLAY, "-window", windows[-1], str(path)]
        if subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode != 0:
            return False
        picture = Image.open(path).convert("RGB")
        painted = len(picture.resize((64, 64)).getcolors(4096) or []) > MANY_COLOURS
        if painted and picture.tobytes() == before:
            return True
        before = picture.tobytes()
    path.unlink()
    return False


def shoot_kpat(deck: str, index: int, r: random.Random) -> None:
    """Open a board in kpat, and take its picture."""
    position = POSITIONS[index % len(POSITIONS)](r)
    home = FOLDER / "home"
    shutil.rmtree(home, ignore_errors=True)
    (home / ".config").mkdir(parents=True)
    options = f"[General Settings]\nCardname={deck}\nAutodrop=false\nRememberStateOnExit=false\n"
    (home / ".config" / "kpatrc").write_text(options)
    game = (home / "board.kpat").resolve()
    game.write_text(saved_game(position))
    name = f"kpat-{deck.removeprefix('svg-')}-{index}"
    with running(["/usr/games/kpat", str(game)], home.resolve()):
        if shoot("kpat", r.choice(SIZES), FOLDER / f"{name}.png"):
            (FOLDER / f"{name}.json").write_text(json.dumps(vars(position)))


LOADED = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
void *scm_primitive_load_path(void *file) {
    void *(*load)(void *) = dlsym(RTLD_NEXT, "scm_primitive_load_path");
    void *(*evaluate)(const char *) = dlsym(RTLD_DEFAULT, "scm_c_eval_string");
    Dl_info caller;
    void *result = load(file);
    if (dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "/games/sol"))
        evaluate(getenv("FREECELL_DEALING"));
    return result;
}
"""
"""A library for aisleriot: when it has loaded its rules of FreeCell, they get a dealing of ours."""


def dealing(position: Position) -> str:
    """Write in Scheme, the language of aisleriot's rules, how this position is dealt."""

    def pile(name: str, held: list[int]) -> str:
        cards = " ".join(
            f"(make-visible (make-card {card // 4 + 1} {card % 4}))" for card in reversed(held)
        )
        return f"(set-cards! {name} (list {cards}))"

    piles = [pile(f"field-{place}", column) for place, column in enumerate(position.columns, 1)]
    piles += [
        pile(f"freecell-{place}", [card])
        for place, card in enumerate(position.cells, 1)
        if card is not None
    ]
    piles += [
        pile(f"homecell-{place}", list(range(top % 4, top + 1, 4)))
        for place, top in enumerate(position.homes, 1)
    ]
    dealt = f"(set! deal-initial-setup (lambda () {' '.join(piles)}))"
    return f"(if (defined? 'deal-initial-setup) {dealt})"


def shoot_aisleriot(theme: str, index: int, r: random.Random) -> None:
    """Open a board in aisleriot, and take its picture."""
    position = POSITIONS[index % len(POSITIONS)](r)
    home = (FOLDER / "home").resolve()
    shutil.rmtree(home, ignore_errors=True)
    settings = home / ".config" / "gnome-games"
    settings.mkdir(parents=True)
    (settings / "aisleriot").write_text(f"[Aisleriot Config]\nTheme={theme}.svgz\n")
    library = home / "dealing.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)],
                   input=LOADED, text=True, check=True)  # fmt: skip
    extra = {"LD_PRELOAD": str(library), "FREECELL_DEALING": dealing(position)}
    name = f"aisleriot-{theme}-{index}"
    with running(["/usr/games/sol", "--variation=freecell"], home, extra):
        if shoot("sol", r.choice(SIZES), FOLDER / f"{name}.png"):
            (FOLDER / f"{name}.json").write_text(json.dumps(vars(position)))


def shots(first: int = 0) -> None:
    """Take the pictures of some boards that are missing, beginning with this one."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    screen = ["Xvfb", DISPLAY, "-screen", "0", "1600x1100x24"]
    with subprocess.Popen(screen, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        time.sleep(2)
        for index in range(first, first + SHOTS_OF_A_DECK):
            for deck in KPAT_DECKS:
                if not (FOLDER / f"kpat-{deck.removeprefix('svg-')}-{index}.png").exists():
                    shoot_kpat(deck, index, random.Random(f"{deck} {index}"))
            for theme in AISLERIOT_THEMES:
                if not (FOLDER / f"aisleriot-{theme}-{index}.png").exists():
                    shoot_aisleriot(theme, index, random.Random(f"{theme} {index}"))
        server.terminate()


def judge() -> None:
    """Read all pictures, and print what was not read exactly and a table as of the corpus."""
    lines = []
    for path in sorted(FOLDER.glob("*.png")):
        position = Position(**json.loads(path.with_suffix(".json").read_text()))
        program, index = path.stem.rsplit("-", 1)
        kind = POSITIONS[int(index) % len(POSITIONS)].__name__.replace("_", " ")
        seen = {card for column in position.columns for card in column}
        names = {"stratum": program, "position": kind, "damage": "plain"}
        line = measured(Screen(Image.open(path).convert("RGB"), position, names, seen))
        lines.append(line)
        if not (line["exact"] and line["certain"]):
            print(path.stem, line)
    for text in table(lines):
        print(text)


if __name__ == "__main__":
    if sys.argv[1] == "shots":
        shots(*map(int, sys.argv[2:]))
    else:
        judge()
