// A proof in an easier game: loose cards of one rank and colour (twins) are not told apart.
//
// A card is fixed while it and all cards behind it lie where they started, the front one of them on
// a card that it does not fit; all others are loose. Loose cards lie in order, one on the other, so
// of a column it is enough to know the fixed cards and how many loose ones follow, or the face
// (rank and colour) of the first card and how many cards there are; of the cells, the faces.
//
// Whatever can be done in the real game can be done in this one: moves between columns and cells
// ask for rank and colour only, and a card may go home when a card of its face is in front and it
// is loose itself. So when every position of the easier game was looked at and none is won, there
// is no win. It has far fewer positions: 484,035 of deal 8983 with one cell, which really has 232
// million. That it can be won says nothing.
//
// Safe cards go home at once where it is certain which card it is: then the real game has them in
// front as well, and Raymond's rule holds there.
#pragma once

#include <array>
#include <cstdint>

#include "key_set.h"
#include "prove.h"
#include "search/blocks.h"
#include "state.h"

namespace freecell {

// 2 * rank + 1 if red. A card of face f fits on one of face f + 2 in the other colour.
using Face = std::uint8_t;
constexpr Face NO_FACE = 255;
constexpr int FACE_COUNT = DECK_SIZE / 2;
constexpr Face face_of(Card card) {
    return static_cast<Face>(2 * rank_of(card) + is_red(card));
}

struct TwinPosition {
    Key key{};
    std::uint64_t cells = 0;  // how many cards of each face, two bits each
    std::array<std::uint8_t, COLUMN_COUNT + 1> fixed{};  // the last is of cards that are nowhere
    std::array<Face, COLUMN_COUNT> base{};               // of a column without fixed cards
    std::array<std::uint8_t, COLUMN_COUNT> loose{};      // how many cards
    Homes homes{};
    std::uint8_t cells_used = 0;
    std::uint8_t columns_fixed = 0;  // that have fixed cards; without any the rest is easy
};

// Words for the key. They are added up, since a run without fixed cards or a face in the cells may
// be there twice.
struct TwinKeys {
    std::array<std::array<Key, DECK_SIZE + 1>, COLUMN_COUNT> fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, COLUMN_COUNT> on_fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, FACE_COUNT> run;
    std::array<Key, FACE_COUNT> cell;
    std::array<std::array<Key, RANK_COUNT + 1>, SUIT_COUNT> home;

    TwinKeys();
};

class TwinProver {
  public:
    // IMPOSSIBLE holds for the real game too; WON does not.
    Proof run(const Layout& layout, const Board& board, const ProofLimit& limit);

    std::uint64_t positions() const { return seen_.size(); }

  private:
    using Position = TwinPosition;

    Position start(const Board& board) const;
    void expand(const Position& position);
    void move_from_column(const Position& position, int column);
    void move_from_cell(const Position& position, Face face);
    void add(Position& child);
    void play_safe(Position& position) const;
    bool play_if_certain(Position& position, Card card) const;

    void take(Position& position, int column) const;
    void lay(Position& position, int column, Face face) const;
    void keep(Position& position, int column, int count) const;
    void to_cell(Position& position, Face face) const;
    void from_cell(Position& position, Face face) const;
    void to_home(Position& position, int suit) const;
    Key key_of(const Position& position, int column) const;
    Face front(const Position& position, int column) const;
    bool is_fixed(const Position& position, Card card) const {
        return layout_->row_of[card] < position.fixed[layout_->column_of[card]];
    }
    bool shows_fixed(const Position& position, int column) const {
        return position.fixed[column] > 0 && position.loose[column] == 0;
    }
    Card fixed_front(const Position& position, int column) const {
        return layout_->cards[column][position.fixed[column] - 1];
    }

    const TwinKeys keys_;
    const Layout* layout_ = nullptr;
    KeySet seen_;
    Blocks<Position, 10> stack_;             // met and not yet looked into
    std::array<Face, COLUMN_COUNT> fronts_;  // of the one looked into now
    int empty_ = COLUMN_COUNT;               // an empty column of that one
};

}  // namespace freecell
