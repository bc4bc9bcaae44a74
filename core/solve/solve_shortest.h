// Finds a shortest win and proves it: an interval of lengths that closes from both sides.
//
// From above a beam finds a short win, and beams under the bound find shorter ones. From below,
// passes of the bounded search show that fewer moves are not enough. Where the two ends meet, the
// length is proved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/shortest.h"
#include "solve/solve.h"

namespace freecell {

// Moves are counted as `Unit` says; of single cards those home are counted too.
struct ShortestAnswer {
    // SOLVED when its moves are proved to be the fewest; UNDECIDED may have moves too: the best
    // found.
    Answer answer;
    int least = 0;            // no win has fewer moves
    std::optional<int> most;  // the length of the best win found
};

class ShortestSolver {
  public:
    // Limit on the positions, those for the first win not counted.
    ShortestAnswer solve(const Board& board, Unit unit, const SolveLimit& limit,
                         std::uint64_t positions = ~std::uint64_t{0});

    // Called with the interval whenever it gets smaller.
    std::function<void(int least, std::optional<int> most)> on_interval = {};

  private:
    bool find_a_win(const Board& board);
    void try_beam(const Board& board, std::uint32_t width);
    void close_interval(const Board& board);
    PassEnd pass(const Board& board, int most, std::uint32_t width);
    void keep(std::vector<Move> moves, int count);
    void report() const;
    std::uint64_t nodes_left() const {
        return most_nodes_ > result_.answer.nodes ? most_nodes_ - result_.answer.nodes : 0;
    }
    int at_most() const { return *result_.most - moves_home_; }  // without the moves home

    Solver solver_;
    BoundedSearch search_;
    Unit unit_ = Unit::MOVES;
    const SolveLimit* limit_ = nullptr;
    std::uint64_t most_nodes_ = 0;
    int moves_home_ = 0;  // that are counted: none as players count
    int at_least_ = 0;    // without them
    ShortestAnswer result_;
};

}  // namespace freecell
