"""What a survey is: options, parts, and the manifest in its folder that states both.

The manifest is written before the first part. Whoever runs the same command on the same folder
goes on with the parts that are missing; other options are refused.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from freecell import _core
from freecell.board import MAX_CELLS
from freecell.errors import FreecellError
from freecell.numbers import parse_ranges
from freecell.surveys.files import create_whole
from freecell.verdict import Count

FORMAT = 3
MANIFEST = "survey.json"

SurveyGoal: TypeAlias = Literal["any", "short", "fewest", "shortest"]
"""Any solution; a short one; the fewest cells that the deal can be won with; or a shortest one, proved."""

PART_SIZES: dict[str, int] = {"any": 20_000, "short": 200, "fewest": 1_000, "shortest": 10}
"""How many deals a part has unless the options say so: some seconds of work."""


_LONGEST_MANIFEST = 64 * 2**20
"""Bytes; a list of some million numbers is shorter."""

_BRIEF = 60
_NO_PLAN = "not the description of a survey"
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
    goal: SurveyGoal = "any"
    cells: int = 4
    effort: int = 2
    """For short solutions: 1 to 5."""
    nodes: int = 50_000_000
    bytes: int = 2**30
    solutions: bool = False
    """Whether the moves are stored too."""
    part_size: int = 0
    """How many deals a part has; 0 for what suits the goal."""
    count_by: Count = "moves"
    """For shortest solutions: moves as players count them, or single cards."""

    def checked(self) -> Options:
        """Return the options as they are stored: numbers sorted, the size of parts said."""
        if type(self.numbers) is not str:
            raise SurveyError(f"not deal numbers: {_brief(self.numbers)} (expected a text)")
        if type(self.solutions) is not bool:
            raise SurveyError(f"not yes or no: {_brief(self.solutions)} (expected True or False)")
        if self.goal not in get_args(SurveyGoal):
            expected = ", ".join(get_args(SurveyGoal))
            raise SurveyError(f"no such goal: {_brief(self.goal)} (expected one of {expected})")
        if self.count_by not in get_args(Count):
            expected = ", ".join(get_args(Count))
            raise SurveyError(
                f"no such count: {_brief(self.count_by)} (expected one of {expected})"
            )
        check_range("a number of cells", self.cells, 0, MAX_CELLS)
        check_range("an effort", self.effort, 1, _core.MOST_EFFORT)
        check_range("a limit of nodes", self.nodes, 1, 2**63)
        check_range("a limit of bytes", self.bytes, 1, 2**63)
        check_range("a size of parts", self.part_size, 0, 1_000_000)
        text = ",".join(_range_text(each) for each in merged(parse_ranges(self.numbers)))
        return self._replace(numbers=text, part_size=self.part_size or PART_SIZES[self.goal])

    def to_json(self) -> dict[str, Any]:
        """Return the options by name; the count only where it is not the usual one.

        So the surveys of versions without it are still known for what they are.
        """
        said = self._asdict()
        return (
            said if self.count_by != "moves" else {n: v for n, v in said.items() if n != "count_by"}
        )


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is not a number within bounds; the name comes with its article."""
    if type(value) is not int or not least <= value <= most:
        raise SurveyError(f"not {name}: {_brief(value)} (expected {least:,} to {most:,})")


