#include "picture/layout.h"

#include <algorithm>
#include <cmath>

namespace freecell::picture {
namespace {

constexpr float FLATTEST = 1.15f, TALLEST = 1.72f;      // height of a card in widths
constexpr float LEAST_STEP = 0.14f, MOST_STEP = 0.75f;  // of a column, in widths
constexpr std::size_t MOST_LAYOUTS = 6;

// How much of a row of pixels of a column is an edge: one number for each row.
std::vector<float> edges_of(const Image& image, float left, float width, float top, float bottom) {
    const int from = std::clamp(static_cast<int>(left + 0.12f * width), 0, image.width - 1);
    const int to = std::clamp(static_cast<int>(left + 0.88f * width), from + 1, image.width);
    std::vector<float> edges;
    for (int y = static_cast<int>(top); y < static_cast<int>(bottom); ++y) {
        int found = 0;
        if (y >= 1 && y < image.height) {
            for (int x = from; x < to; ++x) {
                const std::uint8_t *a = image.at(x, y), *b = image.at(x, y - 1);
                const int change =
                    std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
                if (change > 24) ++found;
            }
        }
        edges.push_back(static_cast<float>(found) / static_cast<float>(to - from));
    }
    return edges;
}

// The strongest edge within a pixel or two of a height.
float edge_near(const std::vector<float>& edges, float y) {
    const int middle = static_cast<int>(std::lround(y));
    float most = 0;
    for (int i = std::max(0, middle - 2); i <= middle + 2 && i < static_cast<int>(edges.size());
         ++i) {
        most = std::max(most, edges[static_cast<std::size_t>(i)]);
    }
    return most;
}

// The sum of the clear lines above each row of pixels.
std::vector<float> peaks_in(const std::vector<float>& edges) {
    std::vector<float> sums(edges.size() + 1);
    for (std::size_t y = 0; y < edges.size(); ++y) {
        const float here = edges[y];
        const bool peak = y >= 3 && here > 0.55f && here >= edges[y - 1] &&
                          (y + 1 >= edges.size() || here > edges[y + 1]);
        sums[y + 1] = sums[y] + (peak ? here : 0);
    }
    return sums;
}

class Fit {
  public:
    Fit(const Image& image, const Row& row, const std::vector<Box>& boxes)
        : image_(image), row_(row), boxes_(boxes) {
        for (const Box& box : row.boxes) {
            edges_.push_back(edges_of(image, box.left, row.width, box.top, box.bottom));
            peaks_.push_back(peaks_in(edges_.back()));
        }
    }

    // Every layout that is worth reading.
    void add_layouts(std::vector<Layout>& layouts) {
        if (row_.boxes.size() > 8) return;
        if (!place_columns()) return;
        const float w = row_.width;
        struct Found {
            float score, height, step;
        };
        std::vector<Found> found;
        for (const float height : heights()) {
            for (float step = LEAST_STEP * w; step < MOST_STEP * w; step += 0.25f) {
                const float score = score_of(height, step);
                if (score > -1e8f) found.push_back({score, height, step});
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const Found& a, const Found& b) { return a.score > b.score; });
        std::vector<Found> kept;
        for (const Found& one : found) {
            const bool known = std::any_of(kept.begin(), kept.end(), [&](const Found& other) {
                return std::abs(other.step - one.step) < 0.02f * w &&
                       std::abs(other.height - one.height) < 0.04f * w;
            });
            if (!known) kept.push_back(one);
            if (kept.size() == 4) break;
        }
        for (const Found& one : kept) layouts.push_back(made(one.height, one.step, one.score));
    }

  private:
    // Which of the eight columns each box is.
    bool place_columns() {
        const float w = row_.width;
        pitch_ = pitch_of(row_.boxes, w);
        if (pitch_ == 0) return false;
        first_ = row_.boxes[0].left;
        const auto last = row_.boxes.back().left;
        const int span = static_cast<int>(std::lround((last - first_) / pitch_)) + 1;
        if (span > 8) return false;
        int before = 0;  // empty columns to the left
        if (span < 8) {  // the table is in the middle of what surrounds it, most likely
            float best = 1e9f;
            for (int n = 0; n <= 8 - span; ++n) {
                const float left = first_ - static_cast<float>(n) * pitch_;
                const float right = left + 7 * pitch_ + w;
                if (left < -1 || right > static_cast<float>(image_.width) + 1) continue;
                const float off = std::abs((left + right) / 2 - middle());
                if (off < best) {
                    best = off;
                    before = n;
                }
            }
            if (best == 1e9f) return false;
        }
        if (span > 1) pitch_ = (last - first_) / static_cast<float>(span - 1);
        first_ -= static_cast<float>(before) * pitch_;
        return true;
    }

