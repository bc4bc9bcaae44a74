// Why a move is refused: a code with its cards and places, formatted in the reader's language where
// it is shown.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/board.h"

namespace freecell {

enum class Refused : std::uint8_t {
    NONE,  // the move is legal
    FROM_HOME,
    NO_PLACE,       // place
    NO_CELL,        // place
    NO_CARDS,       // count
    EMPTY,          // place
    SAME_PLACE,     // place
    TOO_FEW,        // place, most, count
    NOT_IN_ORDER,   // place, most, count
    DOES_NOT_FIT,   // card, other
    NO_ROOM,        // place, most, count
    ONE_AT_A_TIME,  // place
    NOT_YET_HOME,   // card, other
    CELL_TO_CELL,
    NO_EMPTY_CELL,
    CELL_TAKEN,  // place, card
    GAVE_UP,     // most
};

constexpr std::array<std::string_view, 17> REFUSAL_NAMES = {
    "",           "from_home",     "no_place",     "no_cell",      "no_cards",
    "empty",      "same_place",    "too_few",      "not_in_order", "no_fit",
    "no_room",    "one_at_a_time", "not_yet_home", "cell_to_cell", "no_empty_cell",
    "cell_taken", "gave_up"};

struct Refusal {
    Refused code = Refused::NONE;
    Place place = 0;
    Card card = NO_CARD;   // the card that would have moved, or that is in the way
    Card other = NO_CARD;  // the card that it does not fit on, or that must go before it
    int count = 0;         // how many cards should have moved
    int most = 0;          // and how many could

    explicit operator bool() const { return code != Refused::NONE; }
    bool operator==(const Refusal&) const = default;
    std::string_view name() const { return REFUSAL_NAMES[static_cast<std::size_t>(code)]; }
};

}  // namespace freecell
