"""Making the atlas: passes over its blocks, each a survey of the deals that are still open.

It goes on from the packed files alone: how a block was made says which passes it has had. A pass
over a block is joined when its survey is finished; one that was interrupted goes on with the parts
that are missing, in the folder for work.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import Any, Literal, NamedTuple

import numpy as np

from freecell import _core, difficulty
from freecell.board import MAX_CELLS
from freecell.deal_atlas import Atlas
from freecell.deal_atlas.block_file import (
    CELLS,
    INDEX_NAME,
    NO_FEWEST,
    PROVED,
    SHORTEST,
    AtlasError,
    Block,
    block_firsts,
    checksum_of,
    file_name,
    pack,
    pack_block,
)
from freecell.files import write_whole
from freecell.numbers import parse_ranges
from freecell.surveys.catalogs import Catalog
from freecell.surveys.number_list import ranges_text
from freecell.surveys.plan import Options, SurveyGoal, search_signature
from freecell.surveys.running import survey
from freecell.verdict import SOLVED
from tools.atlas.join import Columns, join_table, record
from tools.atlas.proofs import join_proofs, open_question, prove_all
from tools.atlas.shorter import join_attempts, shorten_all

Report = Callable[[str], None]
_BYTES, _BYTES_A_POSITION = 2**31, 110
"""For the proof of one shortest solution: its memory grows with its limit of positions."""
_PIECE = 250
"""Deals that a thread measures at a time."""


class Pass(NamedTuple):
    """One question to every deal that it is still open for."""

    goal: Literal["any", "fewest", "proof", "short", "shorter", "shortest", "difficulty"]
    nodes: int = 2_000_000
    """For the fewest cells, all proofs, and where a short solution is not found at once."""
    effort: int = 0
    """For short solutions."""
    width: int = 0
    """For shorter ones: places of a beam for each move between the known length and its bound."""

    @property
    def column(self) -> str:
        """The column that is filled."""
        return {"fewest": "cells", "proof": "cells", "difficulty": "difficulty"}.get(
            self.goal, "moves"
        )

    def limits(self) -> dict[str, int]:
        """Return what this pass does for a deal: more is better."""
        if self.goal == "difficulty":
            return {"version": difficulty.VERSION}
        if self.goal == "shorter":
            return {"width": self.width}
        return {"effort": self.effort} if self.goal == "short" else {"nodes": self.nodes}


PASSES = (
    Pass("difficulty"),
    Pass("fewest", nodes=400_000),
    Pass("proof", nodes=3_500_000),
    Pass("short", effort=2),
)
"""The passes over all deals, in order, unless others are named: they made the shipped atlas."""


class WorkerSettings(NamedTuple):
    """Who computes: as `survey` takes it."""

    processes: int | None = None
    scheduler: str | None = None
    local_cluster: int | None = None


def make(
    folder: Path,
    numbers: str,
    work: Path,
    passes: Iterable[Pass] = PASSES,
    workers: WorkerSettings = WorkerSettings(),  # noqa: B008 - a value
    report: Report = lambda _: None,
) -> None:
    """Extend or improve the atlas in a folder by some passes over some numbers."""
    ranges = list(parse_ranges(numbers))
    for each in passes:
        for first in block_firsts():
            if _pass_over(folder, first, ranges, each, work, workers, report):
                write_index(folder)  # a long pass may be stopped after any block
    write_index(folder)


def _pass_over(
    folder: Path,
    first: int,
    ranges: list[range],
    wanted: Pass,
    work: Path,
    workers: WorkerSettings,
    report: Report,
) -> bool:
    """Make a pass over a block; whether there was anything to do."""
    block = Atlas(folder).block(first)
    asked = _within(ranges, block.numbers)
    open_ones = [
        number for number in _not_tried(block, asked, wanted) if _is_open(block, number, wanted)
    ]
    if not open_ones:
        return False
    if wanted.goal == "difficulty":
        done, seconds = _add_difficulty(block, open_ones, workers)
    elif wanted.goal == "proof":
        done, seconds = _add_proofs(block, open_ones, wanted, work, workers)
    elif wanted.goal == "shorter":
        done, seconds = _add_shorter(block, open_ones, wanted, work, workers)
    else:
        done, seconds = _add_survey(block, open_ones, wanted, work, workers)
    entry = {"goal": wanted.goal, **wanted.limits(), **_program(wanted)}
    entry |= {"numbers": ranges_text(asked), "seconds": round(seconds, 1)}
    done = done._replace(made=record(done.made, wanted.column, entry))
    write_whole(_made(folder) / file_name(first), pack_block(done))
    report(
        f"{file_name(first)}: {wanted.goal} of {len(open_ones):,} deals in {seconds:,.0f} s of CPU"
    )
    return True


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _program(wanted: Pass) -> dict[str, Any]:
    from freecell import __version__

    if wanted.goal == "difficulty":
        return {}
    goal: SurveyGoal = "shortest" if wanted.goal == "shortest" else "any"
    return {"program": __version__, "signature": search_signature(goal)}


def _within(ranges: list[range], numbers: range) -> list[range]:
    cut = (range(max(r.start, numbers.start), min(r.stop, numbers.stop)) for r in ranges)
    return [each for each in cut if len(each)]


def _not_tried(block: Block, asked: list[range], wanted: Pass) -> Iterator[int]:
    """Yield the numbers for which no earlier pass did as much."""
    tried = np.zeros(len(block.cells), np.bool_)
    for entry in block.made[wanted.column]:
        if entry["goal"] == wanted.goal and all(
            entry.get(name, 0) >= value for name, value in wanted.limits().items()
        ):
            for each in parse_ranges(entry["numbers"]):
                tried[each.start - block.first : each.stop - block.first] = True
    for each in asked:
        yield from (number for number in each if not tried[number - block.first])


def _is_open(block: Block, number: int, wanted: Pass) -> bool:
    at = number - block.first
    if wanted.goal == "fewest":
        return not block.cells[at] & PROVED
    if wanted.goal == "proof":
        return open_question(block, number) is not None
    if wanted.goal in ("short", "shortest"):
        return block.moves[at] < SHORTEST
    if wanted.goal == "shorter":
        return 0 < block.moves[at] < SHORTEST
    return True


def _add_difficulty(
    block: Block, numbers: list[int], workers: WorkerSettings
) -> tuple[Block, float]:
    """Let the players play, on all cores of this machine: the core works without Python's lock."""
    began, scores = process_time(), bytearray(block.difficulty)
    with ThreadPoolExecutor(workers.processes or os.cpu_count()) as pool:
        for each, found in zip(
            pieces := list(_pieces(numbers)),
            pool.map(lambda piece: _core.difficulties(piece[0], piece[-1]), pieces),
            strict=True,
        ):
            scores[each.start - block.first : each.stop - block.first] = found
    return block._replace(difficulty=bytes(scores)), process_time() - began


