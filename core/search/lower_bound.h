// A lower bound on the moves that a position needs, and why it holds.
//
// The bound is the exact cost of the same game with as many cells as one likes. Moves home are free
// (both counts: every card goes home once in any win, so those moves are a constant that the caller
// adds where it counts them). Everything else costs one for each *unit* that moves: a run moved at
// once in the unit `moves`, a single card in the unit `cards`.
//
// It never exceeds the truth. Take any win of the real game and play it with unlimited cells: where
// it moves cards that lie where they lay in the position, take them off into cells, for the same
// cost; where it moves only cards that were moved before, do nothing, since they are in cells and
// free; where it sends a card home, send it home. The cards that lie in columns are then always
// among those that lie there in the real game, so every one of these moves can be made, and none
// costs more. So the cheapest line with unlimited cells is no dearer than the cheapest real one.
//
// How it is found. With unlimited cells no card needs to be laid on another. A card leaves its
// column by going home or because its unit is taken off; once one card of a unit must be taken off,
// the whole unit may as well go, since cards in cells hinder nothing. So the question is which
// units to take off so that all others go home by themselves, as few as possible.
//   - A unit with a card that lies above a lower card of its own suit is *doomed*: it must be taken
//     off in any case. How many there are can be read from a table.
//   - What else must go is a choice. When no card can go home and no front unit is doomed, the next
//     card of some suit must be dug out: at most four choices, each followed to its end.
// The second part depends only on how many cards each column keeps, as long as no column holds
// cards that were moved there: at most 7.5^8, ten million cases (a product of eight numbers whose
// sum is at most 60), so it is a table that fills as it is asked. Moved cards that lie on a unit
// that must go anyway change nothing. Others are *pending*: taken for free they give a bound from
// below, taken for one each a bound from above, and only where the two leave the question open are
// they followed.
//
// A move lowers the bound by at most its cost (what it does can be done with unlimited cells too),
// so along a line of play "moves made plus bound" never falls.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/state.h"

namespace freecell {

// What one move is: a run moved at once, as players count, or a single card.
enum class Unit : std::uint8_t { MOVES, CARDS };

class LowerBound {
  public:
    // What one column adds to the bound.
    struct Share {
        std::uint32_t index = 0;   // of the cards it keeps, doomed front units not counted
        std::int16_t doomed = 0;   // units to take off in any case
        std::int16_t pending = 0;  // units of moved cards that may or may not have to go

        void operator+=(const Share& other);
        void operator-=(const Share& other);
    };

    void prepare(const Layout& layout, Unit unit);
    std::uint64_t bytes() const { return chosen_.size() + known_.size() * sizeof(Known); }

    int of(const State& state);
    bool is_within(const State& state, int most);  // whether `of(state) <= most`

    // The same in parts, for a search that knows the shares of the position before the move.
    Share share(const State& state, int column) const;
    Share total(const State& state) const;
    // The bound when pending units go for free; with those of `total.pending` it is no more than
    // that many higher.
    int least(const Share& total) { return total.doomed + chosen_at(total.index); }
    // Whether the bound is at most `most`, for a position with pending units.
    bool is_within(const State& state, const Share& total, int most);

    // Whether the front unit of a column that keeps this many cards, with moved ones on them, must
    // be taken off in any case. Of single cards each goes by itself.
    bool must_go_still(int column, int kept, CardSet moved) const {
        const Kept& under = kept_[column][kept];
        return unit_ == Unit::MOVES && (under.front_doomed || (moved & under.under_own_suit) != 0);
    }

  private:
    using Left = std::array<std::uint8_t, COLUMN_COUNT + 1>;  // cards left in each column; no
    // card is left in the last, which stands for "not in a column"
    struct Relaxed;

