// Lines of play as plans in PDDL, for the domain of the planning competition of 2000: an action
// moves one card, and names the cards and counts that it changes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/refusal.h"

namespace freecell {

// How far a plan could be played, and why its next action is impossible.
struct PlayedPlan {
    std::vector<Move> moves;
    bool won = false;
    std::string_view fault;  // the name of a reason; empty where there is none, or a rule says why
    std::string text;        // what the reason is about: a card, or the action that was expected
    Refusal refusal;
};

// Legal moves as a plan, card by card, a line an action.
std::string write_plan(Board board, std::span<const Move> moves);

// Plays actions, one a line: `sendtofree hq s2 n4 n3`, in small letters with one space in between.
PlayedPlan play_plan(Board board, std::string_view actions);

}  // namespace freecell
