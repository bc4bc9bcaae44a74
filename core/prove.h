// The exhaustive search: it looks at every position that can be reached, so when it ends without a
// win and without having met a limit, there is no win.
//
// Only what is sound is used: cards move one by one, so no run move is missed; cells are a set and
// columns a multiset; of several empty columns one is tried; with Plays::SAFE_FORCED cards that can
// safely go home go at once (Raymond's rule loses no win), all other moves home stay optional.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "processor.h"
#include "state.h"

namespace freecell {

enum class Plays : std::uint8_t { OPTIONAL, SAFE_FORCED };

enum class Proof : std::uint8_t { IMPOSSIBLE, WON, TOO_MANY_POSITIONS, TOO_MUCH_MEMORY, STOPPED };

struct ProofLimit {
    std::uint64_t positions = ~std::uint64_t{0};
    std::uint64_t bytes = ~std::uint64_t{0};
    std::function<bool()> should_stop = {};  // asked every few thousand positions
};

// The keys of all positions met. Keys have 128 bits: among a billion positions the chance that two
// share one is below 10^-20.
class KeySet {
  public:
    KeySet() : slots_(1 << 12, Key{}) {}

    bool insert(Key key);  // true when it was not there; there must be room
    bool contains(Key key) const;
    void prefetch(Key key) const { freecell::prefetch(&slots_[index_of(key)]); }
    bool is_full() const { return size_ * 4 >= slots_.size() * 3; }
    void grow();
    std::uint64_t size() const { return size_; }
    std::uint64_t bytes() const { return slots_.size() * sizeof(Key); }

  private:
    std::size_t index_of(Key key) const { return key.low & (slots_.size() - 1); }

    std::vector<Key> slots_;  // the key 0 means free
    std::uint64_t size_ = 0;
};

class Prover {
  public:
    Proof run(const Layout& layout, const State& start, Plays plays, const ProofLimit& limit);

    std::uint64_t positions() const { return seen_.size(); }
    std::uint64_t bytes() const;
    const std::vector<Step>& steps() const { return steps_; }  // the line that wins, after WON

  private:
    struct Entry {
        State state;
        std::uint32_t depth;
    };

    bool make_room(const ProofLimit& limit);
    void list_steps(const State& state);
    void expand(const State& state, std::uint32_t depth);
    State after(const State& state, Step step) const;
    void write_steps(const State& won);

    const Layout* layout_ = nullptr;
    Plays plays_ = Plays::SAFE_FORCED;
    KeySet seen_;
    std::vector<Entry> stack_;  // positions met and not yet looked into
    std::vector<State> path_;   // from the start to the one looked into now
    std::vector<Step> moves_;   // of that one
    std::vector<State> children_;
    std::vector<Step> steps_;
};

}  // namespace freecell
