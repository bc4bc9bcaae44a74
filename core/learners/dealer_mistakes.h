// Dealers with the usual mistakes, by name, and which of them explain given boards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "deal/deal.h"

namespace freecell {

// The parts of a dealer. In each of them it is right or has one mistake.
enum class DealerPart : std::uint8_t { VALUES, DECK, PICK, LAYOUT };
constexpr std::size_t DEALER_PARTS = 4;

// The names of a part's mistakes, by which words.json describes them; the first is empty: right.
std::span<const std::string_view> mistake_names(DealerPart part);

// A dealer: for each part the index of its mistake, and the order of the suits in its deck.
struct Dealer {
    std::array<std::uint8_t, DEALER_PARTS> mistakes{};
    std::array<std::uint8_t, SUIT_COUNT> suits{0, 1, 2, 3};

    bool has_other_suits() const;
    std::size_t mistake_count() const;  // other suits count as one
    bool operator==(const Dealer&) const = default;
};

// The cards by the places of the board, row by row. Nothing: with this number it deals no board.
std::optional<Deck> deal_with(const Dealer& dealer, DealNumber number);

struct NumberedBoard {
    DealNumber number;  // 0 or more
    Deck cards;         // row by row
};

// The dealers that deal all these boards: those with the fewest mistakes.
std::vector<Dealer> explain(std::span<const NumberedBoard> boards);

// The dealer that deals most of a board's first cards, and how many. Of equally good ones the one
// with the fewest mistakes.
struct Nearest {
    Dealer dealer;
    std::size_t cards;
};
Nearest nearest_dealer(const NumberedBoard& board);

}  // namespace freecell
