// The keys of all positions that a search has reached, in one table that grows in place.
//
// Keys have 128 bits: among a billion positions the chance that two share one is below 10^-20. All
// of a key is kept, so that this is all that a proof takes on trust.
//
// A key's place is proportional to its upper half, and a taken place sends it to the next free one.
// So the keys lie nearly in order, a larger table has them in the same order, and they are moved
// there one by one from the back: no second table is needed while it grows.
#pragma once

#include <cstdint>

#include "deal/processor.h"
#include "search/blocks.h"
#include "search/state.h"

namespace freecell {

class KeySet {
  public:
    KeySet();

    void clear();  // keeps a block of memory for the next keys

    bool insert(Key key);  // true when it was not there
    bool contains(Key key) const;
    void prefetch(Key key) const { freecell::prefetch(&slots_[home_of(key)]); }
    bool is_full() const { return size_ * 4 >= places_ * 3; }

    // Grows when it is full; false when `bytes` with what is needed elsewhere would not do. Asked
    // before keys are added, so that a limit of memory is met before it hurts.
    bool make_room(std::uint64_t elsewhere, std::uint64_t bytes);
    std::uint64_t size() const { return size_; }
    std::uint64_t bytes() const { return slots_.bytes(); }

  private:
    std::size_t home_of(Key key) const {
        return static_cast<std::size_t>((key.high >> 32) * places_ >> 32);
    }
    std::uint64_t more_places() const;
    void grow();
    std::size_t find(Key key) const;  // where it is, or the free slot where it would be, or the end
    void resize(std::uint64_t places);

    Blocks<Key, 17> slots_;     // in blocks of a large page; the key 0 means free
    std::uint64_t places_ = 0;  // that a key can be sent to first; a few slots follow
    std::uint64_t size_ = 0;
};

}  // namespace freecell
