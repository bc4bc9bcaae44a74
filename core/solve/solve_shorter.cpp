#include "solve/solve_shorter.h"

#include "search/weights.h"

namespace freecell {

Answer ShorterSolver::solve(const Board& board, int known, std::uint32_t places,
                            const SolveLimit& limit) {
    Answer answer;
    const Layout layout(board);
    const State start(layout, board);
    bound_.prepare(layout, Unit::MOVES);
    const int least = bound_.of(start);
    while (known > least) {
        const auto width = places * static_cast<std::uint32_t>(known - least);
        const Outcome outcome =
            beam_.run(layout, start, {&SHORT, Autoplay::MAX, width, known - 1, &bound_}, [&] {
                const std::uint64_t nodes = answer.nodes + beam_.nodes();
                return nodes > limit.nodes || (limit.should_stop && limit.should_stop(nodes));
            });
        answer.nodes += beam_.nodes();
        if (outcome == Outcome::STOPPED)
            answer.reason = answer.nodes > limit.nodes ? Reason::NODES : Reason::STOPPED;
        if (outcome != Outcome::SOLVED) break;
        answer.result = Result::SOLVED;
        answer.moves = to_moves(board, beam_.steps());
        known = beam_.moves();
    }
    return answer;
}

}  // namespace freecell
