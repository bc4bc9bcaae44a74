// The rules on a plain board, to check what the search found. It shares no code with the search and
// is written to be read; tests tie it to the rules in Python.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "rules/board.h"
#include "rules/refusal.h"

namespace freecell {

// Why `move` is not allowed on `board`; `Refused::NONE` when it is. Any empty cell may be the
// target.
Refusal why_illegal(const Board& board, Move move);

// How many cards at the front of a column lie in order, and how many can go at once to a column.
int run_length(const Column& column);
int longest_run(const Board& board, Place target);

// Makes a move that is allowed.
void make_move(Board& board, Move move);

bool is_won(const Board& board);

// Why `board` is no board at all (a card twice, a card missing, ...); nothing when it is one.
std::optional<std::string> why_no_board(const Board& board);

struct Verdict {
    bool won = false;             // every move was legal, and in the end all cards are home
    std::size_t legal_moves = 0;  // how many moves could be made
    Refusal refusal;              // why the next one could not
};

Verdict verify(const Board& start, std::span<const Move> moves);

}  // namespace freecell
