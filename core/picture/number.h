// The number of a deal from readings that may be wrong in places, also when the game has begun: the
// cards at the backs of the columns have not been moved yet.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "deal/find.h"
#include "picture/layout.h"
#include "picture/network.h"

namespace freecell::picture {

using ReadColumns = std::array<std::vector<const Guess*>, 8>;  // each from back to front

using CardColumns = std::array<std::vector<Card>, 8>;

struct Origin {
    DealNumber number;
    CardColumns untouched;  // the cards that still lie where they were dealt
    float against = 0;      // how much likelier the readings are without the number
};

// The deal that these columns come from, where enough of it is still seen. `best` are the cards
// that fit best together without any number.
std::optional<Origin> origin_of(const ReadColumns& columns, const CardColumns& best);

}  // namespace freecell::picture
