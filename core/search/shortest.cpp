#include "search/shortest.h"

#include <algorithm>

#include "search/actions.h"
#include "search/weights.h"

namespace freecell {

namespace {

constexpr std::size_t STOP_INTERVAL = 4096;
constexpr std::size_t REJECTED = 1 << 18;
constexpr std::uint32_t NONE = ~0u;
constexpr int BOUND_WEIGHT = 20;  // of the bound beside the score, where a level is narrowed

// What is known of the lower bound of a position, kept in the spare bytes of the position.
struct Interval {
    int least, most;

    static Interval in(const State& state) { return {state.unused & 127, state.unused >> 8}; }
    void put_in(State& state) const {
        state.unused = static_cast<std::uint16_t>(most << 8 | (state.unused & QUIET) | least);
    }

    // A bit between the two: the last move was quiet (see `comes_later`).
    static constexpr std::uint16_t QUIET = 128;
};

// Free cells and empty columns.
struct Room {
    int free, empty;

    bool is_enough(Step step, bool fills_empty_column) const {
        if (step.target == FIRST_CELL) return free > 0;
        return step.source == FIRST_CELL || step.count <= (free + 1)
                                                              << (empty - fills_empty_column);
    }
};

}  // namespace

void BoundedSearch::prepare(const Layout& layout, const State& start, Unit unit) {
    layout_ = &layout;
    unit_ = unit;
    root_ = start;
    first_steps_.clear();
    StepList list{first_steps_};
    autoplay(root_, layout, Autoplay::FCPRO, list);
    bound_.prepare(layout, unit);
    root_.unused = 0;
    root_bound_ = bound_.of(root_);
    Interval{root_bound_, root_bound_}.put_in(root_);
    score_.prepare(layout, root_, SHORT);
}

void BoundedSearch::start_pass() {
    seen_ = KeySet();
    seen_.insert(root_.key);
    rejected_.assign(REJECTED, Key{1, 0});  // no key: that of a won position is 0
    level_.truncate(0);
    level_.push_back(root_);
    next_level_.truncate(0);
    links_.truncate(0);
    links_.push_back({NONE, Step{}});
    first_link_ = 0;
    moves_made_ = 0;
    steps_.clear();
    if (on_position) on_position(root_);
}

std::uint64_t BoundedSearch::bytes() const {
    return seen_.bytes() + level_.bytes() + next_level_.bytes() + links_.bytes() +
           REJECTED * sizeof(Key) + bound_.bytes();
}

PassEnd BoundedSearch::run(const PassSettings& settings, const ShouldStop& should_stop) {
    settings_ = settings;
    start_pass();
    if (root_bound_ > settings.most) return PassEnd::EMPTY;
    for (;;) {
        const PassEnd closed = close_level(should_stop);
        if (closed != PassEnd::EMPTY) return closed;
        if (settings.width > 0 && level_.size() > settings.width) narrow();
        if (level_.empty() || moves_left() == 0) return PassEnd::EMPTY;
        const PassEnd left = leave_level(should_stop);
        if (left != PassEnd::EMPTY) return left;
    }
}

// Adds what is reached by moves home alone. With a bound of nothing all that is left goes home.
PassEnd BoundedSearch::close_level(const ShouldStop& should_stop) {
    for (std::size_t i = 0; i < level_.size(); ++i) {
        const std::uint32_t link = first_link_ + static_cast<std::uint32_t>(i);
        const State state = level_[i];
        if (Interval::in(state).most == 0) {
            write_steps(link);
            return PassEnd::WON;
        }
        list_home_steps(state);
        if (!moves_.empty()) expand(state, link, level_);
        const PassEnd end = check_limits(i, should_stop);
        if (end != PassEnd::EMPTY) return end;
    }
    return PassEnd::EMPTY;
}

PassEnd BoundedSearch::leave_level(const ShouldStop& should_stop) {
    next_level_.truncate(0);
    const auto first = static_cast<std::uint32_t>(links_.size());
    ++moves_made_;
    for (std::size_t i = 0; i < level_.size(); ++i) {
        const State& state = level_[i];
        if (settings_.prune && must_go_home(state)) continue;
        list_steps(state);
        expand(state, first_link_ + static_cast<std::uint32_t>(i), next_level_);
        const PassEnd end = check_limits(i, should_stop);
        if (end != PassEnd::EMPTY) return end;
    }
    level_.swap(next_level_);
    first_link_ = first;
    return PassEnd::EMPTY;
}

PassEnd BoundedSearch::check_limits(std::size_t count, const ShouldStop& should_stop) {
    if (seen_.is_full() && !seen_.make_room(bytes() - seen_.bytes(), settings_.bytes)) {
        return PassEnd::BYTES;
    }
    if (count % STOP_INTERVAL != 0) return PassEnd::EMPTY;
    if (positions() > settings_.positions) return PassEnd::POSITIONS;
    if (bytes() > settings_.bytes) return PassEnd::BYTES;
    return should_stop && should_stop() ? PassEnd::STOPPED : PassEnd::EMPTY;
}

// A card in a cell that could go home is of use there only if it is later laid on a column, which
// costs a move and does not lower the bound. So with no slack the position is no better than the
// one with that card home, which has the same bound and is on the same level.
bool BoundedSearch::must_go_home(const State& state) const {
    const bool no_slack = Interval::in(state).least > moves_left();  // this move is counted
    return no_slack && (state.cells & state.next_home_set()) != 0;
}

void BoundedSearch::list_home_steps(const State& state) {
    moves_.clear();
    const CardSet next = state.next_home_set();
    for (CardSet rest = state.cells & next; rest != 0; rest &= rest - 1) {
        moves_.push_back({FIRST_CELL, HOME, 1, first_of(rest)});
    }
    for (CardSet rest = state.front_set() & next; rest != 0; rest &= rest - 1) {
        const Card card = first_of(rest);
        moves_.push_back({static_cast<Place>(find_front(state, card)), HOME, 1, card});
    }
}

// The moves that cost. Of several empty columns one is tried, and a whole column does not move to
// an empty one; runs of every length do.
void BoundedSearch::list_steps(const State& state) {
    moves_.clear();
    const auto add = [&](int source, int target, int count, Card card) {
        moves_.push_back({static_cast<Place>(source), static_cast<Place>(target),
                          static_cast<std::uint8_t>(count), card});
    };
    const int empty = state.empty_columns > 0 ? find_empty(state, COLUMN_COUNT) : COLUMN_COUNT;
    const int limit = state.run_limit(*layout_);
    const CardSet fronts = state.front_set();
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const Card front = state.fronts[column];
        if (front == NO_CARD) continue;
        const int ordered = unit_ == Unit::CARDS ? 1 : state.ordered(*layout_, column);
        const int most = std::min(ordered, limit), size = state.size_of(column);
        Card base = front;
        for (int count = 1;; ++count) {
            for (CardSet onto = PARENTS[base] & fronts; onto != 0; onto &= onto - 1) {
                add(column, find_front(state, first_of(onto)), count, front);
            }
            if (empty != COLUMN_COUNT && count <= limit / 2 && count < size) {
                add(column, empty, count, front);
            }
            if (count == most) break;
            base = parent_of(base, (state.second & set_of(base)) != 0);
        }
        if (state.cells_used < layout_->cell_count) add(column, FIRST_CELL, 1, front);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        const Card card = first_of(rest);
        if (empty != COLUMN_COUNT) add(FIRST_CELL, empty, 1, card);
        for (CardSet onto = PARENTS[card] & fronts; onto != 0; onto &= onto - 1) {
            add(FIRST_CELL, find_front(state, first_of(onto)), 1, card);
        }
    }
}

