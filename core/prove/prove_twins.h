// A proof in an easier game: loose cards of one rank and colour (twins) are not distinguished.
//
// A card is fixed while it and all cards behind it lie where they started, the front one of them on
// a card that it does not fit; all others are loose. Loose cards lie in order, one on the other, so
// of a column it is enough to know the fixed cards and how many loose ones follow, or the face
// (rank and colour) of the first card and how many cards there are; of the cells, the faces.
//
// Whatever can be done in the real game can be done in this one: moves between columns and cells
// ask for rank and colour only, and a card may go home when a card of its face is in front and it
// is loose itself. So when every position of the easier game was visited and none is won, there
// is no win. It has far fewer positions: 484,035 of deal 8983 with one cell, which really has 232
// million. That it can be won says nothing.
//
// Twins of some faces may be distinguished nevertheless; a loose card of such a face is known by
// its suit. With all of them distinguished it is the real game (see refine_twins.h).
//
// Safe cards go home at once where it is certain which card it is: then the real game has them in
// front as well, and Raymond's rule holds there.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "prove/prove.h"
#include "search/blocks.h"
#include "search/key_set.h"
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

// How a position was reached.
struct TwinLink {
    static constexpr std::uint8_t CELL = COLUMN_COUNT, SECOND = 64, HOME_OF = COLUMN_COUNT + 1;
    std::uint32_t before = 0;
    std::uint8_t source = 0;  // a column; or CELL + the face, + SECOND
    std::uint8_t target = 0;  // a column, CELL, or HOME_OF + the suit
    std::uint16_t homes = 0;  // after it and what went home by itself, four bits each
};

// Words for the key. They are added up, since a run without fixed cards or a face in the cells may
// be there twice.
struct TwinKeys {
    std::array<std::array<Key, DECK_SIZE + 1>, COLUMN_COUNT> fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, COLUMN_COUNT> on_fixed;
    std::array<std::array<Key, RANK_COUNT + 1>, FACE_COUNT> run;
    std::array<std::array<Key, 2>, FACE_COUNT> cell;  // of the first card of a face, the second
    std::array<std::array<Key, RANK_COUNT + 1>, SUIT_COUNT> home;

    TwinKeys();
};

class TwinProver {
  public:
    enum class Line : std::uint8_t { FORGET, KEEP };  // to a win, which is then looked for as well

    // IMPOSSIBLE holds for the real game too; WON does not. Twins of the faces in
    // `distinguished` are distinguished.
    // With Plays::OPTIONAL no card goes home by itself.
    Proof run(const Layout& layout, const Board& board, const ProofLimit& limit,
              FaceSet distinguished = 0, Line line = Line::FORGET,
              Plays plays = Plays::SAFE_FORCED);

    std::uint64_t positions() const { return seen_.size(); }
    std::vector<TwinLink> line() const;  // to the position with nothing fixed, after WON

    std::function<void(const TwinPosition&)> on_position = {};  // called once for each position

  private:
    using Position = TwinPosition;

    Position start(const Board& board) const;
    void expand(const Position& position);
    void move_from_column(const Position& position, int column);
    void move_from_cell(const Position& position, Face face, bool second);
    void add(Position& child, TwinLink link);
    void push_children();
    void play_safe(Position& position) const;
    bool play_if_certain(Position& position, Card card) const;

    void take(Position& position, int column) const;
    void lay(Position& position, int column, Face face, bool second) const;
    void keep(Position& position, int column, int count) const;
    void to_cell(Position& position, Face face, bool second) const;
    void from_cell(Position& position, Face face, bool second) const;
    void to_home(Position& position, int suit) const;
    Key key_of(const Position& position, int column) const;
    Face front(const Position& position, int column) const;
    bool is_front_second(const Position& position, int column) const;
    bool is_distinguished(Face face) const { return (distinguished_ >> face & 1) != 0; }
    bool may_be_in_cell(const Position& position, Card card) const;
    bool may_be_in_front(const Position& position, int column, Card card) const;
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
    Blocks<Position, 10> stack_;      // reached and not yet expanded
    Blocks<TwinLink, 12> links_;      // of all that were reached
    std::vector<Position> children_;  // of the one being expanded
    std::uint32_t won_ = 0;
    bool keeps_line_ = false;
    Plays plays_ = Plays::SAFE_FORCED;
    FaceSet distinguished_ = 0;
    std::array<Face, COLUMN_COUNT> fronts_;  // of the one being expanded
    int empty_ = COLUMN_COUNT;               // an empty column of that one
};

}  // namespace freecell
