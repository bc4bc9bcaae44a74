#include "picture/rows.h"

#include <algorithm>
#include <cmath>

namespace freecell::picture {
namespace {

constexpr float NARROWEST = 36, WIDEST = 340;  // cards, in pixels

}  // namespace

std::vector<Box> merged(std::vector<Box> boxes) {
    std::erase_if(boxes,
                  [](const Box& box) { return box.width() < NARROWEST || box.width() > WIDEST; });
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const Box& a, const Box& b) { return a.top < b.top; });
    std::vector<Box> out;
    for (const Box& box : boxes) {
        const float close = std::max(2.0f, box.width() / 22);
        Box* above = nullptr;
        for (Box& other : out) {
            if (std::abs(other.left - box.left) <= close &&
                std::abs(other.right - box.right) <= close && box.top - other.bottom <= close &&
                box.top >= other.top) {
                above = &other;
            }
        }
        if (above == nullptr) {
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

float pitch_of(const std::vector<Box>& boxes, float width) {
    float best = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            const auto apart = boxes[j].left - boxes[i].left;
            for (int parts = 1; parts <= 3; ++parts) {
                const float pitch = apart / static_cast<float>(parts);
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