// The position that is left, with what each column adds to its bound.
struct BoundedSearch::Parent {
    const State& state;
    Interval bound;
    std::array<LowerBound::Share, COLUMN_COUNT> shares;
    LowerBound::Share total;
};

// Makes the steps in `moves_`; what is new and within the bound goes to the end of `to`.
void BoundedSearch::expand(const State& state, std::uint32_t link, Blocks<State>& to) {
    Parent parent{state, Interval::in(state), {}, {}};
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        parent.shares[column] = bound_.share(state, column);
        parent.total += parent.shares[column];
    }
    children_.clear();
    const bool no_slack = parent.bound.least > moves_left();
    const Step last = links_[link].step;
    const bool in_order =
        settings_.prune && settings_.width == 0 && (state.unused & Interval::QUIET) != 0;
    for (const Step step : moves_) {
        if (no_slack && wastes(state, step)) continue;
        if (in_order && step.card <= last.card && comes_later(state, last, step)) continue;
        make_child(parent, step);
    }
    for (Child& child : children_) take_child(child, link, to);
}

// Whether a move surely does not lower the bound: one from a cell, or one that leaves a unit that
// must go still.
bool BoundedSearch::wastes(const State& state, Step step) const {
    if (step.target == HOME) return false;
    if (step.source >= FIRST_CELL) return true;
    const Pile pile = state.piles[step.source];
    if (moved_in(pile) > 0) return false;
    return step.count < layout_->ordered[step.source][kept_in(pile)] &&
           bound_.must_go_still(step.source, kept_in(pile) - step.count, 0);
}

