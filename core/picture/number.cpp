#include "picture/number.h"

#include <algorithm>
#include <cstdint>

namespace freecell::picture {
namespace {

constexpr std::size_t FIRST = 6;         // this many first cards leave one number in a few
constexpr std::size_t MOST_STARTS = 12;  // how many readings of them are tried
constexpr float WORTH_TRYING = 7;        // how much less likely than the best reading
constexpr float UNREADABLE = -12;        // no reading of the first cards is likelier
constexpr DealNumber MICROSOFTS_LAST = 1'000'000;
constexpr std::size_t ROW = 8;
constexpr float POOR_ROW = 4;   // by how much a right row is likelier than by chance, at least
constexpr float BY_CHANCE = 4;  // any card is read with a chance of one in 52
constexpr float WORST = -9;
constexpr int FEWEST_AGREEING = 16;
constexpr float ENOUGH = 45;  // logarithm of the odds against chance
constexpr float CLEARLY = 3;  // that one card is read rather than another

struct Start {
    std::array<Card, FIRST> cards;
    float score;
};

// The likeliest readings of the first cards, the best first.
std::vector<Start> starts_of(const ReadColumns& columns) {
    std::vector<Start> starts{{{}, 0}};
    for (std::size_t i = 0; i < FIRST; ++i) {
        std::vector<Start> longer;
        for (const Start& start : starts) {
            for (int card = 0; card < DECK_SIZE; ++card) {
                const auto end = start.cards.begin() + static_cast<std::ptrdiff_t>(i);
                if (std::find(start.cards.begin(), end, card) != end) continue;
                longer.push_back(start);
                longer.back().cards[i] = static_cast<Card>(card);
                longer.back().score += columns[i][0]->of(card);
            }
        }
        std::stable_sort(longer.begin(), longer.end(),
                         [](const Start& a, const Start& b) { return a.score > b.score; });
        if (longer.size() > MOST_STARTS) longer.resize(MOST_STARTS);
        starts = std::move(longer);
    }
    std::erase_if(starts, [&, best = starts.front().score](const Start& start) {
        return start.score < std::max(UNREADABLE, best - WORTH_TRYING);
    });
    return starts;
}

float likelier(const Guess& guess, Card card) {
    return std::max(WORST, guess.of(card)) + BY_CHANCE;
}

// Microsoft's numbers whose first row may be the one that is seen, whichever card is misread.
std::vector<DealNumber> with_first_row(const ReadColumns& columns) {
    std::array<std::array<float, DECK_SIZE>, ROW> worth{};
    for (std::size_t c = 0; c < ROW; ++c) {
        for (Card card = 0; card < DECK_SIZE && !columns[c].empty(); ++card)
            worth[c][card] = likelier(*columns[c][0], card);
    }
    std::vector<DealNumber> numbers;
    for (DealNumber number = 1; number <= MICROSOFTS_LAST; ++number) {
        const Deck row = deal_cards(number, ROW);
        float sum = 0;
        for (std::size_t c = 0; c < ROW; ++c) sum += worth[c][row[c]];
        if (sum >= POOR_ROW) numbers.push_back(number);
    }
    return numbers;
}

struct Scored {
    DealNumber number = 0;
    Deck deck{};
    std::array<std::size_t, 8> untouched{};  // cards of each column that lie where they were dealt
    float score = 0;

    Card dealt(std::size_t column, std::size_t row) const { return deck[row * 8 + column]; }
};

// How much likelier the columns are as what is left of this deal than by chance.
Scored scored(DealNumber number, const ReadColumns& columns) {
    Scored result{number, deal_cards(number)};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        float sum = 0, most = 0;
        for (std::size_t row = 0; row < std::min(dealt_to(c), columns[c].size()); ++row) {
            sum += likelier(*columns[c][row], result.dealt(c, row));
            if (sum > most) {
                most = sum;
                result.untouched[c] = row + 1;
            }
        }
        result.score += most;
    }
    return result;
}

// Whether the deal is beyond doubt: enough readings agree by themselves, and those that contradict
// it clearly are not the same cards in another order, as after two were exchanged.
bool is_sure(const Scored& found, const ReadColumns& columns, const CardColumns& best) {
    int agree = 0;
    bool same = true;
    std::vector<int> dealt_there, read_there;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t row = 0; row < found.untouched[c]; ++row) {
            const Guess& guess = *columns[c][row];
            const Card dealt = found.dealt(c, row);
            const int read = guess.likeliest();
            agree += read == dealt;
            same = same && best[c][row] == dealt;
            if (guess.of(read) - guess.of(dealt) > CLEARLY) {
                dealt_there.push_back(dealt);
                read_there.push_back(read);
            }
        }
    }
    if (agree < FEWEST_AGREEING || found.score < ENOUGH) return false;
    return same || dealt_there.empty() ||
           !std::is_permutation(dealt_there.begin(), dealt_there.end(), read_there.begin());
}

}  // namespace

std::optional<Origin> origin_of(const ReadColumns& columns, const CardColumns& best_cards) {
    Scored best;
    const auto look_at = [&](const std::vector<DealNumber>& numbers) {
        for (const DealNumber number : numbers) {
            const Scored found = scored(number, columns);
            if (found.score > best.score) best = found;
        }
    };
    look_at(with_first_row(columns));
    const bool has_first = std::none_of(columns.begin(), columns.begin() + FIRST,
                                        [](const auto& column) { return column.empty(); });
    if (best.score < ENOUGH && has_first) {
        for (const Start& start : starts_of(columns)) {
            look_at(find_first_cards(start.cards));
            if (best.score > 2 * ENOUGH) break;
        }
    }
    if (!is_sure(best, columns, best_cards)) return std::nullopt;
    Origin origin{best.number, {}};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t row = 0; row < std::min(columns[c].size(), dealt_to(c)); ++row) {
            const Card dealt = best.dealt(c, row);
            if (row >= best.untouched[c] && best_cards[c][row] != dealt) break;
            origin.untouched[c].push_back(dealt);  // misread ones follow from the others, too
        }
    }
    return origin;
}

}  // namespace freecell::picture
