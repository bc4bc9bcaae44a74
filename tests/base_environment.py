"""The package as its base installation has it: links to what it declares to need, and to nothing else."""

import os
import re
import subprocess
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import freecell
from freecell import _core

EXTRA = re.compile(r"extra\s*==")


def base_distributions() -> set[str]:
    """Return what `pip install freecell` brings: the requirements, and theirs, without extras."""
    wanted, found = ["freecell"], set()
    while wanted:
        name = re.split(r"[\s<>=!~;\[]", wanted.pop())[0].lower()
        if name not in found:
            found.add(name)
            needed = distribution(name).requires or []
            wanted += [each for each in needed if not EXTRA.search(each)]
    return found - {"freecell"}


class BaseEnvironment:
    """A folder that holds the package and its requirements, for processes that see nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        wanted = base_distributions()
        for module, owners in packages_distributions().items():
            if any(owner.lower() in wanted for owner in owners):
                self._link(module, folder)
        for name in wanted:  # numpy's libraries lie beside it
            for path in Path(_site()).glob(f"{name}.libs"):
                (folder / path.name).symlink_to(path)
        package = folder / "freecell"
        package.mkdir()
        for path in Path(freecell.__file__).parent.iterdir():
            if path.name != "__pycache__":
                (package / path.name).symlink_to(path)
        core = Path(_core.__file__ or "")
        if not (package / core.name).exists():  # an editable installation keeps it elsewhere
            (package / core.name).symlink_to(core)

    def _link(self, module: str, folder: Path) -> None:
        for path in (Path(_site()) / module, Path(_site()) / f"{module}.py"):
            if path.exists() and not (folder / path.name).exists():
                (folder / path.name).symlink_to(path)

    def python(self, *arguments: str) -> list[str]:
        """Return the command that runs Python there: -S hides all that is installed."""
        return [sys.executable, "-S", *arguments]

    @property
    def variables(self) -> dict[str, str]:
        """Return the environment of such a process."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
        return {**kept, "PYTHONPATH": str(self.folder)}

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command `freecell` there."""
        return subprocess.run(
            self.python("-m", "freecell", *arguments),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            env=self.variables,
        )


def _site() -> str:
    import numpy

    return str(Path(numpy.__file__).parents[1])
