// A line of play as text, in each of the dialects that people exchange.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "deal/deal.h"
#include "rules/refusal.h"

namespace freecell {

enum class Dialect : std::uint8_t {
    SNX,        // every move, the number of cards where several go to an empty column
    SN,         // the same without the numbers
    SENTENCES,  // Freecell Solver's, counted from 0
    BOARDS,     // Freecell Solver's boards, one after the other
    MICROSOFT,  // moves home by Horne's rule are not written, runs go whole to empty columns
    FCPRO,      // the same with FreeCell Pro's rule, under its headline
    MACROXUE,   // in one line; with maximal automatic play where possible, else Horne's
    STEPS,      // as SNX, but card by card
    PDDL,       // a plan for planners, card by card
};

constexpr std::array<std::string_view, 9> DIALECT_NAMES = {
    "snx", "sn", "sentences", "boards", "microsoft", "fcpro", "macroxue", "steps", "pddl"};

std::optional<Dialect> dialect_named(std::string_view name);

struct Written {
    std::string text;
    Refusal refusal;  // where a move is not legal: why, which, and its place in the line
    Move move;
    std::size_t at = 0;
};

Written write_line(const Board& start, std::span<const Move> moves, Dialect dialect,
                   std::optional<DealNumber> number);

// Legal moves as SNX, all in one line: for many at once.
std::string snx_line(const Board& start, std::span<const Move> moves);

}  // namespace freecell
