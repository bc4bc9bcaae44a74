#include "picture/blobs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace freecell::picture {
namespace {

using Colour = std::array<int, 3>;

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
    std::array<std::size_t, 4096> counts{};
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        ++counts[static_cast<std::size_t>(image.rgb[i] >> 4 << 8 | image.rgb[i + 1] >> 4 << 4 |
                                          image.rgb[i + 2] >> 4)];
    }
    const auto colour_of = [](std::size_t bin) {
        const int levels = static_cast<int>(bin);
        return Colour{levels >> 8 << 4 | 8, (levels >> 4 & 15) << 4 | 8, (levels & 15) << 4 | 8};
    };
    std::vector<Colour> colours;
    while (colours.size() < 4) {
        const auto most = std::max_element(counts.begin(), counts.end());
        if (*most < image.rgb.size() / 150) break;
        colours.push_back(colour_of(static_cast<std::size_t>(most - counts.begin())));
        for (std::size_t bin = 0; bin < counts.size(); ++bin)  // neighbours are the same colour
            if (distance(colour_of(bin), colours.back()) <= 24) counts[bin] = 0;
    }
    return colours;
}

class Sets {  // which pieces hang together: each points to one before it, or to itself
  public:
    std::uint32_t add() {
        parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
        return parents_.back();
    }
    std::uint32_t first_of(std::uint32_t piece) {
        while (parents_[piece] != piece) piece = parents_[piece] = parents_[parents_[piece]];
        return piece;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = first_of(a);
        b = first_of(b);
        parents_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::uint32_t> parents_;
};

// All that is not part of the largest smooth area: a felt with a gradient.
Mask beside_smooth_areas(const Image& image) {
    const auto width = static_cast<std::size_t>(image.width);
    const std::size_t count = width * static_cast<std::size_t>(image.height);
    std::vector<std::uint32_t> piece(count);
    Sets sets;
    const auto close = [&](std::size_t a, std::size_t b) {
        return distance(&image.rgb[a * 3], &image.rgb[b * 3]) <= 6;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const bool left = i % width != 0 && close(i, i - 1);
        const bool up = i >= width && close(i, i - width);
        piece[i] = left ? piece[i - 1] : up ? piece[i - width] : sets.add();
        if (left && up) sets.join(piece[i], piece[i - width]);
    }
    std::vector<std::uint32_t> sizes(count);
    for (std::uint32_t& p : piece) ++sizes[p = sets.first_of(p)];
    const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
    Mask mask(count);
    for (std::size_t i = 0; i < count; ++i) mask[i] = piece[i] != largest;
    return mask;
}

constexpr float NARROWEST = 36, WIDEST = 1360;  // cards, in pixels; four may touch each other

// Pieces of one column, parted by lines between its cards, become one box.
std::vector<Box> merged(std::vector<Box> boxes) {
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const Box& a, const Box& b) { return a.top < b.top; });
    std::vector<Box> out;
    for (const Box& box : boxes) {
        const float close = std::max(2.0f, box.width() / 22);
        const auto above = std::find_if(out.rbegin(), out.rend(), [&](const Box& other) {
            return std::abs(other.left - box.left) <= close &&
                   std::abs(other.right - box.right) <= close && box.top - other.bottom <= close;
        });
        if (above == out.rend()) {
            out.push_back(box);
        } else {
            above->left = std::min(above->left, box.left);
            above->right = std::max(above->right, box.right);
            above->bottom = std::max(above->bottom, box.bottom);
        }
    }
    std::erase_if(out, [](const Box& box) { return box.height() * 5 < box.width(); });
    return out;
}

}  // namespace

std::vector<Mask> masks_of(const Image& image) {
    std::vector<Mask> masks{beside_smooth_areas(image)};
    for (const int level : {200, 150}) {
        masks.push_back(
            masked(image, [&](const auto* p) { return std::min({p[0], p[1], p[2]}) >= level; }));
    }
    for (const Colour& colour : common_colours(image)) {
        masks.push_back(masked(image, [&](const auto* p) { return distance(p, colour) > 36; }));
        if (masks.size() == MOST_MASKS) break;
        masks.push_back(masked(image, [&](const auto* p) { return distance(p, colour) <= 28; }));
    }
    return masks;
}

