// A line of play in figures and in text, for surveys of many deals. The moves must be legal
// ones: then the sizes of the columns are all there is to know, and no card is looked at.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "board.h"

namespace freecell {

struct Tally {
    std::uint32_t player = 0;  // as players count: a run moved at once is one, moves home are free
    std::uint32_t single = 0;  // moves of single cards, those home included
};

Tally tally(int cell_count, std::span<const Move> moves);
Tally tally(const Board& start, std::span<const Move> moves);  // the same from any board

// The moves in Freecell Solver's extended standard notation, separated by spaces: a move of more
// than one card to an empty column says how many.
std::string snx_text(int cell_count, std::span<const Move> moves);

}  // namespace freecell
