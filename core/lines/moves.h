// Moves on a plain board, by the rules of verify.h: what the player of lines needs besides.
#pragma once

#include <vector>

#include "rules/autoplay.h"
#include "rules/verify.h"

namespace freecell {

int cards_home(const Board& board);

// Where a card lies that is not home.
Place place_of(const Board& board, Card card);

// The leftmost empty cell; FIRST_CELL + cell_count where none is empty.
Place empty_cell(const Board& board);

// How many cards go to an empty column where as many as possible do.
int fullest_count(const Board& board, Place source, Place target);

// Every legal move, by source (columns, then cells) and target, as Python's `legal_moves`.
std::vector<Move> legal_moves(const Board& board);

// Makes the moves home of automatic play, and adds them to a list.
void play_home(Board& board, Autoplay kind, std::vector<Move>& made);
void play_home(Board& board, Autoplay kind);

// The single-card moves that a legal move stands for: a run goes through the empty cells and the
// empty columns; where these do not hold all its cards but one, its front part waits in order in an
// empty column.
std::vector<Move> single_steps(const Board& board, Move move);

// The number of single moves for this many cards, empty cells and empty columns besides the target.
int single_step_count(int cards, int cells, int columns);

}  // namespace freecell
