// What a certificate says about a board that cannot be won: which easier game was searched, how
// many positions it has, and a checksum over them that does not depend on the order they are met
// in.
//
// The game is that of prove_twins.h with no automatic play at all: then all that the proof rests on
// is that every move of the real game is one of the easier game. docs/proofs.md describes the game,
// the text of a position and the checksum for those who check it.
#pragma once

#include <cstdint>
#include <string>

#include "prove/refine_twins.h"
#include "solve/solve.h"

namespace freecell {

// The homes as four numbers, the cards in cells, the columns that are not empty, in the order of
// their texts. A card that is fixed is written in capitals ("9S"), a loose one in small letters,
// with its colour ("9b") or, where twins are distinguished, its suit ("9s"): "1 0 0
// 2|4r|JD2Skr|...".
std::string twin_text(const TwinPosition& position, const Layout& layout, FaceSet distinguished);

struct Impossibility {
    Result result = Result::UNDECIDED;
    Reason reason = Reason::NONE;  // of an undecided one
    FaceSet distinguished = 0;
    std::uint64_t positions = 0;
    std::uint64_t checksum = 0;
};

// Twins of the faces `distinguished` are distinguished in any case; of all of them, it is the real
// game.
Impossibility certify_impossible(const Board& board, const SolveLimit& limit,
                                 FaceSet distinguished = 0);

}  // namespace freecell
