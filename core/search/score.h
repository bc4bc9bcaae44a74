// How promising a position is: a weighted sum of plain features. All that depends on one column alone
// is worked out beforehand for every pile that column can hold, so a score is a few look-ups.
#pragma once

#include <array>
#include <cstdint>

#include "../state.h"

namespace freecell {

constexpr int ABOVE_COUNT = 12;  // cards above a card: 0, 1, ... 10, more
constexpr int PAIR_COUNT = 50;   // see pair_of

// The features by their place in a weight set. Lower scores are better.
enum Feature : int {
    CARD,           // each card that lies where it started
    OVER_OWN_SUIT,  // ... above a lower card of its suit
    INVERSION,      // ... for each lower card under it
    OWN_INVERSION,  // ... for each lower card of its suit under it
    TIDY,           // ... in order at the front of its column
    CLEAN,          // all kept cards of a column are in order
    ALONE,          // a column of moved cards only
    ALONE_CARD,     // ... for each of them
    BACK,           // 13: the card at the back of a column that keeps cards, by rank
    PAIR = BACK + 13,            // a kept card on the kept card under it
    MOVED = PAIR + PAIR_COUNT,   // 14: so many cards moved onto a column that keeps cards
    BURY = MOVED + 14,           // 13 x ABOVE_COUNT: a kept card, by rank and by cards above it
    NEXT = BURY + 13 * ABOVE_COUNT,  // the next card for home is kept, by cards above it
    CELL = NEXT + ABOVE_COUNT,   // 13: a card in a cell, by how many of its suit must go home first
    ROOM = CELL + 13,            // 5 x 4: empty cells (at most 4) and empty columns (at most 3)
    HOME_CARD = ROOM + 20,       // each card home
    SPREAD,                      // highest home less the lowest
    DEPTH,                       // each action since the start
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

}  // namespace freecell
