"""The measurement of greedy clients, with a small load: it works, and everything is answered."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_greedy_clients_keep_no_answer_from_the_others() -> None:
    command = [sys.executable, "-m", "benchmarks.fair_searches", "--tiny"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    for kind in ("easy verdicts", "deals", "pages"):
        (line,) = [line for line in done.stdout.splitlines() if line.strip().startswith(kind)]
        assert "2 of 2 answered" in line
    assert "MB after the searches" in done.stdout
