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
            const Card card = cards[kept - 1];
            sum += weights[CARD] + burden;
            if (kept > 1 && !fits_on(card, cards[kept - 2])) sum += weights[BREAK];
            if (kept == 1 && rank_of(card) == RANK_COUNT - 1) sum += weights[KING_FIRST];
            bool over_own_suit = false;
            for (int row = 0; row < kept - 1; ++row) {
                const bool lower = rank_of(cards[row]) < rank_of(card);
                over_own_suit |= lower && suit_of(cards[row]) == suit_of(card);
                sum += lower ? weights[INVERSION] : 0;
            }
            sum += over_own_suit ? weights[OVER_OWN_SUIT] : 0;
            burden += weights[BURY + rank_of(card)];
        }
        const bool clean = kept > 0 && layout.ordered[column][kept] == kept;
        int value = sum + (clean ? weights[CLEAN] : 0);
        for (int moved = 0; moved <= RANK_COUNT; ++moved) {
            worth[kept * 16 + moved] = value;
            value += burden + (kept > 0 ? weights[MOVED] : 0);
        }
    }
}

inline int Score::burial(const State& state, int card, int feature) const {
    const auto [column, row] = start_[card];
    const Pile pile = state.piles[column];
    const int above = kept_in(pile) - 1 - row;
    const int cost = (*weights_)[feature] + (*weights_)[feature + 1] * (above + moved_in(pile));
    return above < 0 ? 0 : cost;
}

int Score::of(const State& state) const {
    const Weights& weights = *weights_;
    int sum = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) sum += piles_[column][state.piles[column]];

    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        const int next = 4 * state.homes[suit] + suit;
        sum += burial(state, next, NEXT) + burial(state, next + 4, NEXT + 2);
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
