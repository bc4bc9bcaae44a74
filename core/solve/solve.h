// A verdict on a board: solved, impossible or undecided. Searches for a win and proofs, which alone
// can say that there is none, take turns as schedule.h says.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "prove/prove.h"
#include "prove/refine_twins.h"
#include "rules/board.h"
#include "search/beam.h"
#include "search/best_first.h"
#include "solve/schedule.h"

namespace freecell {

enum class Result : std::uint8_t { SOLVED, IMPOSSIBLE, UNDECIDED };
enum class Reason : std::uint8_t { NONE, NODES, BYTES, STOPPED };

struct SolveLimit {
    std::uint64_t nodes = ~std::uint64_t{0};
    std::uint64_t bytes = std::uint64_t{4} << 30;
    // Asked every few thousand nodes with the nodes so far; true ends the search.
    std::function<bool(std::uint64_t)> should_stop = {};
};

struct Answer {
    Result result = Result::UNDECIDED;
    Reason reason = Reason::NONE;
    std::uint64_t nodes = 0;      // positions searched by all attempts together
    std::uint64_t positions = 0;  // of an impossible board: how many the proof searched
    std::vector<Move> moves;      // of a solved one
};

// The exhaustive search alone: solved when it happens to find a win.
Answer prove(const Board& board, Plays plays, const SolveLimit& limit);

// The proof in the easier game alone: impossible or undecided, without a reason where it can be
// won; and the one that distinguishes more twins until the easier game decides the real one.
Answer prove_by_twins(TwinProver& prover, const Board& board, const SolveLimit& limit,
                      FaceSet distinguished = 0, Plays plays = Plays::SAFE_FORCED);
Answer decide_by_twins(TwinRefiner& refiner, const Board& board, const SolveLimit& limit,
                       Plays plays = Plays::SAFE_FORCED, FaceSet distinguished = 0);

// Keeps its memory from board to board; one for each thread.
class Solver {
  public:
    Answer solve(const Board& board, const SolveLimit& limit);

    // Looks for a solution of few player's moves; a wider beam finds shorter ones.
    Answer solve_by_beam(const Board& board, std::uint32_t width, const SolveLimit& limit);

  private:
    bool run(const Stage& stage, const Board& board, const Layout& layout, const State& start);
    bool attempt(const Board& board, const Layout& layout, const State& start, Attempt how);
    bool beams(const Board& board, const Layout& layout, const State& start, std::uint32_t width);
    bool beam(const Layout& layout, const State& start, const BeamSettings& settings);
    bool prove_within(const Board& board, std::uint64_t positions);
    bool search_twins(const Stage& stage, const Board& board, const Layout& layout);
    bool take_proof(Answer proof, bool own_limit);
    std::uint64_t nodes_left() const {
        return limit_->nodes > answer_.nodes ? limit_->nodes - answer_.nodes : 0;
    }
    std::uint64_t bytes_left() const {  // beside what a proof that was begun holds
        const std::uint64_t held = twins_began_ ? twins_.bytes() : 0;
        return limit_->bytes > held ? limit_->bytes - held : 0;
    }

    const SolveLimit* limit_ = nullptr;
    Answer answer_;
    BestFirst best_first_;
    Beam beam_;
    TwinRefiner twins_;
    std::vector<Move> long_win_;
    bool twins_began_ = false;  // with the board being solved
    bool easier_game_is_won_ = false;
};

}  // namespace freecell
