#include "picture/layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace freecell::picture {
namespace {

constexpr float FLATTEST = 1.15f, TALLEST = 1.72f;      // height of a card in widths
constexpr float LEAST_STEP = 0.14f, MOST_STEP = 0.75f;  // of a column, in widths
constexpr float UNUSUAL = 0.3f;  // how much better the lines of a squeezed column must fit
constexpr float FRESH = 0.2f;
constexpr float WORST = 0.2f;  // no layout is read that fits worse
constexpr std::size_t MOST_LAYOUTS = 9;

// How much of a row of pixels of a column is an edge: one number for each row.
std::vector<float> edges_of(const Image& image, float left, float width, float top, float bottom) {
    const int from = std::clamp(static_cast<int>(left + 0.12f * width), 0, image.width - 1);
    const int to = std::clamp(static_cast<int>(left + 0.88f * width), from + 1, image.width);
    std::vector<float> edges;
    for (int y = static_cast<int>(top); y < static_cast<int>(bottom); ++y) {
        int found = 0;
        for (int x = from; x < to && y >= 1 && y < image.height; ++x) {
            const std::uint8_t *a = image.at(x, y), *b = image.at(x, y - 1);
            found += std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) > 24;
        }
        edges.push_back(static_cast<float>(found) / static_cast<float>(to - from));
    }
    return edges;
}

