"""Write the tables and pictures of docs/shortest.md anew, from the atlas: `make shortest`.

Beams of every effort solve the first deals that are proved; FREECELL_TRUTH may name the folder of a
list of others, `short-lengths.csv`, which is compared too.
"""

import argparse
import os
from itertools import islice
from pathlib import Path

from freecell.deal_atlas import FOLDER, Atlas
from tools.atlas.shortest_report import Lengths, beams, intervals, write_report


def main() -> None:
    """Read what is proved, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the atlas is")
    parser.add_argument("--beams", type=int, default=100, help="how many deals the beams solve")
    options = parser.parse_args()
    known = intervals(Atlas(options.folder))
    others = beams(list(islice(known.proved, options.beams))) | listed_by_others()
    write_report(known, others, Path("docs/shortest.md"), Path("docs/images"))


def listed_by_others() -> dict[str, Lengths]:
    """Return the lengths in the list of others, where it is at hand."""
    path = Path(os.environ.get("FREECELL_TRUTH", "no such folder")) / "short-lengths.csv"
    if not path.exists():
        return {}
    pairs = (line.split(",") for line in path.read_text().splitlines() if line[:1].isdigit())
    return {"the list": {int(number): int(moves) for number, moves in pairs}}


if __name__ == "__main__":
    main()
