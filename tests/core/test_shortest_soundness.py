"""The lower bound and the search for the shortest win, in C++, against searches without any bound.

The program beside this file is compiled with the core's own sources. Then mistakes are planted in
copies of those sources, one at a time: each must be caught by the same program, or it proves little.
"""

import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

CORE = Path(__file__).parents[2] / "core"
PROGRAM = Path(__file__).parent / "shortest_soundness.cpp"
SOURCES = (
    "deal/deal.cpp",
    "search/key_set.cpp",
    "search/state.cpp",
    "prove/prove.cpp",
    "rules/verify.cpp",
    "search/score.cpp",
    "search/weights.cpp",
)
SEARCH = ("search/lower_bound.cpp", "search/shortest.cpp")


# Deals that are quick to prove, and their lengths; the checker of certificates confirms them.
LENGTHS = {2: 21, 3: 18, 9: 29, 17: 23, 18: 22, 20: 21, 26: 22, 31: 22, 33: 17}


class Mistake(NamedTuple):
    """A change of one source that makes the search wrong."""

    source: str
    right: str
    wrong: str


MISTAKES = {
    "moves home close a level only by one": Mistake(
        "search/shortest.cpp",
        "for (std::size_t i = 0; i < level_.size(); ++i) {\n        const std::uint32_t link",
        "for (std::size_t i = 0, all = level_.size(); i < all; ++i) {\n"
        "        const std::uint32_t link",
    ),
    "single cards are units where a run costs one": Mistake(
        "search/lower_bound.cpp",
        "unit == Unit::CARDS ? 1 : layout.ordered[column][kept]",
        "1",
    ),
    "all automatic play is forced": Mistake(
        "search/shortest.cpp",
        "NoSteps none;\n        autoplay(child.state, *layout_, Autoplay::FCPRO, none);",
        "NoSteps none;\n        autoplay(child.state, *layout_, Autoplay::MAX, none);",
    ),
    "only the longest run goes to an empty column": Mistake(
        "search/shortest.cpp",
        "count <= limit / 2 && count < size)",
        "count == std::min({most, limit / 2, size - 1}))",
    ),
    "the unit that shows the next card is taken off too": Mistake(
        "search/lower_bound.cpp",
        "while (left[column] > row + 1) {",
        "while (left[column] > row) {",
    ),
    "a move from a column is taken not to lower the bound": Mistake(
        "search/shortest.cpp",
        "bound.least -= child.step.source < FIRST_CELL;",
        "",
    ),
    "moves about the same column are put in order too": Mistake(
        "search/shortest.cpp",
        "if (!is_apart(last.source) || !is_apart(last.target)) return false;",
        "",
    ),
    "moves that waste are not made though there is slack": Mistake(
        "search/shortest.cpp",
        "const bool no_slack = parent.bound.least > moves_left();",
        "const bool no_slack = parent.bound.least + 1 > moves_left();",
    ),
    "moves are put in order across cards that go home by themselves": Mistake(
        "search/shortest.cpp",
        "    } else {\n        child.state.unused |= Interval::QUIET;\n    }",
        "    }\n    child.state.unused |= Interval::QUIET;",
    ),
    "the order of moves is that of any two cards": Mistake(
        "search/shortest.cpp",
        "step.card <= last.card && comes_later",
        "comes_later",
    ),
    "runs of two lengths are the same run": Mistake(
        "search/shortest.cpp",
        "return step.count == last.count;",
        "return true;",
    ),
    "moves are put in order where there was no room for the other order": Mistake(
        "search/shortest.cpp",
        "    if (!room.is_enough(step, fills)) return false;\n",
        "",
    ),
    "... or no room for the earlier move once the later is made": Mistake(
        "search/shortest.cpp",
        "return room.is_enough(last, filled);",
        "return true;",
    ),
    "a card in a cell must go home though there is slack": Mistake(
        "search/shortest.cpp",
        "return no_slack && (state.cells",
        "return (state.cells",
    ),
    "a part of a unit is always a waste": Mistake(
        "search/shortest.cpp",
        "bound_.must_go_still(step.source, kept_in(pile) - step.count, 0);",
        "true;",
    ),
    "the memo of the bound does not see what the moved cards lie on": Mistake(
        "search/lower_bound.cpp",
        "(game.second & game.moved & ~back) | index >> 12",
        "index >> 12",
    ),
    "... or which of them lie at the back": Mistake(
        "search/lower_bound.cpp",
        "index >> 12 << DECK_SIZE, back};",
        "index >> 12 << DECK_SIZE, 0};",
    ),
    "pending units are not looked at": Mistake(
        "search/lower_bound.cpp",
        "if (bound + total.pending <= most) return true;",
        "if (total.pending > 0) return false;",
    ),
}


def compile_source(source: Path, to: Path, headers: Path = CORE) -> Path:
    """Compile one source; headers in another folder are taken before those of the core."""
    command = ["g++", "-std=c++20", "-O2", "-DNDEBUG", f"-I{headers}", f"-I{CORE}", "-c"]
    subprocess.run([*command, str(source), "-o", str(to)], check=True)
    return to


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return everything compiled, by the name of the source."""
    folder = tmp_path_factory.mktemp("objects")
    sources = {name: CORE / name for name in (*SOURCES, *SEARCH)} | {"program": PROGRAM}
    return {
        name: compile_source(source, folder / f"{Path(name).stem}.o")
        for name, source in sources.items()
    }


def run_check(objects: dict[str, Path], folder: Path, seed: int, positions: int) -> tuple[int, str]:
    program = folder / "soundness"
    subprocess.run(["g++", *map(str, objects.values()), "-o", str(program)], check=True)
    command = [str(program), str(seed), str(positions)]
    lengths = "".join(f"{number} {length}\n" for number, length in LENGTHS.items())
    done = subprocess.run(command, input=lengths, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.long
def test_the_bound_is_never_above_the_distance_and_the_search_finds_it(
    objects: dict[str, Path], tmp_path: Path
):
    status, message = run_check(objects, tmp_path, seed=617, positions=100_000)
    assert (status, message.endswith("no bound is above the distance\n")) == (0, True), message


@pytest.mark.long
@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_caught(name: str, objects: dict[str, Path], tmp_path: Path):
    mistake = MISTAKES[name]
    text = (CORE / mistake.source).read_text()
    assert text.count(mistake.right) == 1
    planted = tmp_path / Path(mistake.source).name
    planted.write_text(text.replace(mistake.right, mistake.wrong))
    with_mistake = {**objects, mistake.source: compile_source(planted, tmp_path / "planted.o")}
    status, message = run_check(with_mistake, tmp_path, seed=617, positions=5_000)
    assert status == 1, f"not caught: {name}\n{message}"
