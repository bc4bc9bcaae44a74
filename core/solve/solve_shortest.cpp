#include "solve/solve_shortest.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lines/tally.h"

namespace freecell {

namespace {

constexpr std::uint32_t FIRST_WIDTH = 2560;  // of the beam that finds the first upper end
// From this many positions in a pass, a wider beam of the short search costs little beside the next
// pass, and an upper end that is one too high makes that pass the dearest of all.
constexpr struct {
    std::uint64_t positions;
    std::uint32_t width;
} WIDER_BEAMS[] = {{150'000, 10240}, {1'500'000, 40960}};
// A beam under the bound comes before each pass, so wide that it costs about what the last pass
// did, which is little beside the next.
constexpr std::uint64_t NARROWEST = 500;
constexpr std::uint64_t BEAM_SHARE = 30;

Reason reason_of(PassEnd end) {
    if (end == PassEnd::POSITIONS) return Reason::NODES;
    return end == PassEnd::BYTES ? Reason::BYTES : Reason::STOPPED;
}

}  // namespace

ShortestAnswer ShortestSolver::solve(const Board& board, Unit unit, const SolveLimit& limit,
                                     std::uint64_t positions) {
    unit_ = unit;
    limit_ = &limit;
    result_ = ShortestAnswer{};
    const Layout layout(board);
    const State start(layout, board);
    moves_home_ = unit == Unit::CARDS ? DECK_SIZE - start.cards_home() : 0;
    search_.prepare(layout, start, unit);
    at_least_ = search_.lower_bound();
    if (find_a_win(board)) {
        const std::uint64_t nodes = result_.answer.nodes;
        most_nodes_ = std::min(limit.nodes, nodes + std::min(positions, ~nodes));
        close_interval(board);
    }
    result_.least = at_least_ + moves_home_;
    return std::move(result_);
}

// The upper end to begin with; false where there is none.
bool ShortestSolver::find_a_win(const Board& board) {
    Answer answer = solver_.solve_by_beam(board, FIRST_WIDTH, *limit_);
    result_.answer = answer;
    if (answer.result != Result::SOLVED) return false;
    const Tally counted = tally(board, answer.moves);
    keep(std::move(answer.moves),
         static_cast<int>(unit_ == Unit::CARDS ? counted.single : counted.player));
    return true;
}

// Tries for a shorter win by the short search; that of single cards is not what it looks for.
void ShortestSolver::try_beam(const Board& board, std::uint32_t width) {
    if (unit_ == Unit::CARDS) return;
    const std::uint64_t before = result_.answer.nodes;
    SolveLimit limit = *limit_;
    limit.nodes = nodes_left();
    limit.should_stop = [&](std::uint64_t nodes) {
        return limit_->should_stop && limit_->should_stop(before + nodes);
    };
    Answer answer = solver_.solve_by_beam(board, width, limit);
    result_.answer.nodes = before + answer.nodes;
    if (answer.result != Result::SOLVED) return;
    const auto moves = static_cast<int>(tally(board, answer.moves).player);
    if (moves < *result_.most) keep(std::move(answer.moves), moves);
}

void ShortestSolver::keep(std::vector<Move> moves, int count) {
    result_.answer.moves = std::move(moves);
    result_.most = count;
    report();
}

void ShortestSolver::report() const {
    if (on_interval) on_interval(at_least_ + moves_home_, result_.most);
}

// Raises the lower end by passes and lowers the upper one by beams. Every pass costs two or three
// times the one before it, so of the passes below the last one every other is left out: the last
// one, which decides, is one move below the upper end.
void ShortestSolver::close_interval(const Board& board) {
    result_.answer.result = Result::UNDECIDED;
    std::uint64_t last = 0;
    PassEnd end = PassEnd::EMPTY;
    std::size_t tried = 0;
    while (at_least_ < at_most()) {
        if (tried < std::size(WIDER_BEAMS) && last >= WIDER_BEAMS[tried].positions) {
            try_beam(board, WIDER_BEAMS[tried++].width);
            continue;
        }
        const auto width = static_cast<std::uint32_t>(std::max(NARROWEST, last / BEAM_SHARE));
        end = pass(board, at_most() - 1, width);
        if (end == PassEnd::WON) continue;
        if (end != PassEnd::EMPTY) break;
        const int most = at_least_ + (at_most() - 1 - at_least_) % 2;
        end = pass(board, most, 0);
        if (end == PassEnd::WON) at_least_ = at_most();  // the first win found is a shortest one
        if (end == PassEnd::EMPTY) at_least_ = most + 1;
        if (end != PassEnd::EMPTY && end != PassEnd::WON) break;
        last = search_.positions();
        report();
    }
    const bool proved = at_least_ == at_most();
    result_.answer.result = proved ? Result::SOLVED : Result::UNDECIDED;
    result_.answer.reason = proved ? Reason::NONE : reason_of(end);
}

PassEnd ShortestSolver::pass(const Board& board, int most, std::uint32_t width) {
    const std::uint64_t before = result_.answer.nodes;
    PassSettings settings;
    settings.most = most;
    settings.width = width;
    settings.positions = nodes_left();
    settings.bytes = limit_->bytes;
    const PassEnd end = search_.run(settings, [&] {
        return limit_->should_stop && limit_->should_stop(before + search_.positions());
    });
    result_.answer.nodes = before + search_.positions();
    if (end == PassEnd::WON) {
        keep(to_moves(board, search_.steps()), search_.moves() + moves_home_);
    }
    return end;
}

}  // namespace freecell
