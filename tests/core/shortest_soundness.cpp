// Holds the lower bound and the bounded search to the truth on endings that are small enough to be
// searched in full: every position that can be reached is listed with the verifier's plain rules,
// and the distance of each from a win is found backwards from the wins, with no bound at all.
//
//   shortest_soundness SEED POSITIONS < lengths.txt
//
// looks at endings until that many positions with a win were compared, in both counts; then it
// holds whole passes, position by position, to their description (described_search.h); and then
// it looks at the deals on its input, a number and a proved length a line, since some mistakes show
// only where there is more to play. It prints what it did; exit status 1 and a line for the first
// position where the bound is above the distance, the search finds another length or a pass misses.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "described_search.h"
#include "search/lower_bound.h"
#include "search/shortest.h"
#include "shortest_boards.h"

namespace {

using namespace freecell;

constexpr std::size_t MOST_POSITIONS = 2'000;  // of one ending; larger ones are passed over
constexpr int FAR = 1 << 20;
constexpr int SEARCHES = 40;  // from positions of each ending
constexpr int LINES = 10;     // of random play from its start
constexpr int MOST_SLACK = 8;
constexpr int DESCRIBED = 10;  // positions of described passes for each other one

// A position as text that does not see the order of columns and cells.
std::string text_of(const Board& board) {
    std::string cells, text(board.homes.begin(), board.homes.end());
    for (const Card card : board.cells) {
        if (card != NO_CARD) cells.push_back(static_cast<char>(card));
    }
    std::sort(cells.begin(), cells.end());
    std::vector<std::string> columns;
    for (const Column& column : board.columns) {
        columns.emplace_back(column.cards.begin(), column.cards.begin() + column.size);
    }
    std::sort(columns.begin(), columns.end());
    text += cells;
    for (const std::string& column : columns) text += '|' + column;
    return text;
}

std::vector<Move> moves_of(const Board& board, Unit unit) {
    std::vector<Move> moves;
    for (Place source = 0; source < HOME; ++source) {
        for (Place target = 0; target <= HOME; ++target) {
            const int most = unit == Unit::CARDS || source >= FIRST_CELL ? 1 : RANK_COUNT;
            for (int cards = 1; cards <= most; ++cards) {
                const Move move{source, target, static_cast<std::uint8_t>(cards)};
                if (!why_illegal(board, move)) moves.push_back(move);
            }
        }
    }
    return moves;
}

// Everything that can be reached from a board, and how far each position is from a win.
struct Graph {
    std::vector<Board> boards;
    std::vector<int> distance;
    std::unordered_map<std::string, std::uint32_t> ids;

    bool grow(const Board& start, Unit unit) {
        ids = {{text_of(start), 0}};
        std::vector<std::vector<std::pair<std::uint32_t, int>>> before(1);
        boards.assign(1, start);
        for (std::uint32_t at = 0; at < boards.size(); ++at) {
            const Board from = boards[at];
            for (const Move move : moves_of(from, unit)) {
                Board board = from;
                make_move(board, move);
                const auto next = static_cast<std::uint32_t>(boards.size());
                const auto [found, is_new] = ids.emplace(text_of(board), next);
                if (is_new) {
                    boards.push_back(board);
                    before.emplace_back();
                }
                before[found->second].push_back({at, move.target == HOME ? 0 : 1});
            }
            if (boards.size() > MOST_POSITIONS) return false;
        }
        find_distances(before);
        return true;
    }

  private:
    // Backwards from the wins; a free move is taken before those that cost.
    void find_distances(const std::vector<std::vector<std::pair<std::uint32_t, int>>>& before) {
        distance.assign(boards.size(), FAR);
        std::deque<std::pair<std::uint32_t, int>> queue;
        for (std::uint32_t at = 0; at < boards.size(); ++at) {
            if (is_won(boards[at])) queue.push_back({at, 0});
        }
        while (!queue.empty()) {
            const auto [at, far] = queue.front();
            queue.pop_front();
            if (distance[at] <= far) continue;
            distance[at] = far;
            for (const auto& [from, cost] : before[at]) {
                cost == 0 ? queue.push_front({from, far}) : queue.push_back({from, far + 1});
            }
        }
    }
};

void print(const Board& board) {
    const auto name = [](Card card) {
        return std::string{"A23456789TJQK"[rank_of(card)], "CDHS"[suit_of(card)]};
    };
    std::string text = "Freecells:";
    for (int cell = 0; cell < board.cell_count; ++cell) {
        text += ' ' + (board.cells[cell] == NO_CARD ? "-" : name(board.cells[cell]));
    }
    for (const Column& column : board.columns) {
        text += "\n:";
        for (int row = 0; row < column.size; ++row) text += ' ' + name(column.cards[row]);
    }
    std::printf("%s\n", text.c_str());
}

// The length that one pass finds whose bound is the true length: a search that loses positions
// finds nothing then, which passes with growing bounds might hide.
int searched_length(BoundedSearch& search, const Board& board, Unit unit, int truth, bool prune) {
    const Layout layout(board);
    search.prepare(layout, State(layout, board), unit);
    PassSettings settings;
    settings.most = truth;
    settings.prune = prune;
    return search.run(settings, {}) == PassEnd::WON ? search.moves() : FAR;
}

class Check {
  public:
    // False at the first mistake. The tables of the bound are made for the start of a search, so
    // each ending is asked about from its own start and, for the moved cards, along the search.
    bool look_at(const Board& ending, Unit unit) {
        if (!graph_.grow(ending, unit) || graph_.distance[0] == FAR) return true;
        ++endings_;
        const Layout layout(ending);
        bound_->prepare(layout, unit);
        for (int line = 0; line < LINES; ++line) {
            if (!follow(layout, ending, unit)) return false;
        }
        for (std::size_t at = 0; at < graph_.boards.size(); ++at) {
            if (graph_.distance[at] == FAR) continue;
            ++positions_;
            const Layout own(graph_.boards[at]);
            bound_->prepare(own, unit);
            if (!is_true(State(own, graph_.boards[at]), at)) return false;
        }
        for (int i = 0; i < SEARCHES; ++i) {
            const std::size_t at = i == 0 ? 0 : random_() % graph_.boards.size();
            if (!search_from(at, unit)) return false;
        }
        return true;
    }

