// The moves between two boards that follow each other, as Freecell Solver prints them.
#pragma once

#include <vector>

#include "../board.h"

namespace freecell {

// Whether two boards are the same but for the order of their cells, in which programs differ.
bool has_same_cards(const Board& one, const Board& other);

// One move, or one and moves home after it, that make the wanted board; none where there are no
// such moves. A card goes to the cell that the wanted board shows it in, where that is empty.
std::vector<Move> moves_to(const Board& board, const Board& wanted);

}  // namespace freecell
