#include "picture/reading.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "picture/number.h"
#include "picture/puzzle.h"

namespace freecell::picture {
namespace {

constexpr int LONGEST_SIDE = 1600;                 // larger pictures are searched at this size
constexpr float CERTAIN_COST = 13, OVERRULED = 7;  // of all readings; what a number may add to it
constexpr float SMALL = 75, SMALL_MARGIN = 10;  // where suits have a few pixels, 8.5 was too little
constexpr float TABLE_FOUND = 0.6f, TABLE_CHOSEN = 0.8f;  // shares of the work
constexpr std::size_t FEW_UNREAD = 2;    // cards that the classifier takes for something else
constexpr float HOPELESS = 0.8f;         // how much worse lines and lengths of a layout fit
constexpr float CLEARLY_IN_CELL = 0.3f;  // how far from its place, of the distance between two
constexpr float HARDLY_HOME = 0.002f;    // sureness of a card that the count puts on a home
constexpr float NOTHING_THERE = -12;     // logarithm of the odds that a card begins at a place

SeenCard seen_at(const CardPlace& place, Card card, float sureness) {
    return {place.area, card, NO_CARD, sureness, 0, place.number};
}

float sureness_of(float margin) {
    return 1 / (1 + std::exp(-margin / 2));
}

// The cards of an answer: each with what it is otherwise, and how much dearer that is.
std::vector<SeenCard> cards_of(const Puzzle& puzzle) {
    std::vector<std::vector<float>> costs = costs_of(puzzle);
    std::vector<SeenCard> cards;
    for (std::size_t i = 0; i < puzzle.places.size(); ++i) {
        const Card card = puzzle.answer.card_of[i];
        cards.push_back(seen_at(*puzzle.places[i], card, 1));
        if (puzzle.known[i] != NO_CARD || puzzle.places[i]->fixed != NO_CARD) continue;
        float& cost = costs[i][card];
        const float kept = std::exchange(cost, IMPOSSIBLE);
        const Assignment other = assign(costs);
        cost = kept;
        cards.back().other = other.card_of[i];
        const bool seen = puzzle.places[i]->guess.is_card > NOTHING_THERE;
        cards.back().sureness = seen ? sureness_of(other.cost - puzzle.answer.cost) : 0;
    }
    return cards;
}

// The deal that the columns come from, by what was read and by the cards of an answer.
std::optional<Origin> find_origin(const Table& table, const Assignment& answer) {
    ReadColumns columns;
    CardColumns best;
    std::size_t next = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        for (const CardPlace& place : table.columns[c]) {
            columns[c].push_back(&place.guess);
            best[c].push_back(place.hidden ? NO_CARD : answer.card_of[next++]);
        }
    }
    return origin_of(columns, best);
}

// What the readings alone say against an answer.
float reading_cost(const Puzzle& puzzle) {
    float cost = 0;
    for (std::size_t i = 0; i < puzzle.places.size(); ++i)
        cost += std::min(DEAREST, -puzzle.places[i]->guess.of(puzzle.answer.card_of[i]));
    return cost;
}

// How many of the cards of a column lie behind the run at its front, which may have been moved.
std::size_t behind_run(const std::vector<Card>& cards) {
    std::size_t count = cards.size();
    while (count > 1 && fits_on(cards[count - 1], cards[count - 2])) --count;
    return count;
}

// The untouched cards of the deal are known, and the others are assigned once more. So is the run
// at the front, as dealt or as read, since it may have been moved: one black nine may lie where the
// other one was dealt, and 8H 7S 6H where 5H 7S 6H was.
std::optional<Origin> settle_by_number(const Table& table, Puzzle& puzzle) {
    auto origin = find_origin(table, puzzle.answer);
    if (!origin) return std::nullopt;
    Puzzle settled = puzzle;
    std::size_t first = 0, untouched = 0;  // place of the column; cards in all columns
    for (const auto& dealt : origin->untouched) untouched += dealt.size();
    for (std::size_t c = 0; c < 8; first += table.columns[c++].size()) {
        const std::size_t count = origin->untouched[c].size();
        const auto read = puzzle.answer.card_of.begin() + static_cast<std::ptrdiff_t>(first);
        std::vector<Card> cards(read, read + static_cast<std::ptrdiff_t>(table.columns[c].size()));
        std::size_t proved = behind_run(cards);
        std::copy_n(origin->untouched[c].begin(), count, cards.begin());
        proved = std::min(proved, behind_run(cards));
        if (untouched == DECK_SIZE) proved = count;  // no card was moved yet
        for (std::size_t row = 0; row < count; ++row) {
            const Card fixed = table.columns[c][row].fixed;
            if (fixed != NO_CARD && fixed != cards[row]) return std::nullopt;
            if (row < proved && proved > 1) settled.known[first + row] = cards[row];
        }
    }
    settled.answer = assign(costs_of(settled));
    if (settled.answer.cost >= IMPOSSIBLE) return std::nullopt;
    if (untouched < DECK_SIZE) origin->against = reading_cost(settled) - reading_cost(puzzle);
    puzzle = settled;
    return origin;
}

// Puts the last of these cards into its cell, and returns whether it is clear which cell that is.
bool put_into_cell(const Table& table, std::vector<SeenCard>& cells) {
    const auto& columns = table.layout.columns;
    const float factor = cells.back().area.width / table.layout.card_width;
    const float left = cells.back().area.left / factor, pitch = table.layout.slot_pitch;
    const bool right = left > (columns[0].left + columns[7].left) / 2;
    const float at = (left - (right ? columns[7].left - 3 * pitch : columns[0].left)) / pitch;
    const long least = cells.size() > 1 ? cells[cells.size() - 2].cell + 1 : 0;
    cells.back().cell = static_cast<int>(std::clamp(std::lround(at), std::min(least, 3L), 3L));
    return std::abs(at - static_cast<float>(cells.back().cell)) < CLEARLY_IN_CELL;
}

// The reading of a puzzle that came out.
PictureReading reading_of(const Table& table, Puzzle puzzle) {
    const float margin = table.layout.card_width < SMALL ? SMALL_MARGIN : CERTAIN_MARGIN;
    const auto origin = settle_by_number(table, puzzle);
    PictureReading reading{.certainty = Certainty::LIKELY, .reason = Reason::NONE};
    bool sound =
        table.gaps_clear && puzzle.homes_clear &&
        (origin ? origin->against < OVERRULED : table.layout.placed && puzzle.cost < CERTAIN_COST);
    bool in_place = true;
    std::size_t column = 0;
    for (const SeenCard& card : cards_of(puzzle)) {
        sound = sound && card.sureness > sureness_of(margin);
        while (column < 8 && reading.columns[column].size() == table.columns[column].size())
            ++column;
        (column < 8 ? reading.columns[column] : reading.cells).push_back(card);
        if (column == 8) in_place = put_into_cell(table, reading.cells) && in_place;
    }
    for (const auto& [place, card] : puzzle.homes) {
        const float sureness = std::exp(std::max(-DEAREST, place->guess.of(card)));
        reading.homes.push_back(seen_at(*place, card, sureness));
        sound = sound && sureness > HARDLY_HOME;
    }
    if (origin) {
        for (std::size_t c = 0; c < 8; ++c) {  // what lies on untouched cards was moved there
            const std::vector<SeenCard>& cards = reading.columns[c];
            const std::size_t untouched = std::max<std::size_t>(1, origin->untouched[c].size());
            for (std::size_t row = untouched; row < cards.size(); ++row)
                sound = sound && fits_on(cards[row].card, cards[row - 1].card);
        }
        // A fresh deal of which the number says every card needs no other proof.
        const auto open = std::count(puzzle.known.begin(), puzzle.known.end(), NO_CARD);
        sound = sound || (open == 0 && puzzle.known.size() == DECK_SIZE);
        if (sound) reading.number = origin->number;
    }
    if (sound && in_place) reading.certainty = Certainty::CERTAIN;
    return reading;
}

// What is known where cards are covered: those that are seen, and those that the number gives.
PictureReading covered_reading(const Table& table) {
    PictureReading reading{.reason = Reason::CARDS_HIDDEN};
    Puzzle puzzle;
    for (const auto& column : table.columns)
        for (const CardPlace& place : column)
            if (!place.hidden) puzzle.places.push_back(&place);
    if (puzzle.places.size() > DECK_SIZE) return reading;
    puzzle.known.assign(puzzle.places.size(), NO_CARD);
    puzzle.answer = assign(costs_of(puzzle));
    const auto origin = find_origin(table, puzzle.answer);
    bool complete = origin.has_value();
    std::size_t next = 0;
    for (std::size_t c = 0; c < 8; ++c) {
        const std::size_t known = origin ? origin->untouched[c].size() : 0;
        complete = complete && table.columns[c].size() == known && known == dealt_to(c);
        for (const CardPlace& place : table.columns[c]) {
            const std::size_t row = reading.columns[c].size();
            Card card = place.hidden ? NO_CARD : puzzle.answer.card_of[next++];
            if (row < known) card = origin->untouched[c][row];
            reading.columns[c].push_back(
                seen_at(place, card, place.hidden ? 0 : std::exp(place.guess.best())));
        }
    }
    if (origin) reading.number = origin->number;
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
    if (image.width < 200 || image.height < 120) reading_.reason = Reason::TOO_SMALL;
    if (reading_.reason == Reason::TOO_SMALL) return;
    const auto width = static_cast<float>(image.width), height = static_cast<float>(image.height);
    const float factor = std::max(1.0f, std::max(width, height) / LONGEST_SIDE);
    Image small;
    if (factor > 1)
        small = scaled(image, {0, 0, width, height}, static_cast<int>(width / factor),
                       static_cast<int>(height / factor));
    const std::vector<Layout> layouts = find_layouts(factor > 1 ? small : image);
    progress(TABLE_FOUND);
    if (layouts.empty()) return;
    bool read = false;
    const auto unread = [&t = table_] { return t.places().size() - t.slots.size() - t.readable(); };
    const auto look_at = [&](Table table) {
        guess_all(table, network, 1);
        const bool solved = table.quality >= -2 && solve(table).cost < NO_ANSWER;
        table.quality += solved;
        if (table.quality < std::max(-2.0f, table_.quality)) return;
        table_ = std::move(table);
        read = solved;
    };
    look_at(cut(image, layouts[0], factor));
    const bool all_read = read && table_.gaps_clear && unread() == 0;
    Table most;  // the one with most cards of the layouts that do not fit best
    for (std::size_t i = 1; i < layouts.size() && !all_read; ++i) {
        if (layouts[i].score < layouts[0].score - HOPELESS) break;
        Table table = cut(image, layouts[i], factor);
        guess_all(table, network, 3);
        if (table.quality > most.quality) most = std::move(table);
    }
    progress(TABLE_CHOSEN);
    if (most.paper) look_at(std::move(most));
    if (table_.layout.card_width > 0 && (!read || !table_.gaps_clear || unread() > FEW_UNREAD)) {
        Table other = uncovered(image, table_, factor, network);
        covered_ = !read || other.readable() > table_.readable() + FEW_UNREAD;
        if (covered_ && other.readable() <= DECK_SIZE) table_ = std::move(other);
    }
    conclude();
    progress(1);
}

void Reader::conclude() {
    if (table_.layout.card_width == 0) return;  // there is no table
    const bool lost = covered_ && table_.readable() + table_.slots.size() < table_.places().size();
    const Puzzle puzzle = lost ? Puzzle{} : solve(table_);
    const bool solved = puzzle.cost < NO_ANSWER;
    if (solved) reading_ = reading_of(table_, puzzle);
    if (!solved || (covered_ && reading_.certainty != Certainty::CERTAIN))
        reading_ = covered_reading(table_);
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
