// Solves a board and replays the result with the verifier before returning it.
#pragma once

#include "solve/solve.h"
#include "solve/solve_shorter.h"
#include "solve/solve_shortest.h"

namespace freecell {

// An effort of 0 takes any solution, more looks for a short one.
Answer solve_replayed(Solver& solver, const Board& board, int effort, const SolveLimit& limit);

// What a search has found, after the moves of a win have been replayed.
Answer replayed(const Board& board, Answer answer);

// The shortest win; what was found is replayed, and its moves are counted anew.
ShortestAnswer solve_replayed(ShortestSolver& solver, const Board& board, Unit unit,
                              const SolveLimit& limit);

// The player's moves of the shortest win found that has fewer than `known`, replayed and counted
// anew; 0 where none was found.
int shorter_replayed(ShorterSolver& solver, const Board& board, int known, std::uint32_t places);

}  // namespace freecell
