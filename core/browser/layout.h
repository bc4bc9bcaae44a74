// How boards and moves lie in WebAssembly's memory. The page writes and reads the same layout in
// engine/core_values.js.
//
// A board: for each of the eight columns its size and room for 52 cards, then eight cells (NO_CARD
// where empty or absent), the four homes, and the number of cells. A move: source, target, count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/board.h"
#include "rules/verify.h"

namespace freecell {

constexpr std::size_t COLUMN_BYTES = 1 + DECK_SIZE;
constexpr std::size_t BOARD_BYTES = COLUMN_COUNT * COLUMN_BYTES + MAX_CELLS + SUIT_COUNT + 1;
constexpr std::size_t MOVE_BYTES = 3;

// The board at the start of some bytes; nothing where they are no board.
inline std::optional<Board> board_in(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < BOARD_BYTES) return std::nullopt;
    const std::uint8_t* from = bytes.data();
    Board board;
    for (Column& column : board.columns) {
        column.size = std::min<std::uint8_t>(from[0], DECK_SIZE);
        std::copy_n(from + 1, DECK_SIZE, column.cards.begin());
        from += COLUMN_BYTES;
    }
    std::copy_n(from, MAX_CELLS, board.cells.begin());
    std::copy_n(from + MAX_CELLS, SUIT_COUNT, board.homes.begin());
    board.cell_count = from[MAX_CELLS + SUIT_COUNT];
    if (why_no_board(board)) return std::nullopt;
    return board;
}

inline std::vector<Move> moves_in(std::span<const std::uint8_t> bytes) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i + MOVE_BYTES <= bytes.size(); i += MOVE_BYTES) {
        moves.push_back({bytes[i], bytes[i + 1], bytes[i + 2]});
    }
    return moves;
}

}  // namespace freecell
