// The moves between boards that follow each other, as Freecell Solver prints them.
#pragma once

#include <span>
#include <vector>

#include "rules/board.h"

namespace freecell {

// How far some boards could be followed.
struct Followed {
    std::vector<Move> moves;
    int reached = 0;  // how many of the boards, the first among them
    bool won = false;
};

// Go from board to board; the first is to be the start, and between two neighbours lies one move,
// or one and moves home after it. Cells are compared by what they hold, as programs differ in which
// of the empty ones they take.
Followed follow(const Board& start, std::span<const Board> boards);

}  // namespace freecell
