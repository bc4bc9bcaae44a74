"""Features of layouts, held against the boards themselves."""

import numpy as np

from freecell.board import deal
from freecell.cards import is_red, rank_of, suit_of
from tools.atlas.deal_features import features


def seen(number: int) -> dict[str, int]:
    """Return the features of a deal, counted card by card on its board."""
    found = dict.fromkeys(features(1, 2), 0)
    for column in deal(number).columns:
        found["kings that lie on no card"] += rank_of(column[0]) == 12
        for at, card in enumerate(column):
            above = len(column) - 1 - at
            found["cards on the aces"] += above * (rank_of(card) == 0)
            found["cards on the aces and twos"] += above * (rank_of(card) <= 1)
            under = column[:at]
            found["cards on a lower card of their suit"] += any(
                suit_of(each) == suit_of(card) and each < card for each in under
            )
            found["pairs that lie in order"] += bool(
                under
                and rank_of(under[-1]) == rank_of(card) + 1
                and is_red(under[-1]) != is_red(card)
            )
    return found


def test_features_are_what_one_counts_on_the_board():
    columns = features(600, 640)
    for number in range(600, 640):
        assert {name: int(values[number - 600]) for name, values in columns.items()} == seen(number)
    assert all(isinstance(values, np.ndarray) for values in columns.values())
