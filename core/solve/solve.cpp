#include "solve/solve.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/weights.h"

namespace freecell {

namespace {

// What an attempt holds in memory for each position, growing containers included.
constexpr std::uint64_t BYTES_PER_NODE = 320;

// Of 10,000 deals 9,665 are solved by the first attempt, 320 by the second, 13 by the third and all
// but one of the others by the fourth. Of what is left much has no win, and a proof is then cheaper
// than a long search in vain; so a short proof comes before the long attempts. Some boards can only
// be won when cards stay off their homes for a while; for them there are searches where automatic
// play is only the safe kind.
constexpr Attempt FIRST_ATTEMPTS[] = {
    {&QUICK[0], Autoplay::MAX, true, false, 600},   {&QUICK[1], Autoplay::MAX, true, false, 2'000},
    {&QUICK[2], Autoplay::MAX, true, false, 6'000}, {&QUICK[3], Autoplay::MAX, true, false, 8'000},
    {&QUICK[1], Autoplay::MAX, true, true, 16'000},
};
// With few cells the other way round: most deals have no win, and in the easier game so few
// positions that a proof there costs less than the attempts. Of 785 deals that need one cell more
// than they get, all but two are proved so, with 3,000 positions in the mean.
constexpr int FEW_CELLS = 2;
constexpr std::uint64_t EARLY_PROOFS[] = {3'000, 0, 100'000};  // after each attempt; 0 is none
constexpr std::uint32_t NARROW_BEAM = 128;
constexpr std::uint64_t SHORT_PROOF = 100'000;
constexpr std::uint64_t EASIER_PROOF = 1'000'000;
constexpr std::uint32_t WIDE_BEAM = 2048;  // a wide beam seldom misses a win that is there
constexpr Attempt LONG_ATTEMPTS[] = {
    {&QUICK[2], Autoplay::MAX, true, false, 300'000},
    {&QUICK[0], Autoplay::FCPRO, true, true, 500'000},
};
constexpr std::uint64_t LONG_PROOF = 3'000'000;
constexpr std::uint32_t WIDEST_BEAM = 16384;

constexpr int MOST_MOVES = 200;  // of a short solution; the shortest have 10 to 45
constexpr std::uint64_t BYTES_PER_WIDTH = 20'000;  // what a beam holds for each place in it

Reason reason_of(Proof proof) {
    if (proof == Proof::TOO_MANY_POSITIONS) return Reason::NODES;
    return proof == Proof::TOO_MUCH_MEMORY ? Reason::BYTES : Reason::STOPPED;
}

}  // namespace

Answer Solver::solve(const Board& board, const SolveLimit& limit) {
    limit_ = &limit;
    answer_ = Answer{};
    long_win_.clear();
    const Layout layout(board);
    const State start(layout, board);
    const auto any_of = [&](const auto& attempts) {
        return std::any_of(std::begin(attempts), std::end(attempts),
                           [&](const Attempt& how) { return attempt(board, layout, start, how); });
    };
    const bool done = first_attempts(board, layout, start) ||
                      beams(board, layout, start, NARROW_BEAM) ||
                      prove_within(board, SHORT_PROOF) || easier_proof(board, EASIER_PROOF) ||
                      beams(board, layout, start, WIDE_BEAM) || any_of(LONG_ATTEMPTS) ||
                      twins_within(board, LONG_PROOF) || beams(board, layout, start, WIDEST_BEAM);
    if (!done && long_win_.empty()) twins_within(board, ~std::uint64_t{0});
    if (answer_.result == Result::UNDECIDED && !long_win_.empty()) {
        answer_.result = Result::SOLVED;
        answer_.reason = Reason::NONE;
        answer_.moves = std::move(long_win_);
    }
    return std::move(answer_);
}

// True when nothing more is to be done.
bool Solver::first_attempts(const Board& board, const Layout& layout, const State& start) {
    const std::size_t proofs = board.cell_count <= FEW_CELLS ? std::size(EARLY_PROOFS) : 0;
    for (std::size_t i = 0; i < std::size(FIRST_ATTEMPTS); ++i) {
        if (attempt(board, layout, start, FIRST_ATTEMPTS[i])) return true;
        if (i < proofs && easier_proof(board, EARLY_PROOFS[i])) return true;
    }
    return false;
}

Answer Solver::solve_by_beam(const Board& board, std::uint32_t width, const SolveLimit& limit) {
    limit_ = &limit;
    answer_ = Answer{};
    const Layout layout(board);
    const State start(layout, board);
    if (beams(board, layout, start, width)) return std::move(answer_);
    const std::uint64_t nodes = answer_.nodes;
    Answer any = solve(board, limit);
    any.nodes += nodes;
    return any;
}

// One beam with all automatic play, and where that fails one with only the safe kind. True when
// nothing more is to be done.
bool Solver::beams(const Board& board, const Layout& layout, const State& start,
                   std::uint32_t width) {
    const std::uint64_t most = std::max<std::uint64_t>(limit_->bytes / BYTES_PER_WIDTH, 1);
    width = static_cast<std::uint32_t>(std::min<std::uint64_t>(width, most));
    for (Autoplay kind : {Autoplay::MAX, Autoplay::FCPRO}) {
        if (beam(layout, start, {&SHORT, kind, width, MOST_MOVES})) {
            answer_.result = Result::SOLVED;
            answer_.moves = to_moves(board, beam_.steps());
            return true;
        }
        if (answer_.reason != Reason::NONE) return true;
    }
    return false;
}

// True when a line was found; `beam_` has it.
bool Solver::beam(const Layout& layout, const State& start, const BeamSettings& settings) {
    const Outcome outcome = beam_.run(layout, start, settings, [this] {
        const std::uint64_t nodes = answer_.nodes + beam_.nodes();
        return nodes > limit_->nodes || (limit_->should_stop && limit_->should_stop(nodes));
    });
    answer_.nodes += beam_.nodes();
    if (outcome == Outcome::STOPPED)
        answer_.reason = nodes_left() == 0 ? Reason::NODES : Reason::STOPPED;
    return outcome == Outcome::SOLVED;
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
    return take_proof(positions, [&](const SolveLimit& limit) {
        return prove(board, Plays::SAFE_FORCED, limit);
    });
}

bool Solver::easier_proof(const Board& board, std::uint64_t positions) {
    return positions > 0 && take_proof(positions, [&](const SolveLimit& limit) {
               return prove_by_twins(twins_.prover(), board, limit);
           });
}

// Its wins have thousands of moves, so one is kept for the end, when no other attempt finds any.
bool Solver::twins_within(const Board& board, std::uint64_t positions) {
    return take_proof(positions, [&](const SolveLimit& limit) {
        Answer answer = decide_by_twins(twins_, board, limit);
        if (answer.result == Result::SOLVED) {
            answer.result = Result::UNDECIDED;
            long_win_.swap(answer.moves);
        }
        return answer;
    });
}

// True when nothing more is to be done.
template <class Prove>
bool Solver::take_proof(std::uint64_t positions, const Prove& prove_it) {
    const std::uint64_t most = std::min(positions, nodes_left());
    const std::uint64_t before = answer_.nodes;
    Answer proof = prove_it({most, limit_->bytes, [&](std::uint64_t nodes) {
                                 return limit_->should_stop && limit_->should_stop(before + nodes);
                             }});
    proof.nodes += before;
    answer_ = std::move(proof);
    if (answer_.reason == Reason::NODES && most == positions) answer_.reason = Reason::NONE;
    return answer_.result != Result::UNDECIDED || answer_.reason != Reason::NONE;
}

Answer prove(const Board& board, Plays plays, const SolveLimit& limit) {
    const Layout layout(board);
    Prover prover;
    const auto should_stop = [&] {
        return limit.should_stop && limit.should_stop(prover.positions());
    };
    const Proof proof =
        prover.run(layout, State(layout, board), plays, {limit.nodes, limit.bytes, should_stop});
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

Answer prove_by_twins(TwinProver& prover, const Board& board, const SolveLimit& limit,
                      FaceSet distinguished, Plays plays) {
    const Layout layout(board);
    const auto should_stop = [&] {
        return limit.should_stop && limit.should_stop(prover.positions());
    };
    const Proof proof = prover.run(layout, board, {limit.nodes, limit.bytes, should_stop},
                                   distinguished, TwinProver::Line::FORGET, plays);
    Answer answer;
    answer.nodes = prover.positions();
    if (proof == Proof::IMPOSSIBLE) {
        answer.result = Result::IMPOSSIBLE;
        answer.positions = prover.positions();
    } else if (proof != Proof::WON) {
        answer.reason = reason_of(proof);
    }
    return answer;
}

Answer decide_by_twins(TwinRefiner& refiner, const Board& board, const SolveLimit& limit,
                       Plays plays, FaceSet distinguished) {
    const Layout layout(board);
    const auto should_stop = [&] {
        return limit.should_stop && limit.should_stop(refiner.positions());
    };
    const Proof proof =
        refiner.run(layout, board, {limit.nodes, limit.bytes, should_stop}, plays, distinguished);
    Answer answer;
    answer.nodes = refiner.positions();
    if (proof == Proof::WON) {
        answer.result = Result::SOLVED;
        answer.moves = refiner.moves();
    } else if (proof == Proof::IMPOSSIBLE) {
        answer.result = Result::IMPOSSIBLE;
        answer.positions = refiner.prover().positions();
    } else {
        answer.reason = reason_of(proof);
    }
    return answer;
}

}  // namespace freecell
