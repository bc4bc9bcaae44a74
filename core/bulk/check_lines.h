// Checks lines `number: moves` in bulk, in any dialect of one line. Other texts go to the readers
// in Python.
#pragma once

#include <optional>
#include <string_view>

#include "deal/deal.h"
#include "lines/replay.h"

namespace freecell {

struct LineVerdict {
    bool readable = false;  // a number, a colon and moves
    bool counted = false;   // a move has a `v` and a count
    bool macroxue = false;  // a move has the target `r`
    bool won = false;
    DealNumber number = 0;
    Autoplay autoplay = Autoplay::NONE;
    std::size_t done = 0;      // how many of its moves are legal
    int cards_left = 0;        // not home after them
    Refusal refusal;           // why not more
    std::string_view refused;  // the move that is not, in the line
};

// `cells` is 0 to 8.
LineVerdict check_line(std::string_view line, int cells);

}  // namespace freecell
