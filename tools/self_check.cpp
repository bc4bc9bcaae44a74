// What the core answers, one question a line, so that a build for another machine can be compared
// with what is known (tools/cross.py):
//
//   deal NUMBER                the 52 cards, in the order they are dealt
//   deals FIRST COUNT          the sum of card * place over COUNT deals, of each way to make many
//   find NUMBER                the number that deals the cards of a number
//   perft NUMBER CELLS DEPTH   how many lines of DEPTH moves there are
//   signature                  how many positions the search visits for a fixed list
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "deal/deal.h"
#include "deal/find.h"
#include "search/state.h"
#include "solve/solve_short.h"

namespace {

using namespace freecell;

std::string cards_of(DealNumber number) {
    std::string names;
    for (const Card card : deal_cards(number)) {
        if (!names.empty()) names += ' ';
        names += "A23456789TJQK"[card / 4];
        names += "CDHS"[card % 4];
    }
    return names;
}

std::uint64_t sum_of(DealNumber first, std::size_t count, const BlockDealer* dealer) {
    std::vector<Card> cards(count * DECK_SIZE);
    deal_range(first, count, cards.data(), 2, dealer);
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < cards.size(); ++place) sum += cards[place] * (place + 1);
    return sum;
}

// The sum that all the ways of dealing agree in.
std::string sums_of(DealNumber first, std::size_t count) {
    const std::uint64_t plain = sum_of(first, count, dealers().back().dealer);
    for (const NamedDealer& each : dealers()) {
        const std::uint64_t sum = sum_of(first, count, each.dealer);
        if (sum != plain) return std::string(each.name) + " " + std::to_string(sum);
    }
    return std::to_string(plain);
}

std::uint64_t lines_of(DealNumber number, int cells, int depth) {
    const Board board = lay_out(deal_cards(number), cells);
    const Layout layout(board);
    return perft(State(layout, board), layout, depth);
}

// The same list as in benchmarks/signature.py.
std::uint64_t signature() {
    const auto solver = std::make_unique<Solver>();
    const SolveLimit limit;
    std::uint64_t nodes = 0;
    for (DealNumber number = 1; number <= 1000; ++number) {
        nodes += solver->solve(lay_out(deal_cards(number), 4), limit).nodes;
    }
    for (DealNumber number = 1; number <= 10; ++number) {
        nodes += solve_short(*solver, lay_out(deal_cards(number), 4), 2, limit).nodes;
    }
    return nodes + solver->solve(lay_out(deal_cards(781'948), 4), limit).positions;
}

}  // namespace

int main() {
    std::string question;
    while (std::cin >> question) {
        DealNumber number = 0;
        if (question != "signature") std::cin >> number;
        if (question == "deal") {
            std::cout << cards_of(number) << '\n';
        } else if (question == "deals") {
            std::size_t count = 0;
            std::cin >> count;
            std::cout << sums_of(number, count) << '\n';
        } else if (question == "find") {
            std::cout << find_deal(deal_cards(number)).value_or(-99) << '\n';
        } else if (question == "perft") {
            int cells = 0, depth = 0;
            std::cin >> cells >> depth;
            std::cout << lines_of(number, cells, depth) << '\n';
        } else {
            std::cout << signature() << '\n';
        }
    }
}
