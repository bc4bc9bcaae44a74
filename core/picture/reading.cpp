#include "picture/reading.h"

#include <algorithm>
#include <cmath>

#include "picture/assign.h"
#include "picture/layout.h"
#include "picture/number.h"

namespace freecell::picture {
namespace {

constexpr int LONGEST_SIDE = 1600;  // larger pictures are searched at this size
constexpr float DEAREST = 12;       // no reading is worse than this, however sure the network is
constexpr float CERTAIN_MARGIN = 5;
constexpr float CERTAIN_MEAN = 0.25f;   // of what a card's reading costs
constexpr float WRONG_SIDE = 1.5f;      // a home on the left, or a cell on the right
constexpr float TURNED = 1;             // all homes on the left
constexpr float ACE_IN_CELL = 2.5f;     // it could have gone home
constexpr float CLEARLY_ELSEWHERE = 2;  // between two ways to tell cells from homes
constexpr float HOPELESS = 0.8f;        // how much worse lines and lengths of a layout fit
constexpr float IMPOSSIBLE = 1000;

struct CardPlace {
    Area area;
    Strip strip;
    Guess guess{};
};

struct Table {
    Layout layout;
    std::array<std::vector<CardPlace>, 8> columns;
    std::vector<CardPlace> slots;
    float quality = -1e9f;
};

CardPlace place_of(const Image& image, const Area& area) {
    const float per_row = area.width / STRIP_WIDTH;
    const int rows =
        std::clamp(static_cast<int>(std::lround(area.height / per_row)), 4, STRIP_ROWS);
    CardPlace place{area, {}, {}};
    place.strip.image =
        scaled(image, {area.left, area.top, area.width, static_cast<float>(rows) * per_row},
               STRIP_WIDTH, rows);
    return place;
}

Area grown(const Area& area, float factor) {
    return {area.left * factor, area.top * factor, area.width * factor, area.height * factor};
}

// The strips of all cards of a layout, cut from the whole picture.
Table cut(const Image& image, const Layout& layout, float factor) {
    Table table;
    table.layout = layout;
    for (std::size_t c = 0; c < 8; ++c) {
        const Column& column = layout.columns[c];
        for (int k = 0; k < column.cards; ++k) {
            const bool front = k + 1 == column.cards;
            const Area area{column.left, column.top + static_cast<float>(k) * column.step,
                            layout.card_width, front ? layout.card_height : column.step};
            table.columns[c].push_back(place_of(image, grown(area, factor)));
        }
    }
    for (const Area& slot : layout.slots)
        table.slots.push_back(place_of(image, grown(slot, factor)));
    return table;
}

std::array<std::uint8_t, 3> paper_of(const Table& table) {
    std::array<std::array<int, 256>, 3> counts{};
    int all = 0;
    for (const auto& column : table.columns) {
        for (const CardPlace& place : column) {
            const auto& rgb = place.strip.image.rgb;
            for (std::size_t i = 0; i + 2 < rgb.size(); i += 6) {
                for (std::size_t c = 0; c < 3; ++c) ++counts[c][rgb[i + c]];
                ++all;
            }
        }
    }
    std::array<std::uint8_t, 3> paper{};
    for (std::size_t c = 0; c < 3; ++c) {
        int below = 0;
        std::size_t level = 0;
        while (level < 255 && (below += counts[c][level]) * 2 < all) ++level;
        paper[c] = static_cast<std::uint8_t>(level);
    }
    return paper;
}

float best_of(const Guess& guess) {
    return *std::max_element(guess.ranks.begin(), guess.ranks.end()) +
           *std::max_element(guess.suits.begin(), guess.suits.end());
}

// Ask the network about every strip, or about every `each`th, and keep how well it likes them.
void guess_all(Table& table, const Network& network, int each) {
    const auto paper = paper_of(table);
    float sum = 0;
    int count = 0, n = 0;
    for (auto& column : table.columns) {
        for (CardPlace& place : column) {
            if (n++ % each != 0) continue;
            place.guess = network.guess(place.strip, paper);
            sum += std::clamp(place.guess.is_card, -4.0f, 4.0f) + best_of(place.guess);
            ++count;
        }
    }
    table.quality = count == 0 ? -1e9f : sum / static_cast<float>(count) + table.layout.score;
    if (each > 1) return;
    for (CardPlace& place : table.slots) place.guess = network.guess(place.strip, paper);
}

// The places of the cards that are seen, and which cards may lie there.
struct Puzzle {
    std::vector<const CardPlace*> places;  // columns first, then cells
    std::vector<std::pair<const CardPlace*, Card>> homes;
    std::size_t cells = 0;
    std::vector<Card> known;  // for each place the card that the number says, or NO_CARD
    Assignment answer;
    float cost = 1e9f;
    bool homes_clear = true;  // whether no answer with other homes is nearly as good
};

std::vector<std::vector<float>> costs_of(const Puzzle& puzzle) {
    std::array<bool, DECK_SIZE> home{};
    for (const auto& [place, top] : puzzle.homes) {
        for (int rank = 0; rank <= rank_of(top); ++rank) {
            home[static_cast<std::size_t>(card_of(rank, suit_of(top)))] = true;
        }
    }
    std::vector<std::vector<float>> costs;
    for (std::size_t i = 0; i < puzzle.places.size(); ++i) {
        const Card known = puzzle.known[i];
        std::vector<float> row;
        for (int card = 0; card < DECK_SIZE; ++card) {
            float cost = std::min(DEAREST, -puzzle.places[i]->guess.of(card));
            if (home[static_cast<std::size_t>(card)]) cost = IMPOSSIBLE;
            if (known != NO_CARD) cost = known == card ? 0 : IMPOSSIBLE;
            row.push_back(cost);
        }
        costs.push_back(std::move(row));
    }
    return costs;
}

int hidden_in(const Puzzle& puzzle) {
    int count = 0;
    for (const auto& [place, top] : puzzle.homes) count += rank_of(top);
    return count;
}

// Which slots are homes, and with which cards, such that all 52 cards are accounted for.
class HomeSearch {
  public:
    HomeSearch(const Table& table, std::vector<const CardPlace*> slots)
        : table_(table), slots_(std::move(slots)) {}