// The strongest edge within a pixel or two of a height.
float edge_near(const std::vector<float>& edges, float y) {
    const long middle = std::lround(y), end = static_cast<long>(edges.size());
    const auto first = edges.begin() + std::clamp(middle - 2, 0L, end);
    const auto last = edges.begin() + std::clamp(middle + 3, 0L, end);
    return first == last ? 0 : *std::max_element(first, last);
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
            lowest_ = std::max(lowest_, box.bottom);
        }
    }

    // Every layout that is worth reading.
    void add_layouts(std::vector<Layout>& layouts) {
        if (row_.boxes.size() > 8 || !place_columns()) return;
        for (const Box& box : row_.boxes)
            lines_.push_back(box.bottom + 2 > lowest_ ? lines_in(lines_.size()) : Way{});
        const float w = row_.width;
        for (const float height : heights()) {
            filled_.assign(row_.boxes.size(), {});
            float before = WORST, here = WORST;  // the scores of the last two steps
            for (float step = LEAST_STEP * w; step < MOST_STEP * w; step += 0.25f) {
                const float next = score_of(height, step);
                if (here > before && here >= next)
                    layouts.push_back(made(height, step - 0.25f, here));
                before = std::exchange(here, next);
            }
        }
        add_fresh(layouts);
    }

  private:
    // A fresh deal, also of a deck without lines: four columns are a step longer than the others.
    void add_fresh(std::vector<Layout>& layouts) {
        const std::vector<Box>& boxes = row_.boxes;
        if (boxes.size() != 8) return;
        float longer = 0, shorter = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            longer += boxes[c].height() / 4;
            shorter += boxes[c + 4].height() / 4;
        }
        for (std::size_t c = 0; c < 8; ++c)
            if (std::abs(boxes[c].height() - (c < 4 ? longer : shorter)) > 2) return;
        const float step = longer - shorter, height = longer - 6 * step, w = row_.width;
        if (step < LEAST_STEP * w || height < FLATTEST * w || height > TALLEST * w) return;
        lowest_ = 1e9f;  // no column is squeezed
        filled_.assign(boxes.size(), {});
        layouts.push_back(made(height, step, score_of(height, step) + FRESH));
    }

    // Which of the eight columns each box is.
    bool place_columns() {
        const float w = row_.width;
        pitch_ = pitch_of(row_.boxes, w);
        if (pitch_ == 0) return false;
        first_ = row_.boxes[0].left;
        const auto last = row_.boxes.back().left;
        const int span = static_cast<int>(std::lround((last - first_) / pitch_)) + 1;
        if (span > 8) return false;
        // Empty columns to the left: the table is in the middle of what surrounds it, most likely.
        const float right = first_ + 7 * pitch_ + w - static_cast<float>(image_.width);
        const long least = std::max(0L, std::lround(std::ceil((right - 1) / pitch_)));
        const long most = std::min(8L - span, std::lround(std::floor((first_ + 1) / pitch_)));
        if (least > most) return false;
        const float off = first_ + 3.5f * pitch_ + w / 2 - middle();
        const long before = std::clamp(std::lround(off / pitch_ - 0.1f), least, most);
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
        return right - left < 6.5f * pitch_ ? static_cast<float>(image_.width) / 2
                                            : (left + right) / 2;
    }

    // How high a card may be: as the single boxes are, or as the lengths of the columns say.
    std::vector<float> heights() const {
        const float w = row_.width;
        std::vector<float> out;
        const auto add = [&](float height) {
            if (height < FLATTEST * w || height > TALLEST * w) return;
            const auto near = [=](float known) { return std::abs(known - height) < 0.6f; };
            if (std::none_of(out.begin(), out.end(), near)) out.push_back(height);
        };
        for (const Box& box : boxes_)
            if (std::abs(box.width() - w) <= 0.045f * w + 1) add(box.height());
        const auto [least, most] =
            std::minmax_element(row_.boxes.begin(), row_.boxes.end(),
                                [](const Box& a, const Box& b) { return a.height() < b.height(); });
        for (int n = 1; n < 13; ++n) {  // the difference is one step, or several
            for (int longer = 1; longer <= 6; ++longer) {
                const float step = (most->height() - least->height()) / static_cast<float>(longer);
                if (step < LEAST_STEP * w || step > MOST_STEP * w) continue;
                add(least->height() - static_cast<float>(n - 1) * step);
            }
        }
        const bool few = out.size() < 4;
        for (float ratio = 1.2f; few && ratio < 1.62f; ratio += 0.02f) add(ratio * w);
        return out;
    }

    // A box as a column: how many of its cards are covered, and how well lines and length fit.
    struct Way {
        float step = 0;
        std::size_t covered = 0;
        float off = 0, hit = 0, all = 0;  // misfit of the length, lines that are seen, all lines

        float worth() const {
            const float precision = covered > 0 ? hit / static_cast<float>(covered) : 0;
            return precision + 0.5f * (all > 0 ? std::min(1.0f, hit / all) : 0.7f) - off;
        }
    };

    Way way_of(std::size_t c, float step, long covered) const {
        Way way{step, static_cast<std::size_t>(covered)};
        for (long k = 1; k <= covered; ++k)
            way.hit += edge_near(edges_[c], static_cast<float>(k) * step);
        const float end = std::max(0.0f, static_cast<float>(covered) * step + 3);
        way.all = peaks_[c][std::min(static_cast<std::size_t>(end), peaks_[c].size() - 1)];
        return way;
    }

    // A box with the front card and this many covered ones; computed once for each height.
    const Way& filled(std::size_t c, float rest, long covered) {
        std::vector<Way>& ways = filled_[c];
        const auto n = static_cast<std::size_t>(covered);
        if (n >= ways.size()) ways.resize(n + 1);
        if (ways[n].step == 0) ways[n] = way_of(c, rest / static_cast<float>(covered), covered);
        return ways[n];
    }

    // The lines at equal distances that go on longest: a column of which the end is not seen.
    Way lines_in(std::size_t c) const {
        Way best;
        for (float step = LEAST_STEP * row_.width; step < MOST_STEP * row_.width; step += 0.25f) {
            long covered = 0;
            while (edge_near(edges_[c], static_cast<float>(covered + 1) * step) > 0.55f) ++covered;
            const Way way = way_of(c, step, covered);
            if (1.5f * way.hit - 0.5f * way.all > 1.5f * best.hit - 0.5f * best.all) best = way;
        }
        return best;
    }

    // Cards about a step apart fill a box exactly. In the longest columns they may also lie closer,
    // or the front card may leave the window.
    Way best_way(std::size_t c, float height, float step) {
        const Box& box = row_.boxes[c];
        const float rest = box.height() - height;
        const long covered = std::max(0L, std::lround(rest / step));
        const float misfit = std::abs(rest - static_cast<float>(covered) * step);
        const float close = 0.03f * row_.width + 1;
        Way best = covered > 0 ? filled(c, rest, covered) : way_of(c, step, 0);
        best.off = std::min(1.0f, misfit / close);
        if (box.bottom + 0.5f * step < lowest_ || best.worth() > 1.25f) return best;
        const auto consider = [&](Way way) {
            way.off = UNUSUAL;
            if (way.worth() > best.worth()) best = way;
        };
        for (long n = std::max(1L, covered); rest > 0.55f * step * static_cast<float>(n); ++n) {
            if (rest > step * static_cast<float>(n)) continue;
            consider(filled(c, rest, n));
        }
        const Way& seen = lines_[c];
        const float front = box.height() - static_cast<float>(seen.covered) * seen.step;
        if (seen.covered > 2 && seen.step < step + 1 && front < height - close) {
            consider(seen);
        }
        return best;
    }

    std::size_t place_of(const Box& box) const {
        return static_cast<std::size_t>(
            std::clamp(std::lround((box.left - first_) / pitch_), 0L, 7L));
    }

    // Lines where they should be, few elsewhere, and lengths that come out.
    float score_of(float height, float step) {
        const float w = row_.width;
        Way sum;
        bool fresh = row_.boxes.size() > 2;
        for (std::size_t c = 0; c < row_.boxes.size(); ++c) {
            const Box& box = row_.boxes[c];
            if (box.height() - height < -step / 2) return -1e9f;
            const Way way = best_way(c, height, step);
            sum.off += way.off;
            sum.covered += way.covered;
            sum.hit += way.hit;
            sum.all += way.all;
            fresh = fresh && way.covered + 1 == dealt_to(place_of(box));
        }
        const std::size_t cards = sum.covered + row_.boxes.size();
        if (cards > 52) return -1e9f;
        sum.off *= 1.2f / static_cast<float>(row_.boxes.size());
        float score = sum.worth();
        if (cards == 52 || fresh) score += 0.35f;
        if (height < 1.25f * w || height > 1.6f * w) score -= 0.2f;
        return score + 0.4f * std::min(1.0f, row_.height_sum / (20 * w));  // most of the cards
    }

    Layout made(float height, float step, float score) {
        Layout layout{row_.width, height, {}, {}, 0, score};
        for (std::size_t i = 0; i < 8; ++i)
            layout.columns[i] = {first_ + static_cast<float>(i) * pitch_, row_.top, step, 0};
        for (std::size_t c = 0; c < row_.boxes.size(); ++c) {
            const Box& box = row_.boxes[c];
            const Way way = best_way(c, height, step);
            layout.columns[place_of(box)] = {box.left, box.top, way.step, way.covered + 1};
        }
        return layout;
    }

    const Image& image_;
    const Row& row_;
    const std::vector<Box>& boxes_;
    std::vector<std::vector<float>> edges_, peaks_;
    std::vector<Way> lines_;
    std::vector<std::vector<Way>> filled_;  // for each box, by the number of covered cards
    float pitch_ = 0, first_ = 0, lowest_ = 0;
};

