// The exhaustive search: it visits every position that can be reached, so when it ends without a
// win and without reaching a limit, there is no win.
//
// Only what is sound is used: cards move one by one, so no run move is missed; cells are a set and
// columns a multiset; of several empty columns one is tried; with Plays::SAFE_FORCED cards that can
// safely go home go at once (Raymond's rule loses no win), all other moves home stay optional.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/blocks.h"
#include "search/key_set.h"
#include "search/state.h"

namespace freecell {

enum class Plays : std::uint8_t { OPTIONAL, SAFE_FORCED };

enum class Proof : std::uint8_t { IMPOSSIBLE, WON, TOO_MANY_POSITIONS, TOO_MUCH_MEMORY, STOPPED };

struct ProofLimit {
    std::uint64_t positions = ~std::uint64_t{0};
    std::uint64_t bytes = ~std::uint64_t{0};
    std::function<bool()> should_stop = {};  // asked every few thousand positions
};

class Prover {
  public:
    Proof run(const Layout& layout, const State& start, Plays plays, const ProofLimit& limit);

    std::uint64_t positions() const { return seen_.size(); }
    const std::vector<Step>& steps() const { return steps_; }  // the line that wins, after WON

  private:
    struct Entry {
        Step step;            // from the position before it on the path
        std::uint32_t depth;  // how many positions that path has
    };

    void list_steps(const State& state);
    void expand(const State& state);
    State after(const State& state, Step step) const;
    void write_steps(const State& won);

    const Layout* layout_ = nullptr;
    Plays plays_ = Plays::SAFE_FORCED;
    KeySet seen_;
    Blocks<Entry, 10> stack_;  // positions reached and not yet expanded, by the step to them
    Blocks<State, 8> path_;    // from the start to the one being expanded
    std::vector<Step> moves_;  // of that one
    std::vector<State> children_;
    std::vector<Step> steps_;
};

}  // namespace freecell
