// Counts the moves of a line of play. The moves must be legal: the sizes of the columns are then
// enough, and the cards are not needed.
#pragma once

#include <cstdint>
#include <span>

#include "rules/board.h"

namespace freecell {

struct Tally {
    std::uint32_t player = 0;  // as players count: a run moved at once is one, moves home are free
    std::uint32_t single = 0;  // moves of single cards, those home included
};

Tally tally(int cell_count, std::span<const Move> moves);
Tally tally(const Board& start, std::span<const Move> moves);  // the same from any board

}  // namespace freecell
