"""What is known of an ending: it can be won, as its reference line shows; the rest is computed.

>>> known_ending("ending:12:617").moves
0
"""

from freecell.board import HOME
from freecell.deal_atlas.about_deal import About
from freecell.instances import known_instance, moves_to, reference_lines
from freecell.solver import Cancel, FewestCells, Limit, Solved, fewest_cells, solve
from freecell.verdict import SOLVED

_BYTES = 400_000_000


def known_ending(name: str) -> About:
    """Return the proved length of an ending in the course, else that of its reference line."""
    if known := known_instance(name):
        return About(name, SOLVED, known.moves, shortest=True, least=known.moves)
    number, before = moves_to(name)
    rest = reference_lines()[number][len(before) :]
    return About(name, SOLVED, sum(move.target != HOME for move in rest))


def completed_ending(known: About, name: str, cancel: Cancel | None, *, thorough: bool) -> About:
    """Look for a shorter win and for the fewest cells; the budgets are those of core/assess."""
    effort, nodes, cell_nodes = (4, 8_000_000, 3_000_000) if thorough else (2, 2_000_000, 400_000)
    moves, computed = known.moves, []
    if not known.shortest:
        short = Limit(nodes=nodes, bytes=_BYTES)
        win = solve(name, goal="short", effort=effort, limit=short, cancel=cancel)
        if isinstance(win, Solved):
            moves = min(win.length(), known.moves or 0)
        computed.append("moves")
    fewest = fewest_cells(name, limit=Limit(nodes=cell_nodes, bytes=_BYTES), cancel=cancel)
    if isinstance(fewest, FewestCells):
        known = known._replace(fewest=fewest.cells, fewest_proved=True)
        computed.append("fewest")
    return known._replace(moves=moves, computed=tuple(computed), source="computed")
