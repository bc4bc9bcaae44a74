#include "deal/deal.h"

#include <numeric>

namespace freecell {
namespace {

// The special games have a simple order, all four suits of a rank together
// or each suit from king to ace; they are built here and compared with Python's lists by a test.
Deck ranks_together(const std::array<int, RANK_COUNT>& ranks, bool clubs_first) {
    Deck deck;
    for (int i = 0; i < DECK_SIZE; ++i) {
        const int suit = clubs_first ? i % 4 : 3 - i % 4;
        deck[static_cast<std::size_t>(i)] = card_of(ranks[static_cast<std::size_t>(i / 4)], suit);
    }
    return deck;
}

// Columns that hold spades, hearts, diamonds and clubs from king to ace, one after the other.
Deck suits_in_order() {
    Deck deck;
    int dealt = 0;
    for (int column = 0; column < 8; ++column) {
        for (int row = 0; row < (column < 4 ? 7 : 6); ++row, ++dealt) {
            const int rank = RANK_COUNT - 1 - dealt / 4;
            deck[static_cast<std::size_t>(row * 8 + column)] = card_of(rank, 3 - dealt % 4);
        }
    }
    return deck;
}

Deck special_deal(DealNumber number) {
    switch (number) {
        case -1:
            return ranks_together({0, 11, 2, 9, 4, 7, 6, 5, 8, 3, 10, 1, 12}, true);
        case -2:
            return ranks_together({0, 6, 12, 5, 11, 4, 10, 3, 9, 2, 8, 1, 7}, false);
        case -3:
            return ranks_together({12, 5, 11, 4, 10, 3, 9, 2, 8, 1, 7, 0, 6}, false);
        default:
            return suits_in_order();
    }
}

}  // namespace

Deck deal_cards(DealNumber number, std::uint32_t count) {
    if (number < 0) return special_deal(number);
    const Band band = band_of(number);
    auto state = static_cast<std::uint32_t>(number);
    Deck deck;
    std::iota(deck.begin(), deck.end(), Card{0});
    Deck dealt{};
    for (std::uint32_t left = DECK_SIZE; left > DECK_SIZE - count; --left) {
        state = state * MULTIPLIER + INCREMENT;
        const std::uint32_t index = value_of(state, band) % left;
        dealt[DECK_SIZE - left] = deck[index];
        deck[index] = deck[left - 1];
    }
    return dealt;
}

}  // namespace freecell
