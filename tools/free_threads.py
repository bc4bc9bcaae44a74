"""Run the tests of the library in a Python without a global lock, compiled from Debian's source.

Neither Debian nor PyPI has one that is ready to run. `make free-threads` compiles it once, in some
minutes, and the package for it each time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.wheels.debian import apt

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "free-threads"
VERSION, SUITE = "3.14", "testing"
IS_FREE = "import sys, freecell; sys.exit(sys._is_gil_enabled())"


def source() -> Path:
    """Fetch the source of Python from Debian, and return its folder."""
    command = apt(BUILD / "apt", "deb-src", SUITE, "amd64")
    subprocess.run(
        [*command, "source", "--download-only", f"python{VERSION}"], cwd=BUILD, check=True
    )
    [archive] = BUILD.glob("*.orig.tar.xz")
    shutil.unpack_archive(archive, BUILD / "unpacked", filter="data")
    [folder] = (BUILD / "unpacked").iterdir()
    return folder


def compiled() -> Path:
    """Compile a Python without a global lock, and return it."""
    python = BUILD / "installed" / "bin" / f"python{VERSION}t"
    if python.exists():
        return python
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    folder = source()
    options = ["--disable-gil", "--disable-test-modules", f"--prefix={BUILD / 'installed'}"]
    jobs = f"-j{os.cpu_count()}"
    for command in (["./configure", *options], ["make", jobs], ["make", "altinstall"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{command[0]}: {done.stdout[-2000:]}{done.stderr[-3000:]}")
    shutil.rmtree(BUILD / "unpacked")
    return python


def main() -> int:
    """Compile, install and test; return the exit status of the tests."""
    venv = BUILD / "venv"
    subprocess.run([compiled(), "-m", "venv", "--clear", venv], check=True)
    python = venv / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install",
         "-Ccmake.define.FREECELL_PAGE=OFF", ".", "--group", "test-library"],
        cwd=ROOT, check=True,
    )  # fmt: skip
    shown = subprocess.run([python, "-VV"], capture_output=True, text=True, check=True)
    print(shown.stdout.strip(), flush=True)
    if subprocess.run([python, "-c", IS_FREE], check=False).returncode:
        sys.exit("the package switches the global lock on")
    tests = [python, ROOT / "tools" / "run_library_tests.py"]
    return subprocess.run(tests, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
