#include "lines/tally.h"

#include <algorithm>
#include <array>

#include "lines/moves.h"

namespace freecell {
namespace {

// What is to know of a board for counting: how many cards each column has, and how many cells are
// empty.
class Sizes {
  public:
    explicit Sizes(int cell_count) : empty_cells_(cell_count) {}  // of a fresh deal
    explicit Sizes(const Board& board) {
        for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] = board.columns[i].size;
        const auto end = board.cells.begin() + board.cell_count;
        empty_cells_ = static_cast<int>(std::count(board.cells.begin(), end, NO_CARD));
    }

    bool is_empty(Place column) const { return columns_[column] == 0; }

    int cost(Move move) const {
        if (move.count == 1) return 1;
        const auto empty = std::count(columns_.begin(), columns_.end(), 0);
        const auto spare = empty - (is_empty(move.target) ? 1 : 0);
        return single_step_count(move.count, empty_cells_, static_cast<int>(spare));
    }

    void make(Move move) {
        change(move.source, -move.count);
        change(move.target, move.count);
    }

  private:
    void change(Place place, int cards) {
        if (place < FIRST_CELL) {
            columns_[place] += cards;
        } else if (place < HOME) {
            empty_cells_ -= cards;
        }
    }

    std::array<int, COLUMN_COUNT> columns_{7, 7, 7, 7, 6, 6, 6, 6};
    int empty_cells_ = 0;
};

Tally tally_from(Sizes sizes, std::span<const Move> moves) {
    Tally counted;
    for (const Move move : moves) {
        counted.player += move.target == HOME ? 0 : 1;
        counted.single += static_cast<std::uint32_t>(sizes.cost(move));
        sizes.make(move);
    }
    return counted;
}

}  // namespace

Tally tally(int cell_count, std::span<const Move> moves) {
    return tally_from(Sizes(cell_count), moves);
}

Tally tally(const Board& start, std::span<const Move> moves) {
    return tally_from(Sizes(start), moves);
}

}  // namespace freecell
