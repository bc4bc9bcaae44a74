// The random values of a dealer whose generator has one of the usual mistakes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "deal/deal.h"

namespace freecell {

// What the other steps of a dealer need to know of a value, however large it is.
struct DrawnValue {
    std::uint8_t of_left;       // modulo the cards that are left
    std::uint8_t of_one_fewer;  // modulo one card less, or 1
    std::uint8_t of_all;        // modulo 52
    std::uint8_t of_all_but_1;  // modulo 51
    std::uint8_t scaled;        // 15 bits stretched over the cards that are left, or NO_INDEX
};
constexpr std::uint8_t NO_INDEX = 255;

using DrawnValues = std::array<DrawnValue, DECK_SIZE>;

struct ValueMistake {
    std::string_view name;  // words.json describes it under this name
    void (*draw)(DealNumber number, DrawnValues& values);
};

// All of them; the first is no mistake at all and has no name.
std::span<const ValueMistake> value_mistakes();

}  // namespace freecell
