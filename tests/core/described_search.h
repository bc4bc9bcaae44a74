// What core/search/shortest.h says a pass looks at, written as plainly as it is described: no bound
// is carried from one position to the next, no table rejects a position, no move is left out.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "search/actions.h"
#include "search/lower_bound.h"

namespace freecell {

// With how many moves each position is met first.
using Met = std::map<std::pair<std::uint64_t, std::uint64_t>, int>;

inline std::pair<std::uint64_t, std::uint64_t> name_of(const State& state) {
    return {state.key.low, state.key.high};
}

inline Board board_of(const State& state, const Layout& layout) {
    Board board;
    board.cell_count = layout.cell_count;
    board.homes = state.homes;
    int cell = 0;
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        board.cells[cell++] = first_of(rest);
    }
    for (int at = 0; at < COLUMN_COUNT; ++at) {
        Column& column = board.columns[at];
        for (int row = 0; row < kept_in(state.piles[at]); ++row) {
            column.cards[column.size++] = layout.cards[at][row];
        }
        for (CardSet rest = state.moved_set(at); rest != 0; rest ^= std::bit_floor(rest)) {
            column.cards[column.size++] = first_of(std::bit_floor(rest));  // a run, highest first
        }
    }
    return board;
}

class DescribedSearch {
  public:
    // False when there are too many positions. The last level is that of the first win, or the one
    // before none is left.
    bool run(const Board& board, Unit unit, int most, std::size_t most_positions) {
        const Layout layout(board);
        met_.clear();
        bounds_.clear();
        State root(layout, board);
        NoSteps none;
        autoplay(root, layout, Autoplay::FCPRO, none);
        std::vector<State> level, next;
        int moves = 0;
        const auto meet = [&](State state, Step step, std::vector<State>& to) {
            play(state, layout, step);
            autoplay(state, layout, Autoplay::FCPRO, none);
            if (met_.contains(name_of(state)) || moves + bound(state, layout, unit) > most) return;
            met_[name_of(state)] = moves;
            to.push_back(state);
        };
        if (bound(root, layout, unit) <= most) {
            met_[name_of(root)] = 0;
            level.push_back(root);
        }
        for (;;) {
            bool won = false;
            for (std::size_t i = 0; i < level.size(); ++i) {
                const State state = level[i];
                won = won || bound(state, layout, unit) == 0;
                for (const Step step : steps_of(state, layout, unit, true)) {
                    meet(state, step, level);
                }
            }
            last_level_ = moves;
            if (met_.size() > most_positions) return false;
            if (won || level.empty()) return true;
            ++moves;
            for (const State& state : level) {
                for (const Step step : steps_of(state, layout, unit, false)) {
                    meet(state, step, next);
                }
            }
            level.swap(next);
            next.clear();
        }
    }

    const Met& met() const { return met_; }
    int last_level() const { return last_level_; }

  private:
    static std::vector<Step> steps_of(const State& state, const Layout& layout, Unit unit,
                                      bool home) {
        std::vector<Step> steps;
        list_moves(state, layout, steps);
        std::erase_if(steps, [&](const Step& step) {
            return (step.target == HOME) != home || (unit == Unit::CARDS && step.count > 1);
        });
        return steps;
    }

    // The bound of the position as if the game began there, where no card was moved.
    int bound(const State& state, const Layout& layout, Unit unit) {
        const auto [found, is_new] = bounds_.emplace(name_of(state), 0);
        if (is_new) {
            const Board board = board_of(state, layout);
            const Layout own(board);
            bound_->prepare(own, unit);
            found->second = bound_->of(State(own, board));
        }
        return found->second;
    }

    std::unique_ptr<LowerBound> bound_ = std::make_unique<LowerBound>();
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> bounds_;
    Met met_;
    int last_level_ = 0;
};

}  // namespace freecell
