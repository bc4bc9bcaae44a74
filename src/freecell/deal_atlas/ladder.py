"""What is known of a deal: from surveys, else from the atlas, else computed within a budget.

>>> found = about(617)
>>> found.verdict, found.level
('solved', 'very hard')
>>> about(11982).verdict
'impossible'
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias, cast, get_args

from freecell import _core, difficulty
from freecell.board import check_cells
from freecell.cards import shorten
from freecell.deal_atlas.about_deal import About
from freecell.deal_atlas.block_file import CELLS, AtlasError
from freecell.deal_atlas.endings import completed_ending, known_ending
from freecell.deal_atlas.shipped_atlas import charted, shipped
from freecell.errors import OptionError, check_choice
from freecell.instances import check_start
from freecell.numbers import LAST_MICROSOFT_DEAL
from freecell.solver import Cancel, tick_for_core
from freecell.verdict import SOLVED, UNDECIDED, VerdictName

if TYPE_CHECKING:
    from freecell.deal_atlas.surveyed import SurveySet

Budget: TypeAlias = Literal["none", "quick", "thorough"]
"""How much may be computed where nothing is known, in positions: see docs/atlas.md. `none` computes
nothing."""

_TRIES = 1_000
_FACTS = ("moves", "fewest", "difficulty")


def about(
    number: SupportsIndex | str,
    *,
    surveys: SurveySet | None = None,
    budget: Budget = "quick",
    cancel: Cancel | None = None,
) -> About:
    """Return what is known of a deal or an ending; what is not known yet is computed.

    `surveys` are asked first: `SurveySet(["results/"])`. The budget counts positions, so the answer
    is the same on every machine, in the command, the service and the page.
    """
    thorough = _check_budget(budget) == "thorough"
    known = _known(check_start(number), surveys)
    return known if budget == "none" else _completed(known, cancel, thorough=thorough)


def is_complete(known: About) -> bool:
    """Whether everything is known that could be computed."""
    if isinstance(known.number, str):
        return known.fewest is not None
    needs_moves = known.verdict == UNDECIDED or (known.verdict == SOLVED and known.moves is None)
    return not needs_moves and known.fewest is not None and known.difficulty is not None


def random_deal(
    numbers: Iterable[range] = (),
    *,
    cells: int = CELLS,
    level: difficulty.Level | None = None,
    surveys: SurveySet | None = None,
    budget: Budget = "quick",
    chance: random.Random | None = None,
    cancel: Cancel | None = None,
) -> int | None:
    """Return a random deal that can be won with this many cells, of a level if one is given.

    It comes from `numbers`; where none are given, from the surveys, or else from the deals 1 to
    1,000,000. None where a thousand tries found no such deal, or when it was cancelled.
    """
    _check_budget(budget)
    check_cells(cells)
    check_level(level)
    draw, ranges = chance or random.Random(), list(numbers)
    if not ranges and (found := _drawn(cells, level, surveys, draw)) is not None:
        return found
    for number in _draws(ranges or [range(1, LAST_MICROSOFT_DEAL + 1)], draw):
        if cancel is not None and cancel.is_set():
            return None
        known = about(number, surveys=surveys, budget="none")
        if _has_level(known, level) and _is_won(known, cells, budget, cancel):
            return number
    return None


def check_level(level: difficulty.Level | None) -> difficulty.Level | None:
    """Return a level, where there is one of that name."""
    if level is not None and level not in difficulty.LEVELS:
        expected = ", ".join(difficulty.LEVELS)
        raise OptionError(f"not a difficulty: {shorten(level)} (expected one of {expected})")
    return level


def _check_budget(budget: Budget) -> Budget:
    check_choice("budget", budget, get_args(Budget))
    return budget


def _known(number: int | str, surveys: SurveySet | None) -> About:
    """Ask the surveys, then the atlas; of an ending, the course."""
    if isinstance(number, str):
        return known_ending(number)
    found = surveys.about(number) if surveys is not None else None
    return charted(number) if found is None else found


def _completed(known: About, cancel: Cancel | None, *, thorough: bool) -> About:
    if is_complete(known) or (cancel is not None and cancel.is_set()):
        return known
    if isinstance(known.number, str):
        return completed_ending(known, known.number, cancel, thorough=thorough)
    score = None if known.difficulty is None else 0  # only whether there is one matters
    verdict, moves, fewest, proved, score, positions, computed = _core.compute_facts(
        known.number,
        known.verdict,
        known.moves,
        known.fewest,
        known.fewest_proved,
        score,
        thorough,
        tick_for_core(cancel, None),
    )
    found = known._replace(
        verdict=cast("VerdictName", verdict),
        moves=moves,
        fewest=fewest,
        fewest_proved=proved,
        positions=positions or known.positions,
        computed=tuple(name for name in _FACTS if name in computed),
        source=known.source if known.source == "catalog" else "computed",
    )
    if "difficulty" in computed and score is not None:
        rated = difficulty.of_score(score)
        found = found._replace(difficulty=rated.rank, level=rated.level)
    return found


def _drawn(
    cells: int, level: difficulty.Level | None, surveys: SurveySet | None, chance: random.Random
) -> int | None:
    """Draw from the surveys, which know no levels, or else from the atlas."""
    if surveys is not None and level is None:
        number = surveys.random_winnable(cells, chance)
        if number is not None:
            return number
    try:
        return shipped().draw([level] if level else [], cells, chance)
    except AtlasError:
        return None


def _has_level(known: About, level: difficulty.Level | None) -> bool:
    return level is None or level == (known.level or difficulty.measure(known.number).level)


def _is_won(known: About, cells: int, budget: Budget, cancel: Cancel | None) -> bool:
    """Whether a deal can be won with this many cells, as far as the budget can tell."""
    if known.fewest is not None and (known.fewest <= cells or known.fewest_proved):
        return known.fewest <= cells
    if cells == CELLS and known.verdict != UNDECIDED:
        return known.verdict == SOLVED
    if budget == "none":
        return False
    found = _completed(known, cancel, thorough=budget == "thorough")
    return found.fewest is not None and found.fewest <= cells


def _draws(numbers: Sequence[range], chance: random.Random) -> Iterator[int]:
    """Yield the numbers in random order where they are few; else many of them, drawn at random."""
    sizes = [len(each) for each in numbers]
    if sum(sizes) <= _TRIES:
        few = [number for each in numbers for number in each]
        yield from chance.sample(few, len(few))
    else:
        yield from (chance.choice(chance.choices(numbers, sizes)[0]) for _ in range(_TRIES))
