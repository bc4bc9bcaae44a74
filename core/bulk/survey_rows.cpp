#include "bulk/survey_rows.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "lines/tally.h"
#include "lines/write.h"
#include "solve/solve_replayed.h"

namespace freecell {
namespace {

constexpr std::string_view VERDICTS[] = {"solved", "impossible", "undecided"};

std::uint64_t positions_of(const Answer& answer) {
    if (answer.result == Result::UNDECIDED) return 0;
    return answer.result == Result::SOLVED ? answer.nodes : answer.positions;
}

}  // namespace

void BitColumn::add(bool bit) {
    if (size_ % 8 == 0) bytes_.push_back(0);
    bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (bit ? 1 : 0) << (size_ % 8));
    ++size_;
}

void TextColumn::add(std::string_view text) {
    text_ += text;
    if (text_.size() > std::numeric_limits<std::int32_t>::max()) {
        throw std::length_error("the solutions of a part are too long: make the parts smaller");
    }
    offsets_.push_back(static_cast<std::int32_t>(text_.size()));
}

void SurveyRows::add(DealNumber number, Solver& solver, const SurveyQuestion& question,
                     const SolveLimit& limit) {
    const Deck deck = deal_cards(number);
    if (question.fewest) {
        const auto solve = [&](int cell_count) {
            return solve_replayed(solver, lay_out(deck, cell_count), 0, limit);
        };
        add_fewest(number, deck, fewest_cells(solve), question.solutions);
        return;
    }
    const Board board = lay_out(deck, question.cells);
    add_answer(number, board, solve_replayed(solver, board, question.effort, limit),
               question.solutions);
}

// Undecided with moves: the best line that was found.
void SurveyRows::add(DealNumber number, ShortestSolver& solver, const SurveyQuestion& question,
                     const SolveLimit& limit) {
    const Board board = lay_out(deal_cards(number), question.cells);
    const ShortestAnswer found = solve_replayed(solver, board, question.unit, limit);
    possible.add(found.answer.result != Result::IMPOSSIBLE);
    least.push_back(static_cast<std::uint32_t>(found.least));
    most.push_back(static_cast<std::uint32_t>(found.most.value_or(0)));
    add_answer(number, board, found.answer, question.solutions);
}

// Decided only when there is a win with some cells and a proof that there is none with one less.
void SurveyRows::add_fewest(DealNumber number, const Deck& deck, const FewestCells& found,
                            bool with_solution) {
    won.add(found.most <= MAX_CELLS);
    at_most.push_back(static_cast<std::uint8_t>(found.most));
    if (found.is_known()) {
        const Board board = lay_out(deck, std::min(found.most, MAX_CELLS));
        add_answer(number, board, found.answer, with_solution);
    } else {
        add_answer(number, lay_out(deck, found.undecided), Answer{}, with_solution);
    }
}

void SurveyRows::add_answer(DealNumber number, const Board& board, const Answer& answer,
                            bool with_solution) {
    const bool is_won = answer.result == Result::SOLVED || !answer.moves.empty();
    const Tally counted = is_won ? tally(board, answer.moves) : Tally{};
    numbers.push_back(number);
    cells.push_back(static_cast<std::uint8_t>(board.cell_count));
    verdicts.add(VERDICTS[static_cast<int>(answer.result)]);
    solved.add(is_won);
    moves.push_back(counted.player);
    steps.push_back(counted.single);
    decided.add(answer.result != Result::UNDECIDED);
    positions.push_back(positions_of(answer));
    if (with_solution) solutions.add(is_won ? snx_line(board, answer.moves) : "");
    ++counts[static_cast<std::size_t>(answer.result)];
}

}  // namespace freecell
