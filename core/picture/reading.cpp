#include "picture/reading.h"

#include <algorithm>
#include <cmath>

#include "picture/number.h"
#include "picture/puzzle.h"

namespace freecell::picture {
namespace {

constexpr int LONGEST_SIDE = 1600;     // larger pictures are searched at this size
constexpr float CERTAIN_MEAN = 0.25f;  // of what a card's reading costs
constexpr float TABLE_FOUND = 0.6f, TABLE_CHOSEN = 0.8f;  // shares of the work
constexpr int FEW_UNREAD = 2;     // cards that the classifier takes for something else
constexpr float HOPELESS = 0.8f;  // how much worse lines and lengths of a layout fit

// What changes, and how much dearer that is, if a place may not have its card.
void doubt(const Puzzle& puzzle, std::vector<SeenCard*>& cards, float& least_margin) {
    std::vector<std::vector<float>> costs = costs_of(puzzle);
    for (std::size_t i = 0; i < puzzle.places.size(); ++i) {
        const auto card = static_cast<std::size_t>(puzzle.answer.card_of[i]);
        cards[i]->sureness = 1;
        if (puzzle.known[i] != NO_CARD || puzzle.places[i]->fixed != NO_CARD) continue;
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

// The deal that the columns come from, by what was read and by the cards of an answer.
std::optional<Origin> find_origin(const Table& table, const Assignment& answer) {
    ReadColumns columns;
    std::array<std::vector<int>, 8> best;
    std::size_t next = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            columns[c].push_back(&place.guess);
            best[c].push_back(place.hidden ? NO_CARD : answer.card_of[next++]);
        }
    }
    auto origin = origin_of(columns, best);
    if (!origin) return std::nullopt;
    const Deck deck = deal_cards(origin->number);
    for (std::size_t c = 0; c < 8; ++c) {  // misread cards at the front that follow from the others
        auto row = static_cast<std::size_t>(origin->untouched[c]);
        const std::size_t dealt = std::min<std::size_t>(best[c].size(), c < 4 ? 7 : 6);
        while (row < dealt && best[c][row] == deck[row * 8 + c]) ++row;
        origin->untouched[c] = static_cast<int>(row);
    }
    return origin;
}

// The untouched cards of the deal are known, and the others are assigned once more.
std::optional<Origin> settle_by_number(const Table& table, Puzzle& puzzle) {
    const auto origin = find_origin(table, puzzle.answer);
    if (!origin) return std::nullopt;
    const Deck deck = deal_cards(origin->number);
    Puzzle settled = puzzle;
    std::size_t at = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (std::size_t row = 0; row < table.columns[c].size(); ++row, ++at) {
            if (static_cast<int>(row) >= origin->untouched[c]) continue;
            const Card fixed = table.columns[c][row].fixed, dealt = deck[row * 8 + c];
            if (fixed != NO_CARD && fixed != dealt) return std::nullopt;
            settled.known[at] = dealt;
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

SeenCard seen_at(const CardPlace& place, Card card) {
    SeenCard seen;
    seen.area = place.area;
    seen.card = card;
    seen.place = place.number;
    return seen;
}

// The reading of a puzzle that came out.
PictureReading reading_of(const Table& table, Puzzle puzzle) {
    const float mean = puzzle.cost / static_cast<float>(DECK_SIZE);
    const auto origin = settle_by_number(table, puzzle);
    PictureReading reading;
    reading.reason = Reason::NONE;
    reading.certainty = Certainty::LIKELY;
    std::vector<SeenCard*> cards;
    std::size_t at = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            const auto card = static_cast<Card>(puzzle.answer.card_of[at++]);
            reading.columns[c].push_back(seen_at(place, card));
        }
        for (SeenCard& card : reading.columns[c]) cards.push_back(&card);
    }
    for (; at < puzzle.places.size(); ++at) {
        const auto card = static_cast<Card>(puzzle.answer.card_of[at]);
        reading.cells.push_back(seen_at(*puzzle.places[at], card));
        reading.cells.back().cell = cell_of(table, reading.cells);
    }
    for (const auto& [place, card] : puzzle.homes) {
        reading.homes.push_back(seen_at(*place, card));
        reading.homes.back().sureness = std::exp(std::max(-DEAREST, place->guess.of(card)));
    }
    for (SeenCard& card : reading.cells) cards.push_back(&card);
    float margin = NO_ANSWER;
    doubt(puzzle, cards, margin);
    bool sound = table.gaps_clear && puzzle.homes_clear && margin > CERTAIN_MARGIN &&
                 (origin || mean < CERTAIN_MEAN);
    if (origin) {
        for (std::size_t c = 0; c < 8; ++c) {
            const auto untouched = static_cast<std::size_t>(origin->untouched[c]);
            sound = sound && could_be_moved(reading.columns[c], untouched);
        }
        // A fresh deal of which the number says every card needs no other proof.
        const auto open = std::count(puzzle.known.begin(), puzzle.known.end(), NO_CARD);
        sound = sound || (open == 0 && puzzle.known.size() == DECK_SIZE);
        if (sound) reading.number = origin->number;
    }
    if (sound) reading.certainty = Certainty::CERTAIN;
    return reading;
}

// What is known where something covers cards: those that are seen, each once; the others
// where the number says what they are.
PictureReading covered_reading(const Table& table) {
    PictureReading reading;
    reading.reason = Reason::CARDS_HIDDEN;
    Puzzle puzzle;
    for (const auto& column : table.columns) {
        for (const CardPlace& place : column) {
            if (!place.hidden) puzzle.places.push_back(&place);
        }
    }
    if (puzzle.places.size() > DECK_SIZE) return reading;
    puzzle.known.assign(puzzle.places.size(), NO_CARD);
    puzzle.answer = assign(costs_of(puzzle));
    std::size_t next = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            const int card = place.hidden ? NO_CARD : puzzle.answer.card_of[next++];
            reading.columns[c].push_back(seen_at(place, static_cast<Card>(card)));
            reading.columns[c].back().sureness = place.hidden ? 0 : std::exp(best_of(place.guess));
        }
    }
    const auto origin = find_origin(table, puzzle.answer);
    if (!origin) return reading;
    const Deck deck = deal_cards(origin->number);
    bool complete = true;
    for (std::size_t c = 0; c < 8; ++c) {
        const std::size_t dealt = c < 4 ? 7 : 6;
        complete = complete && reading.columns[c].size() == dealt &&
                   origin->untouched[c] == static_cast<int>(dealt);
        for (std::size_t row = 0; row < reading.columns[c].size(); ++row) {
            if (static_cast<int>(row) >= origin->untouched[c]) continue;
            reading.columns[c][row].card = deck[row * 8 + c];
        }
    }
    reading.number = origin->number;
    if (complete) reading.certainty = Certainty::LIKELY;
    return reading;
}

