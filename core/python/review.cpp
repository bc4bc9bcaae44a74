// The review of a line of play for Python; the game itself is in review.
#include "assess/review.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <utility>

#include "python/convert.h"
#include "python/module.h"
#include "python/watch.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

const char* name_of(Result verdict) {
    static constexpr const char* NAMES[] = {"solved", "impossible", "undecided"};
    return NAMES[static_cast<int>(verdict)];
}

// Lets a search run without the GIL, within the limits.
template <class Search>
auto within(std::uint64_t nodes, double seconds, std::uint64_t bytes, nb::object tick,
            const Search& search) {
    Watch watch(seconds, std::move(tick));
    auto result = [&] {
        nb::gil_scoped_release release;
        return search(
            SolveLimit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }});
    }();
    watch.rethrow();
    return result;
}

class PythonReviewer {
  public:
    PythonReviewer(const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                   const nb::bytes& homes, const nb::bytes& moves)
        : reviewer_(checked(to_board(columns, cells, homes), to_move_list(moves))) {}

    // What other threads read meanwhile stays as it is until the question is answered.
    bool step(std::uint64_t nodes, double seconds, std::uint64_t bytes, nb::object tick) {
        Reviewer next = reviewer_;
        const bool asked =
            within(nodes, seconds, bytes, std::move(tick),
                   [&](const SolveLimit& limit) { return next.step(*solver_, limit); });
        reviewer_ = std::move(next);
        return asked;
    }

    std::vector<std::pair<nb::bytes, std::string>> choices(std::size_t index, std::uint64_t nodes,
                                                           double seconds, std::uint64_t bytes,
                                                           nb::object tick) {
        check(index);
        const Reviewer now = reviewer_;  // and a solver of its own: another thread may take steps
        const auto solver = std::make_unique<Solver>();
        const auto found =
            within(nodes, seconds, bytes, std::move(tick),
                   [&](const SolveLimit& limit) { return now.choices(index, *solver, limit); });
        std::vector<std::pair<nb::bytes, std::string>> choices;
        for (const auto& [move, verdict] : found) {
            choices.emplace_back(to_bytes(std::span(&move, 1)), name_of(verdict));
        }
        return choices;
    }

    std::string verdict(std::size_t index) const { return name_of(check(index).verdict); }
    int needed(std::size_t index) const { return check(index).needed; }
    nb::bytes line(std::size_t index) const { return to_bytes(check(index).line); }

  private:
    static Reviewer checked(const Board& start, const std::vector<Move>& moves) {
        const Verdict verdict = verify(start, moves);
        if (verdict.legal_moves < moves.size()) {
            throw std::invalid_argument("an illegal move: " + std::string(verdict.refusal.name()));
        }
        return Reviewer(start, moves);
    }

    const ReviewedPosition& check(std::size_t index) const {
        if (index >= reviewer_.positions().size()) throw nb::index_error("no such position");
        return reviewer_.positions()[index];
    }

    Reviewer reviewer_;
    std::unique_ptr<Solver> solver_ = std::make_unique<Solver>();
};

}  // namespace

void bind_review(nb::module_& m) {
    nb::class_<PythonReviewer>(m, "Reviewer", "Looks at a line of play, a question at a time.")
        .def(nb::init<const std::vector<nb::bytes>&, const nb::bytes&, const nb::bytes&,
                      const nb::bytes&>(),
             "columns"_a, "cells"_a, "homes"_a, "moves"_a)
        .def(
            "step", &PythonReviewer::step, "nodes"_a, "seconds"_a, "bytes"_a, "tick"_a.none(),
            nb::sig("def step(self, nodes: int, seconds: float, bytes: int, tick: object) -> bool"),
            "Ask one more question; false when there was none left.")
        .def("choices", &PythonReviewer::choices, "index"_a, "nodes"_a, "seconds"_a, "bytes"_a,
             "tick"_a.none(),
             nb::sig("def choices(self, index: int, nodes: int, seconds: float, bytes: int, "
                     "tick: object) -> list[tuple[bytes, str]]"),
             "The legal moves at a position, and the verdict after each of them.")
        .def("verdict", &PythonReviewer::verdict, "index"_a, "Solved, impossible or undecided.")
        .def("needed", &PythonReviewer::needed, "index"_a,
             "How many player's moves the win has that is kept for a position.")
        .def("line", &PythonReviewer::line, "index"_a, "That win, three bytes a move.");
}

}  // namespace freecell