    Puzzle best() {
        const std::size_t count = slots_.size();
        for (std::size_t homes = 0; homes <= std::min<std::size_t>(4, count); ++homes) {
            if (count - homes > 4) continue;
            begin(count - homes, count, 0);  // homes on the right, as in most programs
            begin(0, homes, TURNED);
        }
        for (const Puzzle& other : answers_) {
            if (other.homes == best_.homes) continue;
            const bool same_places = std::equal(
                other.homes.begin(), other.homes.end(), best_.homes.begin(), best_.homes.end(),
                [](const auto& a, const auto& b) { return a.first == b.first; });
            const float needed = same_places ? CERTAIN_MARGIN : CLEARLY_ELSEWHERE;
            if (other.cost < best_.cost + needed) best_.homes_clear = false;
        }
        return best_;
    }

  private:
    // How unusual it is that this slot is a home, or a cell, with the homes on this side.
    float strangeness(const CardPlace* slot, bool home, bool turned) const {
        const auto& columns = table_.layout.columns;
        const float factor = slot->area.width / table_.layout.card_width;
        const float middle = (columns[3].left + columns[4].left) / 2;
        const bool right = slot->area.left / factor > middle;
        return right == (home != turned) ? 0.0f : WRONG_SIDE;
    }

    void begin(std::size_t first_home, std::size_t end_home, float cost) {
        const bool turned = cost > 0;
        Puzzle puzzle;
        for (const auto& column : table_.columns) {
            for (const CardPlace& place : column) puzzle.places.push_back(&place);
        }
        std::vector<const CardPlace*> homes;
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const bool home = i >= first_home && i < end_home;
            cost += strangeness(slots_[i], home, turned);
            if (home) {
                homes.push_back(slots_[i]);
            } else {
                puzzle.places.push_back(slots_[i]);
                ++puzzle.cells;
            }
        }
        puzzle.known.assign(puzzle.places.size(), NO_CARD);
        choose(puzzle, homes, cost);
    }

    void choose(Puzzle& puzzle, const std::vector<const CardPlace*>& homes, float cost) {
        if (cost > best_.cost + CERTAIN_MARGIN) return;
        if (puzzle.homes.size() == homes.size()) return finish(puzzle, cost);
        const CardPlace* place = homes[puzzle.homes.size()];
        std::array<int, DECK_SIZE> cards;
        for (int i = 0; i < DECK_SIZE; ++i) cards[static_cast<std::size_t>(i)] = i;
        std::partial_sort(cards.begin(), cards.begin() + 4, cards.end(),
                          [&](int a, int b) { return place->guess.of(a) > place->guess.of(b); });
        for (std::size_t i = 0; i < 4; ++i) {
            const auto card = static_cast<Card>(cards[i]);
            const bool taken = std::any_of(
                puzzle.homes.begin(), puzzle.homes.end(),
                [&](const auto& home) { return suit_of(home.second) == suit_of(card); });
            if (taken) continue;
            puzzle.homes.emplace_back(place, card);
            choose(puzzle, homes, cost + std::min(DEAREST, -place->guess.of(card)));
            puzzle.homes.pop_back();
        }
    }

