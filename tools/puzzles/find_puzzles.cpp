// Finds puzzles: positions from games of the simulated players in which few moves keep the win.
//
//   find_puzzles SEED FIRST COUNT
//
// takes COUNT deals from 1 to 1,000,000 in an order that the SEED shuffles, from place FIRST on. It
// prints a puzzle a line, each with its parts between tabs:
//
//   the number of the deal
//   the moves from the deal to the position
//   the good moves: MOVE=CHOSEN=WIN, where WIN is a line of play after the move
//   the wrong moves: MOVE=CHOSEN=POSITIONS, where POSITIONS is the size of the proof
//
// CHOSEN counts how often the simulated players would make the move: all four are asked TIMES
// times. Moves to equivalent cells or columns stand once. tools/puzzles/make.py calls this, chooses
// and packs.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "assess/players.h"
#include "rules/verify.h"
#include "solve/solve_short.h"

namespace freecell {
namespace {

constexpr int DEALS = 1'000'000;
constexpr int GAMES = 6;                        // of each player, with each deal
constexpr std::size_t FEWEST_MOVES = 8;         // distinct legal moves
constexpr int FEWEST_CARDS = 35;                // two thirds of the cards, not yet home
constexpr std::size_t LEGAL_PER_GOOD = 8;       // one more good move is let pass for this many
constexpr int TIMES = 16;                       // every player is asked this often
constexpr int FEWEST_CHOSEN = 6;                // times the best liked wrong move is chosen, of 64
constexpr std::uint64_t FEWEST_POSITIONS = 20;  // in the proof of that move
constexpr int EFFORT = 2;                       // for the length of a win
constexpr std::uint64_t NODES = 60'000;         // for a verdict

std::string written(const std::vector<Move>& moves) {
    std::string text;
    for (const Move& move : moves) {
        text += {PLACE_NAMES[move.source], PLACE_NAMES[move.target]};
        if (move.count > 1) text += {'v', "0123456789abcdef"[move.count]};
    }
    return text;
}

struct Choice {
    Step step;
    Move move;
    Key key;
    int chosen = 0;
    Answer answer = {};
};

class Finder {
  public:
    explicit Finder(std::uint64_t seed) : seed_(seed) {}

    // Prints the puzzles in the games of all players.
    void find(DealNumber number) {
        const Board start = lay_out(deal_cards(number), 4);
        seen_.clear();
        lost_.clear();
        for (int game = 0; game < GAMES; ++game) {
            for (int player = PLAYER_COUNT; player-- > 0;) {
                const std::uint64_t dice =
                    seed_ << 40 ^ static_cast<std::uint64_t>(number) << 8 ^ game << 4 ^ player;
                look_at_game(number, start, to_moves(start, play_game(start, player, dice)));
            }
        }
    }

  private:
    Answer solve(const Board& board) {
        SolveLimit limit;
        limit.nodes = NODES;
        return solver_.solve(board, limit);
    }

    void look_at_game(DealNumber number, const Board& start, const std::vector<Move>& line) {
        Board board = start;
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (is_puzzle(board)) print(number, {line.begin(), line.begin() + at});
            if (is_lost_) return;  // and so is every later position
            make_move(board, line[at]);
        }
    }

    // Whether a front card lies in order while a cell is free: it could go there and back, so that
    // the move would keep the win. Most positions are refused by this.
    static bool has_run_and_cell(const Board& board) {
        const auto cells = board.cells.begin();
        if (std::find(cells, cells + board.cell_count, NO_CARD) == cells + board.cell_count) {
            return false;
        }
        return std::any_of(board.columns.begin(), board.columns.end(),
                           [](const Column& column) { return run_length(column) > 1; });
    }

    bool is_puzzle(const Board& board) {
        is_lost_ = false;
        if (has_run_and_cell(board)) return false;
        const Layout layout(board);
        const State state(layout, board);
        is_lost_ = lost_.contains(state.key.low);
        if (is_lost_) return false;
        if (DECK_SIZE - state.cards_home() < FEWEST_CARDS) return false;
        if (!list_choices(board, layout, state)) return false;
        if (!seen_.insert(state.key.low).second) return false;
        const Result result = solve(board).result;
        is_lost_ = result == Result::IMPOSSIBLE;
        if (is_lost_) lost_.insert(state.key.low);
        if (result != Result::SOLVED) return false;
        count_likes(board, layout, state);
        return judge(board) && shorten_wins(board);
    }

