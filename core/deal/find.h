// From cards back to deal numbers: a whole board, its first cards, or any cards at any places.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "deal/deal.h"

namespace freecell {

// The number that deals these cards, special games included. It is the only one: no two numbers
// deal the same board.
std::optional<DealNumber> find_deal(const Deck& deck);

// All numbers from 0 to LAST_DEAL whose deal starts with these cards, the smallest first. With less
// than four cards there are too many for a vector.
std::vector<DealNumber> find_first_cards(std::span<const Card> cards);

// A card that is known to be dealt as the one of this index, 0..51.
struct KnownCard {
    int index;
    Card card;
};

// The numbers from `first` up to but not including `end` with these cards, by looking at each; the
// smallest first. The range is inside 0..LAST_DEAL + 1.
std::vector<DealNumber> scan_for_cards(std::span<const KnownCard> known, DealNumber first,
                                       DealNumber end);

// The number in such a range that deals a whole board, by dealing one after the other until a card
// differs: the plain way, that the others are checked and measured against.
std::optional<DealNumber> scan_for_deal(const Deck& deck, DealNumber first, DealNumber end);

}  // namespace freecell
