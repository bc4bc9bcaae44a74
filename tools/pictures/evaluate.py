"""Measure the reader on the corpus: `python -m tools.pictures.evaluate --count 120 --seed 1`.

For each stratum the table says how many boards are exact, how many cards right, how many numbers
right or wrong, how many were certain, and how many were certain and wrong. With `--output` each
picture's line is kept in a file as it is read, and a later call goes on behind the last one. With
`--page` the page's reader reads each picture, too, and has to read the same.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from freecell import PictureReading, read_picture
from tools.pictures.boards import Position, Screen
from tools.pictures.corpus import STRATA, screen
from tools.pictures.page_reader import is_same, read_in_page


def homes_of(position: Position) -> list[int]:
    """Return how many cards of each suit are home."""
    homes = [0] * 4
    for card in position.homes:
        homes[card % 4] = card // 4 + 1
    return homes


def is_exact(position: Position, reading: PictureReading) -> bool:
    """Say whether columns, cells and homes are right, each cell in its place."""
    cells = [*position.cells, None, None, None, None][:4]
    return (
        reading.board is not None
        and [list(column) for column in reading.columns] == position.columns
        and list(reading.cells) == cells
        and list(reading.homes) == homes_of(position)
    )


def measured(shown: Screen, found: dict[str, Any] | None = None) -> dict[str, Any]:
    """Read a screen and say how well, and whether it was `found` the same in the page."""
    begun = time.process_time()
    reading = read_picture(shown.picture)
    seconds = time.process_time() - begun
    position = shown.position
    pairs = [
        (card, read[row] if row < len(read) else None)
        for column, read in zip(position.columns, reading.columns, strict=True)
        for row, card in enumerate(column)
    ]
    wrong = [card for card, read in pairs if read is not None and read != card]
    unread = [card for card, read in pairs if card in shown.readable and read is None]
    exact = is_exact(position, reading)
    return {
        **shown.kind,
        "page agrees": None if found is None else is_same(reading, found),
        "page seconds": None if found is None else found["seconds"],
        "exact": exact,
        "right": sum(card == read for card, read in pairs),
        "of": len(pairs),
        "readable right": not wrong and not unread,
        "certain": reading.certainty == "certain",
        "certain, wrong": reading.certainty == "certain" and not exact,
        "number": reading.number == position.number is not None,
        "number wrong": reading.number not in (None, position.number),
        "read": reading.certainty,
        "reason": str(reading.reason or ""),
        "seconds": round(seconds, 3),
        "pixels": shown.picture.width * shown.picture.height,
    }


def table(lines: list[dict[str, Any]]) -> Iterable[str]:
    """Return the table, a line for each kind."""
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        for key in ("all", line["stratum"], f"{line['stratum']}: {line['position']}",
                    f"({line['damage']})"):  # fmt: skip
            kinds[key].append(line)
    for key, group in sorted(kinds.items()):
        count = len(group)

        def share(name: str, group: list[dict[str, Any]] = group) -> float:
            return float(sum(line[name] for line in group)) / len(group)

        exact = max(1, sum(line["exact"] for line in group))
        sure = sum(line["exact"] and line["certain"] for line in group)
        cards = sum(line["right"] for line in group) / sum(line["of"] for line in group)
        yield (
            f"{key:30} {count:5} pictures | exact {share('exact'):6.1%} | of these certain "
            f"{sure / exact:6.1%} | cards {cards:6.1%} | "
            f"readable right {share('readable right'):6.1%} | "
            f"numbers {share('number'):6.1%}, "
            f"wrong {sum(line['number wrong'] for line in group)} | "
            f"certain, wrong {sum(line['certain, wrong'] for line in group)} | "
            f"{share('seconds'):.2f} s"
        )


AT_ONCE = 12
"""How many pictures the page's reader gets: starting it takes as long as reading one."""


def read(indexes: list[int], seed: int, *, page: bool) -> Iterator[dict[str, Any]]:
    """Draw these screens of the corpus, read them, and yield a line for each."""
    screens = [screen(index, seed) for index in indexes]
    found: Sequence[dict[str, Any] | None] = [None] * len(screens)
    if page:
        found = read_in_page([shown.picture for shown in screens])
    for index, shown, in_page in zip(indexes, screens, found, strict=True):
        yield {"index": index, **measured(shown, in_page)}


def main() -> None:
    """Read the corpus and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stratum", help="Only this one.")
    parser.add_argument("--output", type=Path, help="Keep a line for each picture here.")
    parser.add_argument("--page", action="store_true", help="Compare with the page's reader.")
    parser.add_argument("--show", action="store_true", help="Name the pictures that are not exact.")
    arguments = parser.parse_args()
    lines: list[dict[str, Any]] = []
    if arguments.output and arguments.output.exists():
        lines = [json.loads(line) for line in arguments.output.read_text().splitlines()]
    done = {line["index"] for line in lines}
    wanted = [
        index
        for index in range(arguments.count)
        if index not in done and arguments.stratum in (None, STRATA[index % len(STRATA)])
    ]
    for first in range(0, len(wanted), AT_ONCE):
        batch = wanted[first : first + AT_ONCE]
        for line in read(batch, arguments.seed, page=arguments.page):
            lines.append(line)
            if arguments.output:
                with arguments.output.open("a") as file:
                    file.write(json.dumps(line) + "\n")
            if arguments.show and not line["exact"]:
                print(line, flush=True)
    for text in table(lines):
        print(text)
    compared = [line for line in lines if line.get("page agrees") is not None]
    if compared:
        agree = sum(line["page agrees"] for line in compared)
        print(f"The page reads {agree} of {len(compared)} pictures as Python does.")


if __name__ == "__main__":
    main()
