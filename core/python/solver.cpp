// What Python sees of the solver.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "assess/fewest.h"
#include "deal/deal.h"
#include "lines/tally.h"
#include "python/convert.h"
#include "python/module.h"
#include "python/watch.h"
#include "rules/verify.h"
#include "solve/certify.h"
#include "solve/certify_impossible.h"
#include "solve/solve_replayed.h"
#include "solve/solve_short.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

// An answer as Python sees it: the words for the verdict and for the limit that was reached.
struct Answered {
    Answer answer;
    bool out_of_time = false;
    std::optional<int> least = {}, most = {};  // of a search for the shortest win

    const char* verdict() const {
        static constexpr const char* NAMES[] = {"solved", "impossible", "undecided"};
        return NAMES[static_cast<int>(answer.result)];
    }

    const char* reached() const {
        static constexpr const char* NAMES[] = {"", "nodes", "bytes", "cancelled"};
        if (answer.reason == Reason::STOPPED && out_of_time) return "seconds";
        return NAMES[static_cast<int>(answer.reason)];
    }

    nb::bytes moves() const { return to_bytes(answer.moves); }
};

// Lets a search of one board run without the GIL, within the limits: `search(board, limit)`.
template <class Search>
Answered searched(const Board& board, std::uint64_t nodes, double seconds, std::uint64_t bytes,
                  nb::object tick, const Search& search) {
    Watch watch(seconds, std::move(tick));
    Answer answer;
    {
        nb::gil_scoped_release release;
        const SolveLimit limit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }};
        answer = search(board, limit);
    }
    watch.rethrow();
    return {std::move(answer), watch.out_of_time()};
}

Answered solve_board(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                     const nb::bytes& homes, int effort, std::uint64_t nodes, double seconds,
                     std::uint64_t bytes, nb::object tick) {
    return searched(to_board(columns, cells, homes), nodes, seconds, bytes, std::move(tick),
                    [&](const Board& board, const SolveLimit& limit) {
                        const auto solver = std::make_unique<Solver>();
                        return solve_replayed(*solver, board, effort, limit);
                    });
}

Answered solve_shortest(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                        const nb::bytes& homes, bool single_cards, std::uint64_t nodes,
                        double seconds, std::uint64_t bytes, nb::object tick,
                        nb::object on_interval) {
    const Board board = to_board(columns, cells, homes);
    Watch watch(seconds, std::move(tick));
    ShortestAnswer found;
    {
        nb::gil_scoped_release release;
        const auto solver = std::make_unique<ShortestSolver>();
        solver->on_interval = [&](int least, std::optional<int> most) {
            watch.report(on_interval, least, most);
        };
        const SolveLimit limit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }};
        found = solve_replayed(*solver, board, single_cards ? Unit::CARDS : Unit::MOVES, limit);
    }
    watch.rethrow();
    return {std::move(found.answer), watch.out_of_time(), found.least, found.most};
}

// The fewest cells of a board: least, most, the first number of cells left open (or -1), and the
// win with `most`; every win has been replayed. Of the board's cells only those with a card count.
std::tuple<int, int, int, Answered> fewest_cells_of(const std::vector<nb::bytes>& columns,
                                                    const nb::bytes& cells, const nb::bytes& homes,
                                                    std::uint64_t nodes, double seconds,
                                                    std::uint64_t bytes, nb::object tick) {
    Board start = to_board(columns, cells, homes);
    const auto end = std::remove(start.cells.begin(), start.cells.end(), NO_CARD);
    const auto occupied = static_cast<int>(end - start.cells.begin());
    std::fill(end, start.cells.end(), NO_CARD);
    Watch watch(seconds, std::move(tick));
    FewestCells found;
    bool out_of_time = false;
    {
        nb::gil_scoped_release release;
        const auto solver = std::make_unique<Solver>();
        const SolveLimit limit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }};
        const auto solve = [&](int count) {
            Board board = start;
            board.cell_count = count;
            watch.start(seconds);  // the limits are for each number of cells
            Answer answer = solve_replayed(*solver, board, 0, limit);
            out_of_time = out_of_time || watch.out_of_time();
            return answer;
        };
        found = fewest_cells(solve, occupied);
    }
    watch.rethrow();
    return {found.least, found.most, found.undecided, {std::move(found.answer), out_of_time}};
}

