// The fewest cells that a deal can be won with, between what was proved and what was won.
#pragma once

#include <functional>

#include "deal/deal.h"
#include "solve/solve.h"

namespace freecell {

struct FewestCells {
    int least = 0;             // with fewer there is no win
    int most = MAX_CELLS + 1;  // with this many there is one; MAX_CELLS + 1 where none was found
    int undecided = -1;        // the first number of cells that a limit left open, or -1
    Answer answer = {};        // the win with `most`; where there is none, what came last

    bool is_known() const { return least == most; }
};

// `solve` decides the board with a number of cells; it has the same limits for each, and checks the
// wins that it finds. `occupied` cells hold a card at the start. Most deals need two cells, so the
// search begins with one: no win with one is also none with none.
FewestCells fewest_cells(const std::function<Answer(int cells)>& solve, int occupied = 0);

}  // namespace freecell
