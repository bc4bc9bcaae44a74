#include "prove/prove.h"

#include <bit>

#include "search/actions.h"

namespace freecell {

namespace {
constexpr std::uint64_t STOP_INTERVAL = 4096;
}  // namespace

Proof Prover::run(const Layout& layout, const State& start, Plays plays, const ProofLimit& limit) {
    layout_ = &layout;
    plays_ = plays;
    seen_ = KeySet();
    stack_.truncate(0);
    path_.truncate(0);
    steps_.clear();

    State root = start;
    StepList list{steps_};
    if (plays == Plays::SAFE_FORCED) autoplay(root, layout, Autoplay::FCPRO, list);
    seen_.insert(root.key);
    State state = root;
    for (std::uint64_t count = 1;; ++count) {
        if (state.won()) {
            write_steps(state);
            return Proof::WON;
        }
        if (seen_.size() > limit.positions) return Proof::TOO_MANY_POSITIONS;
        if (!seen_.make_room(stack_.bytes() + path_.bytes(), limit.bytes))
            return Proof::TOO_MUCH_MEMORY;
        if (count % STOP_INTERVAL == 0 && limit.should_stop && limit.should_stop()) {
            return Proof::STOPPED;
        }
        path_.push_back(state);
        expand(state);
        if (stack_.empty()) return Proof::IMPOSSIBLE;
        const Entry entry = stack_[stack_.size() - 1];
        stack_.truncate(stack_.size() - 1);
        path_.truncate(entry.depth);
        state = after(path_[entry.depth - 1], entry.step);
    }
}

// The moves of single cards, those that lead on most likely last, since the stack takes them first.
void Prover::list_steps(const State& state) {
    moves_.clear();
    const CardSet fronts = state.front_set(), next = state.next_home_set();
    const int empty = state.empty_columns > 0 ? find_empty(state, COLUMN_COUNT) : COLUMN_COUNT;
    const bool free_cell = state.cells_used < layout_->cell_count;
    const auto add = [&](int source, int target, Card card) {
        moves_.push_back({static_cast<Place>(source), static_cast<Place>(target), 1, card});
    };
    const auto onto_parents = [&](int source, Card card) {
        for (CardSet onto = PARENTS[card] & fronts; onto != 0; onto &= onto - 1) {
            add(source, find_front(state, first_of(onto)), card);
        }
    };
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const Card card = state.fronts[column];
        if (card == NO_CARD) continue;
        if (free_cell) add(column, FIRST_CELL, card);
        if (empty != COLUMN_COUNT && state.size_of(column) > 1) add(column, empty, card);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        if (empty != COLUMN_COUNT) add(FIRST_CELL, empty, first_of(rest));
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const Card card = state.fronts[column];
        if (card != NO_CARD) onto_parents(column, card);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        onto_parents(FIRST_CELL, first_of(rest));
    }
    for (CardSet rest = state.cells & next; rest != 0; rest &= rest - 1) {
        add(FIRST_CELL, HOME, first_of(rest));
    }
    for (CardSet rest = fronts & next; rest != 0; rest &= rest - 1) {
        add(find_front(state, first_of(rest)), HOME, first_of(rest));
    }
}

State Prover::after(const State& state, Step step) const {
    State child = state;
    play(child, *layout_, step);
    if (plays_ == Plays::OPTIONAL) return child;
    // Before the step no card was safe, so only a change of the homes or a card that now shows can
    // make one safe.
    const Card shown = step.source < COLUMN_COUNT ? child.fronts[step.source] : NO_CARD;
    if (step.target == HOME || (shown != NO_CARD && child.is_next_home(shown))) {
        NoSteps none;
        autoplay(child, *layout_, Autoplay::FCPRO, none);
    }
    return child;
}

void Prover::expand(const State& state) {
    list_steps(state);
    children_.clear();
    for (Step step : moves_) {
        children_.push_back(after(state, step));
        seen_.prefetch(children_.back().key);
    }
    const auto depth = static_cast<std::uint32_t>(path_.size());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (seen_.insert(children_[i].key)) stack_.push_back({moves_[i], depth});
    }
}

// The path has positions only; the step from each to the next is found again.
void Prover::write_steps(const State& won) {
    path_.push_back(won);
    StepList list{steps_};
    State state = path_[0];
    for (std::size_t i = 1; i < path_.size(); ++i) {
        list_steps(state);
        for (Step step : moves_) {
            if (!(after(state, step).key == path_[i].key)) continue;
            play(state, *layout_, step);
            list.add(step);
            if (plays_ == Plays::SAFE_FORCED) autoplay(state, *layout_, Autoplay::FCPRO, list);
            break;
        }
    }
}

}  // namespace freecell
