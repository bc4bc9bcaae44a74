#include "assess/players.h"

#include <algorithm>
#include <array>
#include <optional>

#include "search/actions.h"

namespace freecell {
namespace {

// What a player likes and dislikes, and how much of it he overlooks. A noise of n lets up to n
// points go unseen in every choice; those who plan see what comes to light when several cards are
// taken off a column for a purpose, the others see one move.
struct Player {
    bool plans;
    int noise;
    int games;
};

constexpr Player PLAYERS[PLAYER_COUNT] = {
    {false, 24, 6},
    {false, 8, 6},
    {true, 24, 6},
    {true, 8, 6},
};

constexpr int HOME_WORTH = 24;  // of a card at home
constexpr std::array<int, MAX_CELLS + 1> CELL_COST{0, 6, 16, 34,
                                                   70};  // by the number of used cells
constexpr int EMPTY_WORTH = 40;                          // of an empty column
constexpr int ORDERED_WORTH = 5;                         // of a card that lies in order on another
constexpr int ABOVE_COST = 6;                            // of a card above the next one of a suit
constexpr int LATER_COST = 2;                            // ... above the one after that
constexpr int BURIED_COST = 3;     // of a card above a lower one that has to go home before it
constexpr int MOST_CHOICES = 150;  // then the player gives up

// Small, and the same everywhere (it is the finalizer of SplitMix64).
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    int below(int limit) {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return static_cast<int>(
            ((mixed ^ (mixed >> 31)) >> 32) * static_cast<std::uint64_t>(limit) >> 32);
    }

  private:
    std::uint64_t state_;
};

// What the first `kept` cards of a column cost, whatever lies on them: known from the start.
class Burdens {
  public:
    explicit Burdens(const Layout& layout) {
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            int lowest = RANK_COUNT, sum = 0;
            for (int kept = 0; kept < layout.size[column]; ++kept) {
                cost_[column][kept] = sum;
                lowest_[column][kept] = lowest;
                const int rank = rank_of(layout.cards[column][kept]);
                if (rank > lowest) sum += BURIED_COST;
                lowest = std::min(lowest, rank);
            }
            cost_[column][layout.size[column]] = sum;
            lowest_[column][layout.size[column]] = lowest;
        }
    }

    // Of a column with its moved run, which is in order in itself.
    int of(int column, const State& state) const {
        const int kept = kept_in(state.piles[column]), moved = moved_in(state.piles[column]);
        if (moved == 0) return cost_[column][kept];
        const int front = rank_of(state.fronts[column]);
        const int above = std::clamp(front + moved - 1 - lowest_[column][kept], 0, moved);
        return cost_[column][kept] + above * BURIED_COST;
    }

  private:
    std::array<std::array<int, DECK_SIZE + 1>, COLUMN_COUNT> cost_, lowest_;
};

// One game of one player.
class Playing {
  public:
    Playing(const Layout& layout, const Burdens& burdens, const Player& player, Dice& dice)
        : layout_(layout), burdens_(burdens), player_(player), dice_(dice) {}

    int cards_left(State state) {
        NoSteps none;
        autoplay(state, layout_, Autoplay::MAX, none);
        for (int choices = 0; choices < MOST_CHOICES && !state.won(); ++choices) {
            seen_[choices] = state.key.low;
            seen_count_ = choices + 1;
            if (!choose(state)) break;
            state = best_;
        }
        return DECK_SIZE - state.cards_home();
    }

    // The steps of the game, those home included.
    void write_down(State state, std::vector<Step>& steps) {
        StepList list{steps};
        autoplay(state, layout_, Autoplay::MAX, list);
        for (int choices = 0; choices < MOST_CHOICES && !state.won(); ++choices) {
            seen_[choices] = state.key.low;
            seen_count_ = choices + 1;
            if (!choose(state)) break;
            perform(state, layout_, best_action_, Autoplay::MAX, list);
        }
    }

