#include "lines/replay.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <unordered_set>

#include "lines/moves.h"

namespace freecell {
namespace {

using Cells = std::array<Card, MAX_CELLS>;

constexpr std::size_t MOST_OPTIONS = RANK_COUNT;  // to an empty column go 1 to 13 cards

// A board, and the cards in its cells in the order they came, for a text that counts them so.
struct Position {
    Board board;
    Cells held;
};

// What a written move can mean here; where it can mean nothing, why.
struct Options {
    std::array<Move, MOST_OPTIONS> moves;
    std::size_t count = 0;
    Refusal refusal;

    void add(Place source, Place target, int cards = 1) {
        moves[count++] = {source, target, static_cast<std::uint8_t>(cards)};
    }
};

// A point to come back to: what else the written move at `at` can mean.
struct Branch {
    Position here;
    std::size_t at;
    std::size_t made;  // how many moves led here
    Options options;
    std::size_t next = 0;
};

// How many moves may still be played, over all readings of a line; and how many of those where a
// written move can mean several, since each of these takes memory.
struct MoveBudget {
    std::size_t most;
    std::size_t played = 0;
    std::size_t tried = 0;

    // Take one; otherwise how many there were.
    std::size_t take(bool is_open) {
        if (is_open && tried == MOST_TRIES) return MOST_TRIES;
        if (played == most) return most;
        ++played;
        tried += is_open ? 1 : 0;
        return 0;
    }
};

// One reading of a line: a depth-first search over the open numbers of cards. A board that has been
// met at the same word is not tried again.
class Search {
  public:
    Search(std::span<const WrittenMove> written, Reading reading, MoveBudget& budget, Replay& best)
        : written_(written), reading_(reading), budget_(budget), best_(best) {}

    void run(const Board& start) {
        here_ = {start, start.cells};
        made_.reserve(written_.size() + DECK_SIZE);
        if (reading_.at_start) play_home(here_.board, reading_.autoplay, made_);
        settle();
        do {
            go_on();
        } while (!best_.wins() && go_back());
    }

  private:
    // Play until the written moves end, or none of what the next one can mean is left.
    void go_on() {
        for (; at_ < written_.size(); ++at_) {
            find_options(written_[at_], options_);
            if (options_.refusal) return note(options_.refusal);
            if (options_.count > 1) {
                branches_.push_back({here_, at_, made_.size(), options_});
                return;
            }
            if (!make(options_.moves[0], false)) return;
        }
        note({});
    }

    // Take up the last branch that has something left to try; false where there is none.
    bool go_back() {
        while (!branches_.empty()) {
            Branch& branch = branches_.back();
            if (branch.next == branch.options.count) {
                branches_.pop_back();
                continue;
            }
            here_ = branch.here;
            at_ = branch.at;
            made_.resize(branch.made);
            if (make(branch.options.moves[branch.next++], true) && seen_.insert(key()).second) {
                ++at_;
                return true;
            }
        }
        return false;
    }

    bool make(Move move, bool is_open) {
        if (const Refusal refusal = why_illegal(here_.board, move)) return note(refusal), false;
        if (const std::size_t played = budget_.take(is_open)) {
            Refusal gave_up{Refused::GAVE_UP};
            gave_up.most = static_cast<int>(played);
            return note(gave_up), false;
        }
        const Card card = card_at(here_.board, move.source);
        if (reading_.nth) hold(card, move.target);
        make_move(here_.board, move);
        made_.push_back(move);
        play_home(here_.board, reading_.autoplay, made_);
        settle();
        return true;
    }

    void hold(Card card, Place target) {
        const Cells before = here_.held;
        std::replace(here_.held.begin(), here_.held.end(), card, NO_CARD);
        if (is_column(target) || target == HOME) return;
        here_.held[cell_of(written_[at_], before)] = card;
    }

    // Let no gaps be among the cards that are held, and none that is no longer in a cell.
    void settle() {
        if (!reading_.nth) return;
        const auto& cells = here_.board.cells;
        for (Card& card : here_.held) {
            if (std::find(cells.begin(), cells.end(), card) == cells.end()) card = NO_CARD;
        }
        std::stable_partition(here_.held.begin(), here_.held.end(),
                              [](Card card) { return card != NO_CARD; });
    }

    void note(Refusal refusal) {
        const int left = DECK_SIZE - cards_home(here_.board);
        const bool won = left == 0;
        const auto worth = [](bool is_won, bool whole, std::size_t done) {
            return std::tuple(is_won && whole, whole, done);
        };
        const bool first = best_.cards_left == NOTHING_YET;
        if (!first && worth(won, !refusal, at_) <= worth(best_.won, !best_.refusal, best_.done)) {
            return;
        }
        best_ = {reading_, made_, at_, refusal, won, left};
    }

    // The board, the cells as the text counts them, and how far the written moves are.
    std::string key() const {
        std::string key;
        key.reserve(96);
        const auto add = [&](auto number) { key.push_back(static_cast<char>(number)); };
        for (const Column& column : here_.board.columns) {
            add(column.size);
            key.append(column.cards.begin(), column.cards.begin() + column.size);
        }
        for (const Card card : here_.board.cells) add(card);
        for (const Card card : here_.held) add(card);
        for (std::size_t at = at_; at > 0; at >>= 8) add(at & 255);
        return key;
    }

