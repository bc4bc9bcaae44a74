// Many deals at once: what deal_many.cpp knows of the dealers for particular processors.
#pragma once

#include <cstddef>

#include "deal/deal.h"

namespace freecell {

// A dealer that deals a fixed number of deals at a time. All of them are of one band and none is
// special; their count is a multiple of `deals`.
struct BlockDealer {
    std::size_t deals;
    void (*in_order[3])(DealNumber first, std::size_t count, Card* cards);
    void (*any[3])(const DealNumber* numbers, std::size_t count, Card* cards);
};

// For x86-64 processors that have AVX2. AVX-512 was measured and is not faster.
extern const BlockDealer AVX2_DEALER;

}  // namespace freecell
