#include "solve.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/weights.h"

namespace freecell {

namespace {

// What an attempt holds in memory for each position, growing containers included.
constexpr std::uint64_t BYTES_PER_NODE = 320;

// Nearly every deal is solved by the first attempt, and most others by the next two. Of what is left
// much has no win, and a proof is then cheaper than a long search in vain; so a short proof comes
// before the long attempts. Some boards can only be won when cards stay off their homes for a
// while; for them automatic play is only the safe kind.
constexpr Attempt FIRST_ATTEMPTS[] = {
    {&QUICK[0], Autoplay::MAX, true, false, 600},
    {&QUICK[1], Autoplay::MAX, true, false, 2'000},
    {&QUICK[2], Autoplay::MAX, true, false, 6'000},
    {&QUICK[0], Autoplay::SAFE, true, true, 8'000},
};
constexpr std::uint64_t SHORT_PROOF = 100'000;
constexpr Attempt LONG_ATTEMPTS[] = {
    {&QUICK[1], Autoplay::MAX, true, true, 100'000},
    {&QUICK[0], Autoplay::SAFE, true, true, 500'000},
};

// The width of the beam for each effort, and of the beams that start again on the way.
struct Effort {
    std::uint32_t width;
    std::uint32_t again;
};
constexpr Effort EFFORTS[] = {{64, 0}, {256, 128}, {1024, 512}, {4096, 2048}, {16384, 8192}};
static_assert(std::size(EFFORTS) == MOST_EFFORT);
constexpr int MOST_MOVES = 200;  // of a short solution; the shortest have 10 to 45

int player_count(const std::vector<Step>& steps) {
    return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                          [](const Step& step) { return step.target != HOME; }));
}

Reason reason_of(Proof proof) {
    if (proof == Proof::TOO_MANY_POSITIONS) return Reason::NODES;
    return proof == Proof::TOO_MUCH_MEMORY ? Reason::BYTES : Reason::STOPPED;
}

}  // namespace

Answer Solver::solve(const Board& board, const SolveLimit& limit) {
    limit_ = &limit;
    answer_ = Answer{};
    const Layout layout(board);
    const State start(layout, board);
    const auto any_of = [&](const auto& attempts) {
        return std::any_of(std::begin(attempts), std::end(attempts), [&](const Attempt& how) {
            return attempt(board, layout, start, how);
        });
    };
    if (!any_of(FIRST_ATTEMPTS) && !prove_within(board, SHORT_PROOF) && !any_of(LONG_ATTEMPTS)) {
        prove_within(board, ~std::uint64_t{0});
    }
    return std::move(answer_);
}

Answer Solver::solve_short(const Board& board, int effort, const SolveLimit& limit) {
    limit_ = &limit;
    answer_ = Answer{};
    steps_.clear();
    const Layout layout(board);
    const State start(layout, board);
    const auto [width, again] = EFFORTS[effort - 1];
    for (Autoplay kind : {Autoplay::MAX, Autoplay::SAFE}) {
        if (steps_.empty() && answer_.reason == Reason::NONE) beam(layout, start, {&SHORT, kind, width, MOST_MOVES});
    }
    if (steps_.empty()) {
        const std::uint64_t nodes = answer_.nodes;
        Answer any = solve(board, limit);
        any.nodes += nodes;
        return any;
    }
    if (again > 0) shorten(layout, start, again);
    answer_.result = Result::SOLVED;
    answer_.reason = Reason::NONE;
    answer_.moves = to_moves(board, steps_);
    return std::move(answer_);
}

// True when a line was found; it is then in `steps_` if it starts at the board.
bool Solver::beam(const Layout& layout, const State& start, const BeamSettings& settings) {
    const Outcome outcome = beam_.run(layout, start, settings, [this] {
        const std::uint64_t nodes = answer_.nodes + beam_.nodes();
        return nodes > limit_->nodes || (limit_->should_stop && limit_->should_stop(nodes));
    });
    answer_.nodes += beam_.nodes();
    if (outcome == Outcome::STOPPED) answer_.reason = nodes_left() == 0 ? Reason::NODES : Reason::STOPPED;
    if (outcome == Outcome::SOLVED && steps_.empty()) steps_ = beam_.steps();
    return outcome == Outcome::SOLVED;
}

// Starts again from positions on the best line, looking for a shorter end.
void Solver::shorten(const Layout& layout, const State& start, std::uint32_t width) {
    const int total = player_count(steps_);
    State state = start;
    int made = 0;
    for (std::size_t i = 0; i < steps_.size() && answer_.reason == Reason::NONE; ++i) {
        play(state, layout, steps_[i]);
        if (steps_[i].target == HOME) continue;
        ++made;
        if (made % 4 != 0) continue;
        const int length = player_count(steps_);
        if (!beam(layout, state, {&SHORT, Autoplay::MAX, width, length - made - 1})) continue;
        steps_.resize(i + 1);
        steps_.insert(steps_.end(), beam_.steps().begin(), beam_.steps().end());
    }
    assert(player_count(steps_) <= total);
    static_cast<void>(total);
}

// True when nothing more is to be done: a win was found, or the caller's limit was reached.
bool Solver::attempt(const Board& board, const Layout& layout, const State& start, Attempt how) {
    const std::uint64_t most = std::min(nodes_left(), limit_->bytes / BYTES_PER_NODE);
    const bool limited = most < how.quota;
    how.quota = static_cast<std::uint32_t>(std::min<std::uint64_t>(how.quota, most));
    const Outcome outcome = best_first_.run(layout, start, how, [this] {
        return limit_->should_stop && limit_->should_stop(answer_.nodes + best_first_.nodes());
    });
    answer_.nodes += best_first_.nodes();
    if (outcome == Outcome::SOLVED) {
        answer_.result = Result::SOLVED;
        answer_.reason = Reason::NONE;
        answer_.moves = to_moves(board, best_first_.steps());
        return true;
    }
    if (outcome == Outcome::STOPPED) answer_.reason = Reason::STOPPED;
    if (outcome == Outcome::QUOTA && limited && limit_->bytes / BYTES_PER_NODE > most) {
        answer_.reason = Reason::NODES;
    }
    return answer_.reason != Reason::NONE;
}

bool Solver::prove_within(const Board& board, std::uint64_t positions) {
    const std::uint64_t most = std::min(positions, nodes_left());
    const std::uint64_t before = answer_.nodes;
    Answer proof = prove(board, Plays::SAFE_FORCED, {most, limit_->bytes, [&](std::uint64_t nodes) {
        return limit_->should_stop && limit_->should_stop(before + nodes);
    }});
    proof.nodes += before;
    answer_ = std::move(proof);
    const bool only_short = answer_.reason == Reason::NODES && most == positions;
    if (only_short) answer_.reason = Reason::NONE;
    return !only_short;
}

Answer prove(const Board& board, Plays plays, const SolveLimit& limit) {
    const Layout layout(board);
    Prover prover;
    const auto should_stop = [&] { return limit.should_stop && limit.should_stop(prover.positions()); };
    const Proof proof = prover.run(layout, State(layout, board), plays, {limit.nodes, limit.bytes, should_stop});
    Answer answer;
    answer.nodes = prover.positions();
    if (proof == Proof::WON) {
        answer.result = Result::SOLVED;
        answer.moves = to_moves(board, prover.steps());
    } else if (proof == Proof::IMPOSSIBLE) {
        answer.result = Result::IMPOSSIBLE;
        answer.positions = prover.positions();
    } else {
        answer.reason = reason_of(proof);
    }
    return answer;
}

}  // namespace freecell
