#include "learners/dealer_mistakes.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "learners/dealer_values.h"

namespace freecell {
namespace {

constexpr std::size_t COLUMNS = 8;

// An order of the 52: which place of the deck, or which card of the deal, comes next.
using Order = std::array<std::uint8_t, DECK_SIZE>;

Order in_order() {
    Order order;
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    return order;
}

// The deck before the shuffle: the card at each place.

struct NamedDeck {
    std::string_view name;
    Card (*card_at)(int place);
};

Card by_ranks(int place) {
    return static_cast<Card>(place);
}
Card from_king(int place) {
    return card_of(12 - place / 4, place % 4);
}
Card ace_last(int place) {
    return card_of((place / 4 + 1) % 13, place % 4);
}
Card by_suits(int place) {
    return card_of(place % 13, place / 13);
}
Card by_suits_from_king(int place) {
    return card_of(12 - place % 13, place / 13);
}
Card by_suits_ace_last(int place) {
    return card_of((place % 13 + 1) % 13, place / 13);
}

constexpr NamedDeck DECKS[] = {
    {"", by_ranks},
    {"deck by suits", by_suits},
    {"deck from king", from_king},
    {"deck with ace last", ace_last},
    {"deck by suits from king", by_suits_from_king},
    {"deck by suits with ace last", by_suits_ace_last},
};

// How the values choose among the places of the deck. False: an index is out of reach.

struct NamedPick {
    std::string_view name;
    bool (*pick)(const DrawnValues& values, Order& dealt);
};

// Swap the card at an index with the last one and deal it, for every index.
template <typename IndexOf>
bool deal_swapping(Order& dealt, IndexOf index_of) {
    Order deck = in_order();
    for (std::size_t left = DECK_SIZE; left > 0; --left) {
        const std::size_t index = index_of(DECK_SIZE - left, left);
        if (index >= left) return false;
        dealt[DECK_SIZE - left] = deck[index];
        deck[index] = deck[left - 1];
    }
    return true;
}

bool pick_right(const DrawnValues& values, Order& dealt) {
    return deal_swapping(dealt, [&](auto step, auto) { return values[step].of_left; });
}

bool pick_of_too_few(const DrawnValues& values, Order& dealt) {
    return deal_swapping(dealt, [&](auto step, auto) { return values[step].of_one_fewer; });
}

bool pick_one_too_low(const DrawnValues& values, Order& dealt) {
    return deal_swapping(
        dealt, [&](auto step, auto left) { return (values[step].of_left + left - 1) % left; });
}

bool pick_scaled(const DrawnValues& values, Order& dealt) {
    return deal_swapping(dealt, [&](auto step, auto) { return values[step].scaled; });
}

bool pick_last(const DrawnValues&, Order& dealt) {
    return deal_swapping(dealt, [](auto, auto left) { return left - 1; });
}

bool pick_without_swap(const DrawnValues& values, Order& dealt) {
    const Order deck = in_order();
    std::vector<std::uint8_t> rest(deck.begin(), deck.end());
    for (std::size_t step = 0; step < DECK_SIZE; ++step) {
        const auto chosen = rest.begin() + values[step].of_left;
        dealt[step] = *chosen;
        rest.erase(chosen);
    }
    return true;
}

bool pick_to_the_front(const DrawnValues& values, Order& dealt) {
    dealt = in_order();
    for (std::size_t step = 0; step < DECK_SIZE; ++step) {
        std::swap(dealt[step], dealt[step + values[step].of_left]);
    }
    return true;
}

// The modulus is the same for every card, so that cards already dealt are swapped again.
template <std::uint8_t DrawnValue::* Index>
bool pick_of_fixed(const DrawnValues& values, Order& dealt) {
    dealt = in_order();
    for (std::size_t step = 0; step < DECK_SIZE; ++step) {
        std::swap(dealt[DECK_SIZE - 1 - step], dealt[values[step].*Index]);
    }
    std::reverse(dealt.begin(), dealt.end());
    return true;
}

constexpr NamedPick PICKS[] = {
    {"", pick_right},
    {"not swapped", pick_without_swap},
    {"one card too few", pick_of_too_few},
    {"swapped with the first", pick_to_the_front},
    {"modulus stays 52", pick_of_fixed<&DrawnValue::of_all>},
    {"modulus stays 51", pick_of_fixed<&DrawnValue::of_all_but_1>},
    {"scaled", pick_scaled},
    {"index one too low", pick_one_too_low},
    {"last card always", pick_last},
};

// Which card of the deal lies at a place of the board, row by row.

struct NamedLayout {
    std::string_view name;
    std::size_t (*dealt_at)(std::size_t row, std::size_t column);
};

std::size_t height(std::size_t column) {
    return column < 4 ? 7 : 6;
}
std::size_t by_rows(std::size_t row, std::size_t column) {
    return row * COLUMNS + column;
}
std::size_t by_columns(std::size_t row, std::size_t column) {
    return 7 * column - (column > 4 ? column - 4 : 0) + row;
}
std::size_t from_other_end(std::size_t row, std::size_t column) {
    return DECK_SIZE - 1 - by_rows(row, column);
}
std::size_t right_to_left(std::size_t row, std::size_t column) {
    return by_rows(row, (row < 6 ? COLUMNS : 4) - 1 - column);
}
std::size_t snake(std::size_t row, std::size_t column) {
    return row % 2 ? right_to_left(row, column) : by_rows(row, column);
}
std::size_t upside_down(std::size_t row, std::size_t column) {
    return by_rows(height(column) - 1 - row, column);
}

constexpr NamedLayout LAYOUTS[] = {
    {"", by_rows},
    {"by columns", by_columns},
    {"from the other end", from_other_end},
    {"snake", snake},
    {"rows right to left", right_to_left},
    {"columns upside down", upside_down},
};

template <typename Named>
std::vector<std::string_view> names_of(std::span<const Named> all) {
    std::vector<std::string_view> names;
    for (const Named& each : all) names.push_back(each.name);
    return names;
}

// All shuffles of a number: for each mistake of the values and of the pick the places of the deck
// in the order they are dealt, or nothing. The deck and the layout only rename and move these.
class Shuffles {
  public:
    explicit Shuffles(DealNumber number) {
        DrawnValues values;
        for (const ValueMistake& mistake : value_mistakes()) {
            mistake.draw(number, values);
            for (const NamedPick& pick : PICKS) {
                Order order;
                const bool dealt = pick.pick(values, order);
                all_.push_back(dealt ? std::optional(order) : std::nullopt);
            }
        }
    }

