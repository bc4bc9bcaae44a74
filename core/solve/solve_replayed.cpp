#include "solve/solve_replayed.h"

#include <stdexcept>

#include "lines/tally.h"
#include "rules/verify.h"
#include "solve/solve_short.h"

namespace freecell {

Answer solve_replayed(Solver& solver, const Board& board, int effort, const SolveLimit& limit) {
    return replayed(board, effort == 0 ? solver.solve(board, limit)
                                       : solve_short(solver, board, effort, limit));
}

Answer replayed(const Board& board, Answer answer) {
    if (answer.result == Result::SOLVED && !verify(board, answer.moves).won) {
        throw std::logic_error("the solver found a line that does not win: a bug in the solver");
    }
    return answer;
}

ShortestAnswer solve_replayed(ShortestSolver& solver, const Board& board, Unit unit,
                              const SolveLimit& limit) {
    ShortestAnswer found = solver.solve(board, unit, limit);
    if (!found.most) return found;
    const Tally counted = tally(board, found.answer.moves);
    const auto moves = static_cast<int>(unit == Unit::CARDS ? counted.single : counted.player);
    if (!verify(board, found.answer.moves).won || moves != *found.most) {
        throw std::logic_error(
            "the solver found a line that does not win in the moves it claims: a bug");
    }
    return found;
}

int shorter_replayed(ShorterSolver& solver, const Board& board, int known, std::uint32_t places) {
    const Answer answer = replayed(board, solver.solve(board, known, places, {}));
    if (answer.result != Result::SOLVED) return 0;
    const auto moves = static_cast<int>(tally(board, answer.moves).player);
    if (moves >= known) throw std::logic_error("the solver found a win that is not shorter: a bug");
    return moves;
}

}  // namespace freecell
