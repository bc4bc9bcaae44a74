"""The signature of the search: how many positions it searches for a fixed list of deals.

The search is deterministic, so a change that is meant to change nothing leaves the signature as it
is. A change of the search ends its commit with `Nodes:` and the new number. A test
compares it with benchmarks/signature.txt; `make signature` prints it.
"""

from pathlib import Path

from freecell import Impossible, Solved, solve, solve_many

FILE = Path(__file__).with_name("signature.txt")


def signature() -> int:
    """Return the number of positions for any solutions, short ones and proofs together."""
    any_solution = solve_many(range(1, 1001))
    short = solve_many(range(1, 11), goal="short", effort=2)
    nodes = sum(result.nodes for result in (*any_solution, *short) if isinstance(result, Solved))
    proof = solve(781948)
    assert isinstance(proof, Impossible)
    return nodes + proof.positions


if __name__ == "__main__":
    print(f"Nodes: {signature()}")
