"""A small atlas, for the tests of what makes it and of what is drawn from it."""

from pathlib import Path

import pytest

from tools.atlas.maker import Pass, WorkerSettings, make

ONE = WorkerSettings(processes=1)
SMALL = [Pass("difficulty"), Pass("fewest", nodes=3_000), Pass("short", effort=1)]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an atlas of 1 to 400 and the special games, made in one go."""
    folder: Path = tmp_path_factory.mktemp("made") / "atlas"
    make(folder, "-4-400", folder.parent / "work", SMALL, ONE)
    return folder
