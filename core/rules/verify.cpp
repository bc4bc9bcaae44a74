#include "rules/verify.h"

#include <algorithm>

namespace freecell {

namespace {

bool is_cell(const Board& board, Place place) {
    return place >= FIRST_CELL && place < FIRST_CELL + board.cell_count;
}

int empty_cells(const Board& board) {
    const auto end = board.cells.begin() + board.cell_count;
    return static_cast<int>(std::count(board.cells.begin(), end, NO_CARD));
}

bool is_next_home(const Board& board, Card card) {
    return board.homes[suit_of(card)] == rank_of(card);
}

bool is_run(const Column& column, int count) {
    for (int i = column.size - count + 1; i < column.size; ++i) {
        if (!fits_on(column.cards[i], column.cards[i - 1])) return false;
    }
    return true;
}

// A place that is not on this board: one cell too many, or no place at all.
Refusal why_no_place(const Board& board, Place place) {
    if (is_column(place) || is_cell(board, place) || place == HOME) return {};
    return {place < HOME ? Refused::NO_CELL : Refused::NO_PLACE, place};
}

Refusal why_not_to_column(const Board& board, Move move) {
    const Column& target = board.columns[move.target];
    Card lowest = card_at(board, move.source);
    if (is_column(move.source)) {
        const Column& source = board.columns[move.source];
        if (!is_run(source, move.count)) {
            const int run = run_length(source);
            return {Refused::NOT_IN_ORDER, move.source, NO_CARD, NO_CARD, move.count, run};
        }
        lowest = source.cards[source.size - move.count];
    }
    if (target.size > 0 && !fits_on(lowest, front_of(target))) {
        return {Refused::DOES_NOT_FIT, move.target, lowest, front_of(target)};
    }
    if (move.count == 1) return {};  // for one card there is always room
    const int most = longest_run(board, move.target);
    if (move.count > most) {
        return {Refused::NO_ROOM, move.target, NO_CARD, NO_CARD, move.count, most};
    }
    return {};
}

Refusal why_not_home(const Board& board, Card card) {
    if (is_next_home(board, card)) return {};
    const Card wanted = card_of(board.homes[suit_of(card)], suit_of(card));
    return {Refused::NOT_YET_HOME, HOME, card, wanted};
}

Refusal why_not_to_cell(const Board& board, Move move) {
    if (!is_column(move.source)) return {Refused::CELL_TO_CELL};
    if (empty_cells(board) == 0) return {Refused::NO_EMPTY_CELL};
    const Card there = board.cells[move.target - FIRST_CELL];
    if (there != NO_CARD) return {Refused::CELL_TAKEN, move.target, there};
    return {};
}

}  // namespace

int run_length(const Column& column) {
    int length = std::min<int>(1, column.size);
    while (length < column.size &&
           fits_on(column.cards[column.size - length], column.cards[column.size - length - 1])) {
        ++length;
    }
    return length;
}

// The longest run that the empty cells and the empty columns, the target not counted, can carry.
int longest_run(const Board& board, Place target) {
    int run = empty_cells(board) + 1;
    for (Place column = 0; column < COLUMN_COUNT; ++column) {
        if (column != target && board.columns[column].size == 0) run *= 2;
    }
    return run;
}

Refusal why_illegal(const Board& board, Move move) {
    const auto [source, target, count] = move;
    if (source == HOME) return {Refused::FROM_HOME, HOME};
    if (const Refusal missing = why_no_place(board, source)) return missing;
    if (const Refusal missing = why_no_place(board, target)) return missing;
    if (count < 1) return {Refused::NO_CARDS, source, NO_CARD, NO_CARD, count};
    const Card front = card_at(board, source);
    if (front == NO_CARD) return {Refused::EMPTY, source};
    if (source == target) return {Refused::SAME_PLACE, source};
    const int there = is_column(source) ? board.columns[source].size : 1;
    if (count > there) return {Refused::TOO_FEW, source, NO_CARD, NO_CARD, count, there};
    if (is_column(target)) return why_not_to_column(board, move);
    if (count > 1) return {Refused::ONE_AT_A_TIME, target};
    return target == HOME ? why_not_home(board, front) : why_not_to_cell(board, move);
}

void make_move(Board& board, Move move) {
    const Card front = card_at(board, move.source);
    if (is_column(move.source)) {
        Column& source = board.columns[move.source];
        source.size = static_cast<std::uint8_t>(source.size - move.count);
    } else {
        board.cells[move.source - FIRST_CELL] = NO_CARD;
    }
    if (move.target == HOME) {
        ++board.homes[suit_of(front)];
    } else if (!is_column(move.target)) {
        board.cells[move.target - FIRST_CELL] = front;
    } else if (Column& target = board.columns[move.target]; move.count == 1) {
        target.cards[target.size++] = front;
    } else {
        const Column& source = board.columns[move.source];  // its cards still lie there
        std::copy_n(source.cards.begin() + source.size, move.count,
                    target.cards.begin() + target.size);
        target.size = static_cast<std::uint8_t>(target.size + move.count);
    }
}

bool is_won(const Board& board) {
    return std::all_of(board.homes.begin(), board.homes.end(),
                       [](int home) { return home == RANK_COUNT; });
}

std::optional<std::string> why_no_board(const Board& board) {
    std::array<int, DECK_SIZE> seen{};
    bool known = true;
    const auto see = [&](Card card) {
        card < DECK_SIZE ? void(++seen[card]) : void(known = false);
    };
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
        verdict.refusal = why_illegal(board, move);
        if (verdict.refusal) return verdict;
        make_move(board, move);
        ++verdict.legal_moves;
    }
    verdict.won = is_won(board);
    return verdict;
}

}  // namespace freecell
