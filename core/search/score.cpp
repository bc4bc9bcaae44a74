#include "score.h"

#include <algorithm>
#include <bit>

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
    int sum = 0;     // of the kept cards, apart from CLEAN
    int burden = 0;  // what one more card on them costs
    for (int kept = 0; kept <= layout.size[column]; ++kept) {
        if (kept > 0) {
            sum += burden + card_cost(layout, column, kept - 1);
            burden += weights[BURY + rank_of(cards[kept - 1])];
        }
        const bool clean = kept > 0 && layout.ordered[column][kept] == kept;
        const int base = sum + (clean ? weights[CLEAN] : 0) + weights[TIDY] * layout.ordered[column][kept];
        const int more = kept > 0 ? burden + weights[MOVED] : weights[ALONE_CARD];
        const int first = kept > 0 ? 0 : weights[ALONE];
        worth[kept * 16] = base;
        const int most = kept > 0 ? rank_of(cards[kept - 1]) : RANK_COUNT;
        for (int moved = 1; moved <= most; ++moved) {
            worth[kept * 16 + moved] = base + first + moved * more;
        }
    }
}

// What the card in a row costs, apart from what it does to the cards under it by lying on them.
int Score::card_cost(const Layout& layout, int column, int row) const {
    const Weights& weights = *weights_;
    const auto& cards = layout.cards[column];
    const Card card = cards[row];
    int cost = weights[CARD];
    if (row == 0) return cost + (rank_of(card) == RANK_COUNT - 1 ? weights[KING_FIRST] : 0);
    if (!fits_on(card, cards[row - 1])) cost += weights[BREAK];
    if (rank_of(cards[row - 1]) < rank_of(card)) cost += weights[BREAK_UP];
    bool over_own_suit = false;
    for (int below = 0; below < row; ++below) {
        const bool lower = rank_of(cards[below]) < rank_of(card);
        over_own_suit |= lower && suit_of(cards[below]) == suit_of(card);
        cost += lower ? weights[INVERSION] : 0;
    }
    return cost + (over_own_suit ? weights[OVER_OWN_SUIT] : 0);
}

inline int Score::burial(const State& state, int card) const {
    const auto [column, row] = start_[card];
    const Pile pile = state.piles[column];
    const int above = kept_in(pile) - 1 - row;
    const int cost = (*weights_)[NEXT] + (*weights_)[NEXT + 1] * (above + moved_in(pile));
    return above < 0 ? 0 : cost;
}

int Score::of(const State& state) const {
    const Weights& weights = *weights_;
    int sum = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) sum += piles_[column][state.piles[column]];

    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        sum += burial(state, 4 * state.homes[suit] + suit);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        sum += weights[CELL + (card >> 2) - state.homes[card & 3]];
    }
    const int room = std::min(layout_->cell_count - state.cells_used, 4);
    sum += weights[ROOM + 4 * room + std::min<int>(state.empty_columns, 3)];
    sum += weights[HOME_CARD] * state.cards_home();
    const auto [low, high] = std::minmax({state.homes[0], state.homes[1], state.homes[2], state.homes[3]});
    return sum + weights[SPREAD] * (high - low);
}

}  // namespace freecell
