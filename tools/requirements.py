"""Print what the package and some groups of pyproject.toml require, for a pip that knows no groups.

`make run` installs all of it in one go: tools/requirements.py build
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def requirements(groups: list[str]) -> list[str]:
    """Return the requirements of the package, then those of the groups."""
    project: dict[str, Any] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    found: list[str] = [*project["project"]["dependencies"]]
    for group in groups:
        for each in project["dependency-groups"][group]:
            found += [each] if isinstance(each, str) else requirements([each["include-group"]])
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
