#include "solve/solve.h"

#include <algorithm>
#include <utility>

#include "search/weights.h"

namespace freecell {

namespace {

// What an attempt holds in memory for each position, growing containers included.
constexpr std::uint64_t BYTES_PER_NODE = 320;

constexpr int MOST_MOVES = 200;  // of a short solution; the shortest have 10 to 45
constexpr std::uint64_t BYTES_PER_WIDTH = 20'000;  // what a beam holds for each place in it

Reason reason_of(Proof proof) {
    if (proof == Proof::TOO_MANY_POSITIONS) return Reason::NODES;
    return proof == Proof::TOO_MUCH_MEMORY ? Reason::BYTES : Reason::STOPPED;
}

// The answer that a proof gives; where it found a win, result and moves are still to be set.
Answer answer_without_win(Proof proof, std::uint64_t nodes, std::uint64_t positions) {
    Answer answer;
    answer.nodes = nodes;
    if (proof == Proof::IMPOSSIBLE) {
        answer.result = Result::IMPOSSIBLE;
        answer.positions = positions;
    } else if (proof != Proof::WON) {
        answer.reason = reason_of(proof);
    }
    return answer;
}

}  // namespace

Answer Solver::solve(const Board& board, const SolveLimit& limit) {
    limit_ = &limit;
    answer_ = Answer{};
    long_win_.clear();
    const Layout layout(board);
    const State start(layout, board);
    twins_began_ = easier_game_is_won_ = false;
    const Schedule schedule = freecell::schedule(board.cell_count);
    for (std::size_t i = 0; i < schedule.stages.size(); ++i) {
        if (!long_win_.empty() && i >= schedule.for_shorter) break;
        if (run(schedule.stages[i], board, layout, start)) break;
    }
    if (answer_.result == Result::UNDECIDED && !long_win_.empty()) {
        answer_.result = Result::SOLVED;
        answer_.reason = Reason::NONE;
        answer_.moves = std::move(long_win_);
    }
    return std::move(answer_);
}

// True when nothing more is to be done. No proof is tried once a long win is known, nor one in the
// easier game once that is known to have a win.
bool Solver::run(const Stage& stage, const Board& board, const Layout& layout, const State& start) {
    switch (stage.kind) {
        case Stage::Kind::ATTEMPT:
            return attempt(board, layout, start, stage.attempt);
        case Stage::Kind::BEAMS:
            return beams(board, layout, start, static_cast<std::uint32_t>(stage.size));
        case Stage::Kind::REAL_PROOF:
            return long_win_.empty() && prove_within(board, stage.size);
        case Stage::Kind::EASIER_PROOF:
            return long_win_.empty() && !easier_game_is_won_ && search_twins(stage, board, layout);
        case Stage::Kind::TWINS:
            return long_win_.empty() && search_twins(stage, board, layout);
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
    const std::uint64_t most = std::max<std::uint64_t>(bytes_left() / BYTES_PER_WIDTH, 1);
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
    const std::uint64_t most = std::min(nodes_left(), bytes_left() / BYTES_PER_NODE);
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
    if (outcome == Outcome::QUOTA && limited && bytes_left() / BYTES_PER_NODE > most) {
        answer_.reason = Reason::NODES;
    }
    return answer_.reason != Reason::NONE;
}

bool Solver::prove_within(const Board& board, std::uint64_t positions) {
    const std::uint64_t most = std::min(positions, nodes_left()), before = answer_.nodes;
    const auto should_stop = [&](std::uint64_t nodes) {
        return limit_->should_stop && limit_->should_stop(before + nodes);
    };
    Answer proof = prove(board, Plays::SAFE_FORCED, {most, bytes_left(), should_stop});
    // Its memory is free again, and other stages need less.
    if (proof.reason == Reason::BYTES) proof.reason = Reason::NONE;
    return take_proof(std::move(proof), most == positions);
}

// Goes on where the last stage of this kind stopped. Wins have thousands of moves, so one is kept
// for the end, when no other attempt finds any.
bool Solver::search_twins(const Stage& stage, const Board& board, const Layout& layout) {
    if (!twins_began_) twins_.start(layout, board);
    twins_began_ = true;
    const std::uint64_t before = twins_.positions();
    const std::uint64_t most = std::min(nodes_left(), ~before) + before;
    const auto should_stop = [&] {
        return limit_->should_stop &&
               limit_->should_stop(answer_.nodes + twins_.positions() - before);
    };
    const ProofLimit limit{std::min(stage.size, most), limit_->bytes, should_stop};
    const bool easiest = stage.kind == Stage::Kind::EASIER_PROOF;
    const Proof proof = easiest ? twins_.search_easiest(limit) : twins_.search(limit);
    if (proof == Proof::WON && easiest) easier_game_is_won_ = true;
    if (proof == Proof::WON && !easiest) long_win_ = twins_.moves();
    return take_proof(
        answer_without_win(proof, twins_.positions() - before, twins_.prover().positions()),
        stage.size <= most);
}

// True when nothing more is to be done. A limit of the stage's own is none of the caller's.
bool Solver::take_proof(Answer proof, bool own_limit) {
    proof.nodes += answer_.nodes;
    answer_ = std::move(proof);
    if (answer_.reason == Reason::NODES && own_limit) answer_.reason = Reason::NONE;
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
    Answer answer = answer_without_win(proof, prover.positions(), prover.positions());
    if (proof == Proof::WON) {
        answer.result = Result::SOLVED;
        answer.moves = to_moves(board, prover.steps());
    }
    return answer;
}

Answer prove_by_twins(TwinProver& prover, const Board& board, const SolveLimit& limit,
                      FaceSet distinguished, Plays plays) {
    const Layout layout(board);
    const auto should_stop = [&] {
        return limit.should_stop && limit.should_stop(prover.positions());
    };
    prover.start(layout, board, distinguished, TwinProver::Line::FORGET, plays);
    const Proof proof = prover.search({limit.nodes, limit.bytes, should_stop});
    return answer_without_win(proof, prover.positions(), prover.positions());
}

Answer decide_by_twins(TwinRefiner& refiner, const Board& board, const SolveLimit& limit,
                       Plays plays, FaceSet distinguished) {
    const Layout layout(board);
    const auto should_stop = [&] {
        return limit.should_stop && limit.should_stop(refiner.positions());
    };
    refiner.start(layout, board, plays, distinguished);
    const Proof proof = refiner.search({limit.nodes, limit.bytes, should_stop});
    Answer answer = answer_without_win(proof, refiner.positions(), refiner.prover().positions());
    if (proof == Proof::WON) {
        answer.result = Result::SOLVED;
        answer.moves = refiner.moves();
    }
    return answer;
}

}  // namespace freecell
