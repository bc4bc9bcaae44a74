// The learned classifier: the visible strip of a card becomes what it may be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "picture/image.h"

namespace freecell::picture {

constexpr int STRIP_WIDTH = 80;
constexpr int STRIP_ROWS = 40;

// What the network says of a strip: logarithms of probabilities.
struct Guess {
    std::array<float, 13> ranks;
    std::array<float, 4> suits;
    float is_card;  // the logarithm of the odds that a card begins here

    float of(int card) const {
        return ranks[static_cast<std::size_t>(card >> 2)] +
               suits[static_cast<std::size_t>(card & 3)];
    }
    int likeliest() const;                          // card
    float best() const { return of(likeliest()); }  // what that is
};

struct Layer {
    int kind, inputs, outputs, kernel, stride;
    std::vector<float> weights;  // of a place and an input, all outputs side by side
    std::vector<float> bias;
};

class Network {
  public:
    // From what tools/pictures/network.py writes; nothing if it is damaged.
    static std::optional<Network> from(std::span<const std::uint8_t> bytes);

    // The visible rows of a strip, STRIP_WIDTH wide; `paper` is the commonest colour of all strips.
    Guess guess(const Image& strip, const std::array<std::uint8_t, 3>& paper) const;

  private:
    std::vector<Layer> layers_;
};

}  // namespace freecell::picture
