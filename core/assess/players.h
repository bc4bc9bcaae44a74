// Difficulty of a deal for people: simulated players of graded skill play it without search some
// dozens of times; the measure is how far they get.
//
// Everything is integer arithmetic seeded by the number of the deal, so that Python, the page and
// every machine agree. A change of the players changes the measure, and needs a new version.
#pragma once

#include <cstdint>
#include <vector>

#include "deal/deal.h"
#include "search/state.h"

namespace freecell {

constexpr int DIFFICULTY_VERSION = 1;
constexpr int MOST_DIFFICULT = 254;  // 255 is free for "not known" where it is stored in a byte

struct Games {
    int played = 0;
    int won = 0;
    int left = 0;  // cards that were not home when the players were stuck, over all games
};

// All players play the deal with four cells; another seed is another evening.
Games play_games(DealNumber number, std::uint64_t seed = 0);

// One game of one player, 0 (sees least) to PLAYER_COUNT - 1, on any board: all steps that were
// made, automatic play included. The same seed gives the same game.
constexpr int PLAYER_COUNT = 4;
std::vector<Step> play_game(const Board& board, int player, std::uint64_t seed);

// What a player would do on a board where no card can go home, asked several times: the first step
// of each choice.
std::vector<Step> first_steps(const Board& board, int player, int times, std::uint64_t seed);

// 0 where every player wins every game, MOST_DIFFICULT where no player gets a card home.
int difficulty(const Games& games);

}  // namespace freecell
