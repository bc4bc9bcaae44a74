// What Python sees of the core. It converts and hands over; it holds no rules of the game, and
// Python has checked the numbers before they come here.
#include "python/module.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "deal/deal.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

using CardArray = nb::ndarray<Card, nb::shape<-1, DECK_SIZE>, nb::c_contig, nb::device::cpu>;
using NumberArray = nb::ndarray<const DealNumber, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The names of the cards as Python strings, made once, by whichever thread comes first: AC to KS.
PyObject* const* card_names() {
    static const std::array<PyObject*, DECK_SIZE> names = [] {
        std::array<PyObject*, DECK_SIZE> made;
        for (int card = 0; card < DECK_SIZE; ++card) {
            const char name[] = {"A23456789TJQK"[card / 4], "CDHS"[card % 4], '\0'};
            made[card] = PyUnicode_InternFromString(name);
        }
        return made;
    }();
    return names.data();
}

nb::bytes deal_bytes(DealNumber number) {
    const Deck deck = deal_cards(number);
    return nb::bytes(reinterpret_cast<const char*>(deck.data()), deck.size());
}

// Seven rows of names. The lists are filled in place, since this is the function that most
// programs will call, and one at a time.
nb::object deal_rows(DealNumber number) {
    const Deck deck = deal_cards(number);
    PyObject* const* names = card_names();
    PyObject* rows = PyList_New(7);
    for (int row = 0; rows != nullptr && row < 7; ++row) {
        const int size = row < 6 ? 8 : 4;
        PyObject* cards = PyList_New(size);
        if (cards == nullptr) Py_CLEAR(rows);
        for (int i = 0; cards != nullptr && i < size; ++i) {
            PyObject* name = names[deck[static_cast<std::size_t>(row * 8 + i)]];
            Py_INCREF(name);
            PyList_SetItem(cards, i, name);
        }
        if (rows != nullptr) PyList_SetItem(rows, row, cards);
    }
    if (rows == nullptr) throw nb::python_error();
    return nb::steal(rows);
}

std::vector<std::string_view> dealer_names() {
    std::vector<std::string_view> names;
    for (const NamedDealer& each : dealers()) names.push_back(each.name);
    return names;
}

const BlockDealer* dealer_named(std::string_view name) {
    for (const NamedDealer& each : dealers()) {
        if (name.empty() || each.name == name) return each.dealer;
    }
    throw std::invalid_argument("this processor has no such dealer: " + std::string(name));
}

void fill_with_range(DealNumber first, CardArray cards, int threads, std::string_view dealer) {
    const BlockDealer* by = dealer_named(dealer);
    nb::gil_scoped_release release;
    deal_range(first, cards.shape(0), cards.data(), threads, by);
}

void fill_with_numbers(NumberArray numbers, CardArray cards, int threads, std::string_view dealer) {
    const BlockDealer* by = dealer_named(dealer);
    nb::gil_scoped_release release;
    deal_numbers({numbers.data(), numbers.shape(0)}, cards.data(), threads, by);
}

}  // namespace
}  // namespace freecell

NB_MODULE(_core, m) {
    using namespace freecell;
    // Suppress leak warnings: a forked child cannot free the objects of its parent's threads.
    nb::set_leak_warnings(false);
    m.doc() = "The compiled core of freecell: call it through the modules of the package.";
    bind_review(m);
    bind_solver(m);

    m.def("deal_cards", &deal_bytes, "number"_a, nb::sig("def deal_cards(number: int) -> bytes"),
          "The 52 cards of a deal in the order they are dealt, one byte a card.");
    m.def("deal_rows", &deal_rows, "number"_a,
          nb::sig("def deal_rows(number: int) -> list[list[str]]"),
          "The seven rows of a deal, as card names.");
    m.def("dealers", &dealer_names,
          "The ways of dealing many at once that this processor can use, the fastest first.");
    m.def(
        "deal_range", &fill_with_range, "first"_a, "cards"_a, "threads"_a, "dealer"_a = "",
        "Fill an array with the deals from `first` on, by the fastest dealer unless one is named.");
    m.def("deal_numbers", &fill_with_numbers, "numbers"_a, "cards"_a, "threads"_a, "dealer"_a = "",
          "Fill an array with the deals of these numbers, by the fastest dealer unless one is "
          "named.");
    bind_find(m);
    bind_lines(m);
    bind_dealer(m);
    bind_assess(m);
    bind_picture(m);
    bind_survey(m);
}
