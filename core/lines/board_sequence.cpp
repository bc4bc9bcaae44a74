#include "lines/board_sequence.h"

#include <algorithm>
#include <optional>

#include "lines/moves.h"

namespace freecell {
namespace {

bool is_same(const Column& one, const Column& other) {
    return one.size == other.size &&
           std::equal(one.cards.begin(), one.cards.begin() + one.size, other.cards.begin());
}

// Let a card go to the cell that it lies in on the wanted board, if that is there and empty.
Move to_shown_cell(const Board& board, Move move, const Board& wanted) {
    if (is_column(move.target) || move.target == HOME) return move;
    const auto shown =
        std::find(wanted.cells.begin(), wanted.cells.end(), card_at(board, move.source));
    const Move there{move.source, static_cast<Place>(FIRST_CELL + (shown - wanted.cells.begin())),
                     1};
    return why_illegal(board, there) ? move : there;
}

// A move that sends a card home which is home on the wanted board.
std::optional<Move> next_home(const Board& board, const Board& wanted) {
    for (Place place = 0; place < FIRST_CELL + board.cell_count; ++place) {
        const Card card = card_at(board, place);
        if (card == NO_CARD || rank_of(card) >= wanted.homes[suit_of(card)]) continue;
        if (!why_illegal(board, {place, HOME, 1})) return Move{place, HOME, 1};
    }
    return std::nullopt;
}

// Whether two boards are the same but for the order of their cells.
bool has_same_cards(const Board& one, const Board& other) {
    std::array<Card, MAX_CELLS> ours = one.cells, theirs = other.cells;
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    return one.homes == other.homes && ours == theirs &&
           std::equal(one.columns.begin(), one.columns.end(), other.columns.begin(), is_same);
}

// One move, or one and moves home after it, that make the wanted board; none where there are no
// such moves. A card goes to the cell that the wanted board shows it in, where that is empty.
std::vector<Move> moves_to(const Board& board, const Board& wanted) {
    std::vector<Move> legal = legal_moves(board);
    for (const Move move : legal) {
        Board after = board;
        make_move(after, move);
        if (has_same_cards(after, wanted)) return {to_shown_cell(board, move, wanted)};
    }
    std::stable_partition(legal.begin(), legal.end(),
                          [](Move move) { return move.target == HOME; });
    for (const Move move : legal) {
        Board after = board;
        std::vector<Move> moves = {to_shown_cell(board, move, wanted)};
        make_move(after, moves[0]);
        while (const auto home = next_home(after, wanted)) {
            make_move(after, *home);
            moves.push_back(*home);
        }
        if (has_same_cards(after, wanted)) return moves;
    }
    return {};
}

}  // namespace

Followed follow(const Board& start, std::span<const Board> boards) {
    if (boards.empty() || !has_same_cards(start, boards[0])) return {};
    Followed found{{}, 1};
    Board board = start;
    for (const Board& wanted : boards.subspan(1)) {
        const std::vector<Move> moves = moves_to(board, wanted);
        if (moves.empty()) break;
        for (const Move move : moves) make_move(board, move);
        found.moves.insert(found.moves.end(), moves.begin(), moves.end());
        ++found.reached;
    }
    found.won = is_won(board);
    return found;
}

}  // namespace freecell
