// What Python sees of dealers with mistakes.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "learners/dealer_divergence.h"
#include "learners/dealer_mistakes.h"
#include "python/module.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

// The names of a dealer's mistakes, and the order of its suits where it is another.
using NamedDealer = std::tuple<std::vector<std::string_view>, std::string>;

constexpr DealerPart PARTS[] = {DealerPart::VALUES, DealerPart::DECK, DealerPart::PICK,
                                DealerPart::LAYOUT};
constexpr std::string_view SUITS = "CDHS";

std::vector<std::vector<std::string_view>> all_names() {
    std::vector<std::vector<std::string_view>> names;
    for (const DealerPart part : PARTS) {
        const auto all = mistake_names(part).subspan(1);
        names.emplace_back(all.begin(), all.end());
    }
    return names;
}

NamedDealer named(const Dealer& dealer) {
    std::vector<std::string_view> names;
    for (std::size_t part = 0; part < DEALER_PARTS; ++part) {
        if (dealer.mistakes[part])
            names.push_back(mistake_names(PARTS[part])[dealer.mistakes[part]]);
    }
    std::string suits;
    if (dealer.has_other_suits())
        for (const std::uint8_t suit : dealer.suits) suits += SUITS[suit];
    return {names, suits};
}

Dealer dealer_of(const std::vector<std::string>& names, const std::string& suits) {
    Dealer dealer;
    for (const std::string& name : names) {
        bool known = false;
        for (std::size_t part = 0; part < DEALER_PARTS; ++part) {
            const auto all = mistake_names(PARTS[part]);
            const auto at = std::find(all.begin(), all.end(), name);
            if (at == all.end()) continue;
            dealer.mistakes[part] = static_cast<std::uint8_t>(at - all.begin());
            known = true;
        }
        if (!known) throw std::invalid_argument("no such mistake: " + name);
    }
    for (std::size_t at = 0; at < suits.size() && at < SUIT_COUNT; ++at)
        dealer.suits[at] = static_cast<std::uint8_t>(SUITS.find(suits[at]));
    return dealer;
}

NumberedBoard board_of(DealNumber number, nb::bytes cards) {
    NumberedBoard board{number, {}};
    if (cards.size() != DECK_SIZE) throw std::invalid_argument("a board has 52 cards");
    std::copy_n(static_cast<const Card*>(cards.data()), DECK_SIZE, board.cards.begin());
    return board;
}

std::optional<nb::bytes> as_bytes(const std::optional<Deck>& deck) {
    if (!deck) return std::nullopt;
    return nb::bytes(deck->data(), deck->size());
}

std::optional<nb::bytes> deal_mistaken(DealNumber number, const std::vector<std::string>& names,
                                       const std::string& suits) {
    return as_bytes(deal_with(dealer_of(names, suits), number));
}

using Boards = std::vector<std::tuple<DealNumber, nb::bytes>>;

std::vector<NumberedBoard> boards_of(const Boards& given) {
    std::vector<NumberedBoard> boards;
    for (const auto& [number, cards] : given) boards.push_back(board_of(number, cards));
    return boards;
}

std::vector<NamedDealer> explain_all(const Boards& boards) {
    std::vector<NamedDealer> found;
    for (const Dealer& dealer : explain(boards_of(boards))) found.push_back(named(dealer));
    return found;
}

std::tuple<std::vector<std::string_view>, std::size_t> nearest(DealNumber number, nb::bytes cards) {
    const Nearest found = nearest_dealer(board_of(number, cards));
    return {std::get<0>(named(found.dealer)), found.cards};
}

// State, value, step, cards left, right index, drawn index, clue and the modulus of the clue.
using PartingTuple = std::tuple<std::uint32_t, std::uint32_t, int, int, int, int, int, int>;

std::optional<PartingTuple> part(DealNumber number, nb::bytes cards) {
    const auto found = divergence(board_of(number, cards));
    if (!found) return std::nullopt;
    return PartingTuple{found->state,
                        found->value,
                        found->step,
                        found->left,
                        found->place,
                        found->drawn,
                        static_cast<int>(found->clue),
                        found->modulus};
}

}  // namespace

void bind_dealer(nb::module_& m) {
    m.def("mistake_names", &all_names,
          "The names of the mistakes of a dealer: in its values, deck, pick and layout.");
    m.def("deal_mistaken", &deal_mistaken, "number"_a, "mistakes"_a, "suits"_a = "",
          "The cards of a dealer with these mistakes, row by row, one byte a card; or None.");
    m.def("explain_boards", &explain_all, "boards"_a,
          "The fewest mistakes with which all these boards are dealt, and the order of the suits "
          "where it is another; all that are as few.");
    m.def("nearest_dealer", &nearest, "number"_a, "cards"_a,
          "The mistakes with which most of a board's first cards are dealt, and how many cards.");
    m.def(
        "divergence", &part, "number"_a, "cards"_a,
        "The first step at which a board leaves the right shuffle: state, value, step, cards left, "
        "right index, drawn index, clue and modulus; None for the right board.");
    m.def(
        "common_deck",
        [](const Boards& boards) { return as_bytes(common_deck(boards_of(boards))); }, "boards"_a,
        "The deck in another order with which all boards are dealt rightly, or None.");
    m.def(
        "common_places",
        [](const Boards& boards) { return as_bytes(common_places(boards_of(boards))); }, "boards"_a,
        "For each place of the board the card of the right deal that lies there, or None.");
}

}  // namespace freecell
