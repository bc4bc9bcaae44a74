"""Draw the pictures of the documents into docs/images: `make pictures`.

All of them are SVG files that our own code draws: the film that README.md begins with, and a sheet
of all cards. An argument names another folder.
"""

import sys
from pathlib import Path

from freecell.board import deal
from freecell.cards import RANKS, SUITS, card_of
from freecell.drawing.card_art import HEIGHT, RADIUS, WIDTH, colours, drawn_card, rules, symbols
from freecell.drawing.film import animation
from freecell.solver import Solved, solve

IMAGES = Path(__file__).parents[2] / "docs" / "images"
FILMED = 46
"""A deal that is won in few moves."""
GAP = 12
SIZES = (100, 62, 40)
"""How wide the cards of the sheet are: on a desktop, on a tablet, on a phone."""


def film() -> str:
    """Draw a won game."""
    won = solve(FILMED, goal="short")
    assert isinstance(won, Solved)
    title = f"Game #{FILMED}, won"
    return animation(deal(FILMED), won.moves, title=title, seconds=0.5)


def sheet() -> str:
    """Draw all cards, suit by suit, in three sizes."""
    ink = colours("light")
    cards = "".join(_placed(rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS)))
    uses, top = [], GAP
    for size in SIZES:
        place = f"translate({GAP} {top}) scale({size / WIDTH:g})"
        uses.append(f'<use href="#fc-all" transform="{place}"/>')
        top += round(len(SUITS) * (HEIGHT + GAP) * size / WIDTH + GAP)
    width = GAP + len(RANKS) * (WIDTH + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" role="img" '
        f'aria-label="All cards, in three sizes"><style>{rules("fc-", ink)}</style>'
        f'<defs>{symbols("fc-")}<rect id="fc-card" x=".5" y=".5" width="{WIDTH - 1}" '
        f'height="{HEIGHT - 1}" rx="{RADIUS}"/><g id="fc-all">{cards}</g></defs>'
        f'<rect width="{width}" height="{top}" rx="16" fill="{ink.table}"/>{"".join(uses)}</svg>\n'
    )


def _placed(rank: int, suit: int) -> str:
    place = f"translate({rank * (WIDTH + GAP)} {suit * (HEIGHT + GAP)})"
    return f'<g transform="{place}">{drawn_card(card_of(rank, suit))}</g>'


def main(folder: Path) -> None:
    """Draw all of them into a folder."""
    for name, drawn in {"film": film(), "cards": sheet()}.items():
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
        print(folder / f"{name}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
