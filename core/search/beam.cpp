#include "search/beam.h"

#include <algorithm>

namespace freecell {

namespace {
constexpr std::size_t SMALL_TABLE = 1 << 14;
constexpr std::size_t STOP_INTERVAL = 1024;
constexpr int BOUND_WEIGHT = 120;  // of the lower bound beside the score
}  // namespace

Outcome Beam::run(const Layout& layout, const State& start, const BeamSettings& settings,
                  const ShouldStop& should_stop) {
    reset(layout, start, settings);
    if (root_.won()) return Outcome::SOLVED;
    while (moves_ < settings.most_moves) {
        if (level_.empty()) return Outcome::EXHAUSTED;
        ++moves_;
        candidates_.clear();
        histogram_.assign(BUCKETS, 0);
        cutoff_ = BUCKETS - 1;
        wanted_ = 0;
        for (std::size_t i = 0; i < level_.size(); ++i) {
            expand(level_[i], first_link_ + static_cast<std::uint32_t>(i));
            if (has_won_) {
                links_.push_back(won_);
                write_steps(static_cast<std::uint32_t>(links_.size() - 1));
                return Outcome::SOLVED;
            }
            if (i % STOP_INTERVAL == 0 && should_stop && should_stop()) return Outcome::STOPPED;
        }
        select(settings.width);
    }
    return Outcome::QUOTA;
}

void Beam::reset(const Layout& layout, const State& start, const BeamSettings& settings) {
    layout_ = &layout;
    autoplay_ = settings.autoplay;
    width_ = settings.width;
    root_ = start;
    steps_.clear();
    StepList list{steps_};
    autoplay(root_, layout, autoplay_, list);
    score_.prepare(layout, root_, *settings.weights);
    base_score_ = score_.of(root_);
    bound_ = settings.bound;
    most_moves_ = settings.most_moves;
    if (bound_ != nullptr) base_score_ += BOUND_WEIGHT * bound_->least(bound_->total(root_));
    seen_.assign(SMALL_TABLE, 0);
    seen_count_ = 0;
    is_new(root_.key.low);
    level_.assign(1, root_);
    links_.assign(1, Link{NONE, Action{}, false});
    first_link_ = 0;
    has_won_ = false;
    moves_ = 0;
    nodes_ = 1;
}

bool Beam::is_new(std::uint64_t key) {
    const std::size_t mask = seen_.size() - 1;
    for (std::size_t slot = key & mask;; slot = (slot + 1) & mask) {
        if (seen_[slot] == key) return false;
        if (seen_[slot] != 0) continue;
        seen_[slot] = key;
        if (++seen_count_ * 2 > seen_.size()) {
            std::vector<std::uint64_t> old(seen_.size() * 4);
            old.swap(seen_);
            seen_count_ = 0;
            for (std::uint64_t old_key : old) {
                if (old_key != 0) is_new(old_key);
            }
        }
        return true;
    }
}

void Beam::expand(State state, std::uint32_t link) {
    auto visitor = [&](State& child, Action action, int exposed) {
        visit(child, action, link, exposed);
    };
    if (bound_ != nullptr) bound_parent(state);
    Expansion<decltype(visitor)> children(state, *layout_, visitor);
    const Link& last = links_[link];
    if (last.quiet && last.action.kind == Kind::TO_CELL) children.last_to_cell = last.action.column;
    children.runs(true);
    children.runs(false);
    children.to_empty();
    children.cells();
    children.to_cells();
    if (autoplay_ == Autoplay::FCPRO) add_moves_home(state, link);
}

// Where automatic play is only the safe kind, other moves home are free: they stay on the level.
void Beam::add_moves_home(const State& state, std::uint32_t link) {
    auto visitor = [&](State& child, Action action, int) {
        NoSteps none;
        autoplay(child, *layout_, autoplay_, none);
        if (child.won()) {
            won_ = {link, action, false};
            has_won_ = true;
        } else if (is_new(child.key.low)) {
            level_.push_back(child);
            links_.push_back({link, action, false});
        }
    };
    Expansion<decltype(visitor)>(state, *layout_, visitor).to_home();
}

void Beam::visit(State& child, Action action, std::uint32_t parent, int exposed) {
    const bool may_play = exposed != COLUMN_COUNT && child.fronts[exposed] != NO_CARD &&
                          child.is_next_home(child.fronts[exposed]);
    NoSteps none;
    if (may_play) autoplay(child, *layout_, autoplay_, none);
    const Link link{parent, action, !may_play};
    if (child.won()) {  // the score of a win does not matter
        won_ = link;
        has_won_ = true;
        return;
    }
    int score = score_.of(child) - base_score_;
    if (bound_ != nullptr && !add_bound(child, score)) return;
    const int bucket = bucket_of(score);
    if (bucket > cutoff_ || !is_new(child.key.low)) return;
    candidates_.push_back({link, static_cast<std::uint16_t>(bucket)});
    ++histogram_[bucket];
    if (++wanted_ >= 2 * width_) lower_cutoff(width_);
}

int Beam::bucket_of(int score) {
    return std::clamp(score / 2 + BUCKETS * 3 / 4, 0, BUCKETS - 1);
}

void Beam::bound_parent(const State& state) {
    parent_.state = &state;
    parent_.total = {};
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        parent_.shares[column] = bound_->share(state, column);
        parent_.total += parent_.shares[column];
    }
    parent_.bound = bound_->least(parent_.total);
}

// Adds the bound of a child to its score; false where the child is not wanted. A move hardly ever
// lowers the bound by more than one, so most that score too badly are known without asking.
bool Beam::add_bound(const State& child, int& score) {
    if (bucket_of(score + BOUND_WEIGHT * (parent_.bound - 1)) > cutoff_) return false;
    LowerBound::Share total = parent_.total;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (child.piles[column] == parent_.state->piles[column]) continue;
        total -= parent_.shares[column];
        total += bound_->share(child, column);
    }
    const int bound = bound_->least(total);
    score += BOUND_WEIGHT * bound;
    return moves_ + bound <= most_moves_;
}

void Beam::lower_cutoff(std::uint32_t width) {
    while (wanted_ - histogram_[cutoff_] >= width) wanted_ -= histogram_[cutoff_--];
}

// The best of the candidates become the next level. They are made again from their parents: far
// fewer are taken than were scored.
void Beam::select(std::uint32_t width) {
    lower_cutoff(width);
    next_level_.clear();
    const auto first = static_cast<std::uint32_t>(links_.size());
    NoSteps none;
    for (const Candidate& candidate : candidates_) {
        if (candidate.bucket > cutoff_ || next_level_.size() >= width) continue;
        State state = level_[candidate.link.parent - first_link_];
        perform(state, *layout_, candidate.link.action, autoplay_, none);
        next_level_.push_back(state);
        links_.push_back(candidate.link);
    }
    first_link_ = first;
    level_.swap(next_level_);
    nodes_ += level_.size();
    if (on_level) on_level(level_);
}

void Beam::write_steps(std::uint32_t link) {
    std::vector<Action> actions;
    for (; links_[link].parent != NONE; link = links_[link].parent)
        actions.push_back(links_[link].action);
    StepList list{steps_};
    State state = root_;
    for (auto action = actions.rbegin(); action != actions.rend(); ++action) {
        perform(state, *layout_, *action, autoplay_, list);
    }
}

}  // namespace freecell
