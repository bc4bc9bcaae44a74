// A picture as rows of red, green and blue, and parts of it scaled: everything after decoding is
// done here, so that Python and the page read the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace freecell::picture {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes a pixel, row by row

    const std::uint8_t* at(int x, int y) const {
        return &rgb[static_cast<std::size_t>(y * width + x) * 3];
    }
};

// A part of a picture, in pixels; the edges may lie between pixels.
struct Area {
    float left = 0, top = 0, width = 0, height = 0;
};

// How different two colours are: of three levels, the one that differs most.
template <typename A, typename B>
int distance(const A& a, const B& b) {
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

// The area scaled to this many pixels, with a triangle filter that is as wide as the scaling needs.
// What lies outside the picture is its nearest pixel.
Image scaled(const Image& image, const Area& area, int width, int height);

}  // namespace freecell::picture
