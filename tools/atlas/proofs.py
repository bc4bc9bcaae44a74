"""Prove that one cell less does not do, for deals that the quicker passes left open.

Only the one question that is open is asked of a deal. Each answer is a line of a file, so that a
pass goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from time import thread_time
from typing import NamedTuple

import numpy as np

from freecell import _core
from freecell.board import deal
from freecell.core_values import board_to_core
from freecell.deal_atlas.block_file import NO_FEWEST, PROVED, Block
from freecell.solver import Limit, limit_to_core
from freecell.verdict import IMPOSSIBLE, SOLVED, UNDECIDED
from tools.atlas.join import Columns

_BYTES, _BYTES_A_POSITION = 4 * 2**30, 60
"""For one proof: its memory grows with its limit of positions."""
_ANY = 0
"""The effort for any solution."""


class Question(NamedTuple):
    """Whether a deal can be won with this many cells."""

    number: int
    cells: int


class Proof(NamedTuple):
    """The answer, and what it took."""

    number: int
    cells: int
    verdict: str
    positions: int
    """Of an undecided one: the limit."""
    seconds: float

    def line(self) -> str:
        """Write it as a line of the file."""
        return f"{self.number},{self.cells},{self.verdict},{self.positions},{self.seconds:.2f}\n"


def open_question(block: Block, number: int) -> Question | None:
    """Return what is open about the fewest cells of a deal that was won with some."""
    cells = block.cells[number - block.first]
    most = cells % PROVED
    return None if cells & PROVED or most in (0, NO_FEWEST) else Question(number, most - 1)


def prove_all(
    questions: Iterable[Question], nodes: int, file: Path, threads: int | None = None
) -> list[Proof]:
    """Answer the questions within a limit of positions; answers in the file are reused."""
    known = {proof[:2]: proof for proof in read_proofs(file) if _is_enough(proof, nodes)}
    questions = list(questions)
    missing = [each for each in questions if each not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines, ThreadPoolExecutor(threads) as pool:
        for proof in pool.map(_told_at_once(nodes, lines.write, lines.flush), missing):
            known[proof[:2]] = proof
    return [known[each] for each in questions]


def _told_at_once(
    nodes: int, write: Callable[[str], object], flush: Callable[[], object]
) -> Callable[[Question], Proof]:
    """Return a function that writes its answer down before it returns it."""
    lock = Lock()

    def answer(question: Question) -> Proof:
        proof = prove_one(question, nodes)
        with lock:
            write(proof.line())
            flush()
        return proof

    return answer


def prove_one(question: Question, nodes: int) -> Proof:
    """Decide a deal with this many cells; a win has been replayed."""
    began = thread_time()
    limit = Limit(nodes=nodes, bytes=max(_BYTES, _BYTES_A_POSITION * nodes))
    board = board_to_core(deal(question.number, question.cells))
    answer = _core.solve_board(*board, _ANY, *limit_to_core(limit), None)
    positions = nodes if answer.verdict == UNDECIDED else answer.nodes
    return Proof(*question, answer.verdict, positions, thread_time() - began)


def read_proofs(file: Path) -> Iterator[Proof]:
    """Yield the answers in a file; the last line of one that was interrupted may be torn."""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else ():
        words = line.strip().split(",")
        if len(words) == len(Proof._fields) and line.endswith("\n"):
            number, cells, verdict, positions, seconds = words
            yield Proof(int(number), int(cells), verdict, int(positions), float(seconds))


def _is_enough(proof: Proof, nodes: int) -> bool:
    return proof.verdict != UNDECIDED or proof.positions >= nodes


def join_proofs(block: Block, proofs: Iterable[Proof]) -> Block:
    """Return a block with what the proofs say about its deals."""
    columns = Columns(block)
    fewest = np.full(len(block.cells), NO_FEWEST, np.int16)
    proved = np.zeros(len(block.cells), np.bool_)
    for number, cells, verdict, _, _ in proofs:
        at = number - block.first
        if verdict == SOLVED:
            fewest[at], proved[at] = cells, cells == 0
        elif verdict == IMPOSSIBLE:
            fewest[at], proved[at] = cells + 1, True
    columns.add_fewest(fewest, proved)
    return columns.block()
