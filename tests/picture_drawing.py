"""Pictures to read in tests: decks drawn with the font that Pillow brings along, and our own suits."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from PIL import Image, ImageFont

from freecell import Board
from freecell.cards import card_named
from tools.pictures.boards import Position, lay_out
from tools.pictures.decks import DrawnDeck
from tools.pictures.glyphs import RANK_TEXTS, Glyphs, cut, is_kept_for_tests

NAME = "aileron"


@cache
def default_glyphs() -> Glyphs:
    font = ImageFont.load_default(96)
    assert isinstance(font, ImageFont.FreeTypeFont)
    inks = {text: cut(font, text) for text in RANK_TEXTS}
    return {NAME: {text: ink for text, ink in inks.items() if ink is not None}}


@cache
def plain_deck() -> DrawnDeck:
    """An ordinary deck: white paper, two colours, rank and suit in the left corner."""
    deck = DrawnDeck(4, default_glyphs(), for_tests=is_kept_for_tests(NAME), plain=True)
    deck.paper, deck.shade, deck.hollow, deck.dark = (255, 255, 255), 0.0, False, False
    deck.inks = [(0, 0, 0), (210, 0, 0), (210, 0, 0), (0, 0, 0)]
    deck.corner, deck.layout = "left", "below"
    deck.rank_height, deck.suit_height, deck.margin_x, deck.margin_y = 0.2, 0.17, 0.05, 0.05
    deck.pips, deck.courts, deck.jacks, deck.ten = "pips", "letter", "JQK", "10"
    deck.edge, deck.edge_width, deck.least_step = (60, 60, 60), 0.01, 0.34
    return deck


@cache
def suitless_deck() -> DrawnDeck:
    """A deck that shows ranks alone, in one colour: its suits cannot be read."""
    deck = DrawnDeck(4, default_glyphs(), for_tests=is_kept_for_tests(NAME), plain=True)
    vars(deck).update(vars(plain_deck()))
    deck.layout, deck.pips, deck.courts = "rank only", "none", "none"
    deck.inks = [(0, 0, 0)] * 4
    deck.suits = [deck.suits[3] * 0] * 4
    return deck


class HalfSuitlessDeck(DrawnDeck):
    """The plain deck, but some cards show their rank alone."""

    def __init__(self, *suitless: str) -> None:
        vars(self).update(vars(plain_deck()))
        self._suitless = {card_named(name) for name in suitless}

    def card(self, card: int, width: int) -> Image.Image:
        """Draw a card."""
        if card in self._suitless:
            return suitless_deck().card(card, width)
        return super().card(card, width)


class AlikeQueensDeck(DrawnDeck):
    """The plain deck, but the suits of the black queens are mixed: at a half both show the same."""

    def __init__(self, share: float) -> None:
        vars(self).update(vars(plain_deck()))
        club, spade = self.suits[0], resized(self.suits[3], like=self.suits[0])
        self._mixed = {
            card_named("QC"): mixed(club, spade, share),
            card_named("QS"): mixed(spade, club, share),
        }

    def card(self, card: int, width: int) -> Image.Image:
        """Draw a card."""
        self.suits = list(plain_deck().suits)
        if card in self._mixed:
            self.suits[card % 4] = self._mixed[card]
        return super().card(card, width)


def resized(ink: np.ndarray, like: np.ndarray) -> np.ndarray:
    return np.asarray(Image.fromarray(ink).resize((like.shape[1], like.shape[0])))


def mixed(ink: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    return ((1 - share) * ink + share * other).astype(np.uint8)


def position_of(board: Board) -> Position:
    homes = [rank * 4 - 4 + suit for suit, rank in enumerate(board.homes) if rank]
    return Position([list(column) for column in board.columns], list(board.cells), homes)


@cache
def picture_of(board: Board, width: int = 90, deck: DrawnDeck | None = None) -> Image.Image:
    """Draw a board as a program would show it."""
    return lay_out(position_of(board), deck or plain_deck(), random.Random(3), width)
