// Where a board that no known mistake explains diverges from the right shuffle, and a likely cause.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "learners/dealer_mistakes.h"

namespace freecell {

// What could lead to the index that was drawn.
enum class Clue : std::uint8_t { NONE, MODULUS, NOT_DIVIDED, FROM_THE_END, ONE_HIGHER, ONE_LOWER };

// The first step at which the two shuffles part.
struct Divergence {
    std::uint32_t state;  // of the right generator, after the step
    std::uint32_t value;
    std::uint8_t step;   // 0 to 51
    std::uint8_t left;   // how many cards the deck still holds
    std::uint8_t place;  // the right index
    std::uint8_t drawn;  // the index that must have been drawn instead, if all else is right
    Clue clue;
    std::uint8_t modulus;  // with which the value gives it, where that is the clue
};
std::optional<Divergence> divergence(const NumberedBoard& board);

// A deck in another order with which all these boards are dealt rightly. One board alone says
// nothing: some deck explains any board.
std::optional<Deck> common_deck(std::span<const NumberedBoard> boards);

// For each place of the board, row by row, which card of the right deal lies there in all of them.
std::optional<Deck> common_places(std::span<const NumberedBoard> boards);

}  // namespace freecell
