#include "assess/fewest.h"

#include <algorithm>
#include <utility>

namespace freecell {

namespace {

constexpr int FIRST_TRIED = 1;

void try_cells(FewestCells& found, int cells, const std::function<Answer(int)>& solve) {
    Answer answer = solve(cells);
    if (answer.result == Result::IMPOSSIBLE) found.least = std::max(found.least, cells + 1);
    if (answer.result == Result::UNDECIDED && found.undecided < 0) found.undecided = cells;
    const bool won = answer.result == Result::SOLVED;
    if (won || found.most > MAX_CELLS) found.answer = std::move(answer);
    if (won) found.most = cells;
}

}  // namespace

FewestCells fewest_cells(const std::function<Answer(int cells)>& solve, int occupied) {
    FewestCells found;
    found.least = occupied;
    const int first = std::max(FIRST_TRIED, occupied);
    for (int cells = first; cells <= MAX_CELLS && found.most > MAX_CELLS; ++cells) {
        try_cells(found, cells, solve);
        if (found.answer.reason == Reason::STOPPED) return found;
    }
    if (found.most == first && occupied < first) try_cells(found, occupied, solve);
    return found;
}

}  // namespace freecell