    bool is_left(const Left& left, Card card) const {
        return layout_->row_of[card] < left[layout_->column_of[card]];
    }
    std::uint32_t index_of(const Left& left) const;
    int chosen_at(std::uint32_t index);
    int choose(Left left, std::array<std::uint8_t, SUIT_COUNT> homes);
    void settle(Left& left, std::array<std::uint8_t, SUIT_COUNT>& homes) const;
    static CardSet next_of(CardSet lying);
    void settle(Relaxed& game) const;
    void show_kept_front(Relaxed& game, int column) const;
    void pop(Relaxed& game, int column) const;
    void take_off_kept(Relaxed& game, int column) const;
    void drop_doomed(Relaxed& game, int column) const;
    struct Known;
    Known& known(const Relaxed& game);
    enum class Guess : std::uint8_t { NO, YES, OPEN };
    Guess guess(const Relaxed& game, int most);
    bool can_finish(Relaxed& game, int most);
    bool can_choose(const Relaxed& game, int most);
    int dig(Left& left, int column, int row) const;
    int dig(Relaxed& game, int column, CardSet card) const;
    void take_off(Relaxed& game, int column) const;

    static constexpr std::uint8_t UNKNOWN = 255;
    static constexpr CardSet OF_A_SUIT = 0x1111111111111;  // of the first; shifted, of another

    const Layout* layout_ = nullptr;
    Unit unit_ = Unit::MOVES;
    struct Kept {                // of the first cards of a column, by their number
        CardSet cards;           // those cards
        std::uint8_t unit;       // cards of the front unit
        std::uint8_t doomed;     // units that are doomed
        std::uint8_t rest;       // cards left without the doomed units at the front
        bool front_doomed;       // ... and whether the front one is
        CardSet under_own_suit;  // cards that would lie above a lower card of their suit
    };
    std::array<std::array<Kept, DECK_SIZE + 1>, COLUMN_COUNT> kept_;
    std::array<std::uint32_t, COLUMN_COUNT> stride_{};
    // What was found out about games with pending units, the last for each place.
    static constexpr int KNOWN_BITS = 14;
    struct Known {
        std::uint64_t moved = 0;       // the moved cards, and above them 12 bits of the index
        std::uint64_t second = 0;      // those on the second of their parents, and the other 12
        std::uint64_t back = 0;        // those at the back of a column
        std::uint8_t fails = 0;        // fewer units than this are not enough
        std::uint8_t works = UNKNOWN;  // this many suffice
    };
    std::vector<Known> known_;
    std::vector<std::uint8_t> chosen_;  // units to take off by choice, by the cards kept
};

// --- inline parts: every position is asked about ---

inline void LowerBound::Share::operator+=(const Share& other) {
    index += other.index;
    doomed = static_cast<std::int16_t>(doomed + other.doomed);
    pending = static_cast<std::int16_t>(pending + other.pending);
}

inline void LowerBound::Share::operator-=(const Share& other) {
    index -= other.index;
    doomed = static_cast<std::int16_t>(doomed - other.doomed);
    pending = static_cast<std::int16_t>(pending - other.pending);
}

inline LowerBound::Share LowerBound::share(const State& state, int column) const {
    const Pile pile = state.piles[column];
    const int kept = kept_in(pile), moved = moved_in(pile);
    const Kept& under = kept_[column][kept];
    if (moved == 0) return {stride_[column] * under.rest, under.doomed, 0};

    const CardSet doomed = state.moved_set(column) & under.under_own_suit;
    if (unit_ == Unit::CARDS) {
        const int sure = std::popcount(doomed);
        return {stride_[column] * under.rest, static_cast<std::int16_t>(under.doomed + sure),
                static_cast<std::int16_t>(moved - sure)};
    }
    // The moved cards and the unit under them are one unit.
    const Kept& rest = kept_[column][kept - under.unit];
    const bool sure = doomed != 0 || under.front_doomed;
    return {stride_[column] * rest.rest, static_cast<std::int16_t>(rest.doomed + sure),
            static_cast<std::int16_t>(!sure)};
}

inline LowerBound::Share LowerBound::total(const State& state) const {
    Share sum;
    for (int column = 0; column < COLUMN_COUNT; ++column) sum += share(state, column);
    return sum;
}

inline int LowerBound::chosen_at(std::uint32_t index) {
    if (chosen_[index] != UNKNOWN) return chosen_[index];
    Left left{};
    std::uint32_t rest = index;
    for (int column = COLUMN_COUNT - 1; column >= 0; --column) {
        left[column] = static_cast<std::uint8_t>(rest / stride_[column]);
        rest %= stride_[column];
    }
    chosen_[index] = static_cast<std::uint8_t>(choose(left, {}));
    return chosen_[index];
}

}  // namespace freecell
