// A proof in an easier game: loose cards of one rank and colour (twins) are not distinguished.
//
// Whatever can be done in the real game can be done in that one (see twin_game.h): moves between
// columns and cells ask for rank and colour only, and a card may go home when a card of its face is
// in front and it is loose itself. So when every position of the easier game was visited and none
// is won, there is no win. It has far fewer positions: 484,035 of deal 8983 with one cell, which
// really has 232 million. That it can be won says nothing.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "prove/prove.h"
#include "prove/twin_game.h"
#include "search/blocks.h"
#include "search/key_set.h"

namespace freecell {

// How a position was reached.
struct TwinLink {
    static constexpr std::uint8_t CELL = COLUMN_COUNT, SECOND = 64, HOME_OF = COLUMN_COUNT + 1;
    std::uint32_t before = 0;
    std::uint8_t source = 0;  // a column; or CELL + the face, + SECOND
    std::uint8_t target = 0;  // a column, CELL, or HOME_OF + the suit
    std::uint16_t homes = 0;  // after it and what went home by itself, four bits each
};

class TwinProver {
  public:
    enum class Line : std::uint8_t { FORGET, KEEP };  // to a win, which is then looked for as well

    // Begins with a board, whose layout must stay while it is searched. Twins of the faces in
    // `distinguished` are distinguished. With Plays::OPTIONAL no card goes home by itself.
    void start(const Layout& layout, const Board& board, FaceSet distinguished = 0,
               Line line = Line::FORGET, Plays plays = Plays::SAFE_FORCED);

    // IMPOSSIBLE holds for the real game too; WON does not. Where a limit was met, another call
    // with a higher one goes on from there.
    Proof search(const ProofLimit& limit);

    std::uint64_t positions() const { return seen_.size(); }
    std::uint64_t bytes() const { return seen_.bytes() + stack_.bytes() + links_.bytes(); }
    std::vector<TwinLink> line() const;  // to the position with nothing fixed, after WON

    std::function<void(const TwinPosition&)> on_position = {};  // called once for each position

  private:
    using Position = TwinPosition;

    // A card that can be moved, and the position without it.
    struct Source {
        std::uint32_t without;  // its index in `made_`
        std::uint8_t place;     // as in TwinLink
        Face face;
        bool second;
        bool shows_next;  // where it lay a card shows that may go home by itself
    };
    // What a move leads to, by its key: most keys are known, and the others are made then.
    struct Child {
        Key key;
        Source source;
        std::uint8_t target;  // as in TwinLink
        bool is_made;         // it is `made_[source.without]` itself
    };

    void expand(const Position& position);
    void move_from_column(const Position& position, int column);
    void move_from_cell(const Position& position, Face face, bool second);
    void propose(const Source& source, int target);
    void propose_home(const Source& source, int suit);
    void propose_made(Source source, int target, Position& child);
    void make_move(Position& position, const Source& source, int target) const;
    void add_proposed(std::uint32_t link);
    void add(Position& child, TwinLink link);
    void push_children();

    TwinGame game_;
    const Layout* layout_ = nullptr;
    KeySet seen_;
    Blocks<Position, 10> stack_;  // reached and not yet expanded
    Blocks<TwinLink, 12> links_;  // of all that were reached
    std::uint32_t won_ = 0;
    bool keeps_line_ = false;
    Plays plays_ = Plays::SAFE_FORCED;

    // Of the position being expanded.
    std::array<Face, COLUMN_COUNT> fronts_{};
    std::array<std::uint8_t, BEHIND_COUNT> showing_{};  // the columns with a face in front, as bits
    int empty_ = COLUMN_COUNT;                          // an empty column
    std::vector<Position> made_;
    std::vector<Child> proposed_;
    std::vector<Position> children_;  // that are new, with their worth
    std::vector<std::pair<int, std::uint32_t>> order_;
};

}  // namespace freecell
