// The plain version of the search for a shortest win, kept as a baseline: the same method as
// core/search/shortest.h with nothing that makes it cheap. Each position is asked about by itself,
// every bound is tried in turn, and nothing is left out but what safe moves home leave out.
//
//   plain_shortest SECONDS NUMBER...
//
// prints for each deal its number, its length (or 0 when the time was not enough), the seconds of
// CPU and the positions.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

#include "deal/deal.h"
#include "search/actions.h"
#include "search/key_set.h"

namespace {

using namespace freecell;

constexpr std::size_t BEAM_WIDTH = 1'000;
constexpr std::size_t REJECTED = 1 << 20;

// The fewest units to take off when cells are unlimited; lower_bound.h says why that is a bound.
class PlainBound {
  public:
    explicit PlainBound(const Layout& layout) : layout_(layout), known_(KNOWN) {}

    bool is_within(const State& state, int most) {
        Game game;
        where_.fill({COLUMN_COUNT, 0});
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            game.size[column] = read_column(state, column);
        }
        game.homes = state.homes;
        return can_finish(game, most);
    }

    int of(const State& state) {
        int bound = 0;
        while (!is_within(state, bound)) ++bound;
        return bound;
    }

  private:
    struct Game {
        std::array<std::uint8_t, COLUMN_COUNT> size;
        std::array<std::uint8_t, SUIT_COUNT> homes;
    };
    struct Place {
        std::uint8_t column, row;
    };
    // Of the first cards of a column, by their number.
    struct Front {
        std::uint8_t unit = 0;   // cards in order at the front
        bool is_doomed = false;  // whether one of these lies above a lower card of its own suit
        std::uint64_t key = 0;
    };

    int read_column(const State& state, int column) {
        const int kept = kept_in(state.piles[column]), size = state.size_of(column);
        std::array<Card, DECK_SIZE> cards;
        for (int row = 0; row < kept; ++row) cards[row] = layout_.cards[column][row];
        Card card = state.fronts[column];
        for (int row = size - 1; row >= kept; --row) {
            cards[row] = card;
            if (row > kept) card = parent_of(card, (state.second & set_of(card)) != 0);
        }
        auto& fronts = fronts_[column];
        for (int row = 0; row < size; ++row) {
            const bool fits = row > 0 && fits_on(cards[row], cards[row - 1]);
            Front& front = fronts[row + 1];
            where_[cards[row]] = {static_cast<std::uint8_t>(column),
                                  static_cast<std::uint8_t>(row)};
            front.unit = static_cast<std::uint8_t>(fits ? fronts[row].unit + 1 : 1);
            front.is_doomed = fits && fronts[row].is_doomed;
            for (int under = 0; under <= row - front.unit; ++under) {
                front.is_doomed =
                    front.is_doomed ||
                    (suit_of(cards[under]) == suit_of(cards[row]) && cards[under] < cards[row]);
            }
            front.key = (fronts[row].key ^ (cards[row] + 1u)) * 0x9e3779b97f4a7c15;
            front.key ^= front.key >> 29;
        }
        return size;
    }

    const Front& front(const Game& game, int column) const {
        return fronts_[column][game.size[column]];
    }

    // Takes off what must go and sends home what can go; how many units that costs.
    int settle(Game& game) const {
        int cost = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (int column = 0; column < COLUMN_COUNT; ++column) {
                for (; front(game, column).is_doomed; ++cost) {
                    game.size[column] -= front(game, column).unit;
                }
            }
            for (int suit = 0; suit < SUIT_COUNT; ++suit) {
                for (; game.homes[suit] < RANK_COUNT; ++game.homes[suit], changed = true) {
                    const Place at = where_[card_of(game.homes[suit], suit)];
                    if (at.column == COLUMN_COUNT || at.row >= game.size[at.column]) continue;
                    if (at.row + 1 != game.size[at.column]) break;
                    --game.size[at.column];
                }
            }
        }
        return cost;
    }

    bool can_finish(Game game, int most) {
        most -= settle(game);
        if (most < 0) return false;
        std::uint64_t key = 0;
        for (int column = 0; column < COLUMN_COUNT; ++column) key += front(game, column).key;
        if (key == 0) return true;
        Known& known = known_[key % KNOWN];
        if (known.key == key && known.works <= most) return true;
        if (known.key == key && known.fails >= most) return false;
        const bool fits = most > 0 && can_choose(game, most);
        if (known.key != key) known = {key};
        (fits ? known.works : known.fails) = most;
        return fits;
    }

    // The next card of some suit has to be dug out.
    bool can_choose(const Game& game, int most) {
        for (int suit = 0; suit < SUIT_COUNT; ++suit) {
            if (game.homes[suit] == RANK_COUNT) continue;
            Game then = game;
            int cost = 0;
            const auto [column, row] = where_[card_of(game.homes[suit], suit)];
            for (; then.size[column] > row + 1; ++cost) {
                then.size[column] -= front(then, column).unit;
            }
            if (cost <= most && can_finish(then, most - cost)) return true;
        }
        return false;
    }

    static constexpr std::size_t KNOWN = 1 << 20;
    struct Known {
        std::uint64_t key = 0;
        int works = DECK_SIZE, fails = -1;
    };
    const Layout& layout_;
    std::array<Place, DECK_SIZE> where_;
    std::array<std::array<Front, DECK_SIZE + 1>, COLUMN_COUNT> fronts_;
    std::vector<Known> known_;
};

