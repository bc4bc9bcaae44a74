// All positions within a bound, level by level: finds a shortest win of at most a given length, or
// shows that there is none.
//
// A pass with bound B visits every position that can be reached by g moves where g plus the lower
// bound of lower_bound.h is at most B. A position on a win of at most B moves is such a position,
// since the lower bound is never above the truth. Levels go by g; moves home are free, so a level
// is first closed under them (a position is then met with its fewest moves first) and only then
// left by moves that cost. The first win met is therefore a shortest one, and when a level is empty
// no win of B moves exists.
//
// Which cards must go home at once. A card that is safe by Raymond's rule (`Autoplay::FCPRO`) is
// sent home; all other moves home stay a choice. That loses no shortest win, in either unit: take
// a win from a position in which the card c of rank r is safe and c stays, and play the same win
// with c home from the start. The cards that could ever lie on c are the two d of rank r - 1 in the
// other colour. Either both are home, or all cards of rank r - 2 in the other colour are home, so
// that each d may itself go home whenever it can be moved; and the one card e of rank r - 2 that
// could then lie on d and is not of c's suit may go home too (that of rank r - 3 in its suit is
// home), and nothing could lie on e. So where the given win lays d or e on one of these cards, send
// it home instead; where it moves one of them that is home already, do nothing; where it moves a
// run with some of them in front, move the rest of it. All other cards lie as they do in the given
// win, and there is never less room. No move was added that costs anything.
//
// Every table that can reject a position compares keys of 128 bits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/best_first.h"
#include "search/blocks.h"
#include "search/key_set.h"
#include "search/lower_bound.h"
#include "search/score.h"
#include "search/state.h"

namespace freecell {

struct PassSettings {
    int most = 0;  // limit on the length of a win
    std::uint32_t width =
        0;  // limit on the positions kept of a level, the most promising; 0 keeps all
    // Leaves out what cannot be part of a shortest win by the slack that is left (that is, moves
    // left less lower bound), and moves that another order makes too. Without it the positions
    // visited are exactly those of the description above.
    bool prune = true;
    std::uint64_t positions = ~std::uint64_t{0};
    std::uint64_t bytes = ~std::uint64_t{0};
};

enum class PassEnd : std::uint8_t { WON, EMPTY, POSITIONS, BYTES, STOPPED };

class BoundedSearch {
  public:
    void prepare(const Layout& layout, const State& start, Unit unit);

    int lower_bound() const { return root_bound_; }
    PassEnd run(const PassSettings& settings, const ShouldStop& should_stop);

    int moves() const { return moves_made_; }                  // of the win, after WON
    const std::vector<Step>& steps() const { return steps_; }  // ... and its line
    std::uint64_t positions() const { return links_.size(); }  // of this pass
    std::uint64_t bytes() const;

    // Called with every position of a pass once, when it is reached.
    std::function<void(const State&)> on_position = {};

  private:
    struct Link {
        std::uint32_t parent;
        Step step;
    };
    struct Child {
        State state;
        LowerBound::Share total;
        Step step;
    };
    struct Parent;

    void start_pass();
    PassEnd close_level(const ShouldStop& should_stop);
    PassEnd leave_level(const ShouldStop& should_stop);
    PassEnd check_limits(std::size_t count, const ShouldStop& should_stop);
    void expand(const State& state, std::uint32_t link, Blocks<State>& to);
    void list_home_steps(const State& state);
    void list_steps(const State& state);
    bool wastes(const State& state, Step step) const;
    bool comes_later(const State& state, Step last, Step step) const;
    void make_child(const Parent& parent, Step step);
    void bound_child(const Parent& parent, Child& child) const;
    void take_child(Child& child, std::uint32_t link, Blocks<State>& to);
    bool must_go_home(const State& state) const;
    int moves_left() const { return settings_.most - moves_made_; }
    void narrow();
    void write_steps(std::uint32_t link);

    const Layout* layout_ = nullptr;
    Unit unit_ = Unit::MOVES;
    State root_;
    std::vector<Step> first_steps_;  // safe moves home before the first move
    int root_bound_ = 0;
    mutable LowerBound bound_;  // its tables fill as it is asked
    Score score_;
    PassSettings settings_;
    KeySet seen_;
    std::vector<Key> rejected_;  // by the bound; the last for each place
    Blocks<State> level_, next_level_;
    Blocks<Link> links_;            // of all positions; those of the level are the last
    std::uint32_t first_link_ = 0;  // of the level
    std::vector<Step> moves_;       // of one position
    std::vector<Child> children_;
    int moves_made_ = 0;
    std::vector<Step> steps_;
};

}  // namespace freecell
