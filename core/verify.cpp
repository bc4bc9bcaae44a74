#include "verify.h"

#include <algorithm>
#include <utility>

namespace freecell {

namespace {

bool is_column(Place place) { return place < COLUMN_COUNT; }

bool is_cell(const Board& board, Place place) {
    return place >= FIRST_CELL && place < FIRST_CELL + board.cell_count;
}

int empty_cells(const Board& board) {
    const auto end = board.cells.begin() + board.cell_count;
    return static_cast<int>(std::count(board.cells.begin(), end, NO_CARD));
}

// The longest run that the empty cells and the empty columns, the target not counted, can carry.
int longest_run(const Board& board, Place target) {
    int run = empty_cells(board) + 1;
    for (Place column = 0; column < COLUMN_COUNT; ++column) {
        if (column != target && board.columns[column].size == 0) run *= 2;
    }
    return run;
}

Card front_of(const Column& column) {
    return column.size == 0 ? NO_CARD : column.cards[column.size - 1];
}

bool is_run(const Column& column, int count) {
    for (int i = column.size - count + 1; i < column.size; ++i) {
        if (!fits_on(column.cards[i], column.cards[i - 1])) return false;
    }
    return true;
}

std::optional<std::string> why_not_onto(const Column& target, Card card) {
    if (target.size > 0 && !fits_on(card, front_of(target))) {
        return "the card does not fit on the column";
    }
    return std::nullopt;
}

std::optional<std::string> why_no_run(const Board& board, Move move) {
    const Column& source = board.columns[move.source];
    if (move.count > source.size) return "the column has fewer cards";
    if (!is_run(source, move.count)) return "the cards are not in order";
    if (move.count > longest_run(board, move.target)) return "there is not enough room for the run";
    return why_not_onto(board.columns[move.target], source.cards[source.size - move.count]);
}

// The card that a move of one card takes.
Card card_at(const Board& board, Place place) {
    return is_column(place) ? front_of(board.columns[place]) : board.cells[place - FIRST_CELL];
}

}  // namespace

std::optional<std::string> why_illegal(const Board& board, Move move) {
    if (!is_column(move.source) && !is_cell(board, move.source)) return "no such source";
    if (!is_column(move.target) && !is_cell(board, move.target) && move.target != HOME) {
        return "no such target";
    }
    if (move.source == move.target) return "source and target are the same";
    if (move.count < 1) return "no card is moved";
    if (is_column(move.source) && is_column(move.target)) return why_no_run(board, move);
    if (move.count != 1) return "only between columns can several cards move at once";

    const Card card = card_at(board, move.source);
    if (card == NO_CARD) return "there is no card to move";
    if (is_column(move.target)) return why_not_onto(board.columns[move.target], card);
    if (move.target == HOME) {
        if (board.homes[suit_of(card)] == rank_of(card)) return std::nullopt;
        return "the card cannot go home yet";
    }
    if (!is_column(move.source)) return "a card does not move from cell to cell";
    const auto leftmost = std::find(board.cells.begin(), board.cells.end(), NO_CARD);
    if (leftmost != board.cells.begin() + (move.target - FIRST_CELL)) {
        return "the cell is not the leftmost empty one";
    }
    return std::nullopt;
}

void make_move(Board& board, Move move) {
    std::array<Card, DECK_SIZE> hand{};
    if (is_column(move.source)) {
        Column& source = board.columns[move.source];
        source.size = static_cast<std::uint8_t>(source.size - move.count);
        std::copy_n(source.cards.begin() + source.size, move.count, hand.begin());
    } else {
        hand[0] = std::exchange(board.cells[move.source - FIRST_CELL], NO_CARD);
    }
    if (is_column(move.target)) {
        Column& target = board.columns[move.target];
        std::copy_n(hand.begin(), move.count, target.cards.begin() + target.size);
        target.size = static_cast<std::uint8_t>(target.size + move.count);
    } else if (move.target == HOME) {
        ++board.homes[suit_of(hand[0])];
    } else {
        board.cells[move.target - FIRST_CELL] = hand[0];
    }
}

bool is_won(const Board& board) {
    return std::all_of(board.homes.begin(), board.homes.end(),
                       [](int home) { return home == RANK_COUNT; });
}

std::optional<std::string> why_no_board(const Board& board) {
    std::array<int, DECK_SIZE> seen{};
    bool known = true;
    const auto see = [&](Card card) { card < DECK_SIZE ? void(++seen[card]) : void(known = false); };
    if (board.cell_count < 0 || board.cell_count > MAX_CELLS) return "there are 0 to 8 cells";
    for (const Column& column : board.columns) {
        if (column.size > DECK_SIZE) return "a column is too long";
        for (int row = 0; row < column.size; ++row) see(column.cards[row]);
    }
    for (int cell = 0; cell < MAX_CELLS; ++cell) {
        if (board.cells[cell] == NO_CARD) continue;
        if (cell >= board.cell_count) return "a card lies in a cell that does not exist";
        see(board.cells[cell]);
    }
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        if (board.homes[suit] > RANK_COUNT) return "too many cards are home";
        for (int rank = 0; rank < board.homes[suit]; ++rank) see(card_of(rank, suit));
    }
    if (!known) return "there is something that is no card";
    if (!std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; })) {
        return "each of the 52 cards must be there once";
    }
    return std::nullopt;
}

Verdict verify(const Board& start, std::span<const Move> moves) {
    Board board = start;
    Verdict verdict;
    for (Move move : moves) {
        if (auto error = why_illegal(board, move)) {
            verdict.error = *error;
            return verdict;
        }
        make_move(board, move);
        ++verdict.legal_moves;
    }
    verdict.won = is_won(board);
    return verdict;
}

}  // namespace freecell
