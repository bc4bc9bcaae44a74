"""What a survey is: options, parts, and the manifest in its folder that states both.

The manifest is written before the first part. The same command on the same folder
goes on with the parts that are missing; other options are refused.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from freecell import _core
from freecell.board import MAX_CELLS
from freecell.errors import FreecellError
from freecell.extras import need_extra
from freecell.files import create_whole
from freecell.interrupts import let_in
from freecell.numbers import parse_ranges
from freecell.surveys.number_list import list_name, number_list, ranges_text
from freecell.verdict import Unit

FORMAT = 4
MANIFEST = "survey.json"

SurveyGoal: TypeAlias = Literal["any", "short", "fewest", "shortest"]
"""Any solution; a short one; the fewest cells that win the deal; or a proved shortest solution."""

PART_SIZES: dict[str, int] = {"any": 20_000, "short": 200, "fewest": 1_000, "shortest": 10}
"""How many deals a part has unless the options say so: some seconds of work."""

LISTED_PART_SIZE = 50
"""The most deals in a part of a list unless the options say so: people list deals that are hard."""


_LONGEST_MANIFEST = 64 * 2**20
"""Bytes; a list of some million numbers is shorter."""

_BRIEF = 60
_LIST = "list of "
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
    unit: Unit = "moves"
    """For shortest solutions: moves as players count them, or single cards."""
    listed: bool = False
    """Whether a part goes over gaps between the numbers, as suits a list of single ones."""

    def checked(self) -> Options:
        """Return the options as they are stored: numbers sorted, with a part size."""
        if type(self.numbers) is not str:
            raise SurveyError(f"not deal numbers: {_brief(self.numbers)} (expected a text)")
        for answer in (self.solutions, self.listed):
            if type(answer) is not bool:
                raise SurveyError(f"not yes or no: {_brief(answer)} (expected True or False)")
        if self.goal not in get_args(SurveyGoal):
            expected = ", ".join(get_args(SurveyGoal))
            raise SurveyError(f"no such goal: {_brief(self.goal)} (expected one of {expected})")
        if self.unit not in get_args(Unit):
            expected = ", ".join(get_args(Unit))
            raise SurveyError(f"no such unit: {_brief(self.unit)} (expected one of {expected})")
        check_range("a number of cells", self.cells, 0, MAX_CELLS)
        check_range("an effort", self.effort, 1, _core.MOST_EFFORT)
        check_range("a limit of nodes", self.nodes, 1, 2**63)
        check_range("a limit of bytes", self.bytes, 1, 2**63)
        check_range("a size of parts", self.part_size, 0, 1_000_000)
        usual = PART_SIZES[self.goal]
        usual = min(usual, LISTED_PART_SIZE) if self.listed else usual
        text = ranges_text(parse_ranges(self.numbers))
        return self._replace(numbers=text, part_size=self.part_size or usual)

    def named(self) -> Options:
        """Return the options with a list of numbers identified instead of written out."""
        if not self.listed or self.numbers.startswith(_LIST):
            return self
        return self._replace(numbers=f"{_LIST}{list_name(self.numbers)}")


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


class Part(NamedTuple):
    """A few of the numbers, computed and stored together."""

    first: int
    last: int
    gapped: tuple[range, ...] = ()
    """The numbers of a part with gaps between them; all from first to last where it is empty."""

    @property
    def name(self) -> str:
        """The name of the file; they sort as the numbers do, the special games aside."""
        return f"part-{self.first:010d}-{self.last:010d}.parquet"

    @property
    def ranges(self) -> tuple[range, ...]:
        """The numbers of the part."""
        return self.gapped or (range(self.first, self.last + 1),)

    @property
    def size(self) -> int:
        """How many deals the part has."""
        return sum(map(len, self.ranges))

    @classmethod
    def of_file(cls, name: str) -> Part | None:
        """Read the first and last number from a file's name; None where it names no part."""
        match = _PART_NAME.fullmatch(name)
        return cls(int(match[1]), int(match[2])) if match else None

    @classmethod
    def of_ranges(cls, ranges: tuple[range, ...]) -> Part:
        """Return the part with these numbers, in order."""
        return cls(ranges[0][0], ranges[-1][-1], ranges if len(ranges) > 1 else ())


