// The weights of the score, found by tools/weights/find_weights on deals from 3,000,000,000 up.
#pragma once

#include "search/score.h"

namespace freecell {

extern const std::array<Weights, 4> QUICK;  // each made on what those before it do not solve
extern const Weights FEW_CELLS;             // for less than four cells, with safe automatic play
extern const Weights SHORT;                 // for the beam

}  // namespace freecell
