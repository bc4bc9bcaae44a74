// Decides a board in easier games: as long as a win of the easier game cannot be played in the real
// one, the twins that it mixes up are distinguished, and the search runs again.
//
// A line of the easier game is a line of the real one up to the first card that goes home as its
// twin. A win without such a card is a win. In the worst case all twins are distinguished at the
// end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "prove/prove.h"
#include "prove/prove_twins.h"
#include "rules/board.h"

namespace freecell {

class TwinRefiner {
  public:
    // Begins with a board, whose layout must stay while it is searched. Twins of the faces
    // `distinguished` are distinguished from the start.
    void start(const Layout& layout, const Board& board, Plays plays = Plays::SAFE_FORCED,
               FaceSet distinguished = 0);

    // IMPOSSIBLE and WON hold for the real game. The limit is for all searches together; where it
    // was met, another call with a higher one goes on from there.
    Proof search(const ProofLimit& limit);

    // The first of the searches alone, whose WON does not hold for the real game; `search` goes on
    // from there.
    Proof search_easiest(const ProofLimit& limit);

    std::uint64_t positions() const { return positions_ + prover_.positions(); }  // of all searches
    std::uint64_t bytes() const { return prover_.bytes(); }
    FaceSet distinguished() const { return distinguished_; }
    const std::vector<Move>& moves() const { return moves_; }  // the line that wins, after WON
    TwinProver& prover() { return prover_; }                   // the last of them

  private:
    std::optional<Face> first_mixed_up(const Board& board);
    void move(Board& board, Place source, Place target);
    void send_home(Board& board, std::uint16_t homes);

    TwinProver prover_;
    const Layout* layout_ = nullptr;
    Board board_;
    Plays plays_ = Plays::SAFE_FORCED;
    std::uint64_t positions_ = 0;  // of the searches before this one
    FaceSet distinguished_ = 0;
    std::vector<Move> moves_;
};

}  // namespace freecell
