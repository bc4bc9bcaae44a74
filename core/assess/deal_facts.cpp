#include "assess/deal_facts.h"

#include "assess/players.h"
#include "lines/tally.h"

namespace freecell {

namespace {

constexpr Fact IN_ORDER[] = {Fact::MOVES, Fact::DIFFICULTY, Fact::FEWEST};  // the quick ones first

constexpr unsigned bit(Fact fact) {
    return 1U << static_cast<unsigned>(fact);
}

}  // namespace

bool FactFinder::is_missing(Fact fact) const {
    if (fact == Fact::DIFFICULTY) return !facts_.difficulty;
    if (fact == Fact::FEWEST) return !facts_.fewest;
    return facts_.verdict == Result::UNDECIDED ||
           (facts_.verdict == Result::SOLVED && !facts_.moves);
}

Fact FactFinder::next() const {
    for (const Fact fact : IN_ORDER) {
        if (is_missing(fact) && !(tried_ & bit(fact))) return fact;
    }
    return Fact::NONE;
}

void FactFinder::compute(Fact fact, const std::function<bool(std::uint64_t)>& should_stop) {
    tried_ |= bit(fact);
    if (fact == Fact::MOVES) {
        compute_moves({budget_.win_positions, BUDGET_BYTES, should_stop});
    } else if (fact == Fact::FEWEST) {
        compute_fewest({budget_.fewest_positions, BUDGET_BYTES, should_stop});
    } else if (fact == Fact::DIFFICULTY) {
        facts_.difficulty = difficulty(play_games(facts_.number));
    }
}

void FactFinder::compute_moves(const SolveLimit& limit) {
    const Board board = lay_out(deal_cards(facts_.number), FACT_CELLS);
    const Answer answer = solve_(board, budget_.effort, limit);
    if (answer.result == Result::UNDECIDED) return;
    facts_.verdict = answer.result;
    facts_.positions = answer.result == Result::SOLVED ? answer.nodes : answer.positions;
    if (answer.result == Result::SOLVED) {
        facts_.moves = static_cast<int>(tally(board, answer.moves).player);
    }
}

void FactFinder::compute_fewest(const SolveLimit& limit) {
    const Deck deck = deal_cards(facts_.number);
    const FewestCells found =
        fewest_cells([&](int cells) { return solve_(lay_out(deck, cells), 0, limit); });
    if (found.most > MAX_CELLS) return;
    facts_.fewest = found.most;
    facts_.fewest_proved =
        found.is_known() || (facts_.verdict == Result::IMPOSSIBLE && found.most == FACT_CELLS + 1);
    if (found.most <= FACT_CELLS) {
        facts_.verdict = Result::SOLVED;
    } else if (facts_.fewest_proved) {
        facts_.verdict = Result::IMPOSSIBLE;
    }
}

}  // namespace freecell
