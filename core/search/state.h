// A position as the searches see it: 64 bytes, a key that does not see the order of columns and
// cells, and the elementary changes from which every move is made.
//
// A column is always the first few of the cards it started with (the kept cards) and a run that was
// moved there. So a position needs, beside the start, only how many cards are kept and moved in
// each column, and for each moved card on which of its two possible parents it lies.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "rules/autoplay.h"
#include "rules/board.h"

namespace freecell {

using CardSet = std::uint64_t;  // bit n is card n
// NO_CARD becomes bit 63, which is no card, so that empty columns need no test.
constexpr CardSet set_of(Card card) {
    return CardSet{1} << (card & 63);
}

// The two cards that each card may lie on (none for a king), and the two that may lie on it.
struct Neighbours {
    std::array<CardSet, DECK_SIZE> parents{}, children{};
};
constexpr auto NEIGHBOURS = [] {
    Neighbours found;
    for (Card card = 0; card < DECK_SIZE; ++card) {
        for (Card other = 0; other < DECK_SIZE; ++other) {
            if (fits_on(card, other)) found.parents[card] |= set_of(other);
            if (fits_on(other, card)) found.children[card] |= set_of(other);
        }
    }
    return found;
}();
constexpr auto PARENTS = NEIGHBOURS.parents;
constexpr auto CHILDREN = NEIGHBOURS.children;

// Of the two parents of a card one has suit 0 or 1, the other suit 2 or 3.
constexpr bool is_second_parent(Card parent) {
    return (parent & 2) != 0;
}
constexpr Card parent_of(Card card, bool second) {
    const int suit = is_red(card) ? (second ? 3 : 0) : (second ? 2 : 1);
    return static_cast<Card>((card & ~3) + 4 + suit);
}

// 128 bits: the first half alone serves searches whose answer is checked anyway, proofs use both.
struct Key {
    std::uint64_t low;
    std::uint64_t high;

