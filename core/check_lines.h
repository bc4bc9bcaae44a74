// Lines `number: moves` checked in bulk: each in whatever dialect it is written, by the rules of
// verify.h. The same readings in the same order as text/solution_player.py, which says more about
// one of them.
#pragma once

#include <string>
#include <string_view>

#include "deal.h"

namespace freecell {

enum class Autoplay { none, horne, fcpro, max };

// How many moves are played for one line, over all readings, before the search gives up.
constexpr int MOST_TRIES = 40'000;

struct LineVerdict {
    bool readable = false;  // a number, a colon and moves; otherwise `reason` says what is wrong
    bool won = false;
    bool counted = false;   // a move has a `v` and a count
    bool macroxue = false;  // a move has the target `r`
    DealNumber number = 0;
    Autoplay autoplay = Autoplay::none;
    int words = 0;       // how many moves are written
    int done = 0;        // how many of them are legal
    int cards_left = 0;  // not home after them
    std::string reason;  // why not more
};

LineVerdict check_line(std::string_view line, int cells);

}  // namespace freecell
