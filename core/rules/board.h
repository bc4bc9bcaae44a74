// A board and a move as plain values: what Python, the search and the verifier exchange.
// It has no rules; those are in state (for the search) and in verify (for checking the search).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/cards.h"

namespace freecell {

constexpr int COLUMN_COUNT = 8;
constexpr int MAX_CELLS = 8;

// A place on the board: columns 0..7, then cells 8..15, then home.
using Place = std::uint8_t;
constexpr Place FIRST_CELL = 8;
constexpr Place HOME = 16;
constexpr std::string_view PLACE_NAMES = "12345678abcdefgkh";  // `h` is home, so the last cell is k
constexpr std::string_view CELL_NAMES = PLACE_NAMES.substr(FIRST_CELL, MAX_CELLS);

constexpr bool is_column(Place place) {
    return place < COLUMN_COUNT;
}

struct Column {
    std::uint8_t size = 0;
    std::array<Card, DECK_SIZE> cards{};  // from the back card to the front card
};

struct Board {
    std::array<Column, COLUMN_COUNT> columns;
    int cell_count = 4;                            // 0..8
    std::array<Card, MAX_CELLS> cells{};           // NO_CARD where empty or where there is no cell
    std::array<std::uint8_t, SUIT_COUNT> homes{};  // how many cards of each suit are home

    Board() { cells.fill(NO_CARD); }
};

// The board of a fresh deal, from its cards in the order they are laid on the table.
inline Board lay_out(const std::array<Card, DECK_SIZE>& deck, int cell_count) {
    Board board;
    board.cell_count = cell_count;
    for (std::size_t i = 0; i < deck.size(); ++i) {
        Column& column = board.columns[i % COLUMN_COUNT];
        column.cards[column.size++] = deck[i];
    }
    return board;
}

// `count` cards from `source` to `target`; more than one only between columns.
struct Move {
    Place source = 0;
    Place target = 0;
    std::uint8_t count = 1;

    bool operator==(const Move&) const = default;
};

inline Card front_of(const Column& column) {
    return column.size == 0 ? NO_CARD : column.cards[column.size - 1];
}

// The card that can be taken from a column or a cell of the board.
inline Card card_at(const Board& board, Place place) {
    return is_column(place) ? front_of(board.columns[place]) : board.cells[place - FIRST_CELL];
}

}  // namespace freecell