// Whether a card's place that begins here would lie over one of these.
bool is_taken(const std::vector<Area>& slots, float left, float top, float share) {
    return std::any_of(slots.begin(), slots.end(), [&](const Area& slot) {
        return std::abs(slot.left - left) < share * slot.width &&
               std::abs(slot.top - top) < share * slot.height;
    });
}

// Boxes of a card's size above the columns, also of several cards that touch each other.
void add_slots(Layout& layout, const std::vector<Box>& boxes) {
    const float w = layout.card_width, h = layout.card_height;
    for (int count = 1; count <= 4; ++count) {
        for (const Box& box : boxes) {
            const auto n = static_cast<float>(count);
            const float spare = box.width() - n * w, close = 0.06f * w + 1;
            const bool above = box.top + 0.9f * h <= layout.columns[0].top;
            const bool as_high = std::abs(box.height() - h) <= 0.06f * h + 2;
            if (!above || !as_high || std::abs(spare) > n * close) continue;
            for (int i = 0; i < count; ++i) {
                const float apart = (box.width() - w) / std::max(1.0f, n - 1);
                const float left = box.left + static_cast<float>(i) * apart;
                if (is_taken(layout.slots, left, box.top, 0.5f)) continue;
                layout.slots.push_back({left, box.top, w, h});
            }
        }
    }
    if (layout.slots.size() > 12) layout.slots.clear();  // something else
}

