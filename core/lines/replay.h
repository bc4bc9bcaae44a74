// Replays written moves; what the dialect leaves open is found by trying, within a limit.
#pragma once

#include <span>
#include <vector>

#include "lines/written.h"
#include "rules/refusal.h"

namespace freecell {

// Limit on the moves that are tried, over all readings; raised for long lines so that each reading
// can be played once.
constexpr std::size_t MOST_TRIES = 40'000;

struct Replay {
    Reading reading;
    std::vector<Move> moves;  // all of them legal, automatic ones included
    std::size_t done = 0;     // how many of the written moves could be played
    Refusal refusal;          // why the next one could not
    bool won = false;
    int cards_left = 0;

    bool wins() const { return won && !refusal; }
};

// The first reading that wins with every move legal; else the one that goes furthest. The moves
// must be such as `is_written_move` takes.
Replay replay(const Board& start, std::span<const WrittenMove> written, TextKind kind);

}  // namespace freecell
