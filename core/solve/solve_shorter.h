// Wins shorter than one that is known, by beams under the lower bound.
//
// The wider the gap between the known length and the bound of the start, the more often there is
// something to find, so the width of a beam goes by that gap.
#pragma once

#include <cstdint>

#include "search/beam.h"
#include "search/lower_bound.h"
#include "solve/solve.h"

namespace freecell {

// Keeps its memory from board to board; one for each thread.
class ShorterSolver {
  public:
    // The shortest win found that has fewer than `known` player's moves; undecided, without a
    // reason, where none was. The beams are `places` wide for each move of the gap.
    Answer solve(const Board& board, int known, std::uint32_t places, const SolveLimit& limit);

  private:
    LowerBound bound_;
    Beam beam_;
};

}  // namespace freecell
