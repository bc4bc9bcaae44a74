#include "picture/assign.h"

#include <limits>

namespace freecell::picture {

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
    Assignment result{std::vector<int>(places, -1), 0};
    for (std::size_t c = 1; c <= cards; ++c) {
        if (taken_by[c] == 0) continue;
        result.card_of[taken_by[c] - 1] = static_cast<int>(c - 1);
        result.cost += costs[taken_by[c] - 1][c - 1];
    }
    return result;
}

}  // namespace freecell::picture