// How the refutation of this many moves, those home not counted, ended, how many positions it
// searched and their checksum.
std::tuple<std::string, std::uint64_t, std::uint64_t> refute_board(
    const std::vector<nb::bytes>& columns, const nb::bytes& cells, const nb::bytes& homes,
    bool single_cards, int most, std::uint64_t nodes, double seconds, std::uint64_t bytes,
    nb::object tick) {
    static constexpr const char* ENDS[] = {"won", "complete", "nodes", "bytes", "cancelled"};
    const Board board = to_board(columns, cells, homes);
    Watch watch(seconds, std::move(tick));
    Refutation found;
    {
        nb::gil_scoped_release release;
        const SolveLimit limit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }};
        found = refute(board, single_cards ? Unit::CARDS : Unit::MOVES, most, limit);
    }
    watch.rethrow();
    const char* end = watch.out_of_time() ? "seconds" : ENDS[static_cast<int>(found.end)];
    return {end, found.positions, found.checksum};
}

// How the search for a certificate of impossibility ended; the faces that are distinguished, how
// many positions the easier game has and their checksum.
std::tuple<std::string, FaceSet, std::uint64_t, std::uint64_t> certify_board(
    const std::vector<nb::bytes>& columns, const nb::bytes& cells, const nb::bytes& homes,
    std::uint64_t nodes, double seconds, std::uint64_t bytes, nb::object tick,
    FaceSet distinguished) {
    Impossibility found;
    const Answered answered =
        searched(to_board(columns, cells, homes), nodes, seconds, bytes, std::move(tick),
                 [&](const Board& board, const SolveLimit& limit) {
                     found = certify_impossible(board, limit, distinguished);
                     return Answer{found.result, found.reason, 0, found.positions, {}};
                 });
    const bool undecided = found.result == Result::UNDECIDED;
    return {undecided ? answered.reached() : answered.verdict(), found.distinguished,
            found.positions, found.checksum};
}

// The lower bound of the search for the shortest win, without the moves home.
int lower_bound(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                const nb::bytes& homes, bool single_cards) {
    const Board board = to_board(columns, cells, homes);
    const Layout layout(board);
    const auto bound = std::make_unique<LowerBound>();
    bound->prepare(layout, single_cards ? Unit::CARDS : Unit::MOVES);
    return bound->of(State(layout, board));
}

// One solver for several deals; each answer is replayed before it is given back.
class DealSolver {
  public:
    std::vector<Answered> solve(const std::vector<DealNumber>& numbers, int cells, int effort,
                                std::uint64_t nodes, double seconds, std::uint64_t bytes,
                                nb::object tick) {
        Watch watch(seconds, std::move(tick));
        std::vector<Answered> answers;
        {
            nb::gil_scoped_release release;
            const SolveLimit limit{nodes, bytes,
                                   [&](std::uint64_t n) { return watch.should_stop(n); }};
            for (std::size_t i = 0; i < numbers.size() && !watch.interrupted(); ++i) {
                const Board board = lay_out(deal_cards(numbers[i]), cells);
                watch.start(seconds);
                Answer answer = solve_replayed(solver_, board, effort, limit);
                answers.push_back({std::move(answer), watch.out_of_time()});
            }
        }
        watch.rethrow();
        return answers;
    }

  private:
    Solver solver_;
};

// Looks for shorter wins of several deals, one after the other.
class DealShortener {
  public:
    int shorten(DealNumber number, int known, std::uint32_t places) {
        nb::gil_scoped_release release;
        return shorter_replayed(solver_, lay_out(deal_cards(number), CELLS), known, places);
    }

  private:
    static constexpr int CELLS = 4;
    ShorterSolver solver_;
};