    // From characters to moves

    void find_options(WrittenMove word, Options& options) const {
        options.count = 0;
        options.refusal = {};
        const Place source = source_of(word.source);
        if (source == HOME) {
            options.refusal = {Refused::EMPTY, letter_place(word.source)};
        } else if (is_column(word.target)) {
            add_to_column(source, static_cast<Place>(word.target - '1'), word.cards, options);
        } else {
            add_upwards(source, word, options);
        }
    }

    static Place letter_place(char letter) {
        return static_cast<Place>(FIRST_CELL + cell_index(letter));
    }

    // The place that a character names; HOME for a cell without a card.
    Place source_of(char character) const {
        if (is_column(character)) return static_cast<Place>(character - '1');
        const std::size_t named = cell_index(character);
        const Card card = held()[named];
        if (card == NO_CARD) return HOME;
        return reading_.nth ? cell_with(card) : static_cast<Place>(FIRST_CELL + named);
    }

    Place cell_with(Card card) const {
        const Cells& cells = here_.board.cells;
        return static_cast<Place>(FIRST_CELL +
                                  (std::find(cells.begin(), cells.end(), card) - cells.begin()));
    }

    const Cells& held() const { return reading_.nth ? here_.held : here_.board.cells; }

    // The cell that a move goes to; `r` is the leftmost empty one.
    std::size_t cell_of(WrittenMove word, const Cells& cells) const {
        if (word.target != 'r') return cell_index(word.target);
        const auto end = cells.begin() + here_.board.cell_count;
        return static_cast<std::size_t>(std::find(cells.begin(), end, NO_CARD) - cells.begin());
    }

    // Home or to a cell; `f` is home too where there is no cell of that name.
    void add_upwards(Place source, WrittenMove word, Options& options) const {
        const std::size_t cell = word.target == 'h' ? MAX_CELLS : cell_of(word, held());
        const bool there = cell < static_cast<std::size_t>(here_.board.cell_count);
        if (word.target == 'h' || (word.target == 'f' && !there)) {
            options.add(source, HOME);
        } else if (!there) {
            const bool any = word.target == 'r';
            options.refusal = {any ? Refused::NO_EMPTY_CELL : Refused::NO_CELL,
                               static_cast<Place>(any ? 0 : FIRST_CELL + cell)};
        } else if (held()[cell] != NO_CARD) {
            options.refusal = {Refused::CELL_TAKEN, static_cast<Place>(FIRST_CELL + cell),
                               held()[cell]};
        } else {
            const auto named = static_cast<Place>(FIRST_CELL + cell);
            options.add(source, reading_.nth ? empty_cell(here_.board) : named);
        }
    }

    void add_to_column(Place source, Place target, std::uint8_t stated, Options& options) const {
        const Board& board = here_.board;
        if (stated != WrittenMove::UNSAID) return options.add(source, target, stated);
        if (!is_column(source) || source == target || board.columns[source].size == 0) {
            return options.add(source, target);
        }
        if (board.columns[target].size > 0) {
            return options.add(source, target, fitting_count(source, target));
        }
        const int most = fullest_count(board, source, target);
        if (reading_.counts != Counts::ANY) {
            return options.add(source, target, reading_.counts == Counts::ONE ? 1 : most);
        }
        for (int i = 0; i < most; ++i) {
            options.add(source, target, reading_.autoplay == Autoplay::NONE ? i + 1 : most - i);
        }
    }

    // How many cards must go to an occupied column; 1 where none fits, to be refused.
    int fitting_count(Place source, Place target) const {
        const Column& from = here_.board.columns[source];
        const Card parent = card_at(here_.board, target);
        const int count = rank_of(parent) - rank_of(front_of(from));
        const bool fits = count >= 1 && count <= from.size &&
                          fits_on(from.cards[static_cast<std::size_t>(from.size - count)], parent);
        return fits ? count : 1;
    }

  public:
    static constexpr int NOTHING_YET = -1;

  private:
    std::span<const WrittenMove> written_;
    Reading reading_;
    MoveBudget& budget_;
    Replay& best_;
    Position here_;
    Options options_;  // of the word that is played; kept, since making one anew takes time
    std::size_t at_ = 0;
    std::vector<Move> made_;
    std::vector<Branch> branches_;
    std::unordered_set<std::string> seen_;
};

}  // namespace

Replay replay(const Board& start, std::span<const WrittenMove> written, TextKind kind) {
    Replay best;
    best.cards_left = Search::NOTHING_YET;
    const std::vector<Reading> readings = readings_of(written, kind, cards_home(start));
    MoveBudget budget{std::max(MOST_TRIES, readings.size() * written.size())};
    for (const Reading& reading : readings) {
        Search(written, reading, budget, best).run(start);
        if (best.wins()) break;
    }
    return best;
}

}  // namespace freecell
