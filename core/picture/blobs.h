// Where the paper may be: masks of a picture, and the boxes around what hangs together in them.
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

constexpr int MASKS = 11;

// One of MASKS ways to distinguish cards from the table; an empty mask where this way does not
// apply.
Mask mask_of(const Image& image, int way);

// The boxes around what hangs together, of those that are large enough for a piece of a card.
std::vector<Box> boxes_in(const Mask& mask, int width, int height);

}  // namespace freecell::picture
