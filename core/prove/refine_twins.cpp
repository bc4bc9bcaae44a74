#include "prove/refine_twins.h"

#include <algorithm>

#include "rules/verify.h"

namespace freecell {

void TwinRefiner::start(const Layout& layout, const Board& board, Plays plays,
                        FaceSet distinguished) {
    layout_ = &layout;
    board_ = board;
    plays_ = plays;
    distinguished_ = distinguished;
    positions_ = 0;
    moves_.clear();
    prover_.start(layout, board, distinguished_, TwinProver::Line::KEEP, plays_);
}

Proof TwinRefiner::search_easiest(const ProofLimit& limit) {
    return prover_.search(limit);
}

Proof TwinRefiner::search(const ProofLimit& limit) {
    for (;;) {
        ProofLimit rest = limit;
        rest.positions = limit.positions - std::min(limit.positions, positions_);
        const Proof proof = prover_.search(rest);
        if (proof != Proof::WON) return proof;
        const std::optional<Face> face = first_mixed_up(board_);
        if (!face) return Proof::WON;
        if (positions() >= limit.positions) return Proof::TOO_MANY_POSITIONS;
        distinguished_ |= FaceSet{1} << *face;
        positions_ += prover_.positions();
        prover_.start(*layout_, board_, distinguished_, TwinProver::Line::KEEP, plays_);
    }
}

namespace {

// Where a card of a face is that can be moved, in a cell, that of a suit rather than its twin.
Place find_in_cells(const Board& board, Face face, bool second) {
    Place found = HOME;
    for (Place place = FIRST_CELL; place < HOME; ++place) {
        const Card card = card_at(board, place);
        if (card == NO_CARD || face_of(card) != face) continue;
        if (is_second_suit(suit_of(card)) == second) return place;
        found = place;
    }
    return found;
}

Place find_free_cell(const Board& board) {
    Place place = FIRST_CELL;
    while (card_at(board, place) != NO_CARD) ++place;
    return place;
}

// Where the next card of a suit is, if it can go home.
Place find_next(const Board& board, int suit) {
    const Card card = card_of(board.homes[static_cast<std::size_t>(suit)], suit);
    Place place = 0;
    while (place < HOME && card_at(board, place) != card) ++place;
    return place;
}

}  // namespace

void TwinRefiner::move(Board& board, Place source, Place target) {
    make_move(board, {source, target, 1});
    moves_.push_back({source, target, 1});
}

// What went home by itself in the easier game, in an order that works: four bits a suit.
void TwinRefiner::send_home(Board& board, std::uint16_t homes) {
    for (int suit = 0; suit < SUIT_COUNT;) {
        const bool is_done =
            board.homes[static_cast<std::size_t>(suit)] == (homes >> 4 * suit & 15);
        const Place next = is_done ? HOME : find_next(board, suit);
        if (next == HOME) {
            ++suit;
            continue;
        }
        move(board, next, HOME);
        suit = 0;
    }
}

// Plays the line of the easier game in the real one.
std::optional<Face> TwinRefiner::first_mixed_up(const Board& start) {
    Board board = start;
    moves_.clear();
    bool is_start = true;
    for (const TwinLink& link : prover_.line()) {
        const int suit = link.target - TwinLink::HOME_OF;
        Place source = link.source;
        if (source >= TwinLink::CELL) {
            const auto face = static_cast<Face>((source & (TwinLink::SECOND - 1)) - TwinLink::CELL);
            const bool second = suit >= 0 ? is_second_suit(suit) : (source & TwinLink::SECOND) != 0;
            source = find_in_cells(board, face, second);
        }
        if (!is_start && suit >= 0) {
            const Card card = card_at(board, source);
            if (suit_of(card) != suit) return face_of(card);
            move(board, source, HOME);
        } else if (!is_start) {
            move(board, source,
                 link.target == TwinLink::CELL ? find_free_cell(board) : link.target);
        }
        is_start = false;
        send_home(board, link.homes);
    }
    send_home(board, 0xdddd);
    return std::nullopt;
}

}  // namespace freecell
