"""The documents are true: what they show is run, and what the program says of itself is compared."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import freecell
from freecell.cli import NAMES, load_command
from freecell.deal_atlas import shipped
from freecell.own_dealer.board_check import BUGS
from freecell.words import LANGUAGES
from tools import write_command_line, write_reference
from tools.atlas.shortest_report import intervals, sections
from tools.images import draw_dealing

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
SESSION = re.compile(r"```console\n(.*?)```", re.DOTALL)


def names(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(ROOT)) for page in pages]


WRITTEN = [page for page in PAGES if page.name != "reference.md"]
"""The examples of the reference are those of the docstrings, which run with their modules."""


@pytest.mark.parametrize("page", WRITTEN, ids=names(WRITTEN))
def test_what_a_page_shows_in_python_is_true(page):
    test = doctest.DocTestParser().get_doctest(
        page.read_text(encoding="utf-8").replace("\n```", "\n\n```"), {}, page.name, str(page), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0


def sessions() -> list[tuple[str, str, str]]:
    """Return every command that a page shows after a dollar sign, with what it shows below it."""
    found = []
    for page in PAGES:
        for session in SESSION.findall(page.read_text(encoding="utf-8")):
            for part in session.split("$ ")[1:]:
                command, _, output = part.partition("\n")
                found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), sessions())
def test_what_a_page_shows_in_the_shell_is_true(page, command, output):  # noqa: ARG001 - names the test
    bin_folder = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        command, shell=True, text=True, cwd=ROOT, env=environment, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    expected = re.escape(output).replace(re.escape("...\n"), r"(?:.*\n)*")
    assert re.fullmatch(expected, done.stdout), done.stdout


def test_the_pages_show_sessions():
    assert any(page == "README.md" for page, _, _ in sessions())


COMMAND = re.compile(r"(?m)^(?:pip install \S+|freecell \w+ \d+)")


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_the_first_screen_of_a_translation_has_the_commands_of_the_readme(language):
    """The same two commands, picture and function, and the link to the rest; and no figures to go stale."""
    text = (ROOT / f"README.{language}.md").read_text(encoding="utf-8")
    english = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"(README.{language}.md)" in english
    first_screen = english.split("## Five things")[0]
    assert COMMAND.findall(text) == COMMAND.findall(first_screen)
    assert re.findall(r"docs/images/\S+\.png", text) == re.findall(
        r"docs/images/\S+\.png", first_screen
    )
    assert ">>> freecell.deal_freecell(617)[0]" in text
    assert "(README.md)" in text
    assert not re.search(r"µs|\d ?%|\d ms\b", text)


def test_the_command_line_page_is_what_the_program_says():
    assert write_command_line.PAGE.read_text(encoding="utf-8") == write_command_line.page(), (
        "run: make docs"
    )


def test_the_reference_is_what_the_docstrings_say():
    committed = write_reference.PAGE.read_text(encoding="utf-8")
    assert committed == write_reference.page(), "run: make docs"


def test_every_public_name_has_an_entry_with_a_docstring():
    text = write_reference.PAGE.read_text(encoding="utf-8")
    for name in freecell.__all__:
        assert f"\n### {name}\n" in text
        found = write_reference.definition(write_reference.module_of(name), name)
        assert found is not None, name
        _, docstring = found
        assert docstring, name


def test_the_pictures_of_the_dealing_are_as_drawn(tmp_path):
    draw_dealing.main(tmp_path)
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert len(drawn) == 3
    for name, text in drawn.items():
        committed = (draw_dealing.TARGET / name).read_text(encoding="utf-8")
        assert committed == text, "run: make docs"


def test_the_mistakes_that_are_known_are_listed():
    text = (draw_dealing.TARGET.parent / "dealing.md").read_text(encoding="utf-8")
    for kind in BUGS:
        assert f"| {', '.join(kind)} |" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str):
    command = load_command(name)
    assert command.help
    assert "Example" in command.help
    assert all(p.help for p in command.params if isinstance(p, click.Option)), command.name


def test_links_between_the_pages_lead_somewhere():
    for page in PAGES:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_types_of_the_core_are_current(tmp_path):
    pytest.importorskip("nanobind", reason="only where the package was built, not where installed")
    stub = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "freecell._core", "-o", stub]
    subprocess.run(command, check=True)
    committed = Path(freecell.__file__).parent / "_core.pyi"
    assert committed.read_text() == stub.read_text(), "run: make stub"


EXEMPTION = re.compile(r"# (?:noqa|type: ignore|pragma: no cover)(.*)")
REASON = re.compile(r"(?:: [A-Z0-9]+(?:, [A-Z0-9]+)*|\[[a-z, -]+\])?(?: - |  # )\w.*")


def test_every_exemption_from_a_check_says_which_and_why():
    folders = [ROOT / name for name in ("src", "tests", "tools", "benchmarks")]
    unexplained = [
        f"{path.relative_to(ROOT)}:{at}: {line.strip()}"
        for path in sorted(path for folder in folders for path in folder.rglob("*.py"))
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := EXEMPTION.search(line)) and not REASON.fullmatch(found[1])
    ]
    assert [each for each in unexplained if "re.compile" not in each] == []


def test_the_figures_of_shortest_solutions_are_those_of_the_atlas():
    """What is proved stays: `make shortest` writes them anew where more is known."""
    text = (ROOT / "docs" / "shortest.md").read_text(encoding="utf-8")
    *of_the_atlas, _compared = sections(intervals(shipped()), {})
    assert [each for each in of_the_atlas if each not in text] == []


def test_the_changelog_knows_the_version():
    assert f"## {freecell.__version__}" in (ROOT / "CHANGELOG.md").read_text()
