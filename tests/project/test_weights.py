"""The programs that find the weights of the searches: they run, learn, and are repeatable."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START = ROOT / "tools" / "weights" / "start_weights.txt"

pytestmark = pytest.mark.long  # they are compiled for it


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Build them as `make weights` does, but with their assertions."""
    folder = tmp_path_factory.mktemp("programs")
    cmake = str(Path(sys.executable).with_name("cmake"))
    options = ["-DFREECELL_TARGET=tools", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS=-O1"]
    subprocess.run([cmake, "-S", str(ROOT), "-B", str(folder), *options], check=True)
    build = [cmake, "--build", str(folder), "--parallel", "2", "--target", "learn", "tune"]
    subprocess.run(build, check=True)
    return folder


def run(program: Path, *arguments: object) -> str:
    """Run a program and return what it wrote."""
    command = [str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return str(done.stdout)


def costs(message: str) -> list[float]:
    """Return the costs in the output of `learn any`, one for each round."""
    return [float(line.split()[1].rstrip(",")) for line in message.splitlines()]


def test_learning_makes_the_search_cheaper_and_is_repeatable(programs, tmp_path):
    outs = [tmp_path / "one.txt", tmp_path / "two.txt"]
    message = [
        run(programs / "learn", "any", START, out, 3_100_000_000, 150, 600, 2, 1) for out in outs
    ]
    assert message[0] == message[1]
    assert outs[0].read_text() == outs[1].read_text()
    assert len(costs(message[0])) == 3  # before, and after each round
    assert min(costs(message[0])[1:]) < 0.9 * costs(message[0])[0]


def test_what_was_learned_can_be_tuned_and_leaves_harder_deals(programs, tmp_path):
    tuned, second = tmp_path / "tuned.txt", tmp_path / "second.txt"
    message = run(programs / "tune", "any", START, tuned, 3_200_000_000, 200, 20, 5, 600)
    assert message.startswith("start ")
    hard = run(programs / "learn", "any", START, second, 1, 20, 600, 0, 1, START, 600)
    assert "solved 0.00%" in hard  # the same weights and quota solve none of what they left


def test_a_beam_learns_short_solutions(programs, tmp_path):
    out = tmp_path / "short.txt"
    message = run(programs / "learn", "short", START, out, 3_002_100_000, 20, 32, 2, 2)
    before, after = (float(line.split()[5]) for line in message.splitlines())
    assert after < before
    assert len(out.read_text().split()) == len(START.read_text().split())


def test_a_missing_file_is_one_line(programs, tmp_path):
    command = [programs / "learn", "any", tmp_path / "none", "x", "1", "1", "1", "0", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path / 'none'}: expected 292 weights\n"
