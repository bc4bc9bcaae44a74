// The rows of a survey, kept by columns as Arrow lays them out, so that Python need not touch a
// row.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assess/fewest.h"
#include "deal/deal.h"
#include "solve/solve.h"
#include "solve/solve_shortest.h"

namespace freecell {

// One bit for each row, the lowest first: whether there is a value.
class BitColumn {
  public:
    void add(bool bit);
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
    std::size_t size_ = 0;
};

// Texts one after the other, and where each of them ends.
class TextColumn {
  public:
    void add(std::string_view text);
    const std::vector<std::int32_t>& offsets() const { return offsets_; }
    const std::string& text() const { return text_; }

  private:
    std::vector<std::int32_t> offsets_{0};
    std::string text_;
};

struct SurveyQuestion {
    int cells = 4;
    int effort = 0;       // 0 for any solution, more for a short one
    bool fewest = false;  // the fewest cells that win; `cells` then says nothing
    bool solutions = false;
    Unit unit = Unit::MOVES;  // of a shortest win, for which `effort` says nothing
};

struct SurveyRows {
    std::vector<DealNumber> numbers;
    std::vector<std::uint8_t> cells;  // that it was solved with; where it is solved, the fewest
    TextColumn verdicts;
    BitColumn solved;                      // whether there are moves and steps, ...
    std::vector<std::uint32_t> moves;      // as players count them: of a win that the exhaustive
    std::vector<std::uint32_t> steps;      // search met, tens of thousands; steps of single cards
    BitColumn decided;                     // whether there are positions
    std::vector<std::uint64_t> positions;  // searched
    BitColumn won;                      // of the fewest cells: whether any number of them won, ...
    std::vector<std::uint8_t> at_most;  // ... and the smallest that did
    BitColumn possible;                 // of the shortest: whether it is not proved impossible, ...
    std::vector<std::uint32_t> least;   // ... then no win has fewer moves, counted as asked, ...
    std::vector<std::uint32_t> most;    // ... and upper bound, where a win is known
    TextColumn solutions;               // where they are asked for
    std::array<std::uint64_t, 3> counts{};  // solved, impossible, undecided

    // Every solution has been replayed. A stopped search leaves the rows unfinished.
    void add(DealNumber number, Solver& solver, const SurveyQuestion& question,
             const SolveLimit& limit);
    void add(DealNumber number, ShortestSolver& solver, const SurveyQuestion& question,
             const SolveLimit& limit);

  private:
    void add_fewest(DealNumber number, const Deck& deck, const FewestCells& found,
                    bool with_solution);
    void add_answer(DealNumber number, const Board& board, const Answer& answer,
                    bool with_solution);
};

}  // namespace freecell
