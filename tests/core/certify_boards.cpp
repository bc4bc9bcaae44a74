// Certifies deals that cannot be won: lines "number cells nodes" in, and for each a line out with
// the verdict (0 solved, 1 impossible, 2 undecided), the faces distinguished, positions and
// checksum.
#include <iostream>

#include "deal/deal.h"
#include "solve/certify_impossible.h"

int main() {
    using namespace freecell;
    DealNumber number = 0;
    SolveLimit limit;
    for (int cells = 0; std::cin >> number >> cells >> limit.nodes;) {
        const Board board = lay_out(deal_cards(number), cells);
        const Impossibility found = certify_impossible(board, limit);
        std::cout << static_cast<int>(found.result) << ' ' << found.distinguished << ' '
                  << found.positions << ' ' << found.checksum << '\n';
    }
}
