// Where the columns may be: masks of a picture, the boxes around what hangs together in them, and
// rows of such boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "picture/image.h"

namespace freecell::picture {

using Mask = std::vector<std::uint8_t>;  // one byte a pixel, not 0 where there may be a card

struct Box {
    float left, top, right, bottom;  // whole numbers; right and bottom are the first pixels outside

    float width() const { return right - left; }
    float height() const { return bottom - top; }
};

constexpr std::size_t MOST_MASKS = 10;

// The ways to distinguish cards from the table.
std::vector<Mask> masks_of(const Image& image);

// The boxes around what hangs together, of those that are as wide as a card.
std::vector<Box> boxes_in(const Mask& mask, int width, int height);

// Boxes of one width in a row: they begin at the same height, at equal distances.
struct Row {
    float width = 0, top = 0;
    std::vector<Box> boxes;
    float height_sum = 0;
};

std::vector<Row> rows_of(const std::vector<Box>& boxes);

// The distance of neighbours, such that all distances are multiples of it; 0 where there is none.
float pitch_of(const std::vector<Box>& boxes, float width);

float median(std::vector<float> values);

}  // namespace freecell::picture