// Cells, and homes, lie at equal distances, often closer together than the columns. Where the masks
// missed some, the classifier says whether a card lies there.
void add_missing_slots(Layout& layout) {
    std::vector<Area> found = layout.slots;
    const float w = layout.card_width, first = layout.columns[0].left;
    const float last = layout.columns[7].left, pitch = (last - first) / 7;
    std::vector<float> apart;
    for (const Area& a : found) {
        for (const Area& b : found) {
            for (int parts = 1; parts <= 3; ++parts) {
                const float each = (b.left - a.left) / static_cast<float>(parts);
                if (each > 0.93f * w && each < 1.03f * pitch) apart.push_back(each);
            }
        }
    }
    layout.slot_pitch = apart.empty() ? pitch : median(apart);
    for (const Area& slot : layout.slots)  // homes mirror the cells
        found.push_back({first + last - slot.left, slot.top, w, slot.height});
    const auto half_of = [&](float left) { return left > (first + last) / 2; };
    for (const Area& slot : found) {
        for (int n = -3; n <= 3; ++n) {
            const float left = slot.left + static_cast<float>(n) * layout.slot_pitch;
            if (half_of(left) != half_of(slot.left) || left < first - 0.4f * w ||
                left > last + 0.4f * w || is_taken(layout.slots, left, slot.top, 0.9f)) {
                continue;
            }
            layout.slots.push_back({left, slot.top, w, slot.height});
        }
    }
    std::stable_sort(layout.slots.begin(), layout.slots.end(),
                     [](const Area& a, const Area& b) { return a.left < b.left; });
}

// Whether cards, or places for them, are seen at both sides, so that no other column is empty.
bool is_placed(const Layout& layout) {
    const float left = layout.columns[0].left, right = layout.columns[7].left;
    const auto is_seen = [&, close = 0.06f * (right - left)](const Column& column) {
        const auto at = [&](const Area& slot) { return std::abs(slot.left - column.left) < close; };
        return column.cards > 0 || std::any_of(layout.slots.begin(), layout.slots.end(), at);
    };
    return is_seen(layout.columns[0]) && is_seen(layout.columns[7]);
}

// Whether two layouts say the same about every column.
bool is_same(const Layout& a, const Layout& b) {
    const float close = 0.06f * a.card_width + 1;
    for (std::size_t c = 0; c < 8; ++c) {
        const Column &x = a.columns[c], &y = b.columns[c];
        const float front = std::abs(x.step - y.step) * (static_cast<float>(x.cards) - 1);
        const float off = std::max({std::abs(x.left - y.left), std::abs(x.top - y.top), front});
        if (x.cards != y.cards || off > close) return false;
    }
    return std::abs(a.card_height - b.card_height) < 2 * close;
}

}  // namespace

std::vector<Layout> find_layouts(const Image& image) {
    std::vector<Layout> layouts;
    std::vector<Box> all_boxes;
    for (const Mask& mask : masks_of(image)) {
        const std::vector<Box> boxes = boxes_in(mask, image.width, image.height);
        std::vector<Row> rows = rows_of(boxes);
        std::stable_sort(rows.begin(), rows.end(),
                         [](const Row& a, const Row& b) { return a.height_sum > b.height_sum; });
        if (rows.size() > 3) rows.resize(3);
        for (const Row& row : rows) Fit(image, row, boxes).add_layouts(layouts);
        all_boxes.insert(all_boxes.end(), boxes.begin(), boxes.end());
    }
    std::stable_sort(layouts.begin(), layouts.end(),
                     [](const Layout& a, const Layout& b) { return a.score > b.score; });
    std::vector<Layout> different;
    for (Layout& layout : layouts) {
        const bool known = std::any_of(different.begin(), different.end(),
                                       [&](const Layout& other) { return is_same(layout, other); });
        if (known || different.size() == MOST_LAYOUTS) continue;
        add_slots(layout, all_boxes);
        layout.placed = is_placed(layout);
        add_missing_slots(layout);
        different.push_back(layout);
    }
    return different;
}

}  // namespace freecell::picture
