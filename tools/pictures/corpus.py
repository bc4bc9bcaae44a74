"""The corpus that the reader is measured on: screens of decks never trained on, in strata.

A screen follows from the seed and its index. Every stratum takes turns, every deck within it too;
no deck has more than a tenth of the pictures.
"""

from __future__ import annotations

import random
from functools import cache

from PIL import Image

from tools.pictures.boards import Screen, covered, degraded, in_window, laid_out, photographed
from tools.pictures.decks import Deck, DrawnDeck
from tools.pictures.glyphs import FOLDER
from tools.pictures.positions import in_progress, numbered, unnumbered
from tools.pictures.strips import file_deck, glyphs

POSITIONS = {"numbered": numbered, "unnumbered": unnumbered, "in progress": in_progress}
STRATA = ["numbered", "unnumbered", "in progress", "dark or unusual", "covered", "photo"]
WIDTHS = [50, 60, 71, 80, 96, 110, 130]
FIRST_SEED = 700_000
DECKS = 24
"""How many drawn decks each stratum has."""


def style_of(deck: Deck) -> str:
    """Return what kind of deck it is: `ordinary`, `dark` or `unusual` in its colours."""
    if getattr(deck, "dark", False):
        return "dark"
    inks = getattr(deck, "inks", None)
    if inks is not None and not all(ink[0] > 120 > ink[1] for ink in inks[1:3]):
        return "unusual"
    return "ordinary"


def legible(deck: DrawnDeck) -> bool:
    """Let covered cards show at least half of their suit, as programs do, where possible."""
    suit = max(deck.rank_height, deck.suit_height)
    if deck.layout == "below":
        suit = deck.rank_height + deck.gap + 0.5 * deck.suit_height
    deck.least_step = max(deck.least_step, deck.margin_y + suit)
    return deck.layout != "rank only" and deck.least_step < 0.6


@cache
def decks_of(stratum: str) -> list[Deck]:
    """Return the decks of a stratum: drawn from fonts never trained on, and one of files."""
    strange = stratum == "dark or unusual"
    decks: list[Deck] = []
    seed = FIRST_SEED + 1000 * STRATA.index(stratum)
    while len(decks) < DECKS:
        deck = DrawnDeck(
            seed, glyphs(), for_tests=True, plain=not strange, court_deck=file_deck("letele")
        )
        if (style_of(deck) != "ordinary") == strange and legible(deck):
            decks.append(deck)
        seed += 1
    if not strange and (FOLDER / "decks" / "cardsjs").is_dir():
        decks.append(file_deck("cardsjs"))
    return decks


def screen(index: int, seed: int) -> Screen:
    """Draw one screen of the corpus."""
    r = random.Random(seed * 1_000_003 + index)
    stratum = STRATA[index % len(STRATA)]
    decks = decks_of(stratum)
    deck = decks[index // len(STRATA) % len(decks)]
    kind = stratum if stratum in POSITIONS else r.choice(list(POSITIONS))
    position = POSITIONS[kind](r)
    picture, areas = laid_out(position, deck, r, r.choice(WIDTHS))
    readable = set(areas)
    how = r.choice(["plain", "plain", "jpeg", "scaled", "webp"])
    if stratum == "covered":
        readable = covered(picture, areas, r)
    if r.random() < 0.4:
        picture = in_window(picture, r)
    if stratum == "photo":
        picture, how = photographed(picture, r), "photo"
    names = {"stratum": stratum, "position": kind, "deck": deck.name, "style": style_of(deck)}
    damaged: Image.Image = degraded(picture, r, how)
    return Screen(damaged, position, {**names, "damage": how}, readable)
