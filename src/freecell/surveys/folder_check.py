"""Reads and checks every file in the folder of a survey."""

from __future__ import annotations

import os
from typing import NamedTuple

from freecell.surveys import part as parts
from freecell.surveys.plan import Part, SurveyError, folder_at, need_pyarrow, read_plan


class FolderCheck(NamedTuple):
    """What was found in the folder of a survey."""

    parts: int
    """How many parts are as they should be."""
    deals: int
    missing: int
    """How many parts are not there yet."""
    problems: list[str]
    """A line for each file that is damaged or does not belong there."""

    @property
    def sound(self) -> bool:
        """Whether all that is there is as it should be."""
        return not self.problems


def check_folder(folder: str | os.PathLike[str]) -> FolderCheck:
    """Read every part in the folder of a survey, and say what is wrong with it."""
    need_pyarrow()
    path = folder_at(folder)
    plan = read_plan(path)
    good = deals = 0
    problems: dict[str, str] = {}
    for name in (file.name for file in path.iterdir() if Part.of_file(file.name)):
        part = plan.part_of_file(name)
        if part is None:
            problems[name] = f"{path / name} is no part of this survey"
            continue
        try:
            parts.read(path, part, plan)
        except (SurveyError, OSError) as error:
            problems[part.name] = str(error)
        else:
            good += 1
            deals += part.size
    damaged = sum(plan.part_of_file(name) is not None for name in problems)
    missing = plan.part_count() - good - damaged
    return FolderCheck(good, deals, missing, [problems[name] for name in sorted(problems)])
