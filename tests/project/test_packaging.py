"""What the package is built with, for whom wheels are made, and the steps of `make run`."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename

from tools.requirements import requirements
from tools.wheels.targets import INTERFACES, STABLE, TARGETS, wheel_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BACKEND = ["build_backend/freecell_build.py", "build_backend/page_engine.py", "pyproject.toml",
           "src/freecell/__init__.py", "CMakeLists.txt"]  # fmt: skip
ASK = "import freecell_build as b; print(*b.get_requires_for_build_wheel(), *b.get_requires_for_build_sdist())"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files by which the build decides what it needs."""
    pytest.importorskip("scikit_build_core", reason="only where the package was built")
    for name in BACKEND:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def required(tree: Path, **variables: str) -> set[str]:
    """Return what the build of a tree asks for, by name."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "build_backend"), **variables}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tree, env=environment, capture_output=True, text=True, check=True
    )  # fmt: skip
    return {re.split("[<>=]", word)[0] for word in done.stdout.split()}


def test_zig_is_asked_for_where_no_clang_compiles_the_page_engine(tree):
    assert "ziglang" in required(tree, FREECELL_ZIG="1")
    assert "ziglang" in required(tree, PATH=str(tree))  # without any compiler


def test_an_sdist_that_carries_the_page_engine_asks_for_no_compiler(tree):
    (tree / "PKG-INFO").write_text("Name: freecell\n")
    assert "ziglang" in required(tree, FREECELL_ZIG="1")  # it does not carry it yet
    for name in ("engine/engine", "engine/player", "engine/picture", "learn/dealer"):
        path = tree / "src" / "freecell" / "web" / "static" / f"{name}.wasm"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert "ziglang" not in required(tree, FREECELL_ZIG="1")


def test_every_system_has_a_wheel_for_the_oldest_python_and_one_for_all_newer():
    names = [wheel_name("0.1.0", each, target) for target in TARGETS for each in INTERFACES]
    tags = {str(tag) for name in names for tag in parse_wheel_filename(name)[3]}
    assert {"cp312-abi3-manylinux2014_x86_64", "cp311-cp311-win_amd64"} <= tags
    assert len(set(names)) == len(names) == 10
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == STABLE.python_tag
    built = PROJECT["tool"]["cibuildwheel"]["build"]
    assert sorted(built) == sorted(f"{each.python_tag}-*" for each in INTERFACES)


def test_the_requirements_for_make_run_are_those_of_the_package_and_the_build():
    assert requirements(["build"]) == [
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["build"],
    ]
    assert set(PROJECT["build-system"]["requires"]) <= set(requirements(["build"]))


def step(*words: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "tools" / "step"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_step_is_one_line_with_its_time():
    done = step("counting to three", "echo", "one two three")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"counting to three +\d+\.\d s\n", done.stdout)


def test_a_step_that_fails_shows_its_output():
    done = step("counting", "sh", "-c", "echo one; echo two >&2; exit 7")
    assert (done.returncode, done.stderr) == (7, "one\ntwo\n")
    assert re.fullmatch(r"counting +failed after \d+ s\n", done.stdout)


def test_the_tests_of_the_library_are_all_there():
    names = (ROOT / "tools" / "library_tests.txt").read_text().split()
    assert len(names) > 10
    assert [name for name in names if not (ROOT / name).is_file()] == []
