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

def deal_range(first: int, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int) -> None:
    """Fill an array with the deals from `first` on."""

def deal_numbers(numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int) -> None:
    """Fill an array with the deals of these numbers."""
