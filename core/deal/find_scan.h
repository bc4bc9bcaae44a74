// The variants of scan_for_cards.
#pragma once

#include <span>
#include <vector>

#include "deal/find.h"

namespace freecell {

constexpr std::size_t BLOCK_SIZE = 32;

// As scan_for_cards, for numbers of one band; `known` is sorted by index and `count` is a multiple
// of BLOCK_SIZE. Only where the processor has AVX2.
void scan_blocks(std::span<const KnownCard> known, DealNumber first, std::size_t count,
                 std::vector<DealNumber>& found);

}  // namespace freecell
