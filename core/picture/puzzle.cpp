#include "picture/puzzle.h"

#include <algorithm>
#include <limits>

namespace freecell::picture {
namespace {

constexpr float WRONG_SIDE = 1.5f;      // a home on the left, or a cell on the right
constexpr float TURNED = 1;             // all homes on the left
constexpr float ACE_IN_CELL = 2.5f;     // it could have gone home
constexpr float CLEARLY_ELSEWHERE = 2;  // between two ways to distinguish cells from homes
constexpr float ODDLY_CUT = -8, LEGIBLE = -0.1f;  // a card that begins a little beside its place

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
        for (const auto& column : table_.columns)
            for (const CardPlace& place : column) puzzle.places.push_back(&place);
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
        puzzle.homes_clear = cost < WRONG_SIDE;  // each of them on the side of its kind
        choose(puzzle, homes, cost);
    }

    // The likeliest cards on each home; on the last one those that make the count come out.
    void choose(Puzzle& puzzle, const std::vector<const CardPlace*>& homes, float cost) {
        if (cost > best_.cost + CERTAIN_MARGIN) return;
        int left = DECK_SIZE - static_cast<int>(puzzle.places.size());
        std::array<bool, 4> taken{};  // suits
        for (const auto& [place, top] : puzzle.homes) {
            left -= rank_of(top) + 1;
            taken[static_cast<std::size_t>(suit_of(top))] = true;
        }
        if (puzzle.homes.size() == homes.size()) return left == 0 ? finish(puzzle, cost) : void();
        const CardPlace* place = homes[puzzle.homes.size()];
        const bool last = puzzle.homes.size() + 1 == homes.size();
        std::vector<Card> cards;
        for (Card card = 0; card < DECK_SIZE; ++card) {
            const bool fits = place->fixed == NO_CARD || place->fixed == card;
            const bool free = !taken[static_cast<std::size_t>(suit_of(card))];
            if (fits && free && (!last || rank_of(card) + 1 == left)) cards.push_back(card);
        }
        std::stable_sort(cards.begin(), cards.end(),
                         [&](int a, int b) { return place->guess.of(a) > place->guess.of(b); });
        if (cards.size() > 6) cards.resize(6);
        for (const Card card : cards) {
            puzzle.homes.emplace_back(place, card);
            choose(puzzle, homes, cost + std::min(DEAREST, -place->guess.of(card)));
            puzzle.homes.pop_back();
        }
    }

    void finish(Puzzle& puzzle, float cost) {
        puzzle.answer = assign(costs_of(puzzle));
        if (puzzle.answer.cost >= IMPOSSIBLE) return;
        puzzle.cost = cost + puzzle.answer.cost;
        for (std::size_t i = puzzle.places.size() - puzzle.cells; i < puzzle.places.size(); ++i)
            if (rank_of(puzzle.answer.card_of[i]) == 0) puzzle.cost += ACE_IN_CELL;
        answers_.push_back(puzzle);
        if (puzzle.cost < best_.cost) best_ = puzzle;
    }

    const Table& table_;
    std::vector<const CardPlace*> slots_;
    Puzzle best_;
    std::vector<Puzzle> answers_;
};

}  // namespace

// The Hungarian method: places are added one by one along the cheapest chain of exchanges.
Assignment assign(const std::vector<std::vector<float>>& costs) {
    const std::size_t places = costs.size();
    if (places == 0) return {};
    const std::size_t cards = costs[0].size();
    constexpr float FAR = std::numeric_limits<float>::max();
    std::vector<float> of_place(places + 1), of_card(cards + 1);
    std::vector<std::size_t> taken_by(cards + 1), came_from(cards + 1);
    for (std::size_t place = 1; place <= places; ++place) {
        taken_by[0] = place;
        std::size_t card = 0;
        std::vector<float> least(cards + 1, FAR);
        std::vector<char> used(cards + 1);
        do {
            used[card] = 1;
            const std::size_t row = taken_by[card];
            float delta = FAR;
            std::size_t next = 0;
            for (std::size_t c = 1; c <= cards; ++c) {
                if (used[c]) continue;
                const float cost = costs[row - 1][c - 1] - of_place[row] - of_card[c];
                if (cost < least[c]) {
                    least[c] = cost;
                    came_from[c] = card;
                }
                if (least[c] < delta) {
                    delta = least[c];
                    next = c;
                }
            }
            for (std::size_t c = 0; c <= cards; ++c) {
                if (used[c]) {
                    of_place[taken_by[c]] += delta;
                    of_card[c] -= delta;
                } else {
                    least[c] -= delta;
                }
            }
            card = next;
        } while (taken_by[card] != 0);
        while (card != 0) {
            const std::size_t before = came_from[card];
            taken_by[card] = taken_by[before];
            card = before;
        }
    }
    Assignment result{std::vector<Card>(places, NO_CARD), 0};
    for (std::size_t c = 1; c <= cards; ++c) {
        if (taken_by[c] == 0) continue;
        result.card_of[taken_by[c] - 1] = static_cast<Card>(c - 1);
        result.cost += costs[taken_by[c] - 1][c - 1];
    }
    return result;
}

std::vector<std::vector<float>> costs_of(const Puzzle& puzzle) {
    std::array<bool, DECK_SIZE> home{};
    for (const auto& [place, top] : puzzle.homes)
        for (int rank = 0; rank <= rank_of(top); ++rank) home[card_of(rank, suit_of(top))] = true;
    std::vector<std::vector<float>> costs;
    for (std::size_t i = 0; i < puzzle.places.size(); ++i) {
        const CardPlace& place = *puzzle.places[i];
        const Card known = puzzle.known[i], only = known != NO_CARD ? known : place.fixed;
        std::vector<float> row;
        for (Card card = 0; card < DECK_SIZE; ++card) {
            const bool possible = !home[card] && (only == NO_CARD || only == card);
            const float read = known == card ? 0 : std::min(DEAREST, -place.guess.of(card));
            row.push_back(possible ? read : IMPOSSIBLE);
        }
        costs.push_back(std::move(row));
    }
    return costs;
}

// The slots that the classifier takes for cards, or also those that are legible or covered with
// paper, whichever comes out better; where neither does, one less.
Puzzle solve(const Table& table) {
    std::vector<const CardPlace*> sure, papery;
    for (const CardPlace& place : table.slots) {
        if (place.empty) continue;
        if (place.guess.is_card > 0) sure.push_back(&place);
        const bool legible = place.guess.is_card > ODDLY_CUT && place.guess.best() > LEGIBLE;
        if (place.guess.is_card > 0 || place.paper || legible) papery.push_back(&place);
    }
    Puzzle best;
    const auto consider = [&](const std::vector<const CardPlace*>& slots) {
        const Puzzle other = HomeSearch(table, slots).best();
        if (other.cost < best.cost) best = other;
    };
    consider(sure);
    if (papery.size() > sure.size()) consider(papery);
    if (best.cost < NO_ANSWER) return best;
    for (std::size_t i = 0; i < papery.size(); ++i) {
        std::vector<const CardPlace*> fewer = papery;
        fewer.erase(fewer.begin() + static_cast<long>(i));
        consider(fewer);
    }
    return best;
}

}  // namespace freecell::picture
