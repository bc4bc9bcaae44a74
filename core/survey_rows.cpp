#include "survey_rows.h"

#include <limits>
#include <stdexcept>

#include "solve_replayed.h"
#include "tally.h"

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
    int cell_count = question.fewest ? 0 : question.cells;
    const auto solve = [&] {
        return solve_replayed(solver, lay_out(deck, cell_count), question.effort, limit);
    };
    Answer answer = solve();
    // An undecided number of cells ends this too, since that number might win.
    while (question.fewest && answer.result == Result::IMPOSSIBLE && cell_count < MAX_CELLS) {
        ++cell_count;
        answer = solve();
    }
    add_answer(number, cell_count, answer, question.solutions);
}

void SurveyRows::add_answer(DealNumber number, int cell_count, const Answer& answer,
                            bool with_solution) {
    const bool won = answer.result == Result::SOLVED;
    const Tally counted = won ? tally(cell_count, answer.moves) : Tally{};
    numbers.push_back(number);
    cells.push_back(static_cast<std::uint8_t>(cell_count));
    verdicts.add(VERDICTS[static_cast<int>(answer.result)]);
    solved.add(won);
    moves.push_back(counted.player);
    steps.push_back(counted.single);
    decided.add(answer.result != Result::UNDECIDED);
    positions.push_back(positions_of(answer));
    if (with_solution) solutions.add(won ? snx_text(cell_count, answer.moves) : "");
    ++counts[static_cast<std::size_t>(answer.result)];
}

}  // namespace freecell
