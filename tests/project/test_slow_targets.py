"""The targets of the Makefile: all are listed, and those that take half an hour work with a tiny input."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def make(*words: str) -> tuple[int, str]:
    """Run make, and return its exit status and all that it wrote."""
    command = ["make", "--no-print-directory", "-C", str(ROOT), *words]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def test_help_lists_every_target():
    text = (ROOT / "Makefile").read_text()
    phony = set(" ".join(re.findall(r"^\.PHONY:((?:.*\\\n)*.*)$", text, re.MULTILINE)).split())
    listed = {line.split()[0] for line in make("help")[1].splitlines()}
    parts_of_others = {"collected", "engines", "peers", "style", "types"}
    assert phony - {"\\"} - parts_of_others == listed


@pytest.mark.long
def test_the_service_is_soaked_for_half_a_minute():
    """Memory may grow in so short a time; nothing else may happen."""
    _, message = make("soak", "SECONDS=30")
    [answer] = re.findall(r"^\{.*^\}", message, re.DOTALL | re.MULTILINE)
    figures = json.loads(answer)
    assert figures["answers"] > 10
    assert (figures["wrong"], figures["5xx but 503"], figures["tracebacks"]) == ([], 0, 0)
    assert figures["answers lost otherwise"] == 0


@pytest.mark.long
def test_weights_are_found_from_few_deals(tmp_path):
    target = tmp_path / "weights.cpp"
    status, message = make("weights", "SHARE=200", f"FILE={target}")
    assert status == 0, message
    command = ["g++", "-std=c++20", "-fsyntax-only", f"-I{ROOT / 'core'}"]
    subprocess.run([*command, target], check=True)
    assert not re.search(r"\{,|,,", target.read_text())


@pytest.mark.long
def test_a_round_on_a_busy_machine_is_counted(tmp_path):
    status, message = make("steady", f"TESTS=--log {tmp_path / 'log'} tests/library/test_cards.py")
    assert status == 0, message
    assert re.search(r"tests/library/test_cards.py, seed \d+: 0 failed, \d+ passed", message), (
        message
    )


@pytest.mark.long
def test_eight_threads_in_the_core_have_no_race():
    """They deal, find, solve and replay; what the thread sanitizer finds ends them."""
    status, shown = make("sanitize-threads", "DEALS=5")
    assert (status, shown.splitlines()[-1]) == (0, "8 threads agree"), shown
