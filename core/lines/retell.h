// Rewrites a line of play for a program that sends cards home by itself and moves whole runs.
//
// Freecell Solver writes out every move. Microsoft's FreeCell and others send cards home after each
// move and do not write that down, and to an empty column they move as many cards as they can. A
// line is retold by dropping the moves of cards that are home already, and by bringing part of a
// run to an empty column through the cells. Where there is no such way, the number of cards must be
// written.
#pragma once

#include <span>
#include <vector>

#include "lines/moves.h"

namespace freecell {

// A move to write down.
struct RetoldMove {
    Move move;
    Card card;                          // that moves; of a run the front card
    std::array<Card, MAX_CELLS> cells;  // after it and the automatic moves
    bool must_say;                      // fewer cards go to an empty column than could
};

struct Retelling {
    std::vector<RetoldMove> moves;
    Move refused{};   // the move that cannot be retold with this automatic play, and why;
    Refusal refusal;  // only where cards go home that do not go safely
};

// The moves that lead to the same game with this automatic play. They must be legal.
Retelling retell(const Board& start, std::span<const Move> moves, Autoplay autoplay);

}  // namespace freecell