    // The first step of one choice, made without a memory of earlier positions.
    std::optional<Step> first_step(const State& state) {
        seen_count_ = 0;
        if (!choose(state)) return std::nullopt;
        std::vector<Step> steps;
        StepList list{steps};
        State after = state;
        perform(after, layout_, best_action_, Autoplay::MAX, list);
        return steps.front();
    }

  private:
    // Finds the choice that looks best and was not made before; false where there is none.
    bool choose(const State& state) {
        found_ = false;
        const auto visit = [this](State& child, Action action, int) { look_at(child, action); };
        Expansion expansion(state, layout_, visit);
        expansion.runs(true);
        expansion.runs(false);
        expansion.to_empty();
        expansion.cells();
        expansion.to_cells();
        if (player_.plans) expansion.digs(15);
        return found_;
    }

    void look_at(State& child, Action action) {
        NoSteps none;
        autoplay(child, layout_, Autoplay::MAX, none);
        if (std::find(seen_.begin(), seen_.begin() + seen_count_, child.key.low) !=
            seen_.begin() + seen_count_) {
            return;
        }
        const int worth = worth_of(child) + dice_.below(player_.noise);
        if (found_ && worth <= worth_) return;
        found_ = true;
        worth_ = worth;
        best_ = child;
        best_action_ = action;
    }

    int worth_of(const State& state) const {
        int worth = state.cards_home() * HOME_WORTH - CELL_COST[state.cells_used] +
                    state.empty_columns * EMPTY_WORTH;
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            worth -= burdens_.of(column, state);
            worth += state.ordered(layout_, column) * ORDERED_WORTH;
        }
        for (int suit = 0; suit < SUIT_COUNT; ++suit) {
            const int next = state.homes[suit];
            if (next < RANK_COUNT) worth -= above(state, card_of(next, suit)) * ABOVE_COST;
            if (next + 1 < RANK_COUNT) worth -= above(state, card_of(next + 1, suit)) * LATER_COST;
        }
        return worth;
    }

    // How many cards lie on a card that is where it was dealt.
    int above(const State& state, Card card) const {
        const int column = layout_.column_of[card], row = layout_.row_of[card];
        if (row >= kept_in(state.piles[column])) return 0;
        return state.size_of(column) - 1 - row;
    }

    const Layout& layout_;
    const Burdens& burdens_;
    const Player& player_;
    Dice& dice_;
    std::array<std::uint64_t, MOST_CHOICES> seen_;
    int seen_count_ = 0;
    bool found_ = false;
    int worth_ = 0;
    State best_;
    Action best_action_{};
};

}  // namespace

Games play_games(DealNumber number, std::uint64_t seed) {
    const Board board = lay_out(deal_cards(number), 4);
    const Layout layout(board);
    const State start(layout, board);
    const Burdens burdens(layout);
    Games games;
    Dice dice(static_cast<std::uint64_t>(number) ^ seed << 40);
    for (const Player& player : PLAYERS) {
        for (int i = 0; i < player.games; ++i) {
            const int left = Playing(layout, burdens, player, dice).cards_left(start);
            ++games.played;
            games.won += left == 0;
            games.left += left;
        }
    }
    return games;
}

std::vector<Step> play_game(const Board& board, int player, std::uint64_t seed) {
    const Layout layout(board);
    const Burdens burdens(layout);
    Dice dice(seed);
    std::vector<Step> steps;
    Playing(layout, burdens, PLAYERS[player], dice).write_down(State(layout, board), steps);
    return steps;
}

std::vector<Step> first_steps(const Board& board, int player, int times, std::uint64_t seed) {
    const Layout layout(board);
    const State state(layout, board);
    const Burdens burdens(layout);
    Dice dice(seed);
    std::vector<Step> steps;
    for (int i = 0; i < times; ++i) {
        if (const auto step = Playing(layout, burdens, PLAYERS[player], dice).first_step(state)) {
            steps.push_back(*step);
        }
    }
    return steps;
}

int difficulty(const Games& games) {
    return games.left * MOST_DIFFICULT / (games.played * DECK_SIZE);
}

}  // namespace freecell
