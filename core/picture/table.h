// The strips of all cards of a layout, and what the classifier says of each.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "picture/layout.h"
#include "picture/network.h"
#include "rules/cards.h"

namespace freecell::picture {

struct CardPlace {
    Area area;             // in the whole picture
    Image strip;           // the top of it, as the classifier takes it
    Guess seen{};          // what the network says
    Guess guess{};         // the same, or the correction of the user
    Card fixed = NO_CARD;  // the card that they named
    bool empty = false;    // the user corrected it: no card lies here
    bool hidden = false;   // something else lies over it
    bool paper = false;    // a slot is covered with the paper of the cards
    int number = 0;        // among all places of the table
};

struct Table {
    Layout layout;
    std::array<std::vector<CardPlace>, 8> columns;
    std::vector<CardPlace> slots, gaps;  // gaps are the empty columns
    float quality = -1e9f;  // how much of it the classifier takes for cards, and the layout's score
    bool gaps_clear = true;                            // whether no paper is seen in them
    std::optional<std::array<std::uint8_t, 3>> paper;  // the commonest colour of the strips

    std::size_t readable() const;      // how many cards the columns have, by the classifier
    std::vector<CardPlace*> places();  // columns, then slots, by their numbers
};

// Cut the strips of a layout, which was found in the same picture made `factor` times smaller.
Table cut(const Image& image, const Layout& layout, float factor);

// Ask the network about every `each`th strip; with 1 about all of them and the slots.
void guess_all(Table& table, const Network& network, int each);

// The same table where something lies over it: the columns are continued as the others go, and what
// is no card between cards is hidden.
Table uncovered(const Image& image, const Table& table, float factor, const Network& network);

}  // namespace freecell::picture
