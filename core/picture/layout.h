// The geometry of a table: where the columns are, how large a card is and how far cards overlap.
#pragma once

#include <array>
#include <vector>

#include "picture/blobs.h"
#include "picture/image.h"

namespace freecell::picture {

// How many cards are dealt to a column, 0..7.
constexpr std::size_t dealt_to(std::size_t column) {
    return column < 4 ? 7 : 6;
}

struct Column {
    float left = 0, top = 0;
    float step = 0;  // how much of each covered card is seen
    std::size_t cards = 0;
};

struct Layout {
    float card_width = 0, card_height = 0;
    std::array<Column, 8> columns;
    std::vector<Area> slots;  // places outside the columns that may hold a card, from left to right
    float slot_pitch = 0;     // the distance of neighbours among them
    float score = 0;          // how well lines and lengths fit
    bool placed = true;       // whether it is clear which of eight columns each of them is
};

// What may be the geometry, the likeliest first; none where there is no table.
std::vector<Layout> find_layouts(const Image& image);

}  // namespace freecell::picture
