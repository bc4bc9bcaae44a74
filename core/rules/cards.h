// Cards, suits and ranks as small numbers, the same as in Python's cards.py.
#pragma once

#include <cstdint>

namespace freecell {

// 0 is the ace of clubs, 1 the ace of diamonds, 2 of hearts, 3 of spades, 4 the two of clubs, ...
// 51 the king of spades.
using Card = std::uint8_t;

constexpr int DECK_SIZE = 52;
constexpr int SUIT_COUNT = 4;
constexpr int RANK_COUNT = 13;
constexpr Card NO_CARD = 255;

constexpr int rank_of(Card card) {
    return card >> 2;
}  // 0 is the ace, 12 the king
constexpr int suit_of(Card card) {
    return card & 3;
}  // clubs, diamonds, hearts, spades
constexpr bool is_red(Card card) {
    return ((card + 1) & 2) != 0;
}  // suits 1 and 2
constexpr Card card_of(int rank, int suit) {
    return static_cast<Card>(rank * 4 + suit);
}

// Whether `card` may lie on `parent` in a column: one rank lower and of the other colour.
constexpr bool fits_on(Card card, Card parent) {
    return rank_of(card) + 1 == rank_of(parent) && is_red(card) != is_red(parent);
}

}  // namespace freecell
