"""The page written as plain files."""

import shutil
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

import freecell
from freecell import _core
from freecell.cli import main
from freecell.web.site import site_files


def test_a_site_without_the_engine_is_refused_in_one_line(tmp_path: Path) -> None:
    package = tmp_path / "src" / "freecell"
    shutil.copytree(
        Path(freecell.__file__).parent, package, ignore=shutil.ignore_patterns("*.wasm")
    )
    shutil.copy(_core.__file__, package)
    code = (
        "import sys; sys.meta_path = [each for each in sys.meta_path if 'editable' not in "
        f"type(each).__module__]; sys.path.insert(0, {str(package.parent)!r}); "
        "from freecell.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "site", "-o", str(tmp_path / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("Error: engine.wasm and player.wasm are missing")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_site_is_written_as_files(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", "-o", str(tmp_path / "public")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "public" / "index.html").read_text()
    assert 'data-address="query"' in page
    assert 'data-service="no"' in page
    for name, content in site_files():
        assert (tmp_path / "public" / name).read_bytes() == content
