"""The programs in C++ beside the package: compiled from the objects of the core that is in use.

    python -m benchmarks.programs learn tune

prints where they are. CMakeLists.txt names them.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from freecell import _core

ROOT = Path(__file__).parents[1]


def compiled(*names: str) -> list[Path]:
    """Compile programs, where that was not done yet, and return them."""
    with _one_at_a_time():
        folder = _build_folder()
        _cmake("--build", folder, "--target", *names)
    return [folder / name for name in names]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Wait for other processes that compile: they may link a program that this one would run."""
    import fcntl  # not on Windows, where none of the programs is used

    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "programs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build_folder() -> Path:
    """Return the folder in which the module was built, or else one for the programs alone."""
    for module in ROOT.glob(f"build/cp*/{Path(_core.__file__).name}"):
        return module.parent
    folder = ROOT / "build" / "tools"
    _cmake("-S", ROOT, "-B", folder, "-DFREECELL_TARGET=tools", "--log-level=WARNING")
    return folder


def _cmake(*arguments: str | Path) -> None:
    cmake = Path(sys.executable).with_name("cmake")
    done = subprocess.run([cmake, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}")


if __name__ == "__main__":
    print(*compiled(*sys.argv[1:]), sep="\n")