    // The middle of the boxes of card's width, which cells and homes belong to.
    float middle() const {
        float left = 1e9f, right = 0;
        for (const Box& box : boxes_) {
            if (std::abs(box.width() - row_.width) > 0.06f * row_.width) continue;
            left = std::min(left, box.left);
            right = std::max(right, box.right);
        }
        const float range = right - left;
        if (range < 6.5f * pitch_) return static_cast<float>(image_.width) / 2;
        return (left + right) / 2;
    }

    // How high a card may be: as the single boxes are, or as the lengths of the columns say.
    std::vector<float> heights() const {
        const float w = row_.width;
        std::vector<float> out;
        const auto add = [&](float height) {
            if (height < FLATTEST * w || height > TALLEST * w) return;
            for (const float known : out) {
                if (std::abs(known - height) < 0.6f) return;
            }
            out.push_back(height);
        };
        for (const Box& box : boxes_) {
            if (std::abs(box.width() - w) > 0.045f * w + 1) continue;
            add(box.height());
        }
        float most = 0, least = 1e9f;
        for (const Box& box : row_.boxes) {
            most = std::max(most, box.height());
            least = std::min(least, box.height());
        }
        for (int n = 1; n < 13; ++n) {  // the difference is one step, or several
            for (int longer = 1; longer <= 6; ++longer) {
                const float step = (most - least) / static_cast<float>(longer);
                if (step < LEAST_STEP * w || step > MOST_STEP * w) continue;
                add(least - static_cast<float>(n - 1) * step);
            }
        }
        if (out.size() < 4) {
            for (float ratio = 1.2f; ratio < 1.62f; ratio += 0.02f) add(ratio * w);
        }
        return out;
    }

    // What a box is as a column: its cards, about a step apart, fill it exactly.
    static Column column_of(const Box& box, float height, float step) {
        const float rest = box.height() - height;
        const long covered = std::max(0L, std::lround(rest / step));
        if (covered > 0) step = rest / static_cast<float>(covered);
        return {box.left, box.top, step, static_cast<std::size_t>(covered) + 1};
    }

    std::size_t place_of(const Box& box) const {
        return static_cast<std::size_t>(
            std::clamp(std::lround((box.left - first_) / pitch_), 0L, 7L));
    }

    // Lines where they should be, few elsewhere, and lengths that come out.
    float score_of(float height, float step) const {
        const float w = row_.width;
        float hit = 0, lines = 0, all = 0, off = 0;
        std::size_t cards = 0;
        bool fresh = row_.boxes.size() > 2;
        for (std::size_t c = 0; c < row_.boxes.size(); ++c) {
            const Box& box = row_.boxes[c];
            const Column column = column_of(box, height, step);
            const float rest = box.height() - height;
            if (column.cards > 19 || rest < -step / 2) return -1e9f;
            const float misfit = std::abs(rest - static_cast<float>(column.cards - 1) * step);
            off += std::min(1.0f, misfit / (0.03f * w + 1));
            cards += column.cards;
            fresh = fresh && column.cards == dealt_to(place_of(box));
            for (std::size_t k = 1; k < column.cards; ++k) {
                hit += edge_near(edges_[c], static_cast<float>(k) * column.step);
                lines += 1;
            }
            const auto end = static_cast<std::size_t>(std::max(0.0f, rest + 3));
            all += peaks_[c][std::min(end, peaks_[c].size() - 1)];
        }
        if (cards > 52) return -1e9f;
        // A row of single cards is more likely that of the cells and homes.
        const float precision = lines > 0 ? hit / lines : 0;
        const float recall = all > 0 ? std::min(1.0f, hit / all) : 0.7f;
        float score =
            precision + 0.5f * recall - 1.2f * off / static_cast<float>(row_.boxes.size());
        if (cards == 52 || fresh) score += 0.35f;
        const float ratio = height / w;
        if (ratio < 1.25f || ratio > 1.6f) score -= 0.2f;
        return score + 0.4f * std::min(1.0f, row_.height_sum / (20 * w));  // most of the cards
    }

