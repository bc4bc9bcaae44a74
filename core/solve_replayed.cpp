#include "solve_replayed.h"

#include <stdexcept>

#include "verify.h"

namespace freecell {

Answer solve_replayed(Solver& solver, const Board& board, int effort, const SolveLimit& limit) {
    Answer answer =
        effort == 0 ? solver.solve(board, limit) : solver.solve_short(board, effort, limit);
    if (answer.result == Result::SOLVED && !verify(board, answer.moves).won) {
        throw std::logic_error("the solver found a line that does not win: a bug in the solver");
    }
    return answer;
}

}  // namespace freecell
