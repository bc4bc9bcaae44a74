#include "tally.h"

#include <algorithm>
#include <array>

namespace freecell {
namespace {

constexpr int MOST_CARDS = 14;  // a run has at most 13

// The fewest single moves for a run: through empty cells and empty columns, where it must be parted
// with its front part waiting in an empty column. As text/steps.py does it.
int single_moves(int count, int cells, int columns) {
    if (count <= cells + columns + 1) return 2 * count - 1;
    const int half = (cells + 1) << (columns - 1);
    int fewest = 1 << 20;
    for (int waiting = std::max(1, count - half); waiting <= std::min(half, count - 1); ++waiting) {
        fewest = std::min(fewest, 2 * single_moves(waiting, cells, columns - 1) +
                                      single_moves(count - waiting, cells, columns - 1));
    }
    return fewest;
}

using Costs = std::array<std::array<std::array<int, COLUMN_COUNT>, MAX_CELLS + 1>, MOST_CARDS>;

const Costs& run_costs() {
    static const Costs costs = [] {
        Costs made{};
        for (int count = 1; count < MOST_CARDS; ++count) {
            for (int cells = 0; cells <= MAX_CELLS; ++cells) {
                for (int columns = 0; columns < COLUMN_COUNT; ++columns) {
                    if (count <= (cells + 1) << columns) {
                        made[count][cells][columns] = single_moves(count, cells, columns);
                    }
                }
            }
        }
        return made;
    }();
    return costs;
}

// What is to know of a board for counting: how many cards each column has, and how many cells are
// empty.
class Sizes {
  public:
    explicit Sizes(int cell_count) : empty_cells_(cell_count) {}

    bool is_empty(Place column) const { return columns_[column] == 0; }

    int cost(Move move) const {
        if (move.count == 1) return 1;
        const auto empty = std::count(columns_.begin(), columns_.end(), 0);
        const auto spare = empty - (is_empty(move.target) ? 1 : 0);
        return run_costs()[move.count][static_cast<std::size_t>(empty_cells_)]
                          [static_cast<std::size_t>(spare)];
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
    int empty_cells_;
};

char place_name(Place place) {
    if (place == HOME) return 'h';
    return place < FIRST_CELL ? static_cast<char>('1' + place) : "abcdefgk"[place - FIRST_CELL];
}

}  // namespace

Tally tally(int cell_count, std::span<const Move> moves) {
    Sizes sizes(cell_count);
    Tally counted;
    for (const Move move : moves) {
        counted.player += move.target == HOME ? 0 : 1;
        counted.single += static_cast<std::uint32_t>(sizes.cost(move));
        sizes.make(move);
    }
    return counted;
}

std::string snx_text(int cell_count, std::span<const Move> moves) {
    Sizes sizes(cell_count);
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += place_name(move.source);
        text += place_name(move.target);
        if (move.count > 1 && move.target < FIRST_CELL && sizes.is_empty(move.target)) {
            text += 'v';
            text += "0123456789abcdef"[move.count];
        }
        sizes.make(move);
    }
    return text;
}

}  // namespace freecell
