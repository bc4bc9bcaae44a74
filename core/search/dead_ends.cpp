#include "dead_ends.h"

namespace freecell {

// The game in which fronts stay fronts.
struct DeadEnds::Digging {
    const State& state;
    std::array<std::uint8_t, SUIT_COUNT> homes;
    std::array<Pile, COLUMN_COUNT> piles;
    std::array<Card, COLUMN_COUNT> at;        // the front of each column now
    std::array<CardSet, COLUMN_COUNT> moved;  // the moved cards of each column
    CardSet fronts;                           // all cards that were ever fronts
    CardSet laid = 0;                         // those that went onto another column

    explicit Digging(const State& start)
        : state(start),
          homes(start.homes),
          piles(start.piles),
          at(start.fronts),
          moved{},
          fronts(start.front_set()) {
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            moved[column] = start.moved_set(column);
        }
    }

    bool is_next_home(int column) const {
        return homes[suit_of(at[column])] == rank_of(at[column]);
    }

    // Sends a card home, and those of its suit that follow from where they were laid. Returns the
    // next of the suit as a set, which is none of the 52 where the suit is complete.
    CardSet send_home(Card card) {
        std::uint8_t& home = homes[suit_of(card)];
        CardSet next = set_of(card);
        do {
            ++home;
            next <<= SUIT_COUNT;
        } while (next & laid);
        return next;
    }
};

bool DeadEnds::stays_full(const State& state) const {
    if (state.cells & state.next_home_set()) return false;
    Digging digging(state);
    for (bool changed = true; changed;) {
        changed = false;
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            while (digging.is_next_home(column) || may_leave(digging, column)) {
                if (digging.is_next_home(column)) {
                    if (digging.send_home(digging.at[column]) & state.cells) return false;
                } else {
                    digging.laid |= set_of(digging.at[column]);
                }
                leave(digging, column);
                if (digging.at[column] == NO_CARD) return false;
                changed = true;
            }
        }
    }
    return true;
}

// Whether the front card of a column may go onto another column without a waste. A card that is a
// unit by itself leaves nothing of it, whatever lies below.
bool DeadEnds::may_leave(const Digging& digging, int column) const {
    const Card card = digging.at[column];
    if ((PARENTS[card] & digging.fronts) == 0) return false;
    const int kept = kept_in(digging.piles[column]);
    const CardSet moved = digging.moved[column];
    if (moved != 0) return !bound_->must_go_still(column, kept, moved & ~set_of(card));
    return layout_->ordered[column][kept] == 1 || !bound_->must_go_still(column, kept - 1, 0);
}

void DeadEnds::leave(Digging& digging, int column) const {
    Pile& pile = digging.piles[column];
    Card& at = digging.at[column];
    CardSet& moved = digging.moved[column];
    pile = static_cast<Pile>(pile - (moved != 0 ? 1 : 16));
    moved &= ~set_of(at);
    if (moved != 0) {
        at = parent_of(at, (digging.state.second & set_of(at)) != 0);
    } else {
        at = kept_in(pile) == 0 ? NO_CARD : layout_->cards[column][kept_in(pile) - 1];
    }
    digging.fronts |= set_of(at);
}

}  // namespace freecell
