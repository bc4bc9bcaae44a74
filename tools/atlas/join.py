"""What a survey found out, joined to a block of the atlas: it never gets worse.

A deal once proved stays proved, a shorter solution replaces a longer one. What contradicts the
atlas is refused: either the atlas or the survey is wrong, and the tool must not guess which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from freecell.deal_atlas.block_file import (
    CELLS,
    IMPOSSIBLE,
    MOST_MOVES,
    NO_FEWEST,
    OPEN,
    PROVED,
    SHORTEST,
    VERDICT_UNIT,
    WON,
    AtlasError,
    Block,
    Made,
)
from freecell.numbers import parse_ranges
from freecell.surveys.number_list import ranges_text

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray


class Columns:
    """The columns of a block, taken apart so that they can be changed."""

    def __init__(self, block: Block) -> None:
        """Take a block apart."""
        self.first, self.made = block.first, {name: list(of) for name, of in block.made.items()}
        cells = np.frombuffer(block.cells, np.uint8)
        moves = np.frombuffer(block.moves, np.uint8)
        self.fewest = (cells % PROVED).astype(np.int16)
        self.proved = (cells & PROVED) != 0
        self.verdict = cells // VERDICT_UNIT
        self.moves = (moves % SHORTEST).astype(np.int16)
        self.shortest = moves >= SHORTEST
        self.least = np.frombuffer(block.least or bytes(len(moves)), np.uint8).astype(np.int16)
        self.score = np.frombuffer(block.difficulty, np.uint8).copy()

    def block(self) -> Block:
        """Put the block together again; what cannot be is refused."""
        self._settle()
        cells = self.fewest + np.where(self.proved, PROVED, 0) + self.verdict * VERDICT_UNIT
        moves = self.moves + np.where(self.shortest, SHORTEST, 0)
        return Block(
            self.first,
            cells.astype(np.uint8).tobytes(),
            moves.astype(np.uint8).tobytes(),
            self.score.tobytes(),
            self.made,
            self.least.astype(np.uint8).tobytes() if self.least.any() else b"",
        )

    def _settle(self) -> None:
        """Derive the verdict with four cells from the fewest cells, and compare the columns."""
        known = self.fewest != NO_FEWEST
        self.add_verdict(known & (self.fewest <= CELLS), WON)
        self.add_verdict(known & self.proved & (self.fewest > CELLS), IMPOSSIBLE)
        self.proved = self.proved | ((self.verdict == IMPOSSIBLE) & (self.fewest == CELLS + 1))
        self._refuse(self.proved & ~known, "fewest cells are proved and not known")
        self._refuse((self.moves > 0) & (self.verdict != WON), "there is a solution and no win")
        self._refuse((self.moves > 0) & (self.moves < self.least), "shorter than the least")
        self.shortest = self.shortest | ((self.moves > 0) & (self.moves == self.least))
        self._refuse(self.shortest & (self.moves == 0), "nothing is proved to be the shortest")
        self.least = np.where(self.shortest, 0, self.least).astype(np.int16)

    def add_verdict(self, where: NDArray[np.bool_], verdict: int) -> None:
        """Take a verdict with four cells over for some deals."""
        differs = where & (self.verdict != OPEN) & (self.verdict != verdict)
        self._refuse(differs, "both a win and a proof that there is none")
        self.verdict = np.where(where, verdict, self.verdict).astype(np.uint8)

    def add_fewest(self, fewest: NDArray[np.int16], proved: NDArray[np.bool_]) -> None:
        """Take fewest cells over (NO_FEWEST where there are none), proved or only won with."""
        self._refuse(self.proved & (fewest < self.fewest), "fewer cells than the proved fewest")
        self._refuse(proved & (fewest > self.fewest), "proved cells above what was won with")
        better = fewest < self.fewest
        self.fewest = np.where(better, fewest, self.fewest).astype(np.int16)
        self.proved = np.where(better, proved, self.proved | proved)

    def add_at_most(self, where: NDArray[np.bool_], cells: int) -> None:
        """Record that some deals were won with this many cells."""
        better = where & (self.fewest > cells)
        self._refuse(better & self.proved, "fewer cells than the proved fewest")
        self.fewest = np.where(better, cells, self.fewest).astype(np.int16)

    def add_moves(self, moves: NDArray[np.int16], shortest: NDArray[np.bool_]) -> None:
        """Take lengths over (0 where there are none); those proved the shortest stay."""
        has = (moves > 0) & (moves <= MOST_MOVES)
        both = has & (self.moves > 0)
        self._refuse(both & self.shortest & (moves < self.moves), "shorter than the shortest")
        self._refuse(both & shortest & (moves > self.moves), "a shortest that is not")
        better = has & ((self.moves == 0) | (moves < self.moves))
        self.moves = np.where(better, moves, self.moves).astype(np.int16)
        self.shortest = np.where(better, shortest, self.shortest | (has & shortest))
        self.add_verdict(has, WON)

    def add_least(self, least: NDArray[np.int16]) -> None:
        """Take over that no solution has fewer moves (0 where that is not known)."""
        self._refuse(self.shortest & (least > self.moves), "shorter than the least")
        self.least = np.where(self.shortest, 0, np.maximum(self.least, least)).astype(np.int16)

    def _refuse(self, where: NDArray[np.bool_], why: str) -> None:
        if where.any():
            number = self.first + int(where.argmax())
            raise AtlasError(f"deal {number}: {why} (expected a survey that agrees with the atlas)")


def join_table(block: Block, table: pa.Table, goal: str) -> Block:
    """Return a block with what the table of a survey of this goal says about its deals."""
    columns = Columns(block)
    numbers = table["number"].to_numpy()
    inside = (numbers >= block.numbers.start) & (numbers < block.numbers.stop)
    if not inside.any():
        return block
    table = table.filter(inside)
    at = numbers[inside] - block.first
    size = len(block.cells)

    def spread(name: str, empty: int) -> NDArray[np.int16]:
        values = np.full(size, empty, np.int16)
        values[at] = np.minimum(table[name].fill_null(empty).to_numpy().astype(np.int64), 999)
        return values

    verdict = table["verdict"].to_numpy(zero_copy_only=False)
    if goal == "fewest":
        proved = np.zeros(size, np.bool_)
        proved[at] = verdict == "solved"
        columns.add_fewest(spread("at_most", NO_FEWEST), proved)
    else:
        won = np.zeros(size, np.bool_)
        won[at] = verdict == "solved"
        lost = np.zeros(size, np.bool_)
        lost[at] = verdict == "impossible"
        columns.add_verdict(won, WON)
        columns.add_verdict(lost, IMPOSSIBLE)
        columns.add_at_most(won, CELLS)
        if goal == "short":  # of any solution the lines are as they come, and no measure of a deal
            columns.add_moves(np.where(won, spread("moves", 0), 0), np.zeros(size, np.bool_))
        if goal == "shortest":  # one that is not proved has a solution, too
            columns.add_moves(spread("most", 0), won)
            columns.add_at_most(spread("most", 0) > 0, CELLS)
            columns.add_least(spread("least", 0))
    return columns.block()


def record(made: Made, column: str, entry: dict[str, Any]) -> Made:
    """Return how a block was made, with a pass over some of its numbers added.

    Passes with the same limits are one entry, with the numbers and the seconds of all of them.
    """
    of_column = [dict(each) for each in made[column]]
    for each in of_column:
        if _limits(each) == _limits(entry):
            each["numbers"] = ranges_text(
                [*parse_ranges(each["numbers"]), *parse_ranges(entry["numbers"])]
            )
            each["seconds"] = round(each["seconds"] + entry["seconds"], 1)
            return {**made, column: of_column}
    return {**made, column: [*of_column, entry]}


def _limits(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("numbers", "seconds")}
