// Which card lies at which place, such that each of the 52 cards occurs once.
#pragma once

#include <utility>
#include <vector>

#include "picture/table.h"

namespace freecell::picture {

constexpr float DEAREST = 12;  // no reading is worse than this, however sure the network is
constexpr float CERTAIN_MARGIN = 7;
constexpr float IMPOSSIBLE = 1000;
constexpr float NO_ANSWER = 1e9f;

// Each place with a card of its own.
struct Assignment {
    std::vector<Card> card_of;  // for each place
    float cost = 0;
};

// The best one; `costs` has a row for each place and a column for each card, at least as many.
Assignment assign(const std::vector<std::vector<float>>& costs);

// The places of the cards that are seen, and which cards may lie there.
struct Puzzle {
    std::vector<const CardPlace*> places;  // columns first, then cells
    std::vector<std::pair<const CardPlace*, Card>> homes;
    std::size_t cells = 0;
    std::vector<Card> known;  // for each place the card that the number says, or NO_CARD
    Assignment answer;
    float cost = NO_ANSWER;
    bool homes_clear = true;  // whether no answer with other homes is nearly as good
};

// What each card costs at each place.
std::vector<std::vector<float>> costs_of(const Puzzle& puzzle);

// The best answer; its cost is NO_ANSWER where the cards do not come out at 52.
Puzzle solve(const Table& table);

}  // namespace freecell::picture
