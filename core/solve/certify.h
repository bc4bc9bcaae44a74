// What a certificate says about a proved length: how many positions the refutation of one move less
// visits, and a checksum over them that does not depend on their order.
//
// These are the positions of shortest.h with nothing left out but what safe moves home leave out:
// moves made plus lower bound at most that length. Each is written as text (see `canonical_text`),
// the texts are hashed by FNV-1a with 64 bits, and the hashes are added modulo 2^64.
#pragma once

#include <cstdint>
#include <string>

#include "search/shortest.h"
#include "solve/solve.h"

namespace freecell {

// The homes as four numbers (clubs, diamonds, hearts, spades), the cards in cells in the order of
// the cards, the columns that are not empty from back to front in the order of their texts:
// "1 0 0 2|4SKD|JD2S|...".
std::string canonical_text(const State& state, const Layout& layout);

struct Refutation {
    PassEnd end = PassEnd::EMPTY;  // EMPTY when it is complete: there is no win
    std::uint64_t positions = 0;
    std::uint64_t checksum = 0;
};

// Shows that no win has at most this many moves, those home not counted.
Refutation refute(const Board& board, Unit unit, int most, const SolveLimit& limit);

}  // namespace freecell
