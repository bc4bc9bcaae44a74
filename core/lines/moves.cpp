#include "lines/moves.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace freecell {
namespace {

// The numbers of cards that could go to a column: any to an empty one, else the one that fits.
void add_moves_to_column(const Board& board, Place source, Place target, std::vector<Move>& moves) {
    const Card parent = front_of(board.columns[target]);
    int first = 1, last = 1;
    if (is_column(source)) {
        last = fullest_count(board, source, target);
        if (parent != NO_CARD) first = rank_of(parent) - rank_of(card_at(board, source));
        if (parent != NO_CARD) last = std::min(first, last);
    }
    for (int count = std::max(first, 1); count <= last; ++count) {
        const Move move{source, target, static_cast<std::uint8_t>(count)};
        if (!why_illegal(board, move)) moves.push_back(move);
    }
}

// How a run is parted: the fewest single moves, and how many of its cards wait in a column.
struct Parting {
    int steps = 1 << 20;
    int waiting = 0;
};

constexpr int MOST_CARDS = 14;  // a run has at most 13
using Partings =
    std::array<std::array<std::array<Parting, COLUMN_COUNT>, MAX_CELLS + 1>, MOST_CARDS>;

constexpr Parting parting(const Partings& known, int cards, int cells, int columns) {
    if (cards <= cells + columns + 1) return {2 * cards - 1, 0};
    Parting best;
    if (cards > (cells + 1) << columns) return best;  // there is no room for that many
    const int half = (cells + 1) << (columns - 1);
    for (int waiting = 1; waiting < cards; ++waiting) {
        if (waiting > half || cards - waiting > half) continue;
        const int steps = 2 * known[waiting][cells][columns - 1].steps +
                          known[cards - waiting][cells][columns - 1].steps;
        if (steps < best.steps) best = {steps, waiting};
    }
    return best;
}

constexpr Partings PARTINGS = [] {
    Partings made{};
    for (int columns = 0; columns < COLUMN_COUNT; ++columns) {
        for (int cells = 0; cells <= MAX_CELLS; ++cells) {
            for (int cards = 1; cards < MOST_CARDS; ++cards) {
                made[cards][cells][columns] = parting(made, cards, cells, columns);
            }
        }
    }
    return made;
}();

class RunMover {
  public:
    RunMover(std::span<const Place> cells, std::vector<Move>& steps)
        : cells_(cells), steps_(steps) {}

    void move(Place source, Place target, int cards, std::span<const Place> columns) {
        const auto room = cells_.size() + columns.size();
        if (static_cast<std::size_t>(cards) <= room + 1) {
            move_through(source, target, static_cast<std::size_t>(cards - 1), columns);
            return;
        }
        const int waiting = PARTINGS[cards][cells_.size()][columns.size()].waiting;
        const Place stop = columns.back();
        const auto others = columns.first(columns.size() - 1);
        move(source, stop, waiting, others);
        move(source, target, cards - waiting, others);
        move(stop, target, waiting, others);
    }

  private:
    void move_through(Place source, Place target, std::size_t stops,
                      std::span<const Place> columns) {
        const auto stop = [&](std::size_t i) {
            return i < cells_.size() ? cells_[i] : columns[i - cells_.size()];
        };
        for (std::size_t i = 0; i < stops; ++i) steps_.push_back({source, stop(i), 1});
        steps_.push_back({source, target, 1});
        for (std::size_t i = stops; i > 0; --i) steps_.push_back({stop(i - 1), target, 1});
    }

    std::span<const Place> cells_;
    std::vector<Move>& steps_;
};

}  // namespace

int cards_home(const Board& board) {
    return std::accumulate(board.homes.begin(), board.homes.end(), 0);
}

Place place_of(const Board& board, Card card) {
    for (Place place = 0; place < COLUMN_COUNT; ++place) {
        const Column& column = board.columns[place];
        const auto end = column.cards.begin() + column.size;
        if (std::find(column.cards.begin(), end, card) != end) return place;
    }
    const auto cell = std::find(board.cells.begin(), board.cells.end(), card);
    return static_cast<Place>(FIRST_CELL + (cell - board.cells.begin()));
}

Place empty_cell(const Board& board) {
    const auto end = board.cells.begin() + board.cell_count;
    return static_cast<Place>(FIRST_CELL +
                              (std::find(board.cells.begin(), end, NO_CARD) - board.cells.begin()));
}

int fullest_count(const Board& board, Place source, Place target) {
    if (!is_column(source)) return 1;
    return std::min(run_length(board.columns[source]), longest_run(board, target));
}

std::vector<Move> legal_moves(const Board& board) {
    std::vector<Move> moves;
    const Place cell = empty_cell(board);
    for (Place source = 0; source < FIRST_CELL + board.cell_count; ++source) {
        if (card_at(board, source) == NO_CARD) continue;
        for (Place target = 0; target < COLUMN_COUNT; ++target) {
            if (target != source) add_moves_to_column(board, source, target, moves);
        }
        if (is_column(source) && cell < FIRST_CELL + board.cell_count) {
            moves.push_back({source, cell, 1});
        }
        if (!why_illegal(board, {source, HOME, 1})) moves.push_back({source, HOME, 1});
    }
    return moves;
}

void play_home(Board& board, Autoplay kind, std::vector<Move>& made) {
    if (kind == Autoplay::NONE) return;
    // The columns come first, then the cells; after each card all are checked again.
    for (Place place = 0; place < FIRST_CELL + board.cell_count;) {
        const Card card = card_at(board, place);
        const bool is_next = card != NO_CARD && board.homes[suit_of(card)] == rank_of(card);
        if (is_next && goes_by_itself(board.homes, card, kind)) {
            made.push_back({place, HOME, 1});
            make_move(board, made.back());
            place = 0;
        } else {
            ++place;
        }
    }
}

void play_home(Board& board, Autoplay kind) {
    std::vector<Move> made;
    play_home(board, kind, made);
}

std::vector<Move> single_steps(const Board& board, Move move) {
    if (move.count == 1) return {move};
    std::array<Place, MAX_CELLS> cells;
    std::array<Place, COLUMN_COUNT> columns;
    std::size_t cell_count = 0, column_count = 0;
    for (Place column = 0; column < COLUMN_COUNT; ++column) {
        if (board.columns[column].size == 0 && column != move.target) {
            columns[column_count++] = column;
        }
    }
    for (Place cell = FIRST_CELL; cell < FIRST_CELL + board.cell_count; ++cell) {
        if (card_at(board, cell) == NO_CARD) cells[cell_count++] = cell;
    }
    std::vector<Move> steps;
    RunMover({cells.data(), cell_count}, steps)
        .move(move.source, move.target, move.count, {columns.data(), column_count});
    return steps;
}

int single_step_count(int cards, int cells, int columns) {
    return PARTINGS[cards][cells][columns].steps;
}

}  // namespace freecell
