// Best-first search for any solution: quick, greedy, deterministic. A win that it
// finds is real; finding none proves nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/actions.h"
#include "search/large_pages.h"
#include "search/score.h"

namespace freecell {

// One attempt: how to search, and how many positions to visit before giving up.
struct Attempt {
    const Weights* weights;
    Autoplay autoplay;
    bool digs;      // digs instead of single cards to the cells, or ...
    bool to_cells;  // ... single cards to the cells
    std::uint32_t quota;
};

// Asked every now and then whether to stop; holds the clock and the cancel token of the caller.
using ShouldStop = std::function<bool()>;

enum class Outcome : std::uint8_t { SOLVED, EXHAUSTED, QUOTA, STOPPED };

class BestFirst {
  public:
    // Looks for a win from `start`; the line is then in `steps()`. Memory is kept for the next
    // call.
    Outcome run(const Layout& layout, const State& start, const Attempt& attempt,
                const ShouldStop& should_stop);

    const std::vector<Step>& steps() const { return steps_; }
    std::uint64_t nodes() const { return count_; }            // positions of the last attempt
    std::uint64_t expansions() const { return expansions_; }  // how many of them were expanded

    static constexpr int BUCKET_WIDTH = 4;  // scores in one bucket of the queue

    // For programs that learn from a search: which positions it expanded, in order, and the
    // line that won, from the start.
    struct Look {
        std::uint32_t index;
        std::uint8_t phase;
        std::uint32_t count;  // positions made before
    };
    std::vector<Look>* looks = nullptr;
    const State& state(std::uint32_t index) const { return states_[index]; }
    int depth(std::uint32_t index) const { return nodes_[index].depth; }
    std::vector<std::uint32_t> line() const;

  private:
    static constexpr int BUCKETS = 4096;
    static constexpr std::uint32_t NONE = ~0u;
    static constexpr int NEVER = 1 << 20;  // no position has that many buckets to wait

    struct Node {
        std::uint32_t parent;
        std::uint32_t next;  // in its bucket
        Action action;
        std::uint8_t phase;  // which of its children are made next
        std::uint16_t depth;
        std::int16_t bucket;
        bool has_parts;  // what was seen on the way of the first phases and is made by later ones
        std::uint8_t run_columns;
        std::uint8_t empty_columns;
    };

    struct Child {
        State state;
        Action action;
    };

    void reset(const State& start);
    void add(const State& state, std::uint32_t parent, Action action);
    void add_if_new(const State& child, std::uint32_t parent, Action action);
    void make_room();
    void enqueue(std::uint32_t index, int bucket);
    bool is_new(std::uint64_t key);
    void grow_table();
    void expand(const Layout& layout, std::uint32_t index, const Attempt& attempt);
    template <class Expansion>
    int make_children(Expansion& children, Node& node, const Attempt& attempt);
    std::uint32_t take_best();
    void prefetch_best() const;
    void write_steps(const Layout& layout, Autoplay kind);

    Score score_;
    int base_score_ = 0;
    std::uint32_t count_ = 0;
    LargeVector<State>
        states_;  // the first `count_` of them; there is always room for one expansion
    LargeVector<Node> nodes_;
    LargeVector<std::uint32_t> table_;   // halves of keys; 0 is free
    bool is_large_ = false;              // the table is larger than the processor's cache
    std::vector<Child> children_;        // of one position, while their slots are fetched
    std::vector<std::uint32_t> bucket_;  // the newest node of each; valid where occupied
    std::array<std::uint64_t, BUCKETS / 64> occupied_{};
    std::uint64_t occupied_words_ = 0;
    std::uint64_t expansions_ = 0;
    std::uint32_t won_ = NONE;
    std::vector<Step> steps_;
};

}  // namespace freecell
