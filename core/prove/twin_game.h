// The easier game in which loose cards of one rank and colour (twins) are not distinguished: its
// positions, their keys, and the elementary changes from which every move is made.
//
// A card is fixed while it and all cards behind it lie where they started, the front one of them on
// a card that it does not fit; all others are loose. Loose cards lie in order, one on the other, so
// of a column it is enough to know the fixed cards and how many loose ones follow, or the face
// (rank and colour) of the first card and how many cards there are; of the cells, the faces.
//
// Twins of some faces may be distinguished nevertheless; a loose card of such a face is known by
// its suit. With all of them distinguished it is the real game (see refine_twins.h).
#pragma once

#include <array>
#include <cstdint>

#include "search/state.h"

namespace freecell {

// 2 * rank + 1 if red. A card of face f fits on one of face f + 2 in the other colour.
using Face = std::uint8_t;
constexpr Face NO_FACE = 255;
constexpr int FACE_COUNT = DECK_SIZE / 2;
constexpr Face face_of(Card card) {
    return static_cast<Face>(2 * rank_of(card) + is_red(card));
}
using FaceSet = std::uint32_t;

// The card of a face is the first of the two or the second; indistinguishable twins are both stored
// as "first".
constexpr bool is_second_suit(int suit) {
    return suit >= 2;
}

struct TwinPosition {
    Key key{};
    std::uint64_t cells = 0;      // how many cards of each face, two bits each
    FaceSet second_in_cells = 0;  // the only card of the face there is the second
    std::uint32_t link = 0;       // how it was reached
    std::array<std::uint16_t, COLUMN_COUNT>
        second{};  // which of the loose cards are, from the back
    std::array<std::uint8_t, COLUMN_COUNT + 1> fixed{};  // the last is of cards that are nowhere
    std::array<Face, COLUMN_COUNT> base{};               // of a column without fixed cards
    std::array<std::uint8_t, COLUMN_COUNT> loose{};      // how many cards
    Homes homes{};
    std::uint8_t cells_used = 0;
    std::uint8_t columns_fixed = 0;  // that have fixed cards; without any the rest is easy
};

// The face of the card that lies this many cards in front of another.
constexpr Face in_front(Face face, int count) {
    return static_cast<Face>((face - 2 * count) ^ (count & 1));
}
// The face that one of this face fits on; above a king it is no card's.
constexpr Face behind(Face face) {
    return static_cast<Face>((face ^ 1) + 2);
}
constexpr int BEHIND_COUNT = FACE_COUNT + 2;

constexpr std::uint64_t one_of(Face face) {
    return std::uint64_t{1} << 2 * face;
}
inline int count_of(std::uint64_t cells, Face face) {
    return static_cast<int>(cells >> 2 * face & 3);
}

// Of the two suits of a face the one whose next card home it is, and then perhaps the other.
template <class Visit>
void each_next_home(const Homes& homes, Face face, const Visit& visit) {
    const int first = face & 1;  // suits 0 and 3 are black, 1 and 2 red
    for (const int suit : {first, 3 - first}) {
        if (2 * homes[static_cast<std::size_t>(suit)] == (face & ~1)) {
            visit(suit, static_cast<Card>(2 * (face & ~1) + suit));
        }
    }
}
inline bool is_next_home(const Homes& homes, Face face) {
    bool is_next = false;
    each_next_home(homes, face, [&](int, Card) { is_next = true; });
    return is_next;
}

// Words for the key. They are added up, since a run without fixed cards or a face in the cells may
// be there twice.
struct TwinKeys {
    std::array<std::array<Key, DECK_SIZE + 1>, COLUMN_COUNT> fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, COLUMN_COUNT> on_fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, FACE_COUNT> run;
    std::array<std::array<Key, 2>, FACE_COUNT> cell;  // of the first card of a face, the second
    std::array<std::array<Key, RANK_COUNT + 1>, SUIT_COUNT> home;

    TwinKeys();
    Key of_column(int column, int fixed, Face base, int loose, std::uint16_t second) const;
};

inline void add_to(Key& sum, const Key& word) {
    sum.low += word.low, sum.high += word.high;
}
inline void take_from(Key& sum, const Key& word) {
    sum.low -= word.low, sum.high -= word.high;
}

// The changes trust their caller that the move is allowed.
class TwinGame {
  public:
    using Position = TwinPosition;

    void set(const Layout& layout, FaceSet distinguished) {
        layout_ = &layout;
        distinguished_ = distinguished;
    }
    Position start(const Board& board) const;

    // Cards that can safely go home go at once where it is certain which card it is: then the real
    // game has them in front as well, and Raymond's rule holds there.
    void play_safe(Position& position) const;

    Face front(const Position& position, int column) const;
    bool is_front_second(const Position& position, int column) const;
    bool may_be_in_front(const Position& position, int column, Card card) const;
    bool is_distinguished(Face face) const { return (distinguished_ >> face & 1) != 0; }
    bool is_fixed(const Position& position, Card card) const {
        return layout_->row_of[card] < position.fixed[layout_->column_of[card]];
    }