    // The distinct moves; false where they are few, where a card can go home, or where a move can
    // be taken back: it would keep the win, and is no answer.
    bool list_choices(const Board& board, const Layout& layout, const State& state) {
        std::vector<Step> steps;
        list_moves(state, layout, steps);
        choices_.clear();
        for (const Step& step : steps) {
            if (step.target == HOME) return false;
            State after = state;
            play(after, layout, step);
            const bool known = std::any_of(choices_.begin(), choices_.end(),
                                           [&](const Choice& c) { return c.key == after.key; });
            if (known) continue;
            if (is_taken_back(layout, state, after)) return false;
            choices_.push_back({step, to_moves(board, {step}).front(), after.key});
        }
        return choices_.size() >= FEWEST_MOVES;
    }

    void count_likes(const Board& board, const Layout& layout, const State& state) {
        for (int player = 0; player < PLAYER_COUNT; ++player) {
            for (const Step& step : first_steps(board, player, TIMES, seed_ + player)) {
                State after = state;
                play(after, layout, step);
                for (Choice& choice : choices_) choice.chosen += choice.key == after.key;
            }
        }
    }

    // Whether every move is decided, few keep the win, and the players like a wrong one. The moves
    // that the players like are decided first: most positions are refused soon.
    bool judge(const Board& board) {
        std::stable_sort(choices_.begin(), choices_.end(),
                         [](const Choice& a, const Choice& b) { return a.chosen > b.chosen; });
        std::size_t good = 0;
        int most_liked = 0;
        for (Choice& choice : choices_) {
            Board after = board;
            make_move(after, choice.move);
            choice.answer = solve(after);
            if (choice.answer.result == Result::UNDECIDED) return false;
            if (choice.answer.result == Result::SOLVED) {
                if (++good > 1 + choices_.size() / LEGAL_PER_GOOD) return false;
            } else {
                if (choice.answer.positions >= FEWEST_POSITIONS)
                    most_liked = std::max(most_liked, choice.chosen);
            }
        }
        return good > 0 && most_liked >= FEWEST_CHOSEN;
    }

    static bool is_taken_back(const Layout& layout, const State& state, const State& after) {
        std::vector<Step> steps;
        list_moves(after, layout, steps);
        return std::any_of(steps.begin(), steps.end(), [&](const Step& back) {
            State again = after;
            play(again, layout, back);
            return again.key == state.key;
        });
    }

    bool shorten_wins(const Board& board) {
        for (Choice& choice : choices_) {
            if (choice.answer.result != Result::SOLVED) continue;
            Board after = board;
            make_move(after, choice.move);
            Answer shorter = solve_short(solver_, after, EFFORT, {});
            if (shorter.result == Result::SOLVED) choice.answer = shorter;
            if (!verify(after, choice.answer.moves).won) return false;
        }
        return true;
    }

    void print(DealNumber number, const std::vector<Move>& line) const {
        std::string good, wrong;
        for (const Choice& choice : choices_) {
            const bool wins = choice.answer.result == Result::SOLVED;
            std::string& part = wins ? good : wrong;
            if (!part.empty()) part += ' ';
            part += written({choice.move}) + '=' + std::to_string(choice.chosen) + '=';
            part += wins ? written(choice.answer.moves) : std::to_string(choice.answer.positions);
        }
        std::printf("%lld\t%s\t%s\t%s\n", static_cast<long long>(number), written(line).c_str(),
                    good.c_str(), wrong.c_str());
        std::fflush(stdout);
    }

    std::uint64_t seed_;
    std::vector<Choice> choices_;
    std::unordered_set<std::uint64_t> seen_, lost_;  // positions of the deal
    bool is_lost_ = false;                           // the last position that was judged
    Solver solver_;
};

// The deals in an order that the seed decides.
std::vector<DealNumber> shuffled_deals(std::uint64_t seed) {
    std::vector<DealNumber> deals(DEALS);
    std::iota(deals.begin(), deals.end(), 1);
    for (std::size_t left = deals.size(); left > 1; --left) {
        std::swap(deals[left - 1], deals[next_random(seed) % left]);
    }
    return deals;
}

}  // namespace
}  // namespace freecell

int main(int count, char** arguments) {
    using namespace freecell;
    if (count != 4) {
        std::fprintf(stderr, "usage: find_puzzles SEED FIRST COUNT\n");
        return 2;
    }
    const std::uint64_t seed = std::stoull(arguments[1]);
    const std::size_t first = std::min<std::size_t>(std::stoul(arguments[2]), DEALS);
    const std::size_t last = std::min<std::size_t>(first + std::stoul(arguments[3]), DEALS);
    const auto deals = shuffled_deals(seed);
    const auto finder = std::make_unique<Finder>(seed);
    for (std::size_t i = first; i < last; ++i) finder->find(deals[i]);
}
