"""Fill a folder with Pyodide from npm, for the option `--pyodide` of `serve` and `site`.

python tools/fill_pyodide.py FOLDER
"""

import json
import shutil
import sys
import sysconfig
from pathlib import Path

from freecell.web.pyodide import NAMES, pyodide_size

PACKAGE = Path(__file__).parents[1] / "node_modules" / "pyodide"
LICENCES = """Pyodide {version} (pyodide.*): {licence}, https://github.com/pyodide/pyodide
The interpreter and its standard library (pyodide.asm.wasm, python_stdlib.zip): CPython, under the
licence of the Python Software Foundation, which follows.

"""


def fill(target: Path, package: Path = PACKAGE) -> None:
    """Copy what the page needs from the package of npm, with the licences."""
    target.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        shutil.copyfile(package / name, target / name)
    about = json.loads((package / "package.json").read_text(encoding="utf-8"))
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    licence = python.read_text(encoding="utf-8") if python.exists() else ""
    head = LICENCES.format(version=about["version"], licence=about["license"])
    (target / "LICENCES.txt").write_text(head + licence, encoding="utf-8")


def main() -> None:
    """Fill the folder that is named."""
    target = Path(sys.argv[1])
    fill(target)
    size = pyodide_size(target, compressed=True)
    sys.stdout.write(f"{target}: {len(NAMES)} files, {size:,} bytes to load\n")


if __name__ == "__main__":
    main()
