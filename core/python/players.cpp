// What Python sees of the simulated players.
#include "assess/players.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <string>

#include "python/module.h"
#include "python/watch.h"

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

}  // namespace

void bind_players(nb::module_& m) {
    m.attr("DIFFICULTY_VERSION") = DIFFICULTY_VERSION;
    m.attr("MOST_DIFFICULT") = MOST_DIFFICULT;
    m.def("play_games", &games_of, "number"_a, "seed"_a = 0,
          "Let the players play a deal: games played, games won, cards left over all games.");
    m.def("difficulties", &difficulties, "first"_a, "last"_a, "seed"_a = 0,
          "How hard the deals of a range are for the players: one byte a deal.");
}

}  // namespace freecell
