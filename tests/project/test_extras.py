"""The base installation: what it brings, what works with it, and the one line where an extra is missing."""

import subprocess

import pytest
from PIL import Image

from freecell.extras import EXTRAS, MissingExtraError, need_extra
from tests.base_environment import BaseEnvironment, base_distributions


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> BaseEnvironment:
    return BaseEnvironment(tmp_path_factory.mktemp("base"))


def test_the_base_brings_numpy_click_and_rich():
    theirs = {"markdown-it-py", "mdurl", "pygments"}  # of rich
    assert base_distributions() - {"typing-extensions", "colorama"} == {
        "numpy", "click", "rich", *theirs,
    }  # fmt: skip


def test_the_environment_of_these_tests_has_no_extra(base):
    code = "import importlib.util, sys; sys.exit(any(map(importlib.util.find_spec, sys.argv[1:])))"
    modules = [module for modules in EXTRAS.values() for module in modules]
    subprocess.run(base.python("-c", code, *modules), env=base.variables, check=True)


def test_the_commands_work_with_the_base(base, tmp_path):
    board = base.run("deal", "617")
    assert (board.returncode, board.stderr) == (0, "")
    for arguments, status in (
        (["find", "-"], 0),
        (["solve", "617", "--short", "--effort", "1"], 0),
        (["solve", "11982"], 3),
        (["about", "617"], 0),
        (["check", "617", "-"], 0),
        (["picture", "617", "-o", str(tmp_path / "617.svg")], 0),
        (["instances"], 0),
        (["--help"], 0),
    ):
        done = base.run(*arguments, stdin=board.stdout)
        assert (done.returncode, done.stderr) == (status, ""), arguments


MISSING = [
    ("survey", "surveys need pyarrow", ["survey", "1-10", "-o", "FOLDER/new"]),
    ("survey", "surveys need pyarrow", ["report", "FOLDER/survey"]),
    ("survey", "surveys need pyarrow", ["about", "1", "--catalog", "FOLDER/survey"]),
    ("survey", "surveys need pyarrow", ["play", "1", "--catalog", "FOLDER/survey"]),
    ("survey", "writing tables needs pyarrow", ["atlas", "-o", "FOLDER/atlas.csv"]),
    ("serve", "the service needs starlette and uvicorn", ["serve"]),
    ("picture", "FOLDER/board.png: reading pictures needs Pillow", ["find", "FOLDER/board.png"]),
]


@pytest.mark.parametrize(("extra", "reason", "arguments"), MISSING, ids=lambda case: str(case[0:2]))
def test_a_missing_extra_is_one_line_that_names_it(base, tmp_path, extra, reason, arguments):
    (tmp_path / "survey").mkdir()
    Image.new("RGB", (40, 40)).save(tmp_path / "board.png")
    done = base.run(*(word.replace("FOLDER", str(tmp_path)) for word in arguments))
    reason = reason.replace("FOLDER", str(tmp_path))
    line = f"Error: {reason}, not installed here (expected: pip install 'freecell[{extra}]')\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_an_extra_that_is_there_is_not_missed():
    for extra in EXTRAS:
        need_extra(extra, "this test needs")


def test_the_library_says_it_too(base):
    code = (
        "import freecell\n"
        "try: freecell.survey('x', '1-10')\n"
        "except freecell.FreecellError as error: print(type(error).__name__, error)"
    )
    done = subprocess.run(
        base.python("-c", code), env=base.variables, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(
        f"{MissingExtraError.__name__} surveys need pyarrow, not installed "
    )


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "picture", ("PIL", "no_such_module"))
    with pytest.raises(MissingExtraError) as caught:
        need_extra("picture", "pictures need")
    assert str(caught.value) == (
        "pictures need no_such_module, not installed here (expected: pip install 'freecell[picture]')"
    )
