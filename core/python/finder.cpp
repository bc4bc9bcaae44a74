// What Python sees of the search for numbers; Python has checked cards, indices and ranges.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>

#include "deal/find.h"
#include "python/module.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

Deck deck_of(const nb::bytes& cards) {
    Deck deck;
    if (cards.size() != deck.size()) throw std::invalid_argument("not 52 cards");
    std::memcpy(deck.data(), cards.c_str(), deck.size());
    return deck;
}

}  // namespace

void bind_find(nb::module_& m) {
    m.def(
        "find_deal",
        [](const nb::bytes& cards) {
            const Deck deck = deck_of(cards);
            nb::gil_scoped_release release;
            return find_deal(deck);
        },
        "cards"_a, "The number that deals 52 cards, or None.");
    m.def(
        "find_first_cards",
        [](const nb::bytes& cards) {
            const std::vector<Card> first(cards.c_str(), cards.c_str() + cards.size());
            nb::gil_scoped_release release;
            return find_first_cards(first);
        },
        "cards"_a, "All numbers whose deal starts with these cards, four or more.");
    m.def(
        "scan_for_cards",
        [](const std::vector<std::pair<int, int>>& known, DealNumber first, DealNumber end) {
            nb::gil_scoped_release release;
            std::vector<KnownCard> cards;
            for (const auto& [index, card] : known) {
                cards.push_back({index, static_cast<Card>(card)});
            }
            return scan_for_cards(cards, first, end);
        },
        "known"_a, "first"_a, "end"_a,
        "The numbers of a range that deal these cards as those of these indices.");
    m.def(
        "scan_for_deal",
        [](const nb::bytes& cards, DealNumber first, DealNumber end) {
            const Deck deck = deck_of(cards);
            nb::gil_scoped_release release;
            return scan_for_deal(deck, first, end);
        },
        "cards"_a, "first"_a, "end"_a,
        "The number of a range that deals 52 cards, found by trying one after the other.");
}

}  // namespace freecell
