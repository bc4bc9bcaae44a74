// Beam search for a short solution: level by level of player's moves (a run moved at once is one,
// moves home are free), each level keeps the most promising positions.
//
// Under a lower bound it drops what surely cannot become a win of `most_moves`, and among the rest
// it prefers what has a lower one. It asks only for the part of the bound that is a look-up: the
// exact bound costs nearly as much as the rest, and that time is better spent on more places.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/actions.h"
#include "search/best_first.h"
#include "search/lower_bound.h"
#include "search/score.h"

namespace freecell {

struct BeamSettings {
    const Weights* weights;
    Autoplay autoplay;
    std::uint32_t width;
    int most_moves;               // limit on the solution's length, in player's moves
    LowerBound* bound = nullptr;  // prepared for the layout and for moves; none: nothing is dropped
};

class Beam {
  public:
    // Looks for a win from `start`; the line is then in `steps()`, `moves()` long.
    Outcome run(const Layout& layout, const State& start, const BeamSettings& settings,
                const ShouldStop& should_stop);

    // Shown every level as it is made: for those who want to learn from a search.
    std::function<void(const std::vector<State>&)> on_level = {};

    const std::vector<Step>& steps() const { return steps_; }
    int moves() const { return moves_; }
    std::uint64_t nodes() const { return nodes_; }  // positions kept, over all levels

  private:
    static constexpr int BUCKETS = 8192;
    static constexpr std::uint32_t NONE = ~0u;

    struct Link {
        std::uint32_t parent;  // its index in `links_`
        Action action;
        bool quiet;  // no card went home by itself
    };
    struct Candidate {
        Link link;
        std::uint16_t bucket;
    };

    void reset(const Layout& layout, const State& start, const BeamSettings& settings);
    void expand(State state, std::uint32_t link);
    void add_moves_home(const State& state, std::uint32_t link);
    void visit(State& child, Action action, std::uint32_t parent, int exposed);
    void bound_parent(const State& state);
    bool add_bound(const State& child, int& score);
    static int bucket_of(int score);
    void lower_cutoff(std::uint32_t width);
    void select(std::uint32_t width);
    bool is_new(std::uint64_t key);
    void write_steps(std::uint32_t link);

    const Layout* layout_ = nullptr;
    Autoplay autoplay_ = Autoplay::MAX;
    Score score_;
    int base_score_ = 0;
    LowerBound* bound_ = nullptr;
    int most_moves_ = 0;
    struct {  // the position that is being expanded
        const State* state;
        std::array<LowerBound::Share, COLUMN_COUNT> shares;
        LowerBound::Share total;
        int bound;
    } parent_{};
    std::uint32_t width_ = 0;
    std::vector<State> level_, next_level_;
    std::uint32_t first_link_ = 0;  // of the level
    std::vector<Link> links_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> histogram_;  // of the candidates' buckets
    int cutoff_ = 0;                        // no bucket above it is wanted any more
    std::uint32_t wanted_ = 0;              // candidates up to the cutoff
    std::vector<std::uint64_t> seen_;       // keys; 0 is free
    std::uint64_t seen_count_ = 0;
    Link won_{};
    bool has_won_ = false;
    int moves_ = 0;
    std::uint64_t nodes_ = 0;
    State root_;
    std::vector<Step> steps_;
};

}  // namespace freecell