    bool known_boards_have_their_lengths() {
        std::vector<std::pair<Board, int>> boards;
        for (int lowest = 7; lowest < RANK_COUNT - 3; ++lowest) {
            boards.push_back({run_over_low_card(1, 0, lowest), 1});
        }
        for (int cells = 1; cells <= 4; ++cells) boards.push_back({run_to_part(cells), 1});
        boards.push_back({cell_freed_by_a_moved_card(), 2});
        boards.push_back({room_by_a_wasted_move(), 3});
        for (const auto& [board, truth] : boards) {
            const int length = searched_length(*search_, board, Unit::MOVES, truth, true);
            if (length == truth && search_->lower_bound() <= truth) continue;
            std::printf("the bound is %d, the search finds %d moves, the truth is %d:\n",
                        search_->lower_bound(), length, truth);
            print(board);
            return false;
        }
        for (const Board& board : telling_boards()) {
            for (const Unit unit : {Unit::MOVES, Unit::CARDS}) {
                if (!pruning_changes_nothing(board, unit)) return false;
            }
        }
        return true;
    }

    // Passes that leave nothing out but what safe moves home leave out say for each bound whether
    // there is a win and how long the first one is; the others must say the same, up to one more
    // than the length, where the first win met must still be a shortest one.
    bool pruning_changes_nothing(const Board& board, Unit unit) {
        const Layout layout(board);
        search_->prepare(layout, State(layout, board), unit);
        PassSettings plain, pruned;
        plain.prune = false;
        plain.positions = pruned.positions = MOST_POSITIONS * 10;
        plain.most = search_->lower_bound();
        const int last = plain.most + MOST_SLACK;  // some have no win
        for (int more = 0; more < 2 && plain.most < last; ++plain.most) {
            pruned.most = plain.most;
            const PassEnd end = search_->run(plain, {});
            const int moves = search_->moves();
            if (end == PassEnd::POSITIONS) return true;
            const PassEnd same = search_->run(pruned, {});
            if (same != end || (end == PassEnd::WON && search_->moves() != moves)) {
                std::printf("with a bound of %d the plain search %s, the other %s:\n", plain.most,
                            end == PassEnd::WON ? "wins" : "does not",
                            same != PassEnd::WON ? "does not" : "wins in other moves");
                print(board);
                return false;
            }
            if (end == PassEnd::WON) ++more, ++compared_;
        }
        return true;
    }

    // A pass meets the positions of its description, each with its fewest moves. With pruning it
    // may leave some out that have no slack; with one more move to spend these have slack, and all
    // are met. Of the level of a win a pass sees only a part.
    bool passes_are_as_described(const Board& board, Unit unit, int slack) {
        const Layout layout(board);
        search_->prepare(layout, State(layout, board), unit);
        const int most = search_->lower_bound() + slack;
        if (!described_.run(board, unit, most, MOST_POSITIONS)) return true;
        for (const bool prune : {false, true}) {
            const Met met = met_by(most + prune, prune);
            for (const auto& [name, moves] : described_.met()) {
                if (moves >= described_.last_level()) continue;
                const auto found = met.find(name);
                if (found != met.end() && found->second == moves) continue;
                std::printf("the %s search for %d moves does not meet a position after %d:\n",
                            prune ? "pruned" : "plain", most + prune, moves);
                print(board);
                return false;
            }
            for (const auto& [name, moves] : met) {
                if (prune || moves >= described_.last_level()) continue;
                if (described_.met().contains(name)) continue;
                std::printf("the search for %d moves meets a position beyond them:\n", most);
                print(board);
                return false;
            }
        }
        described_positions_ += described_.met().size();
        return true;
    }