enum class End { WON, EMPTY, OUT_OF_TIME };

class PlainSearch {
  public:
    PlainSearch(const Layout& layout, const State& start, double seconds)
        : layout_(layout), bound_(layout), root_(start), seconds_(seconds), began_(std::clock()) {
        NoSteps none;
        autoplay(root_, layout, Autoplay::FCPRO, none);
    }

    // The length of a shortest win, or 0.
    int run() {
        for (int most = bound_.of(root_);; ++most) {
            End end = pass(most, BEAM_WIDTH);
            if (end == End::EMPTY) end = pass(most, 0);
            if (end == End::WON) return most;
            if (end == End::OUT_OF_TIME) return 0;
        }
    }

    double seconds() const { return static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC; }
    std::uint64_t positions() const { return positions_; }

  private:
    // All positions with moves made plus bound at most `most`; with a width only the best of each.
    End pass(int most, std::size_t width) {
        seen_ = KeySet();
        seen_.insert(root_.key);
        rejected_.assign(REJECTED, Key{1, 0});  // no key: that of a won position is 0
        std::vector<State> level{root_}, next;
        for (left_ = most; !level.empty(); --left_) {
            for (std::size_t i = 0; i < level.size(); ++i) {
                if (level[i].won()) return End::WON;
                if (!add_all(State(level[i]), level, true)) return End::OUT_OF_TIME;
            }
            if (width > 0 && level.size() > width) narrow(level, width);
            if (left_ == 0) break;
            --left_;
            next.clear();
            for (const State& state : level) {
                if (!add_all(state, next, false)) return End::OUT_OF_TIME;
            }
            ++left_;
            level.swap(next);
        }
        return End::EMPTY;
    }

    static void narrow(std::vector<State>& level, std::size_t width) {
        const auto worth = [](const State& state) {
            return 4 * state.cards_home() - 3 * state.cells_used + 6 * state.empty_columns;
        };
        std::ranges::nth_element(level, level.begin() + static_cast<std::ptrdiff_t>(width),
                                 std::greater{}, worth);
        level.resize(width);
    }

    // Adds the positions after all moves home, or after all others; false when time is up.
    bool add_all(const State& state, std::vector<State>& to, bool home) {
        moves_.clear();
        list_moves(state, layout_, moves_);
        for (const Step step : moves_) {
            if ((step.target == HOME) != home) continue;
            State child = state;
            play(child, layout_, step);
            NoSteps none;
            autoplay(child, layout_, Autoplay::FCPRO, none);
            if (seen_.contains(child.key)) continue;
            Key& rejected = rejected_[child.key.high % REJECTED];
            if (rejected == child.key) continue;
            if (!bound_.is_within(child, left_)) {
                rejected = child.key;
                continue;
            }
            seen_.make_room(0, std::numeric_limits<std::uint64_t>::max());
            seen_.insert(child.key);
            to.push_back(child);
            ++positions_;
        }
        return positions_ % 1024 != 0 || seconds() < seconds_;
    }

    const Layout& layout_;
    PlainBound bound_;
    State root_;
    double seconds_;
    std::clock_t began_;
    int left_ = 0;  // moves that are left after those made
    KeySet seen_;
    std::vector<Key> rejected_;
    std::vector<Step> moves_;
    std::uint64_t positions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    for (int i = 2; i < argc; ++i) {
        const Board board = lay_out(deal_cards(std::atoll(argv[i])), 4);
        const Layout layout(board);
        PlainSearch search(layout, State(layout, board), std::atof(argv[1]));
        const int length = search.run();
        std::printf("%s %d %.3f %llu\n", argv[i], length, search.seconds(),
                    static_cast<unsigned long long>(search.positions()));
        std::fflush(stdout);
    }
}
