// Positions with all cells full and no column empty that stay so as long as no move is wasted: no
// win within the moves that are left goes through them. Most positions of a bounded search have all
// cells full, and many of those lead nowhere, so this small question comes before dearer ones.
//
// The question is asked where moves made plus lower bound are all that is allowed, so that every
// move must lower the bound. Two kinds do not: a card from a cell to a column, and a card of a unit
// that must go (lower_bound.h) when the rest of the unit must go still. Without these, and until a
// cell or a column is free, the front card of a column goes home or onto the front of another
// column; and a card in a cell goes home only after those of its suit below it.
//
// We ask what could be reached if a card that was once a front stayed one for ever. The columns are
// then dug down as far as that goes, in any order, since nothing done hinders what is done later;
// a card that was laid on another goes home from there as soon as it is the next of its suit.
// Whatever the real game reaches is reached here too: when a card leaves its place for the first
// time, it goes home or onto a card that was a front here as well, and what lies under it is the
// same; and no suit is further home there than here. So where this game frees neither a cell nor a
// column, the real one does not.
#pragma once

#include "lower_bound.h"

namespace freecell {

class DeadEnds {
  public:
    void prepare(const Layout& layout, const LowerBound& bound) {
        layout_ = &layout;
        bound_ = &bound;
    }

    // Whether all cells are full, no column is empty, and that stays so.
    bool is_dead(const State& state) const {
        return state.cells_used == layout_->cell_count && state.empty_columns == 0 &&
               stays_full(state);
    }

  private:
    struct Digging;

    bool stays_full(const State& state) const;
    bool may_leave(const Digging& digging, int column) const;
    void leave(Digging& digging, int column) const;

    const Layout* layout_ = nullptr;
    const LowerBound* bound_ = nullptr;
};

}  // namespace freecell
