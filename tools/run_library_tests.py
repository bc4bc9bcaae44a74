"""Run the tests of the library against the installed package: what tools/library_tests.txt lists.

On any system; the path of the sources is not used, so that what is tested is what was installed.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Return the exit status of pytest."""
    tests = (ROOT / "tools" / "library_tests.txt").read_text(encoding="utf-8").split()
    chosen = ["-m", "not slow and not long", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", *chosen, *tests]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