Guess sure_guess(Card card) {
    Guess guess;
    guess.ranks.fill(-DEAREST);
    guess.suits.fill(-DEAREST);
    guess.ranks[static_cast<std::size_t>(rank_of(card))] = 0;
    guess.suits[static_cast<std::size_t>(suit_of(card))] = 0;
    guess.is_card = DEAREST;
    return guess;
}

}  // namespace

Reader::Reader(const Image& image, const Network& network, Progress progress) {
    if (image.width < 200 || image.height < 120) {
        reading_.reason = Reason::TOO_SMALL;
        return;
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
    progress(TABLE_FOUND);
    std::vector<Table> tables;
    for (const Layout& layout : layouts) {
        if (layout.score < layouts.front().score - HOPELESS) continue;
        tables.push_back(cut(image, layout, factor));
        if (layouts.size() == 1) continue;
        guess_all(tables.back(), network, 5);
    }
    std::stable_sort(tables.begin(), tables.end(),
                     [](const Table& a, const Table& b) { return a.quality > b.quality; });
    progress(TABLE_CHOSEN);
    if (tables.size() > 2) tables.resize(2);
    bool read = false;
    for (std::size_t i = 0; i < tables.size() && !read; ++i) {
        guess_all(tables[i], network, 1);
        if (tables[i].quality < -2) continue;
        read = solve(tables[i]).cost < NO_ANSWER;
        if (read || table_.layout.card_width == 0) table_ = std::move(tables[i]);
    }
    const int unread = table_.layout.cards_in_columns() - table_.readable();
    if (table_.layout.card_width > 0 && (!read || !table_.gaps_clear || unread > FEW_UNREAD)) {
        Table other = uncovered(image, table_, factor, network);
        covered_ = !read || other.readable() > table_.readable() + FEW_UNREAD;
        if (covered_ && other.readable() <= DECK_SIZE) table_ = std::move(other);
    }
    conclude();
    progress(1);
}

void Reader::conclude() {
    if (table_.layout.card_width == 0) return;  // there is no table
    const Puzzle puzzle = covered_ ? Puzzle{} : solve(table_);
    reading_ = puzzle.cost < NO_ANSWER ? reading_of(table_, puzzle) : covered_reading(table_);
}

void Reader::correct(int place, Card card) {
    const std::vector<CardPlace*> places = table_.places();
    if (place < 0 || place >= static_cast<int>(places.size())) return;
    for (CardPlace* other : places) {  // a card occurs once
        if (card == NO_CARD || other->fixed != card) continue;
        other->fixed = NO_CARD;
        other->guess = other->seen;
    }
    CardPlace& here = *places[static_cast<std::size_t>(place)];
    here.fixed = card;
    here.empty = card == NO_CARD;
    here.hidden = here.hidden && card == NO_CARD;
    here.guess = card == NO_CARD ? here.seen : sure_guess(card);
    conclude();
}

}  // namespace freecell::picture