    void finish(Puzzle& puzzle, float cost) {
        const int seen = static_cast<int>(puzzle.places.size() + puzzle.homes.size());
        if (seen + hidden_in(puzzle) != DECK_SIZE) return;
        puzzle.answer = assign(costs_of(puzzle));
        puzzle.cost = cost + puzzle.answer.cost;
        for (std::size_t i = puzzle.places.size() - puzzle.cells; i < puzzle.places.size(); ++i) {
            if (rank_of(static_cast<Card>(puzzle.answer.card_of[i])) == 0)
                puzzle.cost += ACE_IN_CELL;
        }
        answers_.push_back(puzzle);
        if (puzzle.cost < best_.cost) best_ = puzzle;
    }

    const Table& table_;
    std::vector<const CardPlace*> slots_;
    Puzzle best_;
    std::vector<Puzzle> answers_;
};

// The slots that hold cards: those that look like it; then, where the count does not come out, one
// doubtful slot less or more.
Puzzle solve(const Table& table) {
    std::vector<const CardPlace*> sure, doubtful;
    for (const CardPlace& place : table.slots) {
        (place.guess.is_card > 0 ? sure : doubtful).push_back(&place);
    }
    Puzzle best = HomeSearch(table, sure).best();
    for (std::size_t i = 0; i < sure.size() && best.cost >= 1e9f; ++i) {
        std::vector<const CardPlace*> fewer = sure;
        fewer.erase(fewer.begin() + static_cast<long>(i));
        const Puzzle other = HomeSearch(table, fewer).best();
        if (other.cost < best.cost) best = other;
    }
    return best;
}

// What changes, and how much dearer that is, if a place may not have its card.
void doubt(const Puzzle& puzzle, std::vector<SeenCard*>& cards, float& least_margin) {
    std::vector<std::vector<float>> costs = costs_of(puzzle);
    for (std::size_t i = 0; i < puzzle.places.size(); ++i) {
        const auto card = static_cast<std::size_t>(puzzle.answer.card_of[i]);
        cards[i]->sureness = 1;
        if (puzzle.known[i] != NO_CARD) continue;
        const float kept = costs[i][card];
        costs[i][card] = IMPOSSIBLE;
        const Assignment other = assign(costs);
        costs[i][card] = kept;
        const float margin = other.cost - puzzle.answer.cost;
        least_margin = std::min(least_margin, margin);
        cards[i]->other = static_cast<Card>(other.card_of[i]);
        cards[i]->sureness = 1 / (1 + std::exp(-margin / 2));
    }
}

// Whether what lies on the untouched cards of a column could have been moved there.
bool could_be_moved(const std::vector<SeenCard>& column, std::size_t untouched) {
    for (std::size_t row = std::max<std::size_t>(1, untouched); row < column.size(); ++row) {
        if (!fits_on(column[row].card, column[row - 1].card)) return false;
    }
    return true;
}

// The deal that the columns come from; the untouched cards are then known, and the others are
// assigned once more.
std::optional<Origin> settle_by_number(const Table& table, Puzzle& puzzle) {
    ReadColumns columns;
    std::array<std::vector<int>, 8> best;
    std::size_t next = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            columns[c].push_back(&place.guess);
            best[c].push_back(puzzle.answer.card_of[next++]);
        }
    }
    const auto origin = origin_of(columns, best);
    if (!origin) return std::nullopt;
    const Deck deck = deal_cards(origin->number);
    Puzzle settled = puzzle;
    std::size_t at = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (std::size_t row = 0; row < table.columns[c].size(); ++row, ++at) {
            if (static_cast<int>(row) < origin->untouched[c]) {
                settled.known[at] = deck[row * 8 + c];
            }
        }
    }
    settled.answer = assign(costs_of(settled));
    if (settled.answer.cost >= IMPOSSIBLE) return std::nullopt;
    puzzle = settled;
    return origin;
}

