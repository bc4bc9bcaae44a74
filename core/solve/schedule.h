// Which searches are tried for a board, one after the other, until one decides it. That depends on
// the number of cells: the fewer there are, the more deals have no win, and the sooner a proof
// pays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/best_first.h"

namespace freecell {

// One search of a schedule.
struct Stage {
    enum class Kind : std::uint8_t {
        ATTEMPT,       // best first
        BEAMS,         // with all automatic play, then with the safe kind
        REAL_PROOF,    // every position of the real game
        EASIER_PROOF,  // ... of the easier game of prove_twins.h
        TWINS,         // the easier game of refine_twins.h, which also finds wins: long ones
    };
    Kind kind;
    std::uint64_t size;    // the limit of positions; for beams the width
    Attempt attempt = {};  // for an attempt
};

struct Schedule {
    std::span<const Stage> stages;  // the last has no limit of its own
    // Once TWINS has found a long win, the stages before this index that have not run yet search
    // for a shorter one.
    std::size_t for_shorter;
};

Schedule schedule(int cells);

}  // namespace freecell
