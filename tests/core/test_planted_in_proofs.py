"""Mistakes planted in copies of the search: the certificates that it then writes are refused.

Each mistake is one change of a source. The program beside this file is linked with it and certifies
some deals. What it writes is the right certificate, or both checkers refuse it.
"""

import subprocess
from pathlib import Path

import pytest

from freecell import CertificateError, check_certificate, deal
from freecell.certificate import impossible_text
from tests.checker import Checker
from tests.core.test_shortest_soundness import CORE, Mistake, compile_source

PROGRAM = Path(__file__).parent / "certify_boards.cpp"
SEARCHES = sorted(
    f"{room}/{file.name}" for room in ("prove", "search") for file in (CORE / room).glob("*.cpp")
)
SOURCES = ("deal/deal.cpp", "rules/verify.cpp", *SEARCHES, "solve/certify_impossible.cpp", "solve/schedule.cpp",
           "solve/solve.cpp")  # fmt: skip
TWINS, GAME, GAME_HEADER = "prove/prove_twins.cpp", "prove/twin_game.cpp", "prove/twin_game.h"
MOST = 100_000
# With one pair of twins distinguished (90), and without; the last meets its limit.
BOARDS = [(781948, 4, MOST), (617, 1, MOST), (804, 2, MOST), (90, 1, 3 * MOST), (11982, 4, 5_000)]

MISTAKES = {
    "the last cell is not used": Mistake(
        TWINS,
        "position.cells_used < layout_->cell_count;",
        "position.cells_used + 1 < layout_->cell_count;",
    ),
    "a cell too many is used": Mistake(
        TWINS,
        "position.cells_used < layout_->cell_count;",
        "position.cells_used <= layout_->cell_count;",
    ),
    "no card goes from a cell to an empty column": Mistake(
        TWINS,
        "showing_[behind(face)] | empty;",
        "showing_[behind(face)];",
    ),
    "no card goes from a column to an empty one": Mistake(
        TWINS,
        "empty_ != COLUMN_COUNT && !is_lone;",
        "false;",
    ),
    "a card goes home as the first of its face only": Mistake(
        GAME_HEADER,
        "for (const int suit : {first, 3 - first}) {",
        "for (const int suit : {first}) {",
    ),
    "a loose card goes home as a card that is fixed": Mistake(
        GAME,
        "if (!is_distinguished(face_of(card))) return !is_fixed(position, card);",
        "if (!is_distinguished(face_of(card))) return true;",
    ),
    "twins in columns are merged that are distinguished": Mistake(
        GAME_HEADER,
        "if (second == 0) return key;",
        "return key;",
    ),
    "how many loose cards lie on the fixed ones is not seen": Mistake(
        GAME_HEADER,
        "if (fixed_count > 0) add_to(key, on_fixed[column][loose]);",
        "",
    ),
    "a run is known by its first card alone": Mistake(
        GAME_HEADER,
        "run[base][loose]",
        "run[base][1]",
    ),
    "what is home is not seen": Mistake(
        GAME_HEADER,
        "add_to(position.key, keys_.home[static_cast<std::size_t>(suit)][++home]);",
        "add_to(position.key, keys_.home[static_cast<std::size_t>(suit)][home++]);",
    ),
    "safe cards go home by themselves": Mistake(
        TWINS,
        "if (plays_ == Plays::SAFE_FORCED) game_.play_safe(child);",
        "game_.play_safe(child);",
    ),
    "a limit is ignored": Mistake(
        TWINS,
        "if (seen_.size() > limit.positions) return Proof::TOO_MANY_POSITIONS;",
        "if (seen_.size() > limit.positions) return Proof::IMPOSSIBLE;",
    ),
}


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return everything compiled, by the name of the source."""
    folder = tmp_path_factory.mktemp("objects")
    sources = {name: CORE / name for name in SOURCES} | {"program": PROGRAM}
    return {
        name: compile_source(source, folder / f"{Path(name).stem}.o")
        for name, source in sources.items()
    }


def certificates(objects: dict[str, Path], folder: Path) -> list[str]:
    """Return what the program certifies; an empty text where it does not."""
    program = folder / "certify_boards"
    subprocess.run(["g++", *map(str, objects.values()), "-o", str(program)], check=True)
    asked = "".join(f"{number} {cells} {nodes}\n" for number, cells, nodes in BOARDS)
    done = subprocess.run([program], input=asked, capture_output=True, text=True, check=True)
    found = []
    for (number, cells, _), line in zip(BOARDS, done.stdout.splitlines(), strict=True):
        verdict, *values = map(int, line.split())
        found.append(impossible_text(deal(number, cells), *values) if verdict == 1 else "")
    return found


def refused_in_python(certificate: str) -> bool:
    try:
        check_certificate(certificate)
    except CertificateError:
        return True
    return False


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_has_one_place_where_it_is_planted(name: str) -> None:
    mistake = MISTAKES[name]
    assert (CORE / mistake.source).read_text().count(mistake.right) == 1


def planted(mistake: Mistake, folder: Path) -> dict[str, Path]:
    """Return what is compiled anew with the mistake: of a header all sources beside it."""
    file = folder / mistake.source
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text((CORE / mistake.source).read_text().replace(mistake.right, mistake.wrong))
    beside = [name for name in SOURCES if Path(name).parent == Path(mistake.source).parent]
    sources = {name: CORE / name for name in beside}
    if file.suffix == ".cpp":
        sources = {mistake.source: file}
    made = {
        name: compile_source(source, folder / f"{Path(name).stem}.o", folder)
        for name, source in sources.items()
    }
    file.unlink()
    return made


@pytest.mark.long
def test_certificates_of_planted_mistakes_are_refused(
    objects: dict[str, Path], checker: Checker, tmp_path: Path
):
    right = certificates(objects, tmp_path)
    assert [bool(text) for text in right] == [True, True, True, True, False]
    assert all(answer.startswith("confirmed: ") for answer in checker(right[:-1]))
    for name, mistake in MISTAKES.items():
        made = certificates(objects | planted(mistake, tmp_path / "planted"), tmp_path)
        wrong = [text for text in made if text and text not in right]
        assert wrong, f"no wrong certificate was made: {name}"
        assert all(answer.startswith("refused: ") for answer in checker(wrong)), name
        assert all(map(refused_in_python, wrong)), name
