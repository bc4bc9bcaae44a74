#include "solve/solve_short.h"

#include <iterator>
#include <memory>

#include "solve/solve_shortest.h"

namespace freecell {

namespace {

constexpr std::uint32_t WIDTHS[] = {128, 640, 2560, 10240};  // of the beams
static_assert(std::size(WIDTHS) == MOST_EFFORT - 1);
constexpr std::uint64_t POSITIONS = 4'000'000;  // of the search for the shortest win

}  // namespace

Answer solve_short(Solver& solver, const Board& board, int effort, const SolveLimit& limit) {
    if (effort < MOST_EFFORT) return solver.solve_by_beam(board, WIDTHS[effort - 1], limit);
    const auto shortest = std::make_unique<ShortestSolver>();
    Answer answer = shortest->solve(board, Unit::MOVES, limit, POSITIONS).answer;
    if (!answer.moves.empty()) {  // short enough, proved or not
        answer.result = Result::SOLVED;
        answer.reason = Reason::NONE;
    }
    return answer;
}

}  // namespace freecell
