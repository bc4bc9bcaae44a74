"""The order of the modules: each may use those above it in the list, and nothing else of ours."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import freecell

PACKAGE = Path(freecell.__file__).parent

LAYERS = [
    "errors",
    "extras",
    "interrupts",
    "files",
    "words",
    "cards",
    "numbers",
    "daily",
    "dealing",
    "board",
    "instances",
    "core_values",
    "text.line_player",
    "text.board_writer",
    "text.tokens",
    "text.board_layout",
    "text.board_reader",
    "finder",
    "picture_reader",
    "text.pddl",
    "text.solution_writer",
    "game",
    "text.address",
    "text.solution_reader",
    "text.records",
    "text.board_sequence",
    "text.solution_player",
    "text.bulk_check",
    "foreign_program",
    "own_dealer",
    "verdict",
    "solver",
    "certificate_check",
    "certificate",
    "game_review",
    "difficulty",
    "puzzle_set",
    "drawing",
    "surveys",
    "deal_atlas",
    "own_solver",
    "web",
    "cli",
]

ALLOWED_AGAINST_THE_ORDER = {
    ("board", "instances"),  # deal takes the names of endings
    ("board", "drawing"),
    ("game", "drawing"),
}  # a notebook draws them

HEAVY = {
    "click", "rich", "numpy", "pyarrow", "dask", "starlette", "uvicorn", "importlib.metadata",
    "dataclasses", "inspect", "json", "asyncio",
}  # fmt: skip


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def layer_of(module: str) -> str:
    """Return the layer of `freecell.cli.deal`: cli; of `freecell.text.tokens`: text.tokens.

    The package itself stands above all.
    """
    parts = module.split(".")
    return ".".join(parts[1:3] if parts[1:2] == ["text"] else parts[1:2])


def layer_of_file(path: Path) -> str:
    return layer_of(".".join(["freecell", *path.relative_to(PACKAGE).with_suffix("").parts]))


def imports_of(path: Path) -> set[str]:
    """Return the layers that a file imports, at its top or anywhere inside."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module in ("freecell", "freecell.text"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        found |= {layer_of(name) for name in names if name.split(".")[0] == "freecell"}
    return found


def test_every_module_has_its_place_in_the_order():
    found = {layer_of_file(path) for path in sources()}
    assert found - {"__init__", "__main__", "text.__init__"} == set(LAYERS)


def test_the_order_is_that_of_the_document():
    document = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = document.split("\nsrc/freecell/\n")[1].split("\ncore/")[0]
    names = re.findall(r"(?m)^  (\w[\w/]*?)(?:\.py|/) ", listed)
    assert [name.replace("/", ".") for name in names] == LAYERS


def test_a_module_imports_only_what_is_above_it():
    wrong = []
    for path in sources():
        name = layer_of_file(path)
        if name not in LAYERS:
            continue  # the packages and `python -m freecell` stand above all
        above = LAYERS[: LAYERS.index(name)]
        wrong += [
            f"{path.relative_to(PACKAGE)} must not import {used}"
            for used in imports_of(path) - {name, "_core", "__version__", *above}
            if (name, used) not in ALLOWED_AGAINST_THE_ORDER
        ]
    assert wrong == []


def test_importing_the_library_loads_nothing_heavy():
    assert not HEAVY & (loaded_by("import freecell") - loaded_by("pass"))


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_no_exported_name_hides_a_module():
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(freecell.__all__)
    assert sorted(freecell.__all__) == sorted(set(freecell.__all__))
    assert all(hasattr(freecell, name) for name in freecell.__all__)


def test_only_the_commands_print():
    for path in sources():
        if path.relative_to(PACKAGE).parts[0] == "cli":
            continue
        calls = [
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in calls, path


def test_a_name_that_there_is_not_is_refused():
    with pytest.raises(AttributeError, match="module 'freecell' has no attribute 'no_such_name'"):
        freecell.no_such_name  # type: ignore[attr-defined]  # noqa: B018 - the look-up is the test
