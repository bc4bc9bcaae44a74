// What the programs that find weights share: the deals, the files of weights, and the features of a
// position one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "deal/deal.h"
#include "search/best_first.h"
#include "search/score.h"
#include "solve/solve.h"

namespace freecell {

// A deal as the searches take it.
struct Position {
    Layout layout;
    State state;
    explicit Position(const Board& board) : layout(board), state(layout, board) {}
};

// Takes `--cells N` out of the words of the command; 4 where it is not there.
inline int take_cells(std::vector<std::string>& words) {
    const auto option = std::find(words.begin(), words.end(), "--cells");
    if (words.end() - option < 2) return 4;
    const int cells = std::stoi(option[1]);
    words.erase(option, option + 2);
    return cells;
}

// The words of the command, `any|short` first; it ends where there are too few.
inline std::vector<std::string> words_of_command(std::vector<std::string> words,
                                                 const char* usage) {
    if (words.size() < 8 || (words[0] != "any" && words[0] != "short")) {
        std::fprintf(stderr, "usage: %s\n", usage);
        std::exit(2);
    }
    return words;
}

inline Weights read_weights(const std::string& name) {
    Weights weights{};
    std::ifstream file(name);
    for (auto& weight : weights) {
        if (!(file >> weight)) {
            std::fprintf(stderr, "%s: expected %zu weights\n", name.c_str(), weights.size());
            std::exit(1);
        }
    }
    return weights;
}

inline void write_weights(const std::string& name, const Weights& weights) {
    {
        std::ofstream file(name + ".new");
        for (auto weight : weights) file << weight << ' ';
        file << '\n';
    }
    std::rename((name + ".new").c_str(), name.c_str());
}

// The deals from a number on, without those that earlier attempts solve: `words` are their files of
// weights and their quotas, in turn. With less than four cells those are left out too for which a
// short proof shows that there is no win: nothing can be learned from them.
class HardDeals {
  public:
    HardDeals(DealNumber first, int cells, const std::vector<std::string>& words)
        : number_(first), cells_(cells) {
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            const auto quota = static_cast<std::uint32_t>(std::stoul(words[i + 1]));
            earlier_.push_back({read_weights(words[i]), quota});
        }
    }

    Position next() {
        for (;;) {
            const Board board = lay_out(deal_cards(number_++), cells_);
            if (cells_ < 4 && has_no_win(board)) continue;
            Position position(board);
            if (std::none_of(earlier_.begin(), earlier_.end(),
                             [&](const Earlier& attempt) { return solves(position, attempt); })) {
                return position;
            }
        }
    }

  private:
    struct Earlier {
        Weights weights;
        std::uint32_t quota;
    };
    bool has_no_win(const Board& board) {
        const SolveLimit limit{SHORT_PROOF};
        return prove_by_twins(prover_, board, limit).result == Result::IMPOSSIBLE;
    }

    bool solves(const Position& at, const Earlier& how) {
        const Attempt attempt{&how.weights, Autoplay::MAX, true, false, how.quota};
        return search_.run(at.layout, at.state, attempt, {}) == Outcome::SOLVED;
    }

    static constexpr std::uint64_t SHORT_PROOF = 10'000;

    DealNumber number_;
    int cells_;
    TwinProver prover_;
    std::vector<Earlier> earlier_;
    BestFirst search_;
};

using FeatureCounts = std::array<int, FEATURE_COUNT>;

inline void count_column(const Layout& layout, int column, Pile pile, FeatureCounts& counts) {
    const auto& cards = layout.cards[column];
    const int kept = kept_in(pile), moved = moved_in(pile);
    if (kept == 0) {
        counts[ALONE] += moved > 0;
        counts[ALONE_CARD] += moved;
        return;
    }
    const int ordered = layout.ordered[column][kept];
    counts[CARD] += kept;
    counts[TIDY] += ordered;
    counts[CLEAN] += ordered == kept;
    counts[MOVED + moved] += 1;
    counts[BACK + rank_of(cards[0])] += 1;
    for (int row = 0; row < kept; ++row) {
        const int above = std::min(kept - 1 - row + moved, ABOVE_COUNT - 1);
        counts[BURY + rank_of(cards[row]) * ABOVE_COUNT + above] += 1;
        if (row > 0) counts[PAIR + pair_of(cards[row], cards[row - 1])] += 1;
        bool over_own_suit = false;
        for (int below = 0; below < row; ++below) {
            if (rank_of(cards[below]) >= rank_of(cards[row])) continue;
            const bool own = suit_of(cards[below]) == suit_of(cards[row]);
            counts[INVERSION] += 1;
            counts[OWN_INVERSION] += own;
            over_own_suit |= own;
        }
        counts[OVER_OWN_SUIT] += over_own_suit;
    }
}

inline void count_next(const Layout& layout, const State& state, int suit, FeatureCounts& counts) {
    if (state.homes[suit] == RANK_COUNT) return;
    const Card next = card_of(state.homes[suit], suit);
    const int column = layout.column_of[next];
    if (column == COLUMN_COUNT) return;
    const Pile pile = state.piles[column];
    const int above = kept_in(pile) - 1 - layout.row_of[next];
    if (above < 0) return;  // it was moved
    counts[NEXT + std::min(above + moved_in(pile), ABOVE_COUNT - 1)] += 1;
}

// What `Score` weighs, counted plainly; the score is the sum of each count times its weight. DEPTH
// and what steers the queue belong to the search and are not counted here.
inline FeatureCounts count_features(const Layout& layout, const State& state) {
    FeatureCounts counts{};
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        count_column(layout, column, state.piles[column], counts);
    }
    for (int suit = 0; suit < SUIT_COUNT; ++suit) count_next(layout, state, suit, counts);
    for (Card card = 0; card < DECK_SIZE; ++card) {
        if ((state.cells & set_of(card)) == 0) continue;
        counts[CELL + rank_of(card) - state.homes[suit_of(card)]] += 1;
    }
    const int cells = std::min(layout.cell_count - state.cells_used, 4);
    counts[ROOM + 4 * cells + std::min<int>(state.empty_columns, 3)] += 1;
    counts[HOME_CARD] = state.cards_home();
    const auto [low, high] = std::minmax_element(state.homes.begin(), state.homes.end());
    counts[SPREAD] = *high - *low;
    return counts;
}

}  // namespace freecell
