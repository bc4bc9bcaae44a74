"""What is known of one deal, or of one ending."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from freecell.difficulty import Level
from freecell.verdict import VerdictName, verdict_json

Source: TypeAlias = Literal["catalog", "atlas", "computed"]

_BESIDE = ("shortest", "fewest", "fewest_proved", "difficulty", "level")


class About(NamedTuple):
    """What is known of a deal; None where it is not known."""

    number: int | str
    """The deal number, or the name of an ending."""
    verdict: VerdictName
    """With four cells: solved, impossible or undecided."""
    moves: int | None = None
    """Of the shortest solution found here, as players count them."""
    shortest: bool = False
    """Whether it is proved that there is no shorter one."""
    fewest: int | None = None
    """The fewest cells that the deal was won with."""
    fewest_proved: bool = False
    """Whether it is proved that there is no win with fewer; if not, `fewest` is an upper bound."""
    difficulty: int | None = None
    """The difficulty percentile, 0 (easiest) to 99."""
    level: Level | None = None
    """The same as one of five levels."""
    positions: int | None = None
    """How many positions the search that decided it visited, where that is known."""
    computed: tuple[str, ...] = ()
    """Which of `moves`, `fewest` and `difficulty` were computed now; the others were known."""
    least: int | None = None
    """A lower bound on the moves of any solution."""
    source: Source = "atlas"
    """Where the answer comes from: the catalog of a survey, the atlas, or computed now."""

    def to_json(self) -> dict[str, Any]:
        """Return it in the one shape of verdicts, with the number and all that is known beside."""
        fields = self._asdict()
        verdict = verdict_json(
            self.verdict,
            count=self.moves,
            positions=self.positions,
            least=self.least,
            most=None if self.least is None else self.moves,
        )
        more = {name: fields[name] for name in _BESIDE}
        where = {"computed": list(self.computed), "source": self.source}
        return {"number": self.number, **verdict, **more, **where}