def _pieces(numbers: list[int]) -> Iterator[range]:
    for run in _runs(numbers):
        yield from (run[at : at + _PIECE] for at in range(0, len(run), _PIECE))


def _runs(numbers: list[int]) -> Iterator[range]:
    yield from parse_ranges(ranges_text(range(n, n + 1) for n in numbers))


def _add_proofs(
    block: Block, numbers: list[int], wanted: Pass, work: Path, workers: WorkerSettings
) -> tuple[Block, float]:
    """Ask whether one cell less does, until every deal is proved or at the limit."""
    file, seconds = work / f"proof-{file_name(block.first)[:-4]}.csv", 0.0
    while questions := [each for n in numbers if (each := open_question(block, n))]:
        proofs = prove_all(questions, wanted.nodes, file, workers.processes or os.cpu_count())
        block, seconds = join_proofs(block, proofs), seconds + sum(each.seconds for each in proofs)
        numbers = [each.number for each in proofs if each.verdict == SOLVED]
    file.unlink()
    return block, seconds


def _add_shorter(
    block: Block, numbers: list[int], wanted: Pass, work: Path, workers: WorkerSettings
) -> tuple[Block, float]:
    """Look for shorter solutions, or go on with that, and join what was found."""
    file = work / f"shorter-{wanted.width}" / f"{file_name(block.first)[:-4]}.csv"
    tried = shorten_all(block, numbers, wanted.width, file, workers.processes or os.cpu_count())
    return join_attempts(block, tried), sum(each.seconds for each in tried)


def _add_survey(
    block: Block, numbers: list[int], wanted: Pass, work: Path, workers: WorkerSettings
) -> tuple[Block, float]:
    """Survey the numbers, or go on with that, and join what was found."""
    text = ranges_text(range(n, n + 1) for n in numbers)
    size = Options("").bytes
    if wanted.goal == "shortest":
        size = max(_BYTES, _BYTES_A_POSITION * wanted.nodes)
    options = Options(text, wanted.goal, effort=wanted.effort or 1, nodes=wanted.nodes, bytes=size)  # type: ignore[arg-type]  # a goal, as a Pass names it
    name = "-".join(map(str, (wanted.goal, *wanted.limits().values(), file_name(block.first)[:-4])))
    folder = work / name
    survey(folder, options, **workers._asdict())
    table, stored = Catalog(folder).whole()
    done = join_table(block, table, wanted.goal)
    seconds = sum(each.seconds["cpu"] for each in stored)
    shutil.rmtree(folder)
    return done, seconds