class Plan(NamedTuple):
    """A survey: its options, and the program that they are for."""

    options: Options
    version: str
    signature: int

    def parts(self) -> Iterator[Part]:
        """Yield the parts in the order of their numbers, one by one: there may be millions."""
        size, numbers = self.options.part_size, number_list(self.options.numbers)
        if self.options.listed:
            for start in range(0, len(numbers), size):
                yield Part.of_ranges(numbers.cut(start, start + size))
            return
        for each in numbers.ranges:
            for start in range(each.start, each.stop, size):
                yield Part(start, min(start + size, each.stop) - 1)

    def part_count(self) -> int:
        """Count the parts."""
        size, numbers = self.options.part_size, number_list(self.options.numbers)
        sizes = [len(numbers)] if self.options.listed else map(len, numbers.ranges)
        return sum(-(-each // size) for each in sizes)

    def part_of_file(self, name: str) -> Part | None:
        """Return the part that a file is named for; None where the survey has none of that name."""
        named = Part.of_file(name)
        part = self._part_from(named.first) if named else None
        return part if part and part.name == name else None

    def _part_from(self, first: int) -> Part | None:
        """Return the part that begins with a number."""
        size, numbers = self.options.part_size, number_list(self.options.numbers)
        within = numbers.range_of(first)
        if within is None:
            return None
        if not self.options.listed:
            whole = Part(first, min(first + size, within.stop) - 1)
            return None if (first - within.start) % size else whole
        at = numbers.place(first) or 0
        return None if at % size else Part.of_ranges(numbers.cut(at, at + size))

    def row_of(self, number: int, part: Part) -> int | None:
        """Return the row of a number in its part; None where the survey lacks the number."""
        numbers = number_list(self.options.numbers)
        first, place = numbers.place(part.first), numbers.place(number)
        return None if first is None or place is None else place - first

    def size(self) -> int:
        """Count the deals."""
        return len(number_list(self.options.numbers))

    def named(self) -> Plan:
        """Return the plan as parts store it: a list of numbers is replaced by its digest."""
        return self._replace(options=self.options.named())

    def to_json(self) -> dict[str, Any]:
        """Return what the manifest says; the metadata of every part, of the plan as it is named."""
        return {
            "format": FORMAT,
            "version": self.version,
            "signature": self.signature,
            "options": self.options._asdict(),
        }

    @classmethod
    def from_json(cls, content: object) -> Plan:
        """Read what `to_json` wrote; whatever else it may be is refused."""
        manifest = content if isinstance(content, dict) else {}
        if "format" in manifest and manifest["format"] != FORMAT:
            raise SurveyError(
                f"a survey of format {_brief(manifest['format'])} (expected {FORMAT}: "
                "it was made by another version of freecell)"
            )
        try:
            options = Options(**manifest["options"])
            plan = cls(options, manifest["version"], manifest["signature"])
            sound = type(plan.version) is str and type(plan.signature) is int
            if "format" in manifest and sound and options.checked() == options:
                return plan
        except (KeyError, TypeError, FreecellError) as error:
            raise SurveyError(f"{_NO_PLAN}: {_brief(content)}") from error
        raise SurveyError(f"{_NO_PLAN}: {_brief(content)}")


@cache
def search_signature(goal: SurveyGoal = "any", cells: int = 4) -> int:
    """Return the positions that the searches of a goal visit for some deals; it identifies them.

    Each has a few deals of its own: the quick search and the proofs that all of them use, the beam
    of short solutions, the searches with few cells, the passes under the lower bound.
    """
    found = _positions(1, 40) + _positions(781_948, 781_948)
    if cells < 4:
        found += _positions(1, 10, cells=cells)
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
    """Return how many positions it takes to decide some deals."""
    with let_in():
        rows = _core.survey_rows(
            [(first, last)],
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
    need_extra("survey", "surveys need")


def make_plan(options: Options) -> Plan:
    """Return the plan of a survey by this program."""
    need_pyarrow()
    return this_program(options.checked())


def this_program(options: Options) -> Plan:
    """Return the plan with options that are checked, by the program that runs here."""
    from freecell import __version__

    cells = 4 if options.goal == "fewest" else options.cells
    return Plan(options, __version__, search_signature(options.goal, cells))


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
    stored, wanted = stored.named(), wanted.named()
    ours = {**wanted.to_json(), **wanted.options._asdict()}
    for name, value in {**stored.to_json(), **stored.options._asdict()}.items():
        other = ours.get(name)
        # The signature depends on the options.
        is_comparable = name != "signature" or stored.options == wanted.options
        if name != "options" and value != other and is_comparable:
            yield f"{name} {_brief(value)} there, {_brief(other)} now"
