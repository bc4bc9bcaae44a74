// The best way to give each place a card of its own.
#pragma once

#include <vector>

namespace freecell::picture {

struct Assignment {
    std::vector<int> card_of;  // for each place
    float cost = 0;
};

// `costs` has a row for each place and a column for each card; there are no more places than cards.
Assignment assign(const std::vector<std::vector<float>>& costs);

}  // namespace freecell::picture
