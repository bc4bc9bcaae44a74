"""The package as others install it, in environments of their own: the engine is inside, and the page plays.

One is installed from a checkout with nothing compiled in it, the other from an sdist whose engine zig
compiled, in another folder. pip builds both by itself, so that each takes some minutes.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from freecell.words import words
from tests.browser.engines import Window
from tests.browser.learn.learn_page import DEALERS
from tests.browser.learn.test_learn_hostile import LET_LOOSE
from tests.browser.test_engines import in_three_engines, until, win_with_a_verdict, window
from tests.playing import playing

__all__ = ["window"]  # the fixture

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
WASM = ["engine/engine.wasm", "engine/picture.wasm", "engine/player.wasm", "learn/dealer.wasm"]
ASK = (
    "import json, freecell; from pathlib import Path;"
    "static = Path(freecell.__file__).parent / 'web' / 'static';"
    "print(json.dumps([str(static), sorted(str(each.relative_to(static)) for each in static.rglob('*.wasm'))]))"
)
MAKE_SDIST = "import sys, freecell_build; print(freecell_build.build_sdist(sys.argv[1]))"


def run(command: list[str | Path], folder: Path, **variables: str) -> str:
    """Run a command, and return the last line that it writes."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().split("\n")[-1]


def pip_install(python: str | Path, *words: str | Path) -> list[str | Path]:
    return [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", *words]


def checkout(folder: Path) -> Path:
    """Copy what the repository holds, and nothing that was built."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, names.stdout.split("\0")):
        if (ROOT / name).is_file():  # and not deleted since
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def sdist_by_zig(folder: Path) -> Path:
    """Make an sdist of a checkout with zig for its engine."""
    tree = checkout(folder / "tree")
    run(pip_install(sys.executable, "--target", folder / "zig", "ziglang>=0.13"), folder)
    variables = {
        "FREECELL_ZIG": "1",
        "PYTHONPATH": f"{folder / 'zig'}:{tree / 'build_backend'}",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",  # ninja is there
    }
    name = run([sys.executable, "-c", MAKE_SDIST, folder], tree, **variables)
    shutil.rmtree(tree)
    return folder / name


SOURCES = {"checkout": checkout, "sdist": sdist_by_zig}


@pytest.fixture(scope="module", params=SOURCES)
def environment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Install the package, and return the folder with its commands."""
    source = SOURCES[request.param](tmp_path_factory.mktemp("source"))
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    run([sys.executable, "-m", "venv", "venv"], elsewhere)
    commands = elsewhere / "venv" / "bin"
    run(pip_install(commands / "python", source), elsewhere)
    yield commands
    shutil.rmtree(elsewhere)


def test_the_engine_is_installed(environment: Path) -> None:
    place, files = json.loads(run([environment / "python", "-c", ASK], environment))
    assert Path(place).is_relative_to(environment.parent)
    assert files == WASM


@pytest.fixture(scope="module")
def played(environment: Path) -> Iterator[str]:
    with playing("617", program=[str(environment / "freecell")]) as address:
        yield address.removesuffix("617")


@in_three_engines
def test_its_page_judges_a_deal_and_is_played_to_the_win(window: Window, played: str) -> None:
    win_with_a_verdict(window, played)


@in_three_engines
def test_its_page_for_learners_names_a_bug(window: Window, played: str) -> None:
    """Which its own WebAssembly finds, and nothing else in the page."""
    window.open(f"{played}learn#617")
    until(window, "document.documentElement.classList.contains('ready')")
    (path,) = [path for path in DEALERS if path.name.startswith("wrong-07")]
    source = path.read_text(encoding="utf-8")
    text = window.evaluate(LET_LOOSE % json.dumps(source))
    bug = source.splitlines()[0].partition(": ")[2]
    assert words()["mistakes"][bug]["en"].partition("{")[0] in text
