// What is known of a deal, and how what is missing is computed: the verdict, a short win, the
// difficulty, the fewest cells.
//
// A budget counts positions, not seconds, so that the library, the service and the page give the
// same answer for the same budget on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "assess/fewest.h"
#include "deal/deal.h"
#include "solve/solve.h"

namespace freecell {

struct Budget {
    int effort = 0;                      // of the search for a short win; see solve_short.h
    std::uint64_t win_positions = 0;     // for that search
    std::uint64_t fewest_positions = 0;  // for each number of cells
};

constexpr Budget QUICK = {2, 2'000'000, 400'000};
constexpr Budget THOROUGH = {4, 8'000'000, 3'000'000};
constexpr std::uint64_t BUDGET_BYTES = 400'000'000;  // more than these positions take

constexpr int FACT_CELLS = 4;  // the verdict and the moves are for the usual number of cells

enum class Fact : std::uint8_t { NONE, MOVES, DIFFICULTY, FEWEST };

struct DealFacts {
    DealNumber number = 0;
    Result verdict = Result::UNDECIDED;
    std::optional<int> moves = {};       // of the shortest win known, as players count
    std::optional<int> fewest = {};      // the fewest cells that it was won with
    bool fewest_proved = false;          // whether there is no win with fewer
    std::optional<int> difficulty = {};  // the score of the simulated players
    std::uint64_t positions = 0;         // of the search for the verdict, where it was made now
};

// Solves a board with an effort (0 takes any win) and checks a win that it found.
using SolveBoard = std::function<Answer(const Board&, int effort, const SolveLimit&)>;

// Computes the missing facts one by one. Each is tried once; what a budget leaves open stays open.
class FactFinder {
  public:
    // `tried` has the bit 1 << fact of each fact that is not to be tried again.
    FactFinder(const DealFacts& known, const Budget& budget, SolveBoard solve, unsigned tried = 0)
        : facts_(known), budget_(budget), solve_(std::move(solve)), tried_(tried) {}

    Fact next() const;  // what is missing and was not tried yet; NONE at the end
    void compute(Fact fact, const std::function<bool(std::uint64_t)>& should_stop);

    const DealFacts& facts() const { return facts_; }

  private:
    void compute_moves(const SolveLimit& limit);
    void compute_fewest(const SolveLimit& limit);
    bool is_missing(Fact fact) const;

    DealFacts facts_;
    Budget budget_;
    SolveBoard solve_;
    unsigned tried_;
};

}  // namespace freecell
