// Boards and moves between Python and the core: bytes, a card or a number each.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/board.h"
#include "rules/verify.h"

namespace freecell {

inline std::span<const Card> cards_of(const nanobind::bytes& bytes) {
    return {reinterpret_cast<const Card*>(bytes.data()), bytes.size()};
}

// Checks for itself that this is a board: the searches trust what they get.
inline Board to_board(const std::vector<nanobind::bytes>& columns, const nanobind::bytes& cells,
                      const nanobind::bytes& homes) {
    Board board;
    const auto cell_cards = cards_of(cells), home_sizes = cards_of(homes);
    if (columns.size() != COLUMN_COUNT || cell_cards.size() > MAX_CELLS ||
        home_sizes.size() != SUIT_COUNT) {
        throw std::invalid_argument("a board has 8 columns, 0 to 8 cells and 4 homes");
    }
    for (int i = 0; i < COLUMN_COUNT; ++i) {
        const auto cards = cards_of(columns[i]);
        if (cards.size() > DECK_SIZE) throw std::invalid_argument("a column has at most 52 cards");
        board.columns[i].size = static_cast<std::uint8_t>(cards.size());
        std::copy(cards.begin(), cards.end(), board.columns[i].cards.begin());
    }
    board.cell_count = static_cast<int>(cell_cards.size());
    std::copy(cell_cards.begin(), cell_cards.end(), board.cells.begin());
    std::copy(home_sizes.begin(), home_sizes.end(), board.homes.begin());
    if (auto error = why_no_board(board)) throw std::invalid_argument(*error);
    return board;
}

inline std::vector<Move> to_move_list(const nanobind::bytes& bytes) {
    const auto numbers = cards_of(bytes);
    std::vector<Move> moves;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
        moves.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    }
    return moves;
}

inline nanobind::bytes to_bytes(std::span<const Move> moves) {
    std::string numbers;
    numbers.reserve(moves.size() * 3);
    for (const Move& move : moves) {
        for (std::uint8_t part : {move.source, move.target, move.count}) {
            numbers.push_back(static_cast<char>(part));
        }
    }
    return nanobind::bytes(numbers.data(), numbers.size());
}

}  // namespace freecell