def join_survey(folder: Path, survey_folder: Path, report: Report = lambda _: None) -> None:
    """Join a survey, finished or not, to the atlas in a folder."""
    found = Catalog(survey_folder)
    options = found.plan.options
    if options.goal != "fewest" and options.cells != CELLS:
        raise AtlasError(f"{survey_folder}: a survey with {options.cells} cells (expected {CELLS})")
    if options.unit != "moves":
        raise AtlasError(f"{survey_folder}: a survey that counts {options.unit} (expected moves)")
    (table, stored), atlas = found.whole(), Atlas(folder)
    numbers = table["number"].to_numpy()
    seconds = sum(each.seconds["cpu"] for each in stored) / max(1, len(numbers))
    wanted = Pass(options.goal, options.nodes, options.effort)
    for first in block_firsts():
        block = atlas.block(first)
        inside = numbers[(numbers >= block.numbers.start) & (numbers < block.numbers.stop)]
        if not len(inside):
            continue
        done = join_table(block, table, options.goal)
        entry: dict[str, object] = {
            "goal": options.goal,
            **wanted.limits(),
            "program": found.plan.version,
        }
        entry |= {"signature": found.plan.signature, "numbers": ranges_text(_runs(inside.tolist()))}
        entry |= {"seconds": round(seconds * len(inside), 1)}
        done = done._replace(made=record(done.made, wanted.column, entry))
        write_whole(_made(folder) / file_name(first), pack_block(done))
        report(f"{file_name(first)}: joined {options.goal} of {len(inside):,} deals")
    write_index(folder)


def join_shortest(folder: Path, proofs: Path, report: Report = lambda _: None) -> None:
    """Join lengths that were proved to be the shortest, and intervals of others.

    A line is a number and the moves, with a comma between them; or a number, the least and the most
    moves, and whatever else there is.
    """
    found: dict[int, tuple[int, int]] = {}
    for line in proofs.read_text(encoding="utf-8").split():
        number, *ends = line.split(",")
        found[int(number)] = int(ends[0]), int(ends[1] if len(ends) > 1 else ends[0])
    for first in block_firsts():
        block = Atlas(folder).block(first)
        if not (inside := sorted(found.keys() & {*block.numbers})):
            continue
        columns, both = Columns(block), np.zeros((2, len(block.cells)), np.int16)
        for deal in inside:
            both[:, deal - first] = found[deal]
        least, most = both
        columns.add_moves(most, (most > 0) & (least == most))
        columns.add_at_most(most > 0, CELLS)
        columns.add_least(least)
        entry = {"goal": "shortest", "numbers": ranges_text(_runs(inside)), "seconds": 0.0}
        done = columns.block()
        done = done._replace(made=record(done.made, "moves", entry))
        write_whole(_made(folder) / file_name(first), pack_block(done))
        report(f"{file_name(first)}: joined {len(inside):,} proofs of the shortest")
    write_index(folder)


def write_index(folder: Path) -> None:
    """Count the deals of each difficulty and fewest cells in every block that is there."""
    counts, checksums = {}, {}
    for first in block_firsts():
        if (path := folder / file_name(first)).exists():
            counts[str(first)] = count_block(Atlas(folder).block(first))
            checksums[str(first)] = checksum_of(path.read_bytes())
    content = {
        "counts": counts,
        "checksums": checksums,
        "difficulty": difficulty.VERSION,
    }
    packed = pack(json.dumps(content, separators=(",", ":")).encode())
    write_whole(_made(folder) / INDEX_NAME, packed)


def count_block(block: Block) -> list[list[int]]:
    """Count the deals of each level by fewest cells; the last count: not known."""
    fewest = np.frombuffer(block.cells, np.uint8) % PROVED
    fewest = np.where(fewest == NO_FEWEST, MAX_CELLS + 1, fewest)
    score = np.frombuffer(block.difficulty, np.uint8)
    words = np.searchsorted(difficulty.LEVEL_STARTS, score, "right") - 1
    words[score == difficulty.NOT_KNOWN] = -1
    return [
        np.bincount(fewest[words == level], minlength=MAX_CELLS + 2).tolist()
        for level in range(len(difficulty.LEVELS))
    ]


def check_atlas(folder: Path) -> dict[str, int]:
    """Read every block, compare its columns with the index, and count what is known."""
    atlas = Atlas(folder)
    counts = dict.fromkeys(
        ("blocks", "verdicts", "fewest", "proved", "moves", "shortest", "scores"), 0
    )
    for first in block_firsts():
        if not (folder / file_name(first)).exists():
            continue
        block = atlas.block(first)
        if atlas.index().get(first) != count_block(block):
            raise AtlasError(f"{folder / INDEX_NAME} does not fit {file_name(first)}")
        known = [atlas.about(number) for number in block.numbers]
        counts["blocks"] += 1
        counts["verdicts"] += sum(each.verdict != "undecided" for each in known)
        counts["fewest"] += sum(each.fewest is not None for each in known)
        counts["proved"] += sum(each.fewest_proved for each in known)
        counts["moves"] += sum(each.moves is not None for each in known)
        counts["shortest"] += sum(each.shortest for each in known)
        counts["scores"] += sum(each.difficulty is not None for each in known)
    return counts
