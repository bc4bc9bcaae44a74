"""Write docs/reference.md, or the file named, from the docstrings of all public names."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc, getsource
from pathlib import Path

import freecell

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
INTRODUCTION = """\
# Reference

Every public name of `freecell`, with its docstring. `make docs` writes this page.
[The library](python.md) shows how the names work together.
"""

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


def page() -> str:
    """Return the whole page: the public names, by the modules that define them."""
    modules: dict[str, list[str]] = {}
    for name in freecell.__all__:
        modules.setdefault(module_of(name), []).append(name)
    parts = [INTRODUCTION]
    for module in sorted(modules):
        title = (import_module(module).__doc__ or "").splitlines()[0]
        parts.append(f"## {module}\n\n{title}\n")
        parts += [f"{text}\n" for name in modules[module] for text in entry(module, name)]
    return "\n".join(parts)


def module_of(name: str) -> str:
    """Return the module that defines a public name."""
    module: str = getattr(getattr(freecell, name), "__module__", "")
    if module.startswith("freecell.") and definition(module, name) is not None:
        return module
    stub = Path(freecell.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    return next(line.split()[1] for line in stub.splitlines() if line.endswith(f" as {name}"))


@cache
def _definitions(module: str) -> dict[str, tuple[Definition, str]]:
    """Return what a module defines at its top: by name the definition and its docstring."""
    return dict(_named(ast.parse(getsource(import_module(module))).body))


def definition(module: str, name: str) -> tuple[Definition, str] | None:
    """Return a definition of a module with its docstring, or None where it has none."""
    return _definitions(module).get(name)


def _named(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[Definition, str]]]:
    """Yield names with their definitions and docstrings (of a variable: the string below it)."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, (node, ast.get_docstring(node) or "")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                yield target.id, (node, _string(after))


def _string(node: ast.stmt) -> str:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return cleandoc(str(node.value.value)) if is_text else ""  # type: ignore[attr-defined]  # an Expr


def entry(module: str, name: str) -> Iterator[str]:
    """Yield the parts of a name: signature, docstring and, for a class, its public members."""
    found = definition(module, name)
    if found is None:
        raise LookupError(f"{module} does not define {name}")
    node, text = found
    yield f"### {name}\n\n```text\n{_signature(name, node)}\n```\n\n{_prose(text)}"
    if isinstance(node, ast.ClassDef):
        members = [
            f"- `{_signature(member, inner)}`: {_first(text)}"
            for member, (inner, text) in _named(node.body)
            if not member.startswith("_") and text
        ]
        if members:
            yield "\n".join(members)


def _signature(name: str, node: Definition) -> str:
    if isinstance(node, ast.FunctionDef):
        if any(
            isinstance(mark, ast.Name) and "property" in mark.id for mark in node.decorator_list
        ):
            return f"{name}: {ast.unparse(node.returns)}" if node.returns else name
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"{name}({_arguments(node.args)}){returns}"
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {name}({bases})" if bases else f"class {name}"
    if isinstance(node, ast.AnnAssign):
        value = f" = {ast.unparse(node.value)}" if node.value else ""
        return f"{name}: {ast.unparse(node.annotation)}{value}"
    return f"{name} = {ast.unparse(node.value)}"


def _arguments(arguments: ast.arguments) -> str:
    return ast.unparse(arguments).removeprefix("self, ").removeprefix("self")


def _first(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _prose(text: str) -> str:
    """Return a docstring as Markdown, with its examples as blocks of code."""
    parts = []
    for part in text.split("\n\n"):
        is_example = part.lstrip().startswith(">>>")
        parts.append(f"```python\n{part}\n```" if is_example else part)
    return "\n\n".join(parts)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    target.write_text(page(), encoding="utf-8")
