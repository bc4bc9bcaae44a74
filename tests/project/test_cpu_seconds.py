"""What `make times` counts: the CPU seconds of a test, and of the processes that it starts."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

BUSY = """
import subprocess, sys, time

LOOP = "import time\\nwhile time.process_time() < 0.5: pass"

def test_that_waits():
    time.sleep(0.5)

def test_of_a_process():
    subprocess.run([sys.executable, "-c", LOOP], check=True)
"""


def test_the_seconds_of_processes_are_counted_and_waiting_is_not(tmp_path: Path) -> None:
    (tmp_path / "test_busy.py").write_text(BUSY)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n1", "-p", "tests.cpu_seconds", "-p",
         "no:cacheprovider", str(tmp_path / "test_busy.py")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    found = re.findall(r"([\d.]+)  \S*::(\w+)$", done.stdout, re.MULTILINE)
    seconds = {name: float(value) for value, name in found}
    assert seconds["test_of_a_process"] >= 0.4
    assert seconds["test_that_waits"] < 0.4