// Two moves that have nothing to do with each other lead to the same position in either order, so
// the one with the higher card is made last. Whether `step` could have come before `last`: they are
// about different columns, there was room for both, and neither is followed by a safe move home.
//
// No position is lost. Say that it is reached from Q by `last` and then `step`, and `step` is left
// out. By `step` first it is reached as well, from a position within the bound (a move lowers the
// bound by one at most) by a move with a higher card. Should that be left out too, since the
// position before it was met first by yet another move, the same holds with a still higher card.
bool BoundedSearch::comes_later(const State& state, Step last, Step step) const {
    if (step.card == last.card)
        return step.count == last.count;  // it could have gone there at once
    const auto is_apart = [&](Place place) {
        return place >= FIRST_CELL || (place != step.source && place != step.target);
    };
    if (!is_apart(last.source) || !is_apart(last.target)) return false;
    if (step.source < FIRST_CELL && state.size_of(step.source) > step.count &&
        state.is_next_home(state.front_without(*layout_, step.source, step.count))) {
        return false;
    }
    const bool last_to_column = last.target < FIRST_CELL,
               filled = last_to_column && state.size_of(last.target) == last.count,
               fills = step.target < FIRST_CELL && state.fronts[step.target] == NO_CARD;
    Room room{layout_->cell_count - state.cells_used, state.empty_columns};
    room.free += (last.target == FIRST_CELL) - (last.source == FIRST_CELL);
    room.empty += filled - (last.source < FIRST_CELL && state.fronts[last.source] == NO_CARD);
    if (!room.is_enough(step, fills)) return false;
    room.free += (step.source == FIRST_CELL) - (step.target == FIRST_CELL);
    room.empty += (step.source < FIRST_CELL && state.size_of(step.source) == step.count) - fills;
    return room.is_enough(last, filled);
}

void BoundedSearch::make_child(const Parent& parent, Step step) {
    Child& child = children_.emplace_back();
    child.state = parent.state;
    child.step = step;
    play(child.state, *layout_, step);
    child.state.unused &= static_cast<std::uint16_t>(~Interval::QUIET);
    const Card shown = step.source < COLUMN_COUNT ? child.state.fronts[step.source] : NO_CARD;
    if (step.target == HOME || (shown != NO_CARD && child.state.is_next_home(shown))) {
        NoSteps none;
        autoplay(child.state, *layout_, Autoplay::FCPRO, none);
    } else {
        child.state.unused |= Interval::QUIET;
    }
    bound_child(parent, child);
    if (Interval::in(child.state).least > moves_left()) {
        children_.pop_back();
    } else {
        seen_.prefetch(child.state.key);
        prefetch(&rejected_[child.state.key.high % REJECTED]);
    }
}

// What follows for the bound from that of the parent and from the columns that have changed. Where
// only doomed units have moved, the rest of the game with unlimited cells is the same. A move home
// changes nothing; a card to a cell lowers the bound by one or not at all; cards onto a column may
// have to be taken off again; and a card from a cell was already as free as it can be.
void BoundedSearch::bound_child(const Parent& parent, Child& child) const {
    Interval bound = parent.bound;
    child.total = parent.total;
    int pending = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (child.state.piles[column] == parent.state.piles[column]) continue;
        const LowerBound::Share share = bound_.share(child.state, column);
        child.total -= parent.shares[column];
        child.total += share;
        pending |= share.pending | parent.shares[column].pending;
    }
    if (child.total.index == parent.total.index && pending == 0) {
        const int more = child.total.doomed - parent.total.doomed;
        Interval{bound.least + more, bound.most + more}.put_in(child.state);
        return;
    }
    if (child.step.target != HOME) {
        bound.least -= child.step.source < FIRST_CELL;
        bound.most += child.step.target < FIRST_CELL;
    }
    const int least = bound_.least(child.total);
    bound.least = std::max(bound.least, least);
    bound.most = std::min(bound.most, least + child.total.pending);
    bound.put_in(child.state);
}

void BoundedSearch::take_child(Child& child, std::uint32_t link, Blocks<State>& to) {
    State& state = child.state;
    if (seen_.contains(state.key)) return;
    Interval bound = Interval::in(state);
    if (bound.most > moves_left()) {
        Key& rejected = rejected_[state.key.high % REJECTED];
        if (rejected == state.key) return;
        if (!bound_.is_within(state, child.total, moves_left())) {
            rejected = state.key;
            return;
        }
        bound.most = moves_left();
        bound.put_in(state);
    }
    seen_.insert(state.key);
    to.push_back(state);
    links_.push_back({link, child.step});
    if (on_position) on_position(state);
}

// Keeps the best of the level. Links of moves home point at others of it, so all of them stay and
// those of the chosen come once more.
void BoundedSearch::narrow() {
    std::vector<std::pair<int, std::uint32_t>> order(level_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = {score_.of(level_[i]) + BOUND_WEIGHT * Interval::in(level_[i]).least, i};
    }
    std::nth_element(order.begin(), order.begin() + settings_.width, order.end());
    order.resize(settings_.width);
    const auto first = static_cast<std::uint32_t>(links_.size());
    next_level_.truncate(0);
    for (const auto& [score, i] : order) {
        next_level_.push_back(level_[i]);
        links_.push_back(Link{links_[first_link_ + i]});
    }
    level_.swap(next_level_);
    first_link_ = first;
}

// The line to a position, and then everything home.
void BoundedSearch::write_steps(std::uint32_t link) {
    std::vector<Step> back;
    for (; links_[link].parent != NONE; link = links_[link].parent)
        back.push_back(links_[link].step);
    steps_ = first_steps_;
    StepList list{steps_};
    State state = root_;
    for (auto step = back.rbegin(); step != back.rend(); ++step) {
        play(state, *layout_, *step);
        steps_.push_back(*step);
        autoplay(state, *layout_, Autoplay::FCPRO, list);
    }
    autoplay(state, *layout_, Autoplay::MAX, list);
}

}  // namespace freecell
