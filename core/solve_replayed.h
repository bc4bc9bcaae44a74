// A board solved, and what was found replayed by the verifier before anyone sees it.
#pragma once

#include "solve.h"

namespace freecell {

// An effort of 0 takes any solution, more looks for a short one.
Answer solve_replayed(Solver& solver, const Board& board, int effort, const SolveLimit& limit);

}  // namespace freecell