    const std::optional<Order>& of(const Dealer& dealer) const {
        return all_[dealer.mistakes[0] * std::size(PICKS) + dealer.mistakes[2]];
    }

  private:
    std::vector<std::optional<Order>> all_;
};

// The cards of a dealer's board, by place, until `visit` returns false.
template <typename Visit>
void visit_board(const Dealer& dealer, const Order& order, Visit visit) {
    const auto card_at = DECKS[dealer.mistakes[1]].card_at;
    const auto dealt_at = LAYOUTS[dealer.mistakes[3]].dealt_at;
    for (std::size_t place = 0; place < DECK_SIZE; ++place) {
        const Card card = card_at(order[dealt_at(place / COLUMNS, place % COLUMNS)]);
        if (!visit(place, card)) return;
    }
}

// How suits of ours became theirs, as far as it is seen.
class SuitOrder {
  public:
    bool fits(Card ours, Card theirs) {
        if (rank_of(ours) != rank_of(theirs)) return false;
        std::uint8_t& known = to_[static_cast<std::size_t>(suit_of(ours))];
        const auto seen = static_cast<std::uint8_t>(suit_of(theirs));
        if (known != UNKNOWN) return known == seen;
        if (std::find(to_.begin(), to_.end(), seen) != to_.end()) return false;
        known = seen;
        return true;
    }
    const std::array<std::uint8_t, SUIT_COUNT>& order() const { return to_; }

