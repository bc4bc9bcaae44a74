// How promising a position is: a weighted sum of plain features. All that depends on one column
// alone is worked out beforehand for every pile that column can hold, so a score is a few look-ups.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "search/state.h"

namespace freecell {

constexpr int ABOVE_COUNT = 12;  // cards above a card: 0, 1, ... 10, more
constexpr int PAIR_COUNT = 50;   // see pair_of

// The features by their place in a weight set. Lower scores are better.
enum Feature : int {
    CARD,                       // each card that lies where it started
    OVER_OWN_SUIT,              // ... above a lower card of its suit
    INVERSION,                  // ... for each lower card under it
    OWN_INVERSION,              // ... for each lower card of its suit under it
    TIDY,                       // ... in order at the front of its column
    CLEAN,                      // all kept cards of a column are in order
    ALONE,                      // a column of moved cards only
    ALONE_CARD,                 // ... for each of them
    BACK,                       // 13: the card at the back of a column that keeps cards, by rank
    PAIR = BACK + 13,           // a kept card on the kept card under it
    MOVED = PAIR + PAIR_COUNT,  // 14: by the number of cards moved onto a column that keeps cards
    BURY = MOVED + 14,          // 13 x ABOVE_COUNT: a kept card, by rank and by cards above it
    NEXT = BURY + 13 * ABOVE_COUNT,  // the next card for home is kept, by cards above it
    CELL = NEXT + ABOVE_COUNT,  // 13: a card in a cell, by how many of its suit must go home first
    ROOM = CELL + 13,           // 5 x 4: empty cells (at most 4) and empty columns (at most 3)
    HOME_CARD = ROOM + 20,      // each card home
    SPREAD,                     // highest home less the lowest
    DEPTH,                      // each action since the start
    DIG_LATER,    // what a position must wait before its digs for home and for cell cards, ...
    PART_LATER,   // ... its digs for a run and its parts of runs, ...
    EMPTY_LATER,  // ... and its moves to empty columns
    FEATURE_COUNT
};

// How a card lies on another: the difference of their ranks, and whether the colours differ.
constexpr int pair_of(Card card, Card under) {
    return (rank_of(under) - rank_of(card) + 12) * 2 + (is_red(card) != is_red(under));
}

using Weights = std::array<std::int16_t, FEATURE_COUNT>;

class Score {
  public:
    // Works out the tables for a board; `weights` must live as long as they are used.
    void prepare(const Layout& layout, const State& start, const Weights& weights);

    int of(const State& state) const;
    int weight(Feature feature) const { return (*weights_)[feature]; }

  private:
    int burial(const State& state, int card) const;
    int card_cost(const Layout& layout, int column, int row) const;
    void prepare_column(const Layout& layout, int column);

    const Weights* weights_ = nullptr;
    const Layout* layout_ = nullptr;
    std::array<std::array<std::int32_t, PILE_COUNT>, COLUMN_COUNT> piles_;
    struct At {
        std::uint8_t column;
        std::uint8_t row;  // 255, which no column keeps, for a card that started elsewhere
    };
    std::array<At, 4 * (RANK_COUNT + 1)> start_;
};

// --- inline, since every position is scored ---

inline int Score::burial(const State& state, int card) const {
    const auto [column, row] = start_[card];
    const Pile pile = state.piles[column];
    const int above = kept_in(pile) - 1 - row;
    const unsigned all_above = static_cast<unsigned>(above + moved_in(pile));
    const int cost = (*weights_)[NEXT + std::min<unsigned>(all_above, ABOVE_COUNT - 1)];
    return above < 0 ? 0 : cost;
}

inline int Score::of(const State& state) const {
    const Weights& weights = *weights_;
    int sum = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column)
        sum += piles_[column][state.piles[column]];
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        sum += burial(state, 4 * state.homes[suit] + suit);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        sum += weights[CELL + (card >> 2) - state.homes[card & 3]];
    }
    const int cells = std::min(layout_->cell_count - state.cells_used, 4);
    sum += weights[ROOM + 4 * cells + std::min<int>(state.empty_columns, 3)];
    const auto [clubs, diamonds, hearts, spades] = state.homes;
    const int high = std::max(std::max(clubs, diamonds), std::max(hearts, spades));
    const int low = std::min(std::min(clubs, diamonds), std::min(hearts, spades));
    return sum + weights[HOME_CARD] * state.cards_home() + weights[SPREAD] * (high - low);
}

}  // namespace freecell
