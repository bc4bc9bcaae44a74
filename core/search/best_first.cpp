#include "search/best_first.h"

#include <algorithm>
#include <bit>

#include "deal/processor.h"

namespace freecell {

namespace {
constexpr std::uint32_t SMALL_TABLE = 2048;
constexpr std::size_t LARGE_TABLE = 1 << 17;  // from here on most look-ups miss the cache
constexpr std::uint32_t MOST_CHILDREN = 256;
constexpr std::uint32_t STOP_INTERVAL = 256;  // expansions between two questions to the caller
}  // namespace

Outcome BestFirst::run(const Layout& layout, const State& start, const Attempt& attempt,
                       const ShouldStop& should_stop) {
    State root = start;
    steps_.clear();
    StepList list{steps_};
    autoplay(root, layout, attempt.autoplay, list);
    if (root.won()) return Outcome::SOLVED;

    score_.prepare(layout, root, *attempt.weights);
    reset(root);
    std::uint32_t until_stop = STOP_INTERVAL;
    for (;;) {
        const std::uint32_t index = take_best();
        if (index == NONE) return Outcome::EXHAUSTED;
        if (looks != nullptr) looks->push_back({index, nodes_[index].phase, count_});
        expand(layout, index, attempt);
        ++expansions_;
        if (won_ != NONE) break;
        if (count_ >= attempt.quota) return Outcome::QUOTA;
        if (--until_stop == 0) {
            if (should_stop && should_stop()) return Outcome::STOPPED;
            until_stop = STOP_INTERVAL;
        }
    }
    write_steps(layout, attempt.autoplay);
    return Outcome::SOLVED;
}

void BestFirst::reset(const State& start) {
    count_ = 0;
    table_.assign(SMALL_TABLE, 0);
    make_room();
    bucket_.resize(BUCKETS);
    occupied_.fill(0);
    occupied_words_ = 0;
    expansions_ = 0;
    won_ = NONE;
    base_score_ = score_.of(start);
    is_new(start.key.low);
    add(start, NONE, Action{});
}

bool BestFirst::is_new(std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    const auto tag = static_cast<std::uint32_t>(key >> 32) | 1;
    for (std::size_t slot = key & mask;; slot = (slot + 1) & mask) {
        if (table_[slot] == tag) return false;
        if (table_[slot] == 0) {
            table_[slot] = tag;
            return true;
        }
    }
}

void BestFirst::grow_table() {
    table_.assign(table_.size() * 4, 0);
    for (std::uint32_t i = 0; i < count_; ++i) is_new(states_[i].key.low);
}

// Room for all children of a position, so that making them needs no check and moves nothing.
void BestFirst::make_room() {
    if (count_ + MOST_CHILDREN > states_.size()) {
        states_.resize(2 * states_.size() + MOST_CHILDREN);
        nodes_.resize(states_.size());
    }
    if ((count_ + MOST_CHILDREN) * 2 > table_.size()) grow_table();
    is_large_ = table_.size() >= LARGE_TABLE;
}

void BestFirst::add(const State& state, std::uint32_t parent, Action action) {
    const auto depth = static_cast<std::uint16_t>(parent == NONE ? 0 : nodes_[parent].depth + 1);
    const int score = score_.of(state) - base_score_ + depth * score_.weight(DEPTH);
    const int bucket = score / BUCKET_WIDTH + BUCKETS * 3 / 4;
    states_[count_] = state;
    nodes_[count_] = {parent, NONE, action, 0, depth, static_cast<std::int16_t>(bucket),
                      false,  0,    0};
    enqueue(count_++, bucket);
}

void BestFirst::add_if_new(const State& child, std::uint32_t parent, Action action) {
    if (!is_new(child.key.low)) return;
    if (child.won() && won_ == NONE) won_ = count_;
    add(child, parent, action);
}

void BestFirst::enqueue(std::uint32_t index, int bucket) {
    bucket = std::clamp(bucket, 0, BUCKETS - 1);
    const std::uint64_t bit = std::uint64_t{1} << (bucket % 64);
    nodes_[index].next = occupied_[bucket / 64] & bit ? bucket_[bucket] : NONE;
    bucket_[bucket] = index;
    occupied_[bucket / 64] |= bit;
    occupied_words_ |= std::uint64_t{1} << (bucket / 64);
}

std::uint32_t BestFirst::take_best() {
    if (occupied_words_ == 0) return NONE;
    const int word = std::countr_zero(occupied_words_);
    const int bit = std::countr_zero(occupied_[word]);
    std::uint32_t& head = bucket_[word * 64 + bit];
    const std::uint32_t index = head;
    head = nodes_[index].next;
    if (head == NONE) {
        occupied_[word] &= occupied_[word] - 1;
        if (occupied_[word] == 0) occupied_words_ &= occupied_words_ - 1;
    }
    if (is_large_) prefetch_best();
    return index;
}

// The best position of the queue is expanded next, unless a child of the present one is better.
void BestFirst::prefetch_best() const {
    if (occupied_words_ == 0) return;
    const int word = std::countr_zero(occupied_words_);
    const std::uint32_t best = bucket_[word * 64 + std::countr_zero(occupied_[word])];
    prefetch(&nodes_[best]);
    prefetch(&states_[best]);
    prefetch(reinterpret_cast<const char*>(&states_[best] + 1) - 1);  // it may end in the next line
}

void BestFirst::expand(const Layout& layout, std::uint32_t index, const Attempt& attempt) {
    make_room();
    const State& state = states_[index];
    const std::size_t mask = table_.size() - 1;
    NoSteps none;
    auto visit = [&](State& child, Action action, int exposed) {
        const bool may_play =
            exposed == COLUMN_COUNT
                ? attempt.autoplay == Autoplay::FCPRO
                : child.fronts[exposed] != NO_CARD && child.is_next_home(child.fronts[exposed]);
        if (may_play || action.kind >= Kind::TO_HOME)
            autoplay(child, layout, attempt.autoplay, none);
        if (!is_large_) return add_if_new(child, index, action);
        prefetch(&table_[child.key.low & mask]);
        children_.push_back({child, action});
    };
    Expansion<decltype(visit)> children(state, layout, visit);
    const int later = make_children(children, nodes_[index], attempt);
    for (const Child& child : children_) add_if_new(child.state, index, child.action);
    children_.clear();
    if (later != NEVER) enqueue(index, nodes_[index].bucket + later);
}

// Most positions are left behind by one of their own first children, so the others need never be
// made: a position comes back to the queue for its digs, and again for its empty columns. Returns
// how many buckets later that is.
template <class Expansion>
int BestFirst::make_children(Expansion& children, Node& node, const Attempt& attempt) {
    switch (node.phase++) {
        case 0:
            children.runs(true);
            children.cells();
            node.has_parts = children.has_parts;
            return score_.weight(DIG_LATER);
        case 1:
            if (attempt.digs) children.digs(Expansion::FOR_HOME | Expansion::FOR_COVER);
            node.run_columns = children.run_columns;
            node.empty_columns = children.empty_columns;
            if (node.has_parts || node.run_columns) return score_.weight(PART_LATER);
            ++node.phase;
            return score_.weight(EMPTY_LATER);
        case 2:
            children.digs(Expansion::FOR_RUN, node.run_columns);
            if (node.has_parts) children.runs(false);
            return score_.weight(EMPTY_LATER);
        default:
            children.to_empty();
            children.digs(Expansion::FOR_EMPTY, node.empty_columns);
            if (attempt.to_cells) children.to_cells();
            if (attempt.autoplay == Autoplay::FCPRO) children.to_home();
            return NEVER;
    }
}

std::vector<std::uint32_t> BestFirst::line() const {
    std::vector<std::uint32_t> line;
    for (std::uint32_t at = won_; at != NONE; at = nodes_[at].parent) line.push_back(at);
    std::reverse(line.begin(), line.end());
    return line;
}

void BestFirst::write_steps(const Layout& layout, Autoplay kind) {
    State state = states_[0];
    StepList list{steps_};
    for (std::uint32_t index : line()) {
        if (index != 0) perform(state, layout, nodes_[index].action, kind, list);
    }
}

}  // namespace freecell
