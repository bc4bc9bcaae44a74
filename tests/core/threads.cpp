// Eight threads that deal, find, solve and replay at once, for the thread sanitizer: each adds its
// answers up, and all must come to the sum of the first. Usage: threads SOLVED, the number of deals
// that each thread solves.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "deal/deal.h"
#include "deal/find.h"
#include "lines/replay.h"
#include "lines/write.h"
#include "rules/verify.h"
#include "solve/solve.h"
#include "solve/solve_short.h"

namespace {

using namespace freecell;

constexpr int THREADS = 8;

// Writes a line and plays it again, without numbers and automatic moves, which the player has to
// find by trying. 0 where the text does not win.
std::uint64_t replayed(const Board& board, std::span<const Move> moves, DealNumber number) {
    const std::string text = write_line(board, moves, Dialect::MICROSOFT, number).text;
    std::vector<WrittenMove> line;
    for (std::string_view rest = text; !rest.empty();) {
        if (const auto move = take_written_move(rest)) {
            line.push_back(*move);
        } else {
            rest.remove_prefix(1);
        }
    }
    const Replay played = replay(board, line, TextKind::STANDARD);
    return played.wins() ? played.moves.size() : 0;
}

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
        if (answer.result != Result::SOLVED) continue;
        const std::uint64_t moves = replayed(board, answer.moves, number);
        if (moves == 0) return 0;  // no sum of answers that are right
        sum = sum * 31 + moves;
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
    if (alone == 0) return 2;
    for (const std::uint64_t sum : sums) {
        if (sum != alone) return 1;
    }
    std::cout << THREADS << " threads agree\n";
}
