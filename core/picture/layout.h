// The geometry of a table: where the columns are, how large a card is and how far cards overlap.
#pragma once

#include <array>
#include <vector>

#include "picture/blobs.h"
#include "picture/image.h"

namespace freecell::picture {

struct Column {
    bool empty = true;
    float left = 0, top = 0, bottom = 0;
    float step = 0;  // how much of each covered card is seen
    int cards = 0;
};

struct Layout {
    float card_width = 0, card_height = 0;
    std::array<Column, 8> columns;
    std::vector<Area> slots;  // places outside the columns that may hold a card, from left to right
    float score = 0;          // how well lines and lengths fit

    int cards_in_columns() const {
        int count = 0;
        for (const Column& column : columns) count += column.cards;
        return count;
    }
};

// What may be the geometry, the likeliest first; none where there is no table.
std::vector<Layout> find_layouts(const Image& image);

}  // namespace freecell::picture