    void take(Position& position, int column) const;
    void lay(Position& position, int column, Face face, bool second) const;
    void to_cell(Position& position, Face face, bool second) const;
    void from_cell(Position& position, Face face, bool second) const;
    void to_home(Position& position, int suit) const;

    // The key that a position has after a card was laid there or put into a cell.
    Key key_with_laid(const Position& position, int column, Face face, bool second) const;
    Key key_with_in_cell(const Position& position, Face face, bool second) const;

  private:
    bool play_if_certain(Position& position, Card card) const;
    void keep(Position& position, int column, int count) const;
    Key key_of(const Position& position, int column) const {
        return keys_.of_column(column, position.fixed[column], position.base[column],
                               position.loose[column], position.second[column]);
    }
    bool may_be_in_cell(const Position& position, Card card) const;
    bool shows_fixed(const Position& position, int column) const {
        return position.fixed[column] > 0 && position.loose[column] == 0;
    }
    Card fixed_front(const Position& position, int column) const {
        return layout_->cards[column][position.fixed[column] - 1];
    }

    const TwinKeys keys_;
    const Layout* layout_ = nullptr;
    FaceSet distinguished_ = 0;
};

// --- inline parts: they are most of what a proof does ---

// Runs without fixed cards may be alike but for which of their cards are the second ones, so that
// is mixed into the word of the run.
inline Key TwinKeys::of_column(int column, int fixed_count, Face base, int loose,
                               std::uint16_t second) const {
    if (fixed_count == 0 && loose == 0) return Key{};
    Key key = fixed_count == 0 ? run[base][loose] : fixed[column][fixed_count];
    if (fixed_count > 0) add_to(key, on_fixed[column][loose]);
    if (second == 0) return key;
    std::uint64_t low = key.low + second, high = key.high + second;
    return {next_random(low), next_random(high)};
}

inline Face TwinGame::front(const Position& position, int column) const {
    const int loose = position.loose[column];
    if (position.fixed[column] > 0) return in_front(face_of(fixed_front(position, column)), loose);
    return loose == 0 ? NO_FACE : in_front(position.base[column], loose - 1);
}

inline bool TwinGame::is_front_second(const Position& position, int column) const {
    const int loose = position.loose[column];
    if (loose > 0) return (position.second[column] >> (loose - 1) & 1) != 0;
    const Card card = fixed_front(position, column);
    return is_distinguished(face_of(card)) && is_second_suit(suit_of(card));
}

inline void TwinGame::take(Position& position, int column) const {
    take_from(position.key, key_of(position, column));
    if (position.loose[column] > 0) {
        --position.loose[column];
        position.second[column] &= static_cast<std::uint16_t>(~(1 << position.loose[column]));
        add_to(position.key, key_of(position, column));
        return;
    }
    keep(position, column, position.fixed[column] - 1);
    position.columns_fixed -= position.fixed[column] == 0;
}

inline void TwinGame::lay(Position& position, int column, Face face, bool second) const {
    take_from(position.key, key_of(position, column));
    if (position.fixed[column] == 0 && position.loose[column] == 0) position.base[column] = face;
    position.second[column] |= static_cast<std::uint16_t>(second << position.loose[column]);
    ++position.loose[column];
    add_to(position.key, key_of(position, column));
}

inline void TwinGame::to_cell(Position& position, Face face, bool second) const {
    const FaceSet set = FaceSet{1} << face;
    const bool is_only = count_of(position.cells, face) == 0;
    position.second_in_cells =
        is_only && second ? position.second_in_cells | set : position.second_in_cells & ~set;
    position.cells += one_of(face);
    ++position.cells_used;
    add_to(position.key, keys_.cell[face][second]);
}

inline void TwinGame::from_cell(Position& position, Face face, bool second) const {
    const FaceSet set = FaceSet{1} << face;
    const bool first_stays =
        count_of(position.cells, face) == 1 || second || !is_distinguished(face);
    position.second_in_cells =
        first_stays ? position.second_in_cells & ~set : position.second_in_cells | set;
    position.cells -= one_of(face);
    --position.cells_used;
    take_from(position.key, keys_.cell[face][second]);
}

inline void TwinGame::to_home(Position& position, int suit) const {
    auto& home = position.homes[static_cast<std::size_t>(suit)];
    take_from(position.key, keys_.home[static_cast<std::size_t>(suit)][home]);
    add_to(position.key, keys_.home[static_cast<std::size_t>(suit)][++home]);
}

inline Key TwinGame::key_with_laid(const Position& position, int column, Face face,
                                   bool second) const {
    const int fixed = position.fixed[column], loose = position.loose[column];
    const Face base = fixed == 0 && loose == 0 ? face : position.base[column];
    const auto seconds = static_cast<std::uint16_t>(position.second[column] | second << loose);
    Key key = position.key;
    take_from(key, key_of(position, column));
    add_to(key, keys_.of_column(column, fixed, base, loose + 1, seconds));
    return key;
}

inline Key TwinGame::key_with_in_cell(const Position& position, Face face, bool second) const {
    Key key = position.key;
    add_to(key, keys_.cell[face][second]);
    return key;
}

}  // namespace freecell
