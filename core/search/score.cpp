#include "search/score.h"

#include <algorithm>

namespace freecell {

void Score::prepare(const Layout& layout, const State&, const Weights& weights) {
    weights_ = &weights;
    layout_ = &layout;
    start_.fill({0, 255});
    for (int card = 0; card < DECK_SIZE; ++card) {
        if (layout.column_of[card] == COLUMN_COUNT) continue;
        start_[card] = {layout.column_of[card], layout.row_of[card]};
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) prepare_column(layout, column);
}

void Score::prepare_column(const Layout& layout, int column) {
    const Weights& weights = *weights_;
    const auto& cards = layout.cards[column];
    auto& worth = piles_[column];
    for (int moved = 0; moved <= RANK_COUNT; ++moved) {
        worth[moved] = moved == 0 ? 0 : weights[ALONE] + moved * weights[ALONE_CARD];
    }
    // By the number of cards moved onto the column. With one more kept card all others have one
    // more above them, so each entry is the next one of before and what the new card adds.
    std::array<int, 16> buried{}, moved_on{};
    for (int moved = 0; moved <= RANK_COUNT; ++moved) moved_on[moved] = weights[MOVED + moved];
    int sum = 0;  // of the kept cards, apart from what depends on how many lie above them
    for (int kept = 1; kept <= layout.size[column]; ++kept) {
        const auto* bury = &weights[BURY + rank_of(cards[kept - 1]) * ABOVE_COUNT];
        for (int moved = 0; moved < ABOVE_COUNT - 1; ++moved) {
            buried[moved] = buried[moved + 1] + bury[moved];
        }
        for (int moved = ABOVE_COUNT - 1; moved < 16; ++moved) {
            buried[moved] += bury[ABOVE_COUNT - 1];
        }
        sum += card_cost(layout, column, kept - 1);
        const int ordered = layout.ordered[column][kept];
        const int base = sum + weights[TIDY] * ordered + (ordered == kept ? weights[CLEAN] : 0);
        for (int moved = 0; moved < 16; ++moved) {
            worth[kept * 16 + moved] = base + moved_on[moved] + buried[moved];
        }
    }
}

// What the card in a row costs, apart from what depends on how many cards lie above it.
int Score::card_cost(const Layout& layout, int column, int row) const {
    const Weights& weights = *weights_;
    const auto& cards = layout.cards[column];
    const Card card = cards[row];
    if (row == 0) return weights[CARD] + weights[BACK + rank_of(card)];
    int cost = weights[CARD] + weights[PAIR + pair_of(card, cards[row - 1])];
    bool over_own_suit = false;
    for (int below = 0; below < row; ++below) {
        if (rank_of(cards[below]) >= rank_of(card)) continue;
        const bool own = suit_of(cards[below]) == suit_of(card);
        over_own_suit |= own;
        cost += weights[INVERSION] + (own ? weights[OWN_INVERSION] : 0);
    }
    return cost + (over_own_suit ? weights[OVER_OWN_SUIT] : 0);
}

}  // namespace freecell
