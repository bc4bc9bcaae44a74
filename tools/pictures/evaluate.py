"""Measure the reader on a drawn corpus: `python -m tools.pictures.evaluate --count 160`.

The decks come from fonts, shapes and files that were never trained on. For each kind of picture the
table says how many boards are exact, how many cards right, how many numbers right or wrong, how many
were certain, and how many were certain and wrong.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator

from PIL import Image

from freecell import PictureReading, read_picture
from tools.pictures.boards import Position, Screen, degraded, in_window, lay_out
from tools.pictures.decks import Deck, DrawnDeck
from tools.pictures.glyphs import FOLDER
from tools.pictures.positions import in_progress, numbered, unnumbered
from tools.pictures.strips import file_deck, glyphs

POSITIONS = {"numbered": numbered, "unnumbered": unnumbered, "in progress": in_progress}
WIDTHS = [50, 60, 71, 80, 96, 110, 130]


def test_decks(count: int, first: int) -> list[Deck]:
    """Return decks that were never trained on: drawn ones, half of them plain, and those of files."""
    decks: list[Deck] = [
        DrawnDeck(
            seed, glyphs(), for_tests=True, plain=seed % 2 == 0, court_deck=file_deck("letele")
        )
        for seed in range(first, first + count)
    ]
    decks += [file_deck(name) for name in ("cardsjs",) if (FOLDER / "decks" / name).is_dir()]
    return decks


def style_of(deck: Deck) -> str:
    """Return what kind of deck it is, as the bars name them."""
    if getattr(deck, "dark", False):
        return "dark"
    inks = getattr(deck, "inks", None)
    if inks is not None and not all(ink[0] > 120 > ink[1] for ink in inks[1:3]):
        return "unusual"
    return "ordinary"


def screens(count: int, seed: int) -> Iterator[Screen]:
    """Draw the corpus: every deck in turn, every kind of position, size and damage by chance."""
    decks = test_decks(24, 700_000)
    for index in range(count):
        r = random.Random(seed * 1_000_003 + index)
        deck = decks[index % len(decks)]
        kind = list(POSITIONS)[index // len(decks) % 3 if count > 60 else index % 3]
        position = POSITIONS[kind](r)
        picture: Image.Image = lay_out(position, deck, r, r.choice(WIDTHS))
        if r.random() < 0.4:
            picture = in_window(picture, r)
        how = r.choice(["plain", "plain", "jpeg", "scaled", "webp"])
        yield Screen(degraded(picture, r, how), position,
                     {"position": kind, "deck": style_of(deck), "damage": how, "name": deck.name})  # fmt: skip


def cards_right(position: Position, reading: PictureReading) -> int:
    """Count the cards of the columns that are right."""
    return sum(
        seen == card
        for column, read in zip(position.columns, reading.columns, strict=True)
        for card, seen in zip(column, read, strict=False)
    )


def is_exact(position: Position, reading: PictureReading) -> bool:
    """Say whether columns, cells and homes are right."""
    homes = [0] * 4
    for card in position.homes:
        homes[card % 4] = card // 4 + 1
    cells = [card for card in reading.cells if card is not None]
    return (
        reading.board is not None
        and [list(column) for column in reading.columns] == position.columns
        and cells == position.cells
        and list(reading.homes) == homes
    )


class Counts(defaultdict[str, float]):
    """What is counted of one kind."""

    def __init__(self) -> None:
        super().__init__(float)

    def add(self, screen: Screen, reading: PictureReading, seconds: float) -> None:
        """Count one picture."""
        exact = is_exact(screen.position, reading)
        certain = reading.certainty == "certain"
        self["pictures"] += 1
        self["exact"] += exact
        self["cards"] += cards_right(screen.position, reading)
        self["of cards"] += sum(map(len, screen.position.columns))
        self["certain"] += certain
        self["certain, exact"] += certain and exact
        self["certain, wrong"] += certain and not exact
        truth = screen.position.number
        self["number right"] += truth is not None and reading.number == truth
        wrong = (
            reading.number is not None
            and screen.kind["position"] != "in progress"
            and reading.number != truth
        )
        self["number wrong"] += wrong
        self["seconds"] += seconds

    def __str__(self) -> str:
        count = max(1.0, self["pictures"])
        return (
            f"{self['pictures']:5.0f} pictures | exact {self['exact'] / count:6.1%} | cards "
            f"{self['cards'] / max(1.0, self['of cards']):6.1%} | numbers {self['number right']:.0f} right "
            f"{self['number wrong']:.0f} wrong | certain {self['certain']:.0f} (wrong {self['certain, wrong']:.0f}) | "
            f"{self['seconds'] / count:.2f} s"
        )


def main() -> None:
    """Read the corpus and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="Name the pictures that are not exact.")
    arguments = parser.parse_args()
    table: dict[str, Counts] = defaultdict(Counts)
    for index, screen in enumerate(screens(arguments.count, arguments.seed)):
        begun = time.process_time()
        reading = read_picture(screen.picture)
        seconds = time.process_time() - begun
        kinds = screen.kind
        for key in (
            "all",
            kinds["position"],
            f"{kinds['position']}, {kinds['deck']}",
            kinds["damage"],
        ):
            table[key].add(screen, reading, seconds)
        if arguments.show and not is_exact(screen.position, reading):
            print(
                index,
                kinds,
                reading.certainty,
                reading.reason,
                cards_right(screen.position, reading),
                flush=True,
            )
    for key, counts in sorted(table.items()):
        print(f"{key:24} {counts}")


if __name__ == "__main__":
    main()
