// Many deals at once: the parts that deal_range and deal_numbers are put together from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "deal.h"

namespace freecell {

// How many deals one call of a block function deals, side by side.
constexpr std::size_t BLOCK_SIZE = 32;

// Whether this processor has the instructions that the block functions are written in.
bool has_block_dealer();

// `count` numbers from `first` on, all of one band; count is a multiple of BLOCK_SIZE.
void deal_blocks_in_order(DealNumber first, std::size_t count, Card* cards);

// Any numbers of one band, none of them special; their count is a multiple of BLOCK_SIZE.
void deal_blocks(std::span<const DealNumber> numbers, Card* cards);

}  // namespace freecell
