"""What a survey is: options, parts, and the manifest in its folder that states both.

The manifest is written before the first part. Whoever runs the same command on the same folder
goes on with the parts that are missing; other options are refused.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from freecell import _core
from freecell.board import MAX_CELLS
from freecell.cards import shorten
from freecell.errors import FreecellError
from freecell.numbers import parse_ranges

FORMAT = 3
MANIFEST = "survey.json"

Goal: TypeAlias = Literal["any", "short", "fewest"]
"""Any solution; a short one; or the fewest cells that the deal can be won with."""

PART_SIZES: dict[str, int] = {"any": 20_000, "short": 200, "fewest": 1_000}
"""How many deals a part has unless the options say so: some seconds of work."""


_PART_NAME = re.compile(r"part-(-?[0-9]{9,10})-(-?[0-9]{9,10})\.parquet")


class SurveyError(FreecellError):
    """The folder and the survey do not go together, or a part of it is not what it should be."""


class Options(NamedTuple):
    """What is asked of every deal.

    Limits are in positions and bytes, never in seconds, so that a part is the same wherever it is
    computed.
    """

    numbers: str
    """Deal numbers and ranges, as people write them."""
    goal: Goal = "any"
    cells: int = 4
    effort: int = 2
    """For short solutions: 1 to 5."""
    nodes: int = 50_000_000
    bytes: int = 2**30
    solutions: bool = False
    """Whether the moves are stored too."""
    part_size: int = 0
    """How many deals a part has; 0 for what suits the goal."""

    def checked(self) -> Options:
        """Return the options as they are stored: numbers sorted, the size of parts said."""
        if self.goal not in get_args(Goal):
            expected = ", ".join(get_args(Goal))
            raise SurveyError(f"no such goal: {self.goal!r} (expected one of {expected})")
        check_range("a number of cells", self.cells, 0, MAX_CELLS)
        check_range("an effort", self.effort, 1, _core.MOST_EFFORT)
        check_range("a limit of nodes", self.nodes, 1, 2**63)
        check_range("a limit of bytes", self.bytes, 1, 2**63)
        check_range("a size of parts", self.part_size, 0, 1_000_000)
        text = ",".join(_range_text(each) for each in merged(parse_ranges(self.numbers)))
        return self._replace(numbers=text, part_size=self.part_size or PART_SIZES[self.goal])


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is not a number within bounds; the name comes with its article."""
    if type(value) is not int or not least <= value <= most:
        raise SurveyError(f"not {name}: {value!r} (expected {least:,} to {most:,})")


def merged(ranges: Iterable[range]) -> list[range]:
    """Return the same numbers as sorted ranges without overlap."""
    done: list[range] = []
    for each in sorted(ranges, key=lambda each: each.start):
        if done and each.start <= done[-1].stop:
            done[-1] = range(done[-1].start, max(done[-1].stop, each.stop))
        else:
            done.append(each)
    return done


def _range_text(numbers: range) -> str:
    return f"{numbers[0]}..{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


class Part(NamedTuple):
    """A few of the numbers, computed and stored together."""

    first: int
    last: int

    @property
    def name(self) -> str:
        """The name of the file; they sort as the numbers do, the special games aside."""
        return f"part-{self.first:010d}-{self.last:010d}.parquet"

    @property
    def numbers(self) -> range:
        """The numbers of the part."""
        return range(self.first, self.last + 1)

    @classmethod
    def of_file(cls, name: str) -> Part | None:
        """Read the name of a file; None when it is not that of a part."""
        match = _PART_NAME.fullmatch(name)
        return cls(int(match[1]), int(match[2])) if match else None


class Plan(NamedTuple):
    """A survey: its options, and the program that they are for."""

    options: Options
    version: str
    signature: int

    def parts(self) -> Iterator[Part]:
        """Yield the parts in the order of their numbers."""
        for numbers in parse_ranges(self.options.numbers):
            for start in range(numbers.start, numbers.stop, self.options.part_size):
                stop = min(start + self.options.part_size, numbers.stop)
                yield Part(start, stop - 1)

    def size(self) -> int:
        """Count the deals."""
        return sum(map(len, parse_ranges(self.options.numbers)))

    def to_json(self) -> dict[str, Any]:
        """Return what the manifest and the metadata of every part say."""
        return {
            "format": FORMAT,
            "version": self.version,
            "signature": self.signature,
            "options": self.options._asdict(),
        }

    @classmethod
    def from_json(cls, content: object) -> Plan:
        """Read what `to_json` wrote."""
        try:
            assert isinstance(content, dict)
            if content["format"] != FORMAT:
                raise SurveyError(
                    f"a survey of format {content['format']!r} (expected {FORMAT}: "
                    "it was made by another version of freecell)"
                )
            options = Options(**content["options"])
            return cls(options, str(content["version"]), int(content["signature"]))
        except (AssertionError, KeyError, TypeError) as error:
            raise SurveyError(
                f"not the description of a survey: {shorten(str(content))}"
            ) from error


@cache
def search_signature() -> int:
    """Return the positions that the search looks at for the first deals: it tells searches apart."""
    rows = _core.survey_rows(
        first=1, last=40, cells=4, effort=0, fewest=False, solutions=False, nodes=10**9, bytes=2**31
    )
    return sum(memoryview(rows.positions).cast("Q"))


def need_pyarrow() -> None:
    """Refuse in one line to go on without pyarrow, which comes with the extra `survey`."""
    if find_spec("pyarrow") is None:
        raise SurveyError("surveys need pyarrow (expected: pip install 'freecell[survey]')")


def make_plan(options: Options) -> Plan:
    """Return the plan of a survey by this program."""
    from freecell import __version__

    need_pyarrow()
    return Plan(options.checked(), __version__, search_signature())


def read_plan(folder: Path) -> Plan:
    """Read the manifest of a survey."""
    path = folder / MANIFEST
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SurveyError(f"{folder}: no survey here (expected a file {MANIFEST})") from None
    except ValueError as error:
        raise SurveyError(f"{path}: not a manifest: {error}") from error
    try:
        return Plan.from_json(content)
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}") from error


def settle_plan(folder: Path, plan: Plan) -> None:
    """Write the manifest into a new folder; in one that has a survey it must be the same."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / MANIFEST).exists():
        text = json.dumps(plan.to_json(), indent=1) + "\n"
        write_whole(folder / MANIFEST, text.encode())
        return
    require_plan(folder, plan)


def require_plan(folder: Path, plan: Plan) -> None:
    """Refuse a folder that holds no survey, or another one."""
    stored = read_plan(folder)
    if differences := list(_differences(stored.to_json(), plan.to_json())):
        raise SurveyError(
            f"{folder} holds another survey: {'; '.join(differences)} (expected the same options "
            "and the same program, or another folder)"
        )


def _differences(stored: dict[str, Any], wanted: dict[str, Any]) -> Iterator[str]:
    for name, value in {**stored, **stored["options"]}.items():
        other = {**wanted, **wanted["options"]}.get(name)
        if name != "options" and value != other:
            yield f"{name} {value!r} there, {other!r} now"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that under its name it is there whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder survives the loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
