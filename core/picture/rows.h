// Rows of boxes in a mask that may be the columns of a table.
#pragma once

#include <vector>

#include "picture/blobs.h"

namespace freecell::picture {

// Boxes of one width in a row: they begin at the same height, at equal distances.
struct Row {
    float width = 0, top = 0;
    std::vector<Box> boxes;
    float height_sum = 0;
};

float median(std::vector<float> values);

// Pieces of one column, parted by lines between its cards, become one box.
std::vector<Box> merged(std::vector<Box> boxes);

// The distance of neighbours, such that all distances are multiples of it; 0 where there is none.
float pitch_of(const std::vector<Box>& boxes, float width);

std::vector<Row> rows_of(const std::vector<Box>& boxes);

}  // namespace freecell::picture
