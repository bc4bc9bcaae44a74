// Reviews a line of play position by position: where it could be won, in how many moves, and which
// move lost it.
//
// What is known of one position holds for others: a win from a later one is a win from all
// before it, by the moves that were made; and where there is no win, no later position has one. So
// the move that lost the game is found by halving. The line kept for a position is never longer
// than the move that was made there and the line kept after it.
//
// One question is asked at a time, so that what is known so far can be shown at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/solve.h"

namespace freecell {

struct ReviewedPosition {
    Result verdict = Result::UNDECIDED;
    bool asked = false;      // whether a search decided it, or the answer for another position did
    std::vector<Move> line;  // of a solved one: the shortest win known
    int needed = 0;          // ... and how many player's moves it has
};

class Reviewer {
  public:
    // The moves must be legal, one after the other.
    Reviewer(const Board& start, std::span<const Move> moves);

    // Asks one more question; false when there was none left. The verdicts come first, then from
    // the last position that can be won to the first how many moves are needed.
    bool step(Solver& solver, const SolveLimit& limit);

    const std::vector<ReviewedPosition>& positions() const { return positions_; }
    bool verdicts_done() const { return next_question() < 0; }

    // Of the moves that are legal at a position: whether a win is left after each of them.
    struct Choice {
        Move move;
        Result verdict;
    };
    std::vector<Choice> choices(std::size_t index, Solver& solver, const SolveLimit& limit) const;

  private:
    int next_question() const;
    void settle(int index, const Answer& answer);
    void measure(int index, const Answer& answer);
    void keep(int index, std::vector<Move> line);

    std::vector<Board> boards_;
    std::vector<Move> moves_;
    std::vector<ReviewedPosition> positions_;
    int last_won_ = -1;   // the last position known to be winnable
    int first_lost_ = 0;  // the first known to be lost; one after the last while there is none
    int unmeasured_ = 0;  // positions below this one wait to be measured
    bool measuring_ = false;
};

}  // namespace freecell