    bool deal_has_length(DealNumber number, int truth) {
        const Board board = lay_out(deal_cards(number), 4);
        const int length = searched_length(*search_, board, Unit::MOVES, truth, true);
        if (length == truth) return true;
        std::printf("the search finds %d moves for deal %lld, the truth is %d\n", length,
                    static_cast<long long>(number), truth);
        return false;
    }

    std::uint64_t positions() const { return positions_; }
    std::uint64_t endings() const { return endings_; }
    std::uint64_t compared() const { return compared_; }

    std::uint64_t described_positions() const { return described_positions_; }

  private:
    Met met_by(int most, bool prune) {
        Met met;
        search_->on_position = [&](const State& state) {
            met.emplace(name_of(state), search_->moves());
        };
        PassSettings settings;
        settings.most = most;
        settings.prune = prune;
        search_->run(settings, {});
        search_->on_position = {};
        return met;
    }

    bool search_from(std::size_t at, Unit unit) {
        if (graph_.distance[at] == FAR) return true;
        for (const bool prune : {false, true}) {
            const int length =
                searched_length(*search_, graph_.boards[at], unit, graph_.distance[at], prune);
            if (length == graph_.distance[at]) continue;
            std::printf("the search finds %d moves, the truth is %d:\n", length,
                        graph_.distance[at]);
            print(graph_.boards[at]);
            return false;
        }
        return true;
    }

    bool is_true(const State& state, std::size_t at) {
        const int bound = bound_->of(state), distance = graph_.distance[at];
        if (bound <= distance) return true;
        std::printf("the bound is %d, but %d moves win:\n", bound, distance);
        print(graph_.boards[at]);
        return false;
    }

    // Random play from the start with the tables of the start: columns then hold moved cards, and
    // the bound never falls by more than the cost of a move.
    bool follow(const Layout& layout, const Board& ending, Unit unit) {
        State state(layout, ending);
        std::vector<Step> steps, made;
        int before = bound_->of(state);
        for (int i = 0; i < 30; ++i) {
            steps.clear();
            list_moves(state, layout, steps);
            std::erase_if(steps,
                          [&](const Step& step) { return unit == Unit::CARDS && step.count > 1; });
            if (steps.empty()) break;
            const Step step = steps[random_() % steps.size()];
            play(state, layout, step);
            made.push_back(step);
            Board board = ending;
            for (const Move move : to_moves(ending, made)) make_move(board, move);
            const std::size_t at = graph_.ids.at(text_of(board));
            if (graph_.distance[at] == FAR) break;
            if (!is_true(state, at)) return false;
            const int after = bound_->of(state), cost = step.target == HOME ? 0 : 1;
            if (after < before - cost || (step.target == HOME && after != before)) {
                std::printf("a move of cost %d changes the bound from %d to %d\n", cost, before,
                            after);
                return false;
            }
            before = after;
        }
        return true;
    }

    Graph graph_;
    std::unique_ptr<LowerBound> bound_ = std::make_unique<LowerBound>();
    std::unique_ptr<BoundedSearch> search_ = std::make_unique<BoundedSearch>();
    DescribedSearch described_;
    Random random_{1};
    std::uint64_t positions_ = 0, endings_ = 0, compared_ = 0, described_positions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    Random random(std::strtoull(argv[1], nullptr, 10));
    const std::uint64_t wanted = std::strtoull(argv[2], nullptr, 10);
    Check check;
    if (!check.known_boards_have_their_lengths()) return 1;
    for (int i = 0; check.positions() < wanted; ++i) {
        const Unit unit = i % 2 == 0 ? Unit::MOVES : Unit::CARDS;
        const Board ending = i % 4 < 2 ? random_ending(random) : crowded_ending(random);
        if (!check.look_at(ending, unit)) return 1;
    }
    for (int i = 0; check.compared() < wanted / 10; ++i) {
        const Unit unit = i % 2 == 0 ? Unit::MOVES : Unit::CARDS;
        if (!check.pruning_changes_nothing(thinned_deal(random), unit)) return 1;
    }
    for (int i = 0; check.described_positions() < wanted * DESCRIBED; ++i) {
        const Unit unit = i % 2 == 0 ? Unit::MOVES : Unit::CARDS;
        const Board board = i % 8 < 2   ? random_ending(random)
                            : i % 8 < 4 ? crowded_ending(random)
                                        : thinned_deal(random);
        if (!check.passes_are_as_described(board, unit, pick(random, 0, 3))) return 1;
    }
    int deals = 0;
    long long number;
    for (int truth; std::scanf("%lld %d", &number, &truth) == 2; ++deals) {
        if (!check.deal_has_length(number, truth)) return 1;
    }
    std::printf("%llu positions of %llu endings, %d deals: no bound is above the distance\n",
                static_cast<unsigned long long>(check.positions()),
                static_cast<unsigned long long>(check.endings()), deals);
}
