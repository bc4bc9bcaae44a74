// What Python sees of the facts about a deal, and of the simulated players.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <string_view>

#include "assess/deal_facts.h"
#include "assess/players.h"
#include "python/module.h"
#include "python/watch.h"
#include "solve/solve_replayed.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

nb::bytes difficulties(DealNumber first, DealNumber last, std::uint64_t seed) {
    Watch watch(Watch::NO_LIMIT, nb::none());
    std::string found;
    {
        nb::gil_scoped_release release;
        for (DealNumber number = first; number <= last && !watch.should_stop(0); ++number) {
            found.push_back(static_cast<char>(difficulty(play_games(number, seed))));
        }
    }
    watch.rethrow();
    return nb::bytes(found.data(), found.size());
}

std::tuple<int, int, int> games_of(DealNumber number, std::uint64_t seed) {
    const Games games = play_games(number, seed);
    return {games.played, games.won, games.left};
}

constexpr const char* VERDICTS[] = {"solved", "impossible", "undecided"};
constexpr const char* FACTS[] = {"", "moves", "difficulty", "fewest"};

Result verdict_named(std::string_view name) {
    return name == VERDICTS[0]   ? Result::SOLVED
           : name == VERDICTS[1] ? Result::IMPOSSIBLE
                                 : Result::UNDECIDED;
}

std::tuple<int, std::uint64_t, std::uint64_t> budget_positions(bool thorough) {
    const Budget& budget = thorough ? THOROUGH : QUICK;
    return {budget.effort, budget.win_positions, budget.fewest_positions};
}

// The facts with what was missing, and which of them were computed.
nb::tuple compute_facts(DealNumber number, std::string_view verdict, std::optional<int> moves,
                        std::optional<int> fewest, bool fewest_proved,
                        std::optional<int> difficulty, bool thorough, nb::object tick) {
    const DealFacts known{number, verdict_named(verdict), moves, fewest, fewest_proved, difficulty};
    Watch watch(Watch::NO_LIMIT, std::move(tick));
    DealFacts facts;
    std::vector<const char*> computed;
    {
        nb::gil_scoped_release release;
        const auto solver = std::make_unique<Solver>();
        const auto solve = [&](const Board& board, int effort, const SolveLimit& limit) {
            return solve_replayed(*solver, board, effort, limit);
        };
        FactFinder finder(known, thorough ? THOROUGH : QUICK, solve);
        for (Fact fact = finder.next(); fact != Fact::NONE; fact = finder.next()) {
            if (watch.should_stop(0)) break;
            finder.compute(fact, [&](std::uint64_t n) { return watch.should_stop(n); });
            computed.push_back(FACTS[static_cast<int>(fact)]);
        }
        facts = finder.facts();
    }
    watch.rethrow();
    return nb::make_tuple(VERDICTS[static_cast<int>(facts.verdict)], facts.moves, facts.fewest,
                          facts.fewest_proved, facts.difficulty, facts.positions, computed);
}

}  // namespace

void bind_assess(nb::module_& m) {
    m.def("compute_facts", &compute_facts, "number"_a, "verdict"_a, "moves"_a.none(),
          "fewest"_a.none(), "fewest_proved"_a, "difficulty"_a.none(), "thorough"_a,
          "tick"_a.none(),
          nb::sig("def compute_facts(number: int, verdict: str, moves: int | None, "
                  "fewest: int | None, fewest_proved: bool, difficulty: int | None, "
                  "thorough: bool, tick: object) -> tuple[str, int | None, int | None, bool, "
                  "int | None, int, list[str]]"),
          "Compute what is missing of a deal's facts, within a budget of positions: the facts in "
          "the same order, the positions of a proof, and what was computed.");
    m.def("budget_positions", &budget_positions, "thorough"_a,
          "Return the effort of a budget, its positions for a short win, and for each number of "
          "cells.");
    m.attr("DIFFICULTY_VERSION") = DIFFICULTY_VERSION;
    m.attr("MOST_DIFFICULT") = MOST_DIFFICULT;
    m.def("play_games", &games_of, "number"_a, "seed"_a = 0,
          "Let the players play a deal: games played, games won, cards left over all games.");
    m.def("difficulties", &difficulties, "first"_a, "last"_a, "seed"_a = 0,
          "How hard the deals of a range are for the players: one byte a deal.");
}

}  // namespace freecell
