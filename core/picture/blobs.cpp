#include "picture/blobs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace freecell::picture {
namespace {

using Colour = std::array<int, 3>;

template <typename Pixel>
int distance(const Pixel& pixel, const Colour& colour) {
    return std::max({std::abs(pixel[0] - colour[0]), std::abs(pixel[1] - colour[1]),
                     std::abs(pixel[2] - colour[2])});
}

template <typename Test>
Mask masked(const Image& image, Test test) {
    Mask mask(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    const std::uint8_t* pixel = image.rgb.data();
    for (std::uint8_t& here : mask) {
        here = test(pixel) ? 1 : 0;
        pixel += 3;
    }
    return mask;
}

// The commonest colours, each of at least two hundredths of the picture, the commonest first.
std::vector<Colour> common_colours(const Image& image) {
    std::vector<int> counts(4096);
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        ++counts[static_cast<std::size_t>(image.rgb[i] >> 4 << 8 | image.rgb[i + 1] >> 4 << 4 |
                                          image.rgb[i + 2] >> 4)];
    }
    const auto all = static_cast<int>(image.rgb.size() / 3);
    std::vector<Colour> colours;
    while (colours.size() < 4) {
        const auto most = std::max_element(counts.begin(), counts.end());
        if (*most < all / 50) break;
        const auto bin = static_cast<int>(most - counts.begin());
        const Colour colour{(bin >> 8) * 16 + 8, (bin >> 4 & 15) * 16 + 8, (bin & 15) * 16 + 8};
        colours.push_back(colour);
        for (int other = 0; other < 4096; ++other) {  // its neighbours are the same colour
            const Colour near{(other >> 8) * 16 + 8, (other >> 4 & 15) * 16 + 8,
                              (other & 15) * 16 + 8};
            if (distance(near, colour) <= 24) counts[static_cast<std::size_t>(other)] = 0;
        }
    }
    return colours;
}

int brightness(const std::uint8_t* pixel) {
    return (pixel[0] * 2 + pixel[1] * 5 + pixel[2]) / 8;
}

// The level that parts dark from bright best.
int otsu(const Image& image) {
    std::array<double, 256> counts{};
    for (std::size_t i = 0; i < image.rgb.size(); i += 12) {
        ++counts[static_cast<std::size_t>(brightness(&image.rgb[i]))];
    }
    double all = 0, sum = 0;
    for (std::size_t i = 0; i < 256; ++i) {
        all += counts[i];
        sum += counts[i] * static_cast<double>(i);
    }
    double below = 0, sum_below = 0, best = -1;
    int level = 128;
    for (std::size_t i = 0; i < 255; ++i) {
        below += counts[i];
        sum_below += counts[i] * static_cast<double>(i);
        if (below == 0 || below == all) continue;
        const double apart = sum_below / below - (sum - sum_below) / (all - below);
        const double spread = below * (all - below) * apart * apart;
        if (spread > best) {
            best = spread;
            level = static_cast<int>(i);
        }
    }
    return level;
}

class Sets {  // which pieces hang together
  public:
    int add() {
        parents_.push_back(static_cast<int>(parents_.size()));
        return parents_.back();
    }
    int find(int piece) {
        while (parents_[static_cast<std::size_t>(piece)] != piece) {
            int& parent = parents_[static_cast<std::size_t>(piece)];
            parent = parents_[static_cast<std::size_t>(parent)];
            piece = parent;
        }
        return piece;
    }
    void join(int a, int b) {
        a = find(a);
        b = find(b);
        if (a != b) parents_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }

  private:
    std::vector<int> parents_;
};

// All that is not part of the largest smooth area: a felt with a gradient.
Mask beside_smooth_areas(const Image& image) {
    const auto width = static_cast<std::size_t>(image.width);
    const std::size_t count = width * static_cast<std::size_t>(image.height);
    std::vector<int> piece(count);
    Sets sets;
    const auto close = [&](std::size_t a, std::size_t b) {
        const std::uint8_t *p = &image.rgb[a * 3], *q = &image.rgb[b * 3];
        return distance(p, {q[0], q[1], q[2]}) <= 6;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const bool left = i % width != 0 && close(i, i - 1);
        const bool up = i >= width && close(i, i - width);
        piece[i] = left ? piece[i - 1] : up ? piece[i - width] : sets.add();
        if (left && up) sets.join(piece[i], piece[i - width]);
    }
    std::vector<int> sizes(count);
    for (int& p : piece) {
        p = sets.find(p);
        ++sizes[static_cast<std::size_t>(p)];
    }
    const auto largest =
        static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    Mask mask(count);
    for (std::size_t i = 0; i < count; ++i) mask[i] = piece[i] != largest;
    return mask;
}

struct Run {
    int left, right, piece;
};

}  // namespace

Mask mask_of(const Image& image, int way) {
    if (way == 0) return beside_smooth_areas(image);
    if (way <= 3) {
        const int level = way == 1 ? 200 : way == 2 ? 150 : otsu(image);
        if (way == 3) return masked(image, [&](const auto* p) { return brightness(p) > level; });
        return masked(image, [&](const auto* p) { return std::min({p[0], p[1], p[2]}) >= level; });
    }
    const std::vector<Colour> colours = common_colours(image);
    const auto chosen = static_cast<std::size_t>(way - 4) / 2;
    if (chosen >= colours.size()) return {};
    const Colour colour = colours[chosen];
    if (way % 2 == 0) return masked(image, [&](const auto* p) { return distance(p, colour) > 36; });
    return masked(image, [&](const auto* p) { return distance(p, colour) <= 28; });
}

std::vector<Box> boxes_in(const Mask& mask, int width, int height) {
    constexpr int CLOSED = 2;  // gaps of up to this many pixels are closed
    Sets sets;
    std::vector<Run> runs, before;
    std::vector<std::pair<Run, int>> all;  // with its row
    for (int y = 0; y < height; ++y) {
        const std::uint8_t* row =
            &mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(width)];
        runs.clear();
        for (int x = 0; x < width; ++x) {
            if (row[x] == 0) continue;
            const int left = x;
            while (x < width && row[x] != 0) ++x;
            if (!runs.empty() && left - runs.back().right <= CLOSED) {
                runs.back().right = x;
            } else {
                runs.push_back({left, x, 0});
            }
        }
        std::size_t at = 0;
        for (Run& run : runs) {
            run.piece = sets.add();
            while (at < before.size() && before[at].right <= run.left) ++at;
            for (std::size_t i = at; i < before.size() && before[i].left < run.right; ++i) {
                sets.join(run.piece, before[i].piece);
            }
            all.emplace_back(run, y);
        }
        before = runs;
    }
    std::vector<int> where(all.size(), -1);
    std::vector<Box> boxes;
    for (const auto& [run, y] : all) {
        int& index = where[static_cast<std::size_t>(sets.find(run.piece))];
        const auto left = static_cast<float>(run.left), right = static_cast<float>(run.right);
        const auto top = static_cast<float>(y);
        if (index < 0) {
            index = static_cast<int>(boxes.size());
            boxes.push_back({left, top, right, top + 1});
        }
        Box& box = boxes[static_cast<std::size_t>(index)];
        box.left = std::min(box.left, left);
        box.right = std::max(box.right, right);
        box.bottom = top + 1;
    }
    std::erase_if(boxes, [](const Box& box) { return box.width() < 30 || box.height() < 5; });
    return boxes;
}

}  // namespace freecell::picture
