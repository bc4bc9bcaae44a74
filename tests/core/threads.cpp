// Eight threads that deal, find, solve and replay at once, for the thread sanitizer: each adds its
// answers up, and all must come to the sum of the first. Usage: threads SOLVED, the number of deals
// that each thread solves.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>
#include <vector>

#include "deal/deal.h"
#include "deal/find.h"
#include "rules/verify.h"
#include "solve/solve.h"
#include "solve/solve_short.h"

namespace {

using namespace freecell;

constexpr int THREADS = 8;

std::uint64_t work(int solved) {
    std::uint64_t sum = 0;
    for (DealNumber number = 1; number <= 200; ++number) {
        const Deck deck = deal_cards(number * 7'919);
        sum = sum * 31 + static_cast<std::uint64_t>(find_deal(deck).value_or(-99));
    }
    std::vector<Card> cards(2'000 * DECK_SIZE);
    deal_range(1, 2'000, cards.data(), 2, dealers().front().dealer);
    for (const Card card : cards) sum = sum * 31 + card;
    const auto solver = std::make_unique<Solver>();
    SolveLimit limit;
    limit.nodes = 100'000;
    for (DealNumber number = 1; number <= solved; ++number) {
        const Board board = lay_out(deal_cards(number), 4);
        const Answer answer = solver->solve(board, limit);
        sum = sum * 31 + answer.nodes + answer.moves.size();
    }
    sum = sum * 31 + solve_short(*solver, lay_out(deal_cards(617), 4), 1, limit).moves.size();
    return sum;
}

}  // namespace

int main(int count, char** words) {
    const int solved = count > 1 ? std::atoi(words[1]) : 20;
    std::vector<std::uint64_t> sums(THREADS);
    std::vector<std::thread> threads;
    for (int i = 0; i < THREADS; ++i) threads.emplace_back([&, i] { sums[i] = work(solved); });
    for (std::thread& thread : threads) thread.join();
    const std::uint64_t alone = work(solved);
    for (const std::uint64_t sum : sums) {
        if (sum != alone) return 1;
    }
    std::cout << THREADS << " threads agree\n";
}
