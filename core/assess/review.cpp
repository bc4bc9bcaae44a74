#include "assess/review.h"

#include <algorithm>
#include <utility>

#include "rules/verify.h"
#include "solve/solve_short.h"

namespace freecell {

namespace {

constexpr int EFFORT = 2;           // for the moves still needed: ten milliseconds a position
constexpr int EFFORT_AT_START = 4;  // its line is what the whole game is compared with

int player_count(std::span<const Move> moves) {
    return static_cast<int>(std::count_if(moves.begin(), moves.end(),
                                          [](const Move& move) { return move.target != HOME; }));
}

// A line counts only when the verifier, which shares no code with the search, has replayed it.
Answer checked(const Board& board, Answer answer) {
    if (answer.result == Result::SOLVED && !verify(board, answer.moves).won) return Answer{};
    return answer;
}

}  // namespace

Reviewer::Reviewer(const Board& start, std::span<const Move> moves)
    : boards_{start},
      moves_(moves.begin(), moves.end()),
      positions_(moves.size() + 1),
      first_lost_(static_cast<int>(moves.size()) + 1) {
    for (const Move& move : moves) {
        boards_.push_back(boards_.back());
        make_move(boards_.back(), move);
    }
    if (is_won(boards_.back())) {
        Answer won;
        won.result = Result::SOLVED;
        settle(static_cast<int>(moves.size()), won);
    }
}

// The last position first, since most games are won or can be; then the middle of those that are
// still open, going on from it where it was undecided.
int Reviewer::next_question() const {
    const int last = static_cast<int>(moves_.size());
    if (!positions_[last].asked) return last;
    const int middle = (last_won_ + first_lost_) / 2;
    for (int distance = 0; distance <= last; ++distance) {
        for (const int index : {middle - distance, middle + distance}) {
            if (index > last_won_ && index < first_lost_ && !positions_[index].asked) return index;
        }
    }
    return -1;
}

bool Reviewer::step(Solver& solver, const SolveLimit& limit) {
    if (const int index = next_question(); index >= 0) {
        settle(index, checked(boards_[index], solver.solve(boards_[index], limit)));
        return true;
    }
    if (!std::exchange(measuring_, true)) unmeasured_ = last_won_ + 1;
    if (unmeasured_ == 0) return false;
    const int index = --unmeasured_;
    const int effort = index == 0 ? EFFORT_AT_START : EFFORT;
    measure(index, checked(boards_[index], solve_short(solver, boards_[index], effort, limit)));
    return true;
}

void Reviewer::settle(int index, const Answer& answer) {
    positions_[index].asked = true;
    if (answer.result == Result::IMPOSSIBLE) {
        first_lost_ = index;
        for (std::size_t i = static_cast<std::size_t>(index); i < positions_.size(); ++i) {
            positions_[i].verdict = Result::IMPOSSIBLE;
            positions_[i].asked = true;
        }
    } else if (answer.result == Result::SOLVED) {
        last_won_ = index;
        keep(index, answer.moves);
    }
}

void Reviewer::measure(int index, const Answer& answer) {
    if (answer.result != Result::SOLVED) return;
    keep(index, answer.moves);
    // A player on this very line has the rest of it before them.
    for (std::size_t i = static_cast<std::size_t>(index); i < moves_.size(); ++i) {
        const std::vector<Move>& line = positions_[i].line;
        if (line.empty() || line.front() != moves_[i]) break;
        keep(static_cast<int>(i) + 1, {line.begin() + 1, line.end()});
    }
}

// Keeps a win where it is the first or a shorter one, for this position and for those before it.
void Reviewer::keep(int index, std::vector<Move> line) {
    for (int needed = player_count(line);; needed += moves_[index].target != HOME) {
        ReviewedPosition& position = positions_[index];
        if (position.verdict == Result::SOLVED && position.needed <= needed) return;
        position = {Result::SOLVED, true, line, needed};
        if (index == 0) return;
        --index;
        line.insert(line.begin(), moves_[index]);
    }
}

std::vector<Reviewer::Choice> Reviewer::choices(std::size_t index, Solver& solver,
                                                const SolveLimit& limit) const {
    const Board& board = boards_[index];
    const Layout layout(board);
    std::vector<Step> steps;
    list_moves(State(layout, board), layout, steps);
    std::vector<Choice> found;
    for (const Step& step : steps) {
        const Move move = to_moves(board, {step}).front();
        Board after = board;
        make_move(after, move);
        const bool lost = positions_[index].verdict == Result::IMPOSSIBLE;
        const Result verdict =
            lost ? Result::IMPOSSIBLE : checked(after, solver.solve(after, limit)).result;
        found.push_back({move, verdict});
    }
    return found;
}

}  // namespace freecell
