"""Make the atlas, or go on with it: `make atlas`, or with RANGE=1-2000 for a part of it.

    python -m tools.atlas.make 1-32000 --fewest 3000000 --effort 4
    python -m tools.atlas.make 1-1000 --shortest 20000000
    python -m tools.atlas.make 32001-1000000 --shorter 100
    python -m tools.atlas.make --join results/ --join cells/

Without --fewest, --proof, --effort, --shorter, --shortest and --difficulty the usual passes are
made, in their order.
"""

import argparse
from pathlib import Path

from freecell.deal_atlas import FOLDER, Atlas
from tools.atlas import maker
from tools.atlas.maker import PASSES, Pass, WorkerSettings
from tools.atlas.report import write_report

REPEATED = (
    ("--join", Path, "the folder of a survey"),
    ("--join-shortest", Path, "a file of proved lengths: number,moves or number,least,most"),
    ("--fewest", int, "positions for a proof"),
    ("--proof", int, "positions for a proof that one cell less does not do"),
    ("--effort", int, "for short solutions"),
    ("--shorter", int, "places of a beam for each move above the lower bound"),
    ("--shortest", int, "positions for a proof of the shortest solution"),
)
"""Options that may be given several times: name, type and help text."""


def main() -> None:
    """Join surveys, make passes, verify, and say what is known."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("numbers", nargs="?", help="deals, such as 1-32000")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the atlas is")
    parser.add_argument(
        "--work", type=Path, default=Path("build/atlas"), help="for surveys under way"
    )
    parser.add_argument("--difficulty", action="store_true", help="measure the difficulty")
    for name, kind, text in REPEATED:
        parser.add_argument(name, type=kind, action="append", default=[], help=text)
    parser.add_argument("--processes", type=int, help="local processes")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument(
        "--report", type=Path, nargs="?", const=Path("docs/atlas.md"), metavar="DOCUMENT",
        help="write the tables of docs/atlas.md anew, and its pictures",
    )  # fmt: skip
    options = parser.parse_args()
    for survey in options.join:
        maker.join_survey(options.folder, survey, print)
    for proofs in options.join_shortest:
        maker.join_shortest(options.folder, proofs, print)
    if options.numbers:
        passes = [Pass("difficulty")] if options.difficulty else []
        passes += [Pass("fewest", nodes=nodes) for nodes in options.fewest]
        passes += [Pass("proof", nodes=nodes) for nodes in options.proof]
        passes += [Pass("short", effort=effort) for effort in options.effort]
        passes += [Pass("shorter", width=width) for width in options.shorter]
        passes += [Pass("shortest", nodes=nodes) for nodes in options.shortest]
        workers = WorkerSettings(options.processes, options.scheduler)
        maker.make(options.folder, options.numbers, options.work, passes or PASSES, workers, print)
    counts = maker.check_atlas(options.folder)
    if options.report:
        write_report(Atlas(options.folder), options.report, options.report.parent / "images")
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