def _brief(value: object) -> str:
    """Write anything that JSON can hold, in one line."""
    try:
        text = repr(value)
    except RecursionError:
        return "too many brackets in brackets"
    return text if len(text) <= _BRIEF else f"{text[:_BRIEF]}..."


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
        """Yield the parts in the order of their numbers, one by one: there may be millions."""
        for numbers in _ranges(self.options.numbers):
            for start in range(numbers.start, numbers.stop, self.options.part_size):
                yield Part(start, min(start + self.options.part_size, numbers.stop) - 1)

    def part_count(self) -> int:
        """Count the parts."""
        return sum(
            -(-len(each) // self.options.part_size) for each in _ranges(self.options.numbers)
        )

    def holds(self, part: Part) -> bool:
        """Whether this is one of the parts."""
        ranges = _ranges(self.options.numbers)
        at = bisect_right(ranges, part.first, key=lambda each: each.start) - 1
        if at < 0 or part.first not in ranges[at]:
            return False
        stop = min(part.first + self.options.part_size, ranges[at].stop)
        begins = (part.first - ranges[at].start) % self.options.part_size == 0
        return begins and part.last == stop - 1

    def size(self) -> int:
        """Count the deals."""
        return sum(map(len, _ranges(self.options.numbers)))

    def to_json(self) -> dict[str, Any]:
        """Return what the manifest and the metadata of every part say."""
        return {
            "format": FORMAT,
            "version": self.version,
            "signature": self.signature,
            "options": self.options.to_json(),
        }

    @classmethod
    def from_json(cls, content: object) -> Plan:
        """Read what `to_json` wrote; whatever else it may be is refused."""
        said = content if isinstance(content, dict) else {}
        if "format" in said and said["format"] != FORMAT:
            raise SurveyError(
                f"a survey of format {_brief(said['format'])} (expected {FORMAT}: "
                "it was made by another version of freecell)"
            )
        try:
            options = Options(**said["options"])
            plan = cls(options, said["version"], said["signature"])
            sound = type(plan.version) is str and type(plan.signature) is int
            if "format" in said and sound and options.checked() == options:
                return plan
        except (KeyError, TypeError, FreecellError) as error:
            raise SurveyError(f"{_NO_PLAN}: {_brief(content)}") from error
        raise SurveyError(f"{_NO_PLAN}: {_brief(content)}")


@lru_cache(16)
def _ranges(numbers: str) -> tuple[range, ...]:
    return parse_ranges(numbers)


@cache
def search_signature(goal: SurveyGoal = "any") -> int:
    """Return the positions that the searches of a goal look at for some deals: it tells them apart.

    Each has a few deals of its own: the quick search and the proofs that all of them use, the beam
    of short solutions, the proofs with few cells, the passes under the lower bound.
    """
    found = _positions(1, 40) + _positions(781_948, 781_948)
    if goal == "short":
        found += _positions(1, 4, effort=1)
    if goal == "fewest":
        found += _positions(1, 10, cells=0) + _positions(1, 10, cells=1)
    if goal == "shortest":
        found += _positions(2, 2, shortest=True) + _positions(6, 6, shortest=True)
        found += _positions(46, 46, shortest=True, single_cards=True)
    return found


def _positions(
    first: int,
    last: int,
    *,
    cells: int = 4,
    effort: int = 0,
    shortest: bool = False,
    single_cards: bool = False,
) -> int:
    """Return how many positions are looked at to decide some deals."""
    rows = _core.survey_rows(
        first=first,
        last=last,
        cells=cells,
        effort=effort,
        fewest=False,
        solutions=False,
        nodes=10**6,
        bytes=2**30,
        shortest=shortest,
        single_cards=single_cards,
    )
    return sum(memoryview(rows.positions).cast("Q"))


def folder_at(path: str | os.PathLike[str]) -> Path:
    """Return a folder by its name, which need not be text, but must be a name."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise SurveyError(f"not the name of a folder: {_brief(os.fspath(path))}") from None
    return Path(path)


def need_pyarrow() -> None:
    """Refuse in one line to go on without pyarrow, which comes with the extra `survey`."""
    if find_spec("pyarrow") is None:
        raise SurveyError("surveys need pyarrow (expected: pip install 'freecell[survey]')")


def make_plan(options: Options) -> Plan:
    """Return the plan of a survey by this program."""
    from freecell import __version__

    need_pyarrow()
    return Plan(options.checked(), __version__, search_signature(options.goal))


def read_plan(folder: Path) -> Plan:
    """Read the manifest of a survey."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as file:
            text = file.read(_LONGEST_MANIFEST + 1)
        if len(text) > _LONGEST_MANIFEST:
            raise SurveyError(f"{path}: not a manifest: it is too long")
        content = json.loads(text)
    except FileNotFoundError:
        raise SurveyError(f"{folder}: no survey here (expected a file {MANIFEST})") from None
    except RecursionError as error:
        raise SurveyError(f"{path}: not a manifest: too many brackets in brackets") from error
    except ValueError as error:
        raise SurveyError(f"{path}: not a manifest: {error}") from error
    try:
        return Plan.from_json(content)
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}") from error


def settle_plan(folder: Path, plan: Plan) -> None:
    """Write the manifest into a new folder; in one that has a survey it must be the same.

    Of several that come at the same moment one writes it, and the others find it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(plan.to_json(), indent=1) + "\n"
    if (folder / MANIFEST).exists() or not create_whole(folder / MANIFEST, text.encode()):
        require_plan(folder, plan)


def require_plan(folder: Path, plan: Plan) -> None:
    """Refuse a folder that holds no survey, or another one."""
    stored = read_plan(folder)
    if differences := list(_differences(stored, plan)):
        raise SurveyError(
            f"{folder} holds another survey: {'; '.join(differences)} (expected the same options "
            "and the same program, or another folder)"
        )


def _differences(stored: Plan, wanted: Plan) -> Iterator[str]:
    ours = {**wanted.to_json(), **wanted.options._asdict()}
    for name, value in {**stored.to_json(), **stored.options._asdict()}.items():
        other = ours.get(name)
        if name != "options" and value != other:
            yield f"{name} {_brief(value)} there, {_brief(other)} now"