std::tuple<bool, std::size_t, std::string_view> verify_moves(const std::vector<nb::bytes>& columns,
                                                             const nb::bytes& cells,
                                                             const nb::bytes& homes,
                                                             const nb::bytes& moves) {
    const Verdict verdict = verify(to_board(columns, cells, homes), to_move_list(moves));
    return {verdict.won, verdict.legal_moves, verdict.refusal.name()};
}

std::tuple<std::uint32_t, std::uint32_t> count_moves(int cells, const nb::bytes& moves) {
    const Tally counted = tally(cells, to_move_list(moves));
    return {counted.player, counted.single};
}

std::uint64_t perft_of(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                       const nb::bytes& homes, int depth) {
    const Board board = to_board(columns, cells, homes);
    const Layout layout(board);
    return perft(State(layout, board), layout, depth);
}

// The exhaustive search alone, as `solve_board` answers, with no automatic play unless it is
// wanted.
Answered prove_board(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                     const nb::bytes& homes, bool safe_play, std::uint64_t nodes, double seconds,
                     std::uint64_t bytes, nb::object tick) {
    const Plays plays = safe_play ? Plays::SAFE_FORCED : Plays::OPTIONAL;
    return searched(
        to_board(columns, cells, homes), nodes, seconds, bytes, std::move(tick),
        [&](const Board& board, const SolveLimit& limit) { return prove(board, plays, limit); });
}

// The proof in the easier game alone, and until it decides.
Answered prove_board_by_twins(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                              const nb::bytes& homes, std::uint64_t nodes, double seconds,
                              std::uint64_t bytes, nb::object tick, FaceSet distinguished) {
    return searched(to_board(columns, cells, homes), nodes, seconds, bytes, std::move(tick),
                    [distinguished](const Board& board, const SolveLimit& limit) {
                        const auto prover = std::make_unique<TwinProver>();
                        return prove_by_twins(*prover, board, limit, distinguished);
                    });
}

Answered decide_board_by_twins(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                               const nb::bytes& homes, std::uint64_t nodes, double seconds,
                               std::uint64_t bytes, nb::object tick) {
    return searched(to_board(columns, cells, homes), nodes, seconds, bytes, std::move(tick),
                    [](const Board& board, const SolveLimit& limit) {
                        const auto refiner = std::make_unique<TwinRefiner>();
                        return replayed(board, decide_by_twins(*refiner, board, limit));
                    });
}

}  // namespace