std::vector<Box> boxes_in(const Mask& mask, int width, int height) {
    constexpr float CLOSED = 2;  // gaps of up to this many pixels are closed
    Sets sets;
    std::vector<Box> runs;     // in each row of pixels
    std::uint32_t before = 0;  // the first one of the row above
    const std::uint8_t* row = mask.data();
    for (int y = 0; y < height; ++y, row += width) {
        const auto here = static_cast<std::uint32_t>(runs.size());
        for (int x = 0; x < width; ++x) {
            if (row[x] == 0) continue;
            const auto left = static_cast<float>(x), top = static_cast<float>(y);
            while (x < width && row[x] != 0) ++x;
            if (runs.size() == here || left - runs.back().right > CLOSED)
                runs.push_back({left, top, left, top + 1});
            runs.back().right = static_cast<float>(x);
        }
        for (std::uint32_t run = here, above = before; run < runs.size(); ++run) {
            sets.add();
            while (above < here && runs[above].right <= runs[run].left) ++above;
            for (std::uint32_t i = above; i < here && runs[i].left < runs[run].right; ++i)
                sets.join(run, i);
        }
        before = here;
    }
    std::vector<Box> boxes;
    for (std::uint32_t run = 0; run < runs.size(); ++run) {  // the first of a piece grows
        Box& box = runs[sets.first_of(run)];
        box.left = std::min(box.left, runs[run].left);
        box.right = std::max(box.right, runs[run].right);
        box.bottom = runs[run].bottom;
    }
    for (std::uint32_t run = 0; run < runs.size(); ++run) {
        const Box& box = runs[run];
        const bool whole = sets.first_of(run) == run;
        const bool as_wide = box.width() >= NARROWEST && box.width() <= WIDEST;
        if (whole && as_wide && box.height() >= 5) boxes.push_back(box);
    }
    return merged(std::move(boxes));
}

float pitch_of(const std::vector<Box>& boxes, float width) {
    float best = 0;
    for (const Box& a : boxes) {
        for (const Box& b : boxes) {
            for (int parts = 1; parts <= 3; ++parts) {
                const float pitch = (b.left - a.left) / static_cast<float>(parts);
                if (pitch < width * 0.98f || pitch > width * 2.2f) continue;
                const bool fits = std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
                    const float n = (box.left - boxes[0].left) / pitch;
                    return std::abs(n - std::round(n)) * pitch < 0.06f * width + 1.5f;
                });
                if (fits && (best == 0 || pitch > best)) best = pitch;
            }
        }
    }
    return best;
}

float median(std::vector<float> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<Row> rows_of(const std::vector<Box>& boxes) {
    std::vector<Row> rows;
    for (const Box& first : boxes) {
        const auto width = first.width();
        Row row;
        for (const Box& box : boxes) {
            if (std::abs(box.width() - width) <= 0.045f * width + 1 &&
                std::abs(box.top - first.top) <= 0.07f * width + 2) {
                row.boxes.push_back(box);
            }
        }
        if (row.boxes.size() < 2 || row.boxes.size() > 16) continue;
        std::stable_sort(row.boxes.begin(), row.boxes.end(),
                         [](const Box& a, const Box& b) { return a.left < b.left; });
        std::vector<float> widths, tops;
        for (const Box& box : row.boxes) {
            widths.push_back(box.width());
            tops.push_back(box.top);
            row.height_sum += box.height();
        }
        row.width = median(widths);
        row.top = median(tops);
        const bool known = std::any_of(rows.begin(), rows.end(), [&](const Row& other) {
            return std::abs(other.top - row.top) < 3 && std::abs(other.width - row.width) < 3 &&
                   other.boxes.size() >= row.boxes.size();
        });
        if (!known) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace freecell::picture
