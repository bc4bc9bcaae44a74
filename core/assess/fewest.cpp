#include "assess/fewest.h"

#include <algorithm>
#include <utility>

#include "solve/solve_replayed.h"

namespace freecell {

namespace {

constexpr int FIRST_TRIED = 1;

void try_cells(FewestCells& found, int cells, Solver& solver, const Deck& deck,
               const SolveLimit& limit) {
    Answer answer = solve_replayed(solver, lay_out(deck, cells), 0, limit);
    if (answer.result == Result::IMPOSSIBLE) found.least = std::max(found.least, cells + 1);
    if (answer.result == Result::UNDECIDED && found.undecided < 0) found.undecided = cells;
    const bool won = answer.result == Result::SOLVED;
    if (won || found.most > MAX_CELLS) found.answer = std::move(answer);
    if (won) found.most = cells;
}

}  // namespace

FewestCells fewest_cells(Solver& solver, const Deck& deck, const SolveLimit& limit) {
    FewestCells found;
    for (int cells = FIRST_TRIED; cells <= MAX_CELLS && found.most > MAX_CELLS; ++cells) {
        try_cells(found, cells, solver, deck, limit);
        if (found.answer.reason == Reason::STOPPED) return found;
    }
    if (found.most == FIRST_TRIED) try_cells(found, 0, solver, deck, limit);
    return found;
}

}  // namespace freecell
