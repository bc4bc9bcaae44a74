// The fewest cells that a deal can be won with, between what was proved and what was won.
#pragma once

#include "deal/deal.h"
#include "solve/solve.h"

namespace freecell {

struct FewestCells {
    int least = 0;             // with fewer there is no win
    int most = MAX_CELLS + 1;  // with so many there is one; MAX_CELLS + 1 where none was found
    int undecided = -1;        // the first number of cells that a limit left open, or -1
    Answer answer = {};        // the win with `most`; where there is none, what came last

    bool is_known() const { return least == most; }
};

// The limit is for each number of cells. Most deals need two, so it begins with one: no win with
// one is also none with none. Every win has been replayed.
FewestCells fewest_cells(Solver& solver, const Deck& deck, const SolveLimit& limit);

}  // namespace freecell
