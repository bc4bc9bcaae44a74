"""Solving: a win, a proof that there is none, or the limit that was reached first.

>>> match solve(617):
...     case Solved(game):
...         print("won" if game.won else "not won")
won
>>> solve(11982)
Impossible(positions=61643, number=11982)
>>> solve(11982, limit=Limit(nodes=1000))
Undecided(reason='the limit of 1,000 nodes was reached', number=11982)

Whatever `solve` returns has been replayed by the rules in `freecell.board`; what `solve_many`
returns has been replayed by the core's verifier, which shares no code with its search.

- `limits`: what a search may take; `single`: one deal or board; `many`: many deals.
"""

from freecell.solver.limits import MOST_EFFORT, Cancel, Goal, Limit, limit_to_core, tick_for_core
from freecell.solver.many import solve_many
from freecell.solver.single import FewestCells, Hint, fewest_cells, hint, prove, replayed, solve
from freecell.verdict import Impossible, Result, Solved, Undecided, Unit, check_unit

__all__ = [
    "MOST_EFFORT", "Cancel", "FewestCells", "Goal", "Hint", "Impossible", "Limit", "Result",
    "Solved", "Undecided", "Unit", "check_unit", "fewest_cells", "hint", "limit_to_core", "prove",
    "replayed", "solve", "solve_many", "tick_for_core",
]  # fmt: skip
