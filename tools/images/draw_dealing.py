"""Draw the pictures of docs/dealing.md: a step of the generator, of the deck, and of the board.

They show the same as the page for learners, for those who read the document without it.
`make docs` runs this; a test compares the files with what is drawn.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from freecell.cards import RANKS, SUITS, Card, rank_of, suit_of
from freecell.dealing import Draw, draws
from freecell.drawing.card_art import SUIT_SHAPES, colours

TARGET = Path(__file__).parents[2] / "docs" / "images"
NUMBER, STEP, LATER_STEP = 617, 2, 26
INK, SOFT, PAPER = "#1d2327", "#5a656b", "#fff"
CUT, VALUE, LOW, CHOSEN, MOVING = "#f6d3d0", "#cdebd9", "#eef1ef", "#ffd95e", "#bfe0ff"
SMALL = 44
"""The width of a small card."""


def picture(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """Return a whole picture: a white sheet with parts on it."""
    shapes = "".join(f'<path id="{suit}" d="{path}"/>' for suit, path in SUIT_SHAPES.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="ui-monospace,Consolas,monospace" font-size="15"><title>{title}</title>'
        f'<defs>{shapes}</defs><rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def text(x: float, y: float, content: str, **look: str) -> str:
    """Return some text; its look is given as attributes."""
    looks = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())
    return f'<text x="{x:g}" y="{y:g}"{looks}>{content}</text>'


def box(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    """Return a box with round corners."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" '
        f'stroke="{stroke}"/>'
    )


def small_card(x: float, y: float, card: Card, fill: str = PAPER) -> str:
    """Draw a card as the page for learners shows it: its index on a small sheet."""
    width = SMALL
    suit = suit_of(card)
    ink = colours("light").suits[suit]
    letter = "10" if RANKS[rank_of(card)] == "T" else RANKS[rank_of(card)]
    return (
        box(x, y, width, 24, fill, SOFT)
        + text(x + width / 2 - 2, y + 17, letter, text_anchor="end", fill=ink)
        + f'<use href="#{SUITS[suit]}" transform="translate({x + width / 2:g} {y + 5:g}) '
        f'scale(.15)" fill="{ink}"/>'
    )


def generator(number: int, step: int) -> str:
    """Draw a step of the generator: the figures, and the lowest 32 bits of the sum."""
    all_draws = list(draws(number))
    draw = all_draws[step - 1]
    before = all_draws[step - 2].state if step > 1 else number
    product = before * 214013
    total = product + 2531011
    figures = [
        ("state before", f"{before}"),
        ("* 214013", f"{product}"),
        ("+ 2531011", f"{total}"),
        ("next state: mod 2^31", f"{draw.state}"),
        ("value: // 2^16", f"{draw.value}"),
        (f"index: {draw.value} mod {draw.left}", f"{draw.place}"),
    ]
    parts = []
    for at, (name, figure) in enumerate(figures):
        y = 32 + 24 * at
        parts += [text(20, y, name, fill=SOFT), text(620, y, figure, text_anchor="end", fill=INK)]
    for at, bit in enumerate(f"{total % 2**32:032b}"):
        fill = CUT if at == 0 else VALUE if at < 16 else LOW
        x = 20 + 18.75 * at
        parts += [box(x, 200, 18, 26, fill), text(x + 9, 218, bit, text_anchor="middle", fill=INK)]
    legend = [(20, CUT, "cut off by mod 2^31"), (220, VALUE, "the value"), (340, LOW, "not used")]
    for x, fill, name in legend:
        parts += [box(x, 240, 16, 16, fill), text(x + 22, 253, name, fill=SOFT, font_size="13")]
    return picture(640, 272, f"Deal {number}, card {step}: the generator", parts)


def deck_before(taken: Iterable[Draw]) -> list[Card]:
    """Return the deck as some draws left it."""
    deck = list(range(52))
    for draw in taken:
        deck[draw.place] = deck[-1]
        deck.pop()
    return deck


def deck(number: int, step: int) -> str:
    """Draw the deck before a step, the card that leaves it and the one that replaces it."""
    all_draws = list(draws(number))
    draw = all_draws[step - 1]
    cards = deck_before(all_draws[: step - 1])
    parts = []
    for at, card in enumerate(cards):
        x, y = 16 + 47 * (at % 13), 16 + 46 * (at // 13)
        fill = CHOSEN if at == draw.place else MOVING if at == len(cards) - 1 else PAPER
        parts.append(small_card(x, y, card, fill))
        parts.append(text(x + 22, y + 37, f"{at}", text_anchor="middle", fill=SOFT, font_size="11"))
    y = 212
    for x, fill, name in [(16, CHOSEN, "is dealt"), (120, MOVING, "takes its place")]:
        parts += [box(x, y, 16, 16, fill), text(x + 22, y + 13, name, fill=SOFT, font_size="13")]
    return picture(640, 240, f"Deal {number}, card {step}: the deck", parts)


def board(number: int, step: int) -> str:
    """Draw the board after a step."""
    parts = []
    for at in range(52):
        x, y = 16 + 50 * (at % 8), 16 + 30 * (at // 8)
        if at < step:
            card = list(draws(number))[at].card
            parts.append(small_card(x, y, card, CHOSEN if at == step - 1 else PAPER))
        else:
            parts.append(box(x, y, SMALL, 24, LOW))
    return picture(426, 232, f"Deal {number} after {step} cards", parts)


def main(target: Path) -> None:
    """Draw all of them into a folder."""
    for name, drawn in {
        "generator": generator(NUMBER, STEP),
        "deck": deck(NUMBER, STEP),
        "board": board(NUMBER, LATER_STEP),
    }.items():
        (target / f"dealing-{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
