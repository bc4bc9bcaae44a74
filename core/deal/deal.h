// The numbered deals: from a number to its 52 cards, exactly as Microsoft's FreeCell deals them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/cards.h"

namespace freecell {

using DealNumber = std::int64_t;
using Deck = std::array<Card, DECK_SIZE>;

constexpr DealNumber FIRST_DEAL = -4;  // -1 to -4 are Microsoft's special games
constexpr DealNumber LAST_DEAL = 8'589'934'591;

// The generator behind the shuffle, and how its states become random values in the three bands of
// numbers: below 2^31 (Microsoft's own), below 2^32 and below 2^33 (FreeCell Pro's).
constexpr std::uint32_t MULTIPLIER = 214013;
constexpr std::uint32_t INCREMENT = 2531011;

enum class Band { MICROSOFT, HIGH_BIT, WIDE };

constexpr Band band_of(DealNumber number) {
    if (number < (DealNumber{1} << 31)) return Band::MICROSOFT;
    return number < (DealNumber{1} << 32) ? Band::HIGH_BIT : Band::WIDE;
}

constexpr std::uint32_t value_of(std::uint32_t state, Band band) {
    switch (band) {
        case Band::MICROSOFT:
            return (state >> 16) & 0x7fff;
        case Band::HIGH_BIT:
            return ((state >> 16) & 0x7fff) | 0x8000;
        case Band::WIDE:
            break;
    }
    return (state >> 16) + 1;
}

// The cards in the order they are laid on the table; the number must be FIRST_DEAL..LAST_DEAL. Of
// those after the first `count` only the special games have the right ones.
Deck deal_cards(DealNumber number, std::uint32_t count = DECK_SIZE);

// Many at once: `DECK_SIZE` cards for each number into `cards`, shared by this many threads. The
// dealer is how it is done: see dealers().
struct BlockDealer;
void deal_range(DealNumber first, std::size_t count, Card* cards, int threads,
                const BlockDealer* dealer);
void deal_numbers(std::span<const DealNumber> numbers, Card* cards, int threads,
                  const BlockDealer* dealer);

// The ways of dealing many that this processor can use, the fastest first. The last is no dealer at
// all, one number after the other, which works everywhere.
struct NamedDealer {
    std::string_view name;
    const BlockDealer* dealer;
};
std::span<const NamedDealer> dealers();

}  // namespace freecell
