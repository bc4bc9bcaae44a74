#include "lines/retell.h"

#include <algorithm>
#include <set>
#include <string>

namespace freecell {
namespace {

// Limit on the boards searched for a way to bring part of a run to an empty column.
constexpr std::size_t MOST_BOARDS = 3'000;

std::string key_of(const Board& board) {
    std::string key(board.cells.begin(), board.cells.end());
    for (const Column& column : board.columns) {
        key.push_back(static_cast<char>(column.size));
        key.append(column.cards.begin(), column.cards.begin() + column.size);
    }
    return key;
}

Board after(Board board, Move move, Autoplay autoplay) {
    make_move(board, move);
    play_home(board, autoplay);
    return board;
}

bool is_home(const Board& board, Card card) {
    return rank_of(card) < board.homes[suit_of(card)];
}

// Whether moving this many cards is the same as moving as many as possible.
bool goes_whole(const Board& board, Move move) {
    if (!is_column(move.target) || board.columns[move.target].size > 0) return true;
    return move.count == fullest_count(board, move.source, move.target);
}

// A board on the way of part of a run, and the move from the board before.
struct Stop {
    Board board;
    Move move;
    std::size_t before;
};

// The shortest way to bring less of a run to an empty column than would go by itself, over the
// cells and columns that are empty: found by trying all of them. Nothing where there is none.
std::vector<Move> way_of_part(const Board& board, Move wanted, const Board& goal,
                              Autoplay autoplay) {
    const auto is_open = [&](Place place) {
        return place == wanted.source || (place != HOME && card_at(board, place) == NO_CARD);
    };
    const std::string goal_key = key_of(goal);
    std::vector<Stop> stops = {{board, {}, 0}};
    std::set<std::string> seen = {key_of(board)};
    for (std::size_t at = 0; at < stops.size(); ++at) {
        const Board here = stops[at].board;
        for (const Move move : legal_moves(here)) {
            if (!is_open(move.source) || !is_open(move.target) || !goes_whole(here, move)) continue;
            const Board there = after(here, move, autoplay);
            const std::string key = key_of(there);
            if (key == goal_key) {
                std::vector<Move> way = {move};
                for (std::size_t i = at; i > 0; i = stops[i].before) way.push_back(stops[i].move);
                std::reverse(way.begin(), way.end());
                return way;
            }
            if (seen.size() < MOST_BOARDS && seen.insert(key).second) {
                stops.push_back({there, move, at});
            }
        }
    }
    return {};
}

class Teller {
  public:
    Teller(const Board& start, Autoplay autoplay) : board_(start), autoplay_(autoplay) {}

    // Tell that these cards, together, go to a place: mostly by one move.
    void tell(std::span<const Card> cards, Place target) {
        const Move move{place_of(board_, cards[0]), target,
                        static_cast<std::uint8_t>(cards.size())};
        const bool to_empty = is_column(target) && board_.columns[target].size == 0;
        if (to_empty && !goes_whole(board_, move)) return tell_part(move);
        if (const Refusal refusal = why_illegal(board_, move)) {
            retold_.refused = move;
            retold_.refusal = refusal;
            return;
        }
        add(move, false);
    }

    const Board& board() const { return board_; }
    Retelling& retold() { return retold_; }

  private:
    void tell_part(Move wanted) {
        const std::vector<Move> way =
            way_of_part(board_, wanted, after(board_, wanted, autoplay_), autoplay_);
        if (way.empty()) return add(wanted, true);
        for (const Move move : way) add(move, false);
    }

    void add(Move move, bool must_say) {
        const Card card = card_at(board_, move.source);
        board_ = after(board_, move, autoplay_);
        retold_.moves.push_back({move, card, board_.cells, must_say});
    }

    Board board_;
    Autoplay autoplay_;
    Retelling retold_;
};

}  // namespace

Retelling retell(const Board& start, std::span<const Move> moves, Autoplay autoplay) {
    Teller teller(start, autoplay);
    Board given = start;  // the position in the given line; the retold line may be further on
    for (const Move move : moves) {
        std::vector<Card> cards;
        const Column& column = given.columns[is_column(move.source) ? move.source : 0];
        for (int i = move.count; i > 0; --i) {
            const Card card = is_column(move.source) ? column.cards[column.size - i]
                                                     : card_at(given, move.source);
            if (!is_home(teller.board(), card)) cards.push_back(card);
        }
        make_move(given, move);
        if (!cards.empty()) teller.tell(cards, move.target);
        if (teller.retold().refusal) break;
    }
    return std::move(teller.retold());
}

}  // namespace freecell
