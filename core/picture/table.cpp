#include "picture/table.h"

#include <algorithm>
#include <cmath>

namespace freecell::picture {
namespace {

constexpr float MUCH_PAPER = 0.2f;  // more than an empty place has

CardPlace place_of(const Image& image, const Area& area) {
    const float per_row = area.width / STRIP_WIDTH;
    const int rows =
        std::clamp(static_cast<int>(std::lround(area.height / per_row)), 4, STRIP_ROWS);
    const Area top{area.left, area.top, area.width, static_cast<float>(rows) * per_row};
    return {area, scaled(image, top, STRIP_WIDTH, rows)};
}

// The colour in the middle of all, level by level.
std::array<std::uint8_t, 3> paper_of(const Table& table) {
    std::array<std::vector<float>, 3> levels;
    for (const auto& column : table.columns) {
        for (const CardPlace& place : column) {
            const auto& rgb = place.strip.rgb;
            for (std::size_t i = 0; i < rgb.size(); i += 6)
                for (std::size_t c = 0; c < 3; ++c) levels[c].push_back(rgb[i + c]);
        }
    }
    std::array<std::uint8_t, 3> paper{};
    for (std::size_t c = 0; c < 3; ++c) paper[c] = static_cast<std::uint8_t>(median(levels[c]));
    return paper;
}

// How much of a strip has the colour of the paper.
float paper_share(const Image& strip, const std::array<std::uint8_t, 3>& paper) {
    int same = 0;
    for (std::size_t i = 0; i + 2 < strip.rgb.size(); i += 3)
        same += distance(&strip.rgb[i], paper) < 24;
    return 3 * static_cast<float>(same) / static_cast<float>(strip.rgb.size());
}

bool is_readable(const CardPlace& place) {
    return place.fixed != NO_CARD || place.guess.is_card > 0;
}

}  // namespace

Table cut(const Image& image, const Layout& layout, float factor) {
    Table table;
    table.layout = layout;
    const auto add = [&](std::vector<CardPlace>& places, const Area& area) {
        places.push_back(place_of(image, {area.left * factor, area.top * factor,
                                          area.width * factor, area.height * factor}));
    };
    const float width = layout.card_width, height = layout.card_height;
    for (std::size_t c = 0; c < 8; ++c) {
        const Column& column = layout.columns[c];
        if (column.cards == 0) add(table.gaps, {column.left, column.top, width, height});
        for (std::size_t k = 0; k < column.cards; ++k) {
            const float top = column.top + static_cast<float>(k) * column.step;
            const bool front = k + 1 == column.cards;
            add(table.columns[c], {column.left, top, width, front ? height : column.step});
        }
    }
    for (const Area& slot : layout.slots) add(table.slots, slot);
    int next = 0;
    for (CardPlace* place : table.places()) place->number = next++;
    return table;
}

std::vector<CardPlace*> Table::places() {
    std::vector<CardPlace*> all;
    for (auto& column : columns)
        for (CardPlace& place : column) all.push_back(&place);
    for (CardPlace& slot : slots) all.push_back(&slot);
    return all;
}

std::size_t Table::readable() const {
    long count = 0;
    for (const auto& column : columns)
        count += std::count_if(column.begin(), column.end(), is_readable);
    return static_cast<std::size_t>(count);
}

Table uncovered(const Image& image, const Table& table, float factor, const Network& network) {
    Layout layout = table.layout;
    std::vector<float> steps, tops;
    for (const Column& column : layout.columns) {
        if (column.cards > 1) steps.push_back(column.step);
        if (column.cards > 0) tops.push_back(column.top);
    }
    if (steps.empty()) return table;
    const float step = median(steps), top = median(tops);
    const float height = static_cast<float>(image.height) / factor;
    const float most = std::clamp((height - top) / step, 1.0f, 13.0f);
    for (Column& column : layout.columns)
        column = {column.left, top, step, static_cast<std::size_t>(most)};
    layout.card_height = step;
    const auto read = [&] {
        Table result = cut(image, layout, factor);
        result.paper = table.paper;
        guess_all(result, network, 1);
        return result;
    };
    const Table longest = read();
    layout = table.layout;
    std::size_t whole = 0, taken = 0;
    bool fresh = std::none_of(longest.slots.begin(), longest.slots.end(), is_readable);
    for (std::size_t c = 0; c < 8; ++c) {
        Column& column = layout.columns[c];
        column = {column.left, top, step, 0};
        for (std::size_t k = 0; k < longest.columns[c].size(); ++k)
            if (is_readable(longest.columns[c][k])) column.cards = k + 1;
        whole += column.cards == dealt_to(c);
        fresh = fresh && column.cards <= dealt_to(c);
        taken += column.cards;
    }
    if (fresh && whole >= 3 && taken < DECK_SIZE)
        for (std::size_t c = 0; c < 8; ++c) layout.columns[c].cards = dealt_to(c);
    Table result = read();
    for (auto& column : result.columns) {
        for (CardPlace& place : column) {
            if (is_readable(place)) continue;
            place.hidden = true;
            place.guess.ranks.fill(-std::log(13.0f));
            place.guess.suits.fill(-std::log(4.0f));
        }
    }
    return result;
}

void guess_all(Table& table, const Network& network, int each) {
    if (!table.paper) table.paper = paper_of(table);
    const auto paper = *table.paper;
    float sum = 0;
    int n = 0;
    for (auto& column : table.columns) {
        for (CardPlace& place : column) {
            if (n++ % each != 0) continue;
            place.guess = place.seen = network.guess(place.strip, paper);
            sum += std::clamp(place.guess.is_card, -4.0f, 4.0f) + place.guess.best();
        }
    }
    if (n == 0) return;
    table.quality = sum * static_cast<float>(each) / DECK_SIZE + table.layout.score;
    if (each > 1) return;
    for (const CardPlace& gap : table.gaps)
        table.gaps_clear = table.gaps_clear && paper_share(gap.strip, paper) < MUCH_PAPER;
    for (CardPlace& place : table.slots) {
        place.guess = place.seen = network.guess(place.strip, paper);
        place.paper = paper_share(place.strip, paper) > 0.5f;
    }
}

}  // namespace freecell::picture
