"""
The compiled core of freecell: call it through the modules of the package.
"""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def deal_cards(number: int) -> bytes:
    """The 52 cards of a deal in the order they are dealt, one byte a card."""

def deal_rows(number: int) -> list[list[str]]:
    """The seven rows of a deal, as card names."""

def dealers() -> list[str]:
    """
    The ways of dealing many at once that this processor can use, the fastest first.
    """

def deal_range(first: int, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int, dealer: str = '') -> None:
    """
    Fill an array with the deals from `first` on, by the fastest dealer unless one is named.
    """

def deal_numbers(numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int, dealer: str = '') -> None:
    """
    Fill an array with the deals of these numbers, by the fastest dealer unless one is named.
    """