    void operator^=(const Key& other) { low ^= other.low, high ^= other.high; }
    bool operator==(const Key&) const = default;
};

// SplitMix64: the keys are the same on every machine and in every run.
constexpr std::uint64_t next_random(std::uint64_t& seed) {
    std::uint64_t z = (seed += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}
constexpr Key next_key(std::uint64_t& seed) {
    const std::uint64_t low = next_random(seed);
    return {low, next_random(seed)};
}

// Where a card can be, for the key. A card that still lies where it started, but on a card it does
// not fit, is STUCK; one that fits counts as put there, so both ways to the same position agree.
enum Spot : std::uint8_t { ON_FIRST, ON_SECOND, AT_BACK, STUCK, IN_CELL, SPOT_COUNT };

extern const std::array<std::array<Key, SPOT_COUNT>, DECK_SIZE> KEYS;

// What stays the same while one board is searched.
struct Layout {
    int cell_count = 4;
    std::array<std::array<Card, DECK_SIZE + 1>, COLUMN_COUNT> cards;  // [column][row] at the start
    std::array<std::array<std::uint8_t, DECK_SIZE + 1>, COLUMN_COUNT> ordered;  // [column][kept]:
    // how many of the kept cards at the front are in order
    std::array<std::uint8_t, COLUMN_COUNT> size;
    std::array<std::uint8_t, DECK_SIZE> column_of;  // where a card started; COLUMN_COUNT elsewhere
    std::array<std::uint8_t, DECK_SIZE> row_of;

    explicit Layout(const Board& board);
};

// A pile is kept * 16 + moved: small, and an index for tables of what a column is worth.
using Pile = std::uint16_t;
constexpr int PILE_COUNT = (DECK_SIZE + 1) * 16;
constexpr int kept_in(Pile pile) {
    return pile >> 4;
}
constexpr int moved_in(Pile pile) {
    return pile & 15;
}

struct State {
    Key key;
    CardSet cells;
    CardSet second;  // cards that lie on the second of their two parents
    std::array<Pile, COLUMN_COUNT> piles;
    std::array<Card, COLUMN_COUNT> fronts;  // NO_CARD for an empty column
    std::array<std::uint8_t, SUIT_COUNT> homes;
    std::uint8_t cells_used;
    std::uint8_t empty_columns;
    std::uint16_t unused;

    State() = default;  // sets nothing: searches make room for many
    State(const Layout& layout, const Board& board);

    bool won() const { return std::bit_cast<std::uint32_t>(homes) == 0x0d0d0d0d; }
    int cards_home() const { return homes[0] + homes[1] + homes[2] + homes[3]; }
    bool is_next_home(Card card) const { return homes[suit_of(card)] == rank_of(card); }
    int size_of(int column) const { return kept_in(piles[column]) + moved_in(piles[column]); }

    // How many cards at the front of a column are in order, one on the other.
    int ordered(const Layout& layout, int column) const {
        return moved_in(piles[column]) + layout.ordered[column][kept_in(piles[column])];
    }
    Card front_without(const Layout& layout, int column, int count) const;
    CardSet front_set() const;
    CardSet moved_set(int column) const;  // the cards that were moved onto a column
    CardSet next_home_set() const;

    // The longest run that can go at once to an occupied column, or to an empty one.
    int run_limit(const Layout& layout) const {
        return (layout.cell_count - cells_used + 1) << empty_columns;
    }

    // The elementary changes. They trust their caller that the move is allowed.
    void column_to_cell(const Layout& layout, int column);
    void cell_to_column(const Layout& layout, Card card, int column);
    void column_to_column(const Layout& layout, int source, int target, int count);
    void column_to_home(const Layout& layout, int column);
    void cell_to_home(const Layout& layout, Card card);

    bool is_ok(const Layout& layout) const;  // each card once, the counts and the key are current

  private:
    Card under(const Layout& layout, int column, Card base, int count) const;
    void remove(const Layout& layout, int column, Card base, int count);
    void lay(Card base, Card new_front, int column, int count);
};
static_assert(sizeof(State) == 64);

// A move of the search: cells are identified by their card, since their order does not matter.
struct Step {
    Place source;  // a column, or FIRST_CELL for a cell
    Place target;  // a column, FIRST_CELL or HOME
    std::uint8_t count;
    Card card;  // the card that moves; of a run the front card
};

void play(State& state, const Layout& layout, Step step);

// Every move of the rules, in the order of the columns; runs move at once. This is what perft
// counts.
void list_moves(const State& state, const Layout& layout, std::vector<Step>& moves);
std::uint64_t perft(const State& state, const Layout& layout, int depth);

// Whether a card that could go home may as well go at once: no win is lost by it (Raymond's rule).
bool is_safe_home(const State& state, Card card);

// The steps as moves on the board itself, where a card goes to the leftmost empty cell.
std::vector<Move> to_moves(const Board& start, const std::vector<Step>& steps);

// --- inline parts: they are most of what a search does ---

inline Spot spot_on(Card card, Card under) {
    const Spot on_parent = is_second_parent(under) ? ON_SECOND : ON_FIRST;
    const Spot elsewhere = under == NO_CARD ? AT_BACK : STUCK;
    return PARENTS[card] & set_of(under) ? on_parent : elsewhere;
}

inline CardSet State::front_set() const {
    CardSet fronts_set = 0;
    for (Card card : fronts) fronts_set |= set_of(card);
    return fronts_set;
}

inline CardSet State::moved_set(int column) const {
    CardSet cards = 0;
    Card card = fronts[column];
    for (int left = moved_in(piles[column]); left > 0; --left) {
        cards |= set_of(card);
        card = left > 1 ? parent_of(card, (second & set_of(card)) != 0) : NO_CARD;
    }
    return cards;
}

inline CardSet State::next_home_set() const {
    CardSet set = 0;
    for (int suit = 0; suit < SUIT_COUNT; ++suit) set |= CardSet{1} << (4 * homes[suit] + suit);
    return set;  // a finished suit sets a bit above the 52 cards
}

// The card under the front `count` cards of a column, of which `base` is the lowest.
inline Card State::under(const Layout& layout, int column, Card base, int count) const {
    const int kept = kept_in(piles[column]), moved = moved_in(piles[column]);
    if (moved > count) return parent_of(base, (second & set_of(base)) != 0);
    const int left = kept + moved - count;
    return left == 0 ? NO_CARD : layout.cards[column][left - 1];
}

// The front card of a column when `count` cards in order are taken from it.
inline Card State::front_without(const Layout& layout, int column, int count) const {
    Card base = fronts[column];
    for (int i = 1; i < count; ++i) base = parent_of(base, (second & set_of(base)) != 0);
    return under(layout, column, base, count);
}

inline void State::remove(const Layout& layout, int column, Card base, int count) {
    const Card below = under(layout, column, base, count);
    const int moved = moved_in(piles[column]);
    piles[column] -= static_cast<Pile>(count <= moved ? count : moved + 16 * (count - moved));
    fronts[column] = below;
    empty_columns += below == NO_CARD;
    key ^= KEYS[base][spot_on(base, below)];
}

inline void State::lay(Card base, Card new_front, int column, int count) {
    const Card below = fronts[column];
    key ^= KEYS[base][spot_on(base, below)];
    if (below == NO_CARD) {
        --empty_columns;
    } else {
        second = (second & ~set_of(base)) | (CardSet{is_second_parent(below)} << base);
    }
    fronts[column] = new_front;
    piles[column] += static_cast<Pile>(count);
}

inline void State::column_to_cell(const Layout& layout, int column) {
    const Card card = fronts[column];
    remove(layout, column, card, 1);
    key ^= KEYS[card][IN_CELL];
    cells |= set_of(card);
    ++cells_used;
    assert(is_ok(layout));
}

inline void State::cell_to_column([[maybe_unused]] const Layout& layout, Card card, int column) {
    key ^= KEYS[card][IN_CELL];
    cells &= ~set_of(card);
    --cells_used;
    lay(card, card, column, 1);
    assert(is_ok(layout));
}

inline void State::column_to_column(const Layout& layout, int source, int target, int count) {
    const Card front = fronts[source];
    Card base = front;
    for (int i = 1; i < count; ++i) base = parent_of(base, (second & set_of(base)) != 0);
    remove(layout, source, base, count);
    lay(base, front, target, count);
    assert(is_ok(layout));
}

inline void State::column_to_home(const Layout& layout, int column) {
    const Card card = fronts[column];
    remove(layout, column, card, 1);
    ++homes[suit_of(card)];
    assert(is_ok(layout));
}

inline void State::cell_to_home([[maybe_unused]] const Layout& layout, Card card) {
    key ^= KEYS[card][IN_CELL];
    cells &= ~set_of(card);
    --cells_used;
    ++homes[suit_of(card)];
    assert(is_ok(layout));
}

}  // namespace freecell