void bind_solver(nb::module_& m) {
    m.attr("MOST_EFFORT") = MOST_EFFORT;
    nb::class_<Answered>(m, "Answer", "What a search found out about a board.")
        .def_prop_ro("verdict", &Answered::verdict, "Solved, impossible or undecided.")
        .def_prop_ro("reached", &Answered::reached,
                     "Of an undecided one the limit: nodes, bytes, seconds or cancelled.")
        .def_prop_ro(
            "nodes", [](const Answered& it) { return it.answer.nodes; },
            "How many positions were searched.")
        .def_prop_ro(
            "positions", [](const Answered& it) { return it.answer.positions; },
            "Of an impossible one: how many can be reached.")
        .def_prop_ro("moves", &Answered::moves,
                     "Of a win, three bytes each: source, target, count.")
        .def_ro("least", &Answered::least, "Of a search for the shortest win: it has no fewer.")
        .def_ro("most", &Answered::most, "... and no more, where a win is known.");
    m.def("solve_shortest", &solve_shortest, "columns"_a, "cells"_a, "homes"_a, "single_cards"_a,
          "nodes"_a, "seconds"_a, "bytes"_a, "tick"_a.none(), "on_interval"_a.none(),
          nb::sig("def solve_shortest(columns: list[bytes], cells: bytes, homes: bytes, "
                  "single_cards: bool, nodes: int, seconds: float, bytes: int, tick: object, "
                  "on_interval: object) -> Answer"),
          "Find the shortest win and prove that there is no shorter one.");
    m.def("refute_board", &refute_board, "columns"_a, "cells"_a, "homes"_a, "single_cards"_a,
          "most"_a, "nodes"_a, "seconds"_a, "bytes"_a, "tick"_a.none(),
          nb::sig("def refute_board(columns: list[bytes], cells: bytes, homes: bytes, "
                  "single_cards: bool, most: int, nodes: int, seconds: float, bytes: int, "
                  "tick: object) -> tuple[str, int, int]"),
          "Show that no win has at most this many moves (moves home are free): how it ended, "
          "positions, "
          "checksum.");
    m.def("certify_impossible", &certify_board, "columns"_a, "cells"_a, "homes"_a, "nodes"_a,
          "seconds"_a, "bytes"_a, "tick"_a.none(), "distinguished"_a = 0,
          "Search an easier game without a win: how that ended (impossible, solved, or the limit "
          "that "
          "was reached), the faces whose twins are distinguished (bits 2 * rank + 1 if red), "
          "positions, checksum.");
    m.def("lower_bound", &lower_bound, "columns"_a, "cells"_a, "homes"_a, "single_cards"_a,
          "Return how many moves, those home not counted, a board needs at least.");
    m.def("fewest_cells", &fewest_cells_of, "columns"_a, "cells"_a, "homes"_a, "nodes"_a,
          "seconds"_a, "bytes"_a, "tick"_a.none(),
          nb::sig("def fewest_cells(columns: list[bytes], cells: bytes, homes: bytes, nodes: int, "
                  "seconds: float, bytes: int, tick: object) -> tuple[int, int, int, Answer]"),
          "Find the fewest cells that win a board: least, most, the first number left open or -1, "
          "and the answer with `most`.");
    m.def("solve_board", &solve_board, "columns"_a, "cells"_a, "homes"_a, "effort"_a, "nodes"_a,
          "seconds"_a, "bytes"_a, "tick"_a.none(), "Solve a board; a solution has been replayed.");
    nb::class_<DealSolver>(m, "DealSolver",
                           "Solves deals by number, keeping its memory between them.")
        .def(nb::init<>())
        .def("solve", &DealSolver::solve, "numbers"_a, "cells"_a, "effort"_a, "nodes"_a,
             "seconds"_a, "bytes"_a, "tick"_a.none(),
             nb::sig("def solve(self, numbers: list[int], cells: int, effort: int, nodes: int, "
                     "seconds: float, bytes: int, tick: object) "
                     "-> list[Answer]"),
             "Solve these deals; each solution has been replayed.");
    nb::class_<DealShortener>(m, "DealShortener",
                              "Looks for shorter wins of deals, keeping its memory between them.")
        .def(nb::init<>())
        .def("shorten", &DealShortener::shorten, "number"_a, "known"_a, "places"_a,
             "Return the moves of the shortest win found that has fewer, or 0; it was replayed.");
    m.def(
        "verify_moves", &verify_moves, "columns"_a, "cells"_a, "homes"_a, "moves"_a,
        "Play moves by the rules of the verifier: whether they win, how many are legal, why not.");
    m.def("count_moves", &count_moves, "cells"_a, "moves"_a,
          "Count legal moves from a fresh deal: as players do, and in single cards.");
    m.def("perft", &perft_of, "columns"_a, "cells"_a, "homes"_a, "depth"_a,
          "Count the lines of this many moves, by the rules of the search (perft).");
    m.def("prove_board", &prove_board, "columns"_a, "cells"_a, "homes"_a, "safe_play"_a, "nodes"_a,
          "seconds"_a, "bytes"_a, "tick"_a.none(),
          "Look at every position; the answer is as that of solve_board.");
    m.def(
        "prove_by_twins", &prove_board_by_twins, "columns"_a, "cells"_a, "homes"_a, "nodes"_a,
        "seconds"_a, "bytes"_a, "tick"_a.none(), "distinguished"_a = 0,
        "Look at every position of the easier game where loose cards of one rank and colour are "
        "alike, except `distinguished` ones (bits 2 * rank + 1 if red): impossible, or undecided.");
    m.def(
        "decide_by_twins", &decide_board_by_twins, "columns"_a, "cells"_a, "homes"_a, "nodes"_a,
        "seconds"_a, "bytes"_a, "tick"_a.none(),
        "The same; where the easier game can be won, more of the cards are distinguished until it "
        "says how the real one ends.");
}

}  // namespace freecell
