// A short solution for an effort: beams of growing width, and at the top the search for the
// shortest win, up to a limit of positions.
//
// The top was a beam too, four times as wide as the one below it. Under the bound the same time
// finds shorter solutions: positions that cannot be part of a better win are never visited, and for
// most deals it even ends with a proof. With a fourth of that time a wide beam is still better.
#pragma once

#include "solve/solve.h"

namespace freecell {

constexpr int MOST_EFFORT = 5;

// More effort, 1 to MOST_EFFORT, finds shorter ones.
Answer solve_short(Solver& solver, const Board& board, int effort, const SolveLimit& limit);

}  // namespace freecell