    Layout made(float height, float step, float score) const {
        Layout layout;
        layout.card_width = row_.width;
        layout.card_height = height;
        layout.score = score;
        for (std::size_t i = 0; i < 8; ++i) {
            layout.columns[i] = {first_ + static_cast<float>(i) * pitch_, row_.top, step, 0};
        }
        for (const Box& box : row_.boxes) {
            layout.columns[place_of(box)] = column_of(box, height, step);
        }
        add_slots(layout);
        return layout;
    }

    // Boxes of a card's size that are no column.
    void add_slots(Layout& layout) const {
        const float w = row_.width, h = layout.card_height;
        for (const Box& box : boxes_) {
            const auto left = box.left, top = box.top;
            if (std::abs(box.width() - w) > 0.06f * w + 1) continue;
            if (std::abs(box.height() - h) > 0.06f * h + 2) continue;
            if (top + 0.9f * h > row_.top) continue;  // beside or below the columns
            const bool known =
                std::any_of(layout.slots.begin(), layout.slots.end(), [&](const Area& slot) {
                    return std::abs(slot.left - left) < 0.5f * w &&
                           std::abs(slot.top - top) < 0.5f * h;
                });
            if (!known) layout.slots.push_back({left, top, w, h});
        }
        if (layout.slots.size() > 12) layout.slots.clear();  // something else
        add_missing_slots(layout);
        std::stable_sort(layout.slots.begin(), layout.slots.end(),
                         [](const Area& a, const Area& b) { return a.left < b.left; });
    }

    // Of places above the columns that the masks missed there may be one above each column, or as
    // far beside it as the others of its half are. The classifier says whether a card lies there.
    void add_missing_slots(Layout& layout) const {
        const std::vector<Area> found = layout.slots;
        for (std::size_t half = 0; half < 8 && !found.empty(); half += 4) {
            float off = 0;
            for (const Area& slot : found) {
                const long n = std::lround((slot.left - first_) / pitch_);
                if (n / 4 == static_cast<long>(half / 4)) {
                    off = slot.left - first_ - static_cast<float>(n) * pitch_;
                }
            }
            for (std::size_t i = half; i < half + 4; ++i) {
                const float left = first_ + static_cast<float>(i) * pitch_ + off;
                const bool known = std::any_of(found.begin(), found.end(), [&](const Area& slot) {
                    return std::abs(slot.left - left) < 0.6f * row_.width;
                });
                if (!known)
                    layout.slots.push_back({left, found[0].top, row_.width, found[0].height});
            }
        }
    }

    const Image& image_;
    const Row& row_;
    const std::vector<Box>& boxes_;
    std::vector<std::vector<float>> edges_, peaks_;
    float pitch_ = 0, first_ = 0;
};

// Whether two layouts say the same about every column.
bool is_same(const Layout& a, const Layout& b) {
    const float close = 0.06f * a.card_width + 1;
    for (std::size_t c = 0; c < 8; ++c) {
        const Column &x = a.columns[c], &y = b.columns[c];
        if (x.cards != y.cards || std::abs(x.left - y.left) > close ||
            std::abs(x.top - y.top) > close || (x.cards > 1 && std::abs(x.step - y.step) > close)) {
            return false;
        }
    }
    return std::abs(a.card_height - b.card_height) < 2 * close;
}

}  // namespace

std::vector<Layout> find_layouts(const Image& image) {
    std::vector<Layout> layouts;
    for (int way = 0; way < MASKS; ++way) {
        const Mask mask = mask_of(image, way);
        if (mask.empty()) continue;
        const std::vector<Box> boxes = boxes_in(mask, image.width, image.height);
        std::vector<Row> rows = rows_of(boxes);
        std::stable_sort(rows.begin(), rows.end(),
                         [](const Row& a, const Row& b) { return a.height_sum > b.height_sum; });
        if (rows.size() > 3) rows.resize(3);
        for (const Row& row : rows) Fit(image, row, boxes).add_layouts(layouts);
    }
    std::stable_sort(layouts.begin(), layouts.end(),
                     [](const Layout& a, const Layout& b) { return a.score > b.score; });
    std::vector<Layout> different;
    for (const Layout& layout : layouts) {
        Layout* same = nullptr;
        for (Layout& other : different) {
            if (is_same(layout, other)) same = &other;
        }
        if (same == nullptr) {
            different.push_back(layout);
        } else if (layout.slots.size() > same->slots.size()) {
            same->slots = layout.slots;  // one way to see cards may find more of them
        }
    }
    if (different.size() > MOST_LAYOUTS) different.resize(MOST_LAYOUTS);
    return different;
}

}  // namespace freecell::picture