// Which cell the last of these is: four stand above the first or the last four columns.
int cell_of(const Table& table, const std::vector<SeenCard>& cells) {
    const auto& columns = table.layout.columns;
    const float pitch = (columns[7].left - columns[0].left) / 7;
    const float factor = cells.back().area.width / table.layout.card_width;
    const auto n = std::lround((cells.back().area.left / factor - columns[0].left) / pitch);
    const int least = cells.size() > 1 ? cells[cells.size() - 2].cell + 1 : 0;
    return std::clamp(static_cast<int>(n < 4 ? n : n - 4), least, 3);
}

// The reading of a puzzle that came out.
PictureReading reading_of(const Table& table, Puzzle puzzle) {
    const float mean = puzzle.cost / static_cast<float>(DECK_SIZE);
    const auto origin = settle_by_number(table, puzzle);
    PictureReading reading;
    reading.reason = Reason::none;
    reading.certainty = Certainty::likely;
    std::size_t at = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            reading.columns[c].push_back(
                {place.area, static_cast<Card>(puzzle.answer.card_of[at++]), NO_CARD, 0});
        }
    }
    for (; at < puzzle.places.size(); ++at) {
        reading.cells.push_back(
            {puzzle.places[at]->area, static_cast<Card>(puzzle.answer.card_of[at]), NO_CARD, 0});
        reading.cells.back().cell = cell_of(table, reading.cells);
    }
    for (const auto& [place, card] : puzzle.homes) {
        reading.homes.push_back(
            {place->area, card, NO_CARD, std::exp(std::max(-DEAREST, place->guess.of(card)))});
    }
    std::vector<SeenCard*> cards;
    for (auto& column : reading.columns) {
        for (SeenCard& card : column) cards.push_back(&card);
    }
    for (SeenCard& card : reading.cells) cards.push_back(&card);
    float margin = 1e9f;
    doubt(puzzle, cards, margin);
    bool sound = puzzle.homes_clear && margin > CERTAIN_MARGIN && (origin || mean < CERTAIN_MEAN);
    if (origin) {
        for (std::size_t c = 0; c < 8; ++c) {
            const auto untouched = static_cast<std::size_t>(origin->untouched[c]);
            sound = sound && could_be_moved(reading.columns[c], untouched);
        }
        if (sound) reading.number = origin->number;
    }
    if (sound) reading.certainty = Certainty::certain;
    return reading;
}

// What can be said where some cards are hidden: each card that is seen, as far as it is clear.
PictureReading partial_reading(const Table& table) {
    PictureReading reading;
    reading.reason = Reason::cards_hidden;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            SeenCard seen{place.area, NO_CARD, NO_CARD, std::exp(best_of(place.guess))};
            for (int card = 0; card < DECK_SIZE; ++card) {
                const float chance = std::exp(place.guess.of(card));
                if (chance > 0.9f) seen.card = static_cast<Card>(card);
            }
            reading.columns[c].push_back(seen);
        }
    }
    return reading;
}

}  // namespace

PictureReading read(const Image& image, const Network& network) {
    PictureReading reading;
    if (image.width < 200 || image.height < 120) {
        reading.reason = Reason::too_small;
        return reading;
    }
    const int longest = std::max(image.width, image.height);
    const float factor = std::max(1.0f, static_cast<float>(longest) / LONGEST_SIDE);
    const auto whole =
        Area{0, 0, static_cast<float>(image.width), static_cast<float>(image.height)};
    const Image small =
        factor > 1
            ? scaled(image, whole, static_cast<int>(static_cast<float>(image.width) / factor),
                     static_cast<int>(static_cast<float>(image.height) / factor))
            : Image{};
    const std::vector<Layout> layouts = find_layouts(factor > 1 ? small : image);
    std::vector<Table> tables;
    for (const Layout& layout : layouts) {
        if (layout.score < layouts.front().score - HOPELESS) continue;
        tables.push_back(cut(image, layout, factor));
        if (layouts.size() == 1) continue;
        guess_all(tables.back(), network, 5);
    }
    std::stable_sort(tables.begin(), tables.end(),
                     [](const Table& a, const Table& b) { return a.quality > b.quality; });
    const Table* partial = nullptr;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, tables.size()); ++i) {
        Table& table = tables[i];
        guess_all(table, network, 1);
        if (table.quality < -2) continue;
        const Puzzle puzzle = solve(table);
        if (puzzle.cost >= 1e9f) {
            if (partial == nullptr) partial = &table;
            continue;
        }
        return reading_of(table, puzzle);
    }
    return partial != nullptr ? partial_reading(*partial) : reading;
}

}  // namespace freecell::picture