  private:
    static constexpr std::uint8_t UNKNOWN = 255;
    std::array<std::uint8_t, SUIT_COUNT> to_{UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
};

// How many first cards of a board are this dealer's, when its suits may be in any order.
std::size_t agreeing(const Dealer& dealer, const Order& order, const Deck& cards,
                     SuitOrder& suits) {
    std::size_t count = 0;
    visit_board(dealer, order, [&](std::size_t place, Card card) {
        if (!suits.fits(card, cards[place])) return false;
        ++count;
        return true;
    });
    return count;
}

// All dealers with their suits in order, those with the fewest mistakes first.
std::vector<Dealer> make_dealers() {
    std::vector<Dealer> dealers;
    Dealer dealer;
    auto& [value, deck, pick, layout] = dealer.mistakes;
    for (value = 0; value < value_mistakes().size(); ++value)
        for (deck = 0; deck < std::size(DECKS); ++deck)
            for (pick = 0; pick < std::size(PICKS); ++pick)
                for (layout = 0; layout < std::size(LAYOUTS); ++layout) dealers.push_back(dealer);
    std::stable_sort(dealers.begin(), dealers.end(), [](const Dealer& one, const Dealer& other) {
        return one.mistake_count() < other.mistake_count();
    });
    return dealers;
}

const std::vector<Dealer>& all_dealers() {
    static const std::vector<Dealer> dealers = make_dealers();
    return dealers;
}

}  // namespace

std::span<const std::string_view> mistake_names(DealerPart part) {
    static const std::array<std::vector<std::string_view>, DEALER_PARTS> names{
        names_of(value_mistakes()),
        names_of(std::span<const NamedDeck>(DECKS)),
        names_of(std::span<const NamedPick>(PICKS)),
        names_of(std::span<const NamedLayout>(LAYOUTS)),
    };
    return names[static_cast<std::size_t>(part)];
}

bool Dealer::has_other_suits() const {
    return !std::is_sorted(suits.begin(), suits.end());
}

std::size_t Dealer::mistake_count() const {
    const auto right = std::count(mistakes.begin(), mistakes.end(), 0);
    return DEALER_PARTS - static_cast<std::size_t>(right) + (has_other_suits() ? 1 : 0);
}

std::optional<Deck> deal_with(const Dealer& dealer, DealNumber number) {
    const std::optional<Order> order = Shuffles(number).of(dealer);
    if (!order) return std::nullopt;
    Deck cards;
    visit_board(dealer, *order, [&](std::size_t place, Card card) {
        cards[place] =
            card_of(rank_of(card), dealer.suits[static_cast<std::size_t>(suit_of(card))]);
        return true;
    });
    return cards;
}

std::vector<Dealer> explain(std::span<const NumberedBoard> boards) {
    std::vector<Shuffles> shuffles;
    for (const NumberedBoard& board : boards) shuffles.emplace_back(board.number);
    std::vector<Dealer> found;
    for (Dealer dealer : all_dealers()) {
        if (!found.empty() && dealer.mistake_count() > found[0].mistake_count()) break;
        SuitOrder suits;
        const auto deals = [&](std::size_t at) {
            const std::optional<Order>& order = shuffles[at].of(dealer);
            return order && agreeing(dealer, *order, boards[at].cards, suits) == DECK_SIZE;
        };
        std::size_t explained = 0;
        while (explained < boards.size() && deals(explained)) ++explained;
        if (explained < boards.size()) continue;
        dealer.suits = suits.order();
        if (!found.empty() && dealer.mistake_count() < found[0].mistake_count()) found.clear();
        if (found.empty() || dealer.mistake_count() == found[0].mistake_count())
            found.push_back(dealer);
    }
    return found;
}

Nearest nearest_dealer(const NumberedBoard& board) {
    const Shuffles shuffles(board.number);
    Nearest nearest{{}, 0};
    for (const Dealer& dealer : all_dealers()) {
        const std::optional<Order>& order = shuffles.of(dealer);
        if (!order) continue;
        std::size_t count = 0;
        visit_board(dealer, *order, [&](std::size_t place, Card card) {
            count = place;
            return card == board.cards[place];
        });
        if (count > nearest.cards) nearest = {dealer, count};
    }
    return nearest;
}

}  // namespace freecell
