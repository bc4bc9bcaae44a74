#include "check_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>
#include <vector>

#include "board.h"
#include "verify.h"

namespace freecell {
namespace {

constexpr std::size_t MOST_WORDS = 1'000;  // also bounds the depth of the search

// A move as it is written: two characters, and the number of cards or 0.
struct Word {
    char source;
    char target;
    int cards;
};

enum class Counts { one, most, any };

struct Reading {
    Autoplay autoplay;
    Counts counts;
    bool nth = false;  // a cell's letter counts the cards in cells, in the order they came
    bool at_start = false;
};

bool is_column(char character) {
    return character >= '1' && character <= '8';
}

// The letters of the cells; `h` is home, so that the eighth is `k`.
constexpr std::string_view CELL_NAMES = "abcdefgk";

bool is_cell(char character) {
    return CELL_NAMES.find(character) != std::string_view::npos;
}

// The move at the front of a text, which is then taken off it.
std::optional<Word> take_word(std::string_view& text) {
    if (text.size() < 2) return std::nullopt;
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    Word word{lower(text[0]), lower(text[1]), 0};
    const bool from_column =
        is_column(word.source) && (is_column(word.target) || is_cell(word.target) ||
                                   word.target == 'h' || word.target == 'r');
    const bool from_cell = is_cell(word.source) &&
                           (is_column(word.target) || word.target == 'h' || word.target == 'f');
    if (!from_column && !from_cell) return std::nullopt;
    text.remove_prefix(2);
    if (text.size() >= 2 && lower(text[0]) == 'v') {
        const std::string_view digits = "0123456789abcdef";
        const std::size_t cards = digits.find(lower(text[1]));
        if (cards == std::string_view::npos || cards == 0) return std::nullopt;
        word.cards = static_cast<int>(cards);
        text.remove_prefix(2);
    }
    return word;
}

std::string_view without_spaces(std::string_view text) {
    const std::string_view between = " \t\r\n,;";
    const std::size_t start = text.find_first_not_of(between);
    return start == std::string_view::npos ? std::string_view{} : text.substr(start);
}

// Read `number:`; nothing if the line does not start so.
std::optional<DealNumber> take_number(std::string_view& text) {
    text = without_spaces(text);
    if (!text.empty() && text.front() == '#') text.remove_prefix(1);
    DealNumber number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || number < FIRST_DEAL || number > LAST_DEAL) return std::nullopt;
    if (text.empty() || text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    return number;
}

int cards_home(const Board& board) {
    int home = 0;
    for (const int size : board.homes) home += size;
    return home;
}

// Automatic play, as in board.py

bool goes_by_itself(const Board& board, Card card, Autoplay autoplay) {
    if (autoplay == Autoplay::none || autoplay == Autoplay::max) return autoplay == Autoplay::max;
    const int rank = rank_of(card), suit = suit_of(card);
    const bool red = is_red(card);
    const int others =
        red ? std::min(board.homes[0], board.homes[3]) : std::min(board.homes[1], board.homes[2]);
    if (rank <= 1 || others >= rank) return true;
    const int same = board.homes[static_cast<std::size_t>(3 - suit)];
    return autoplay == Autoplay::fcpro && others >= rank - 1 && same >= rank - 2;
}

Card card_at(const Board& board, Place place) {
    if (place >= FIRST_CELL) return board.cells[static_cast<std::size_t>(place - FIRST_CELL)];
    const Column& column = board.columns[place];
    return column.size == 0 ? NO_CARD : column.cards[static_cast<std::size_t>(column.size - 1)];
}

void play_home(Board& board, Autoplay autoplay) {
    if (autoplay == Autoplay::none) return;
    for (Place place = 0; place < FIRST_CELL + board.cell_count;) {
        const Card card = card_at(board, place);
        const bool next = card != NO_CARD &&
                          board.homes[static_cast<std::size_t>(suit_of(card))] == rank_of(card);
        if (next && goes_by_itself(board, card, autoplay)) {
            make_move(board, {place, HOME, 1});
            place = 0;
        } else {
            ++place;
        }
    }
}

// The board, and its cells as the program has them that wrote the line.
struct Position {
    Board board;
    std::array<Card, MAX_CELLS> cells;
};

struct Best {
    bool won = false;
    bool whole = false;
    int done = -1;
    int cards_left = 0;
    Reading reading{Autoplay::none, Counts::one};
    std::string reason;

    bool wins() const { return won && whole; }
    auto worth() const { return std::tuple(wins(), whole, done); }
};

// One reading of a line, played as far as it goes; a depth-first search over open counts.
class Player {
  public:
    Player(const std::vector<Word>& words, Reading reading, int& tries, Best& best)
        : words_(words), reading_(reading), tries_(tries), best_(best) {}

    void play(const Board& start) {
        Position here{start, start.cells};
        if (reading_.at_start) play_home(here.board, reading_.autoplay);
        settle(here);
        go_on(here, 0);
    }

  private:
    // Returns whether the game was won, so that nothing else need be tried.
    bool go_on(Position here, std::size_t at) {
        for (; at < words_.size(); ++at) {
            std::array<Move, 16> moves;
            std::string reason;
            const std::size_t count = meanings(here, words_[at], moves, reason);
            if (count == 0) return note(here, at, reason);
            if (count > 1) {
                for (std::size_t i = 0; i < count; ++i) {
                    Position after = here;
                    if (make(after, words_[at], moves[i], at) && go_on(after, at + 1)) return true;
                }
                return false;
            }
            if (!make(here, words_[at], moves[0], at)) return false;
        }
        return note(here, at, {});
    }

    bool note(const Position& here, std::size_t at, const std::string& reason) {
        const int left = DECK_SIZE - cards_home(here.board);
        Best now{left == 0, at == words_.size(), static_cast<int>(at), left, reading_, reason};
        if (now.worth() > best_.worth()) best_ = std::move(now);
        return best_.wins();
    }

    bool make(Position& here, Word word, Move move, std::size_t at) {
        if (auto reason = why_illegal(here.board, move)) return note(here, at, *reason), false;
        if (--tries_ < 0) return note(here, at, "gave up"), false;
        const Card card = card_at(here.board, move.source);
        std::replace(here.cells.begin(), here.cells.end(), card, NO_CARD);
        if (move.target >= FIRST_CELL && move.target < HOME) here.cells[cell_of(here, word)] = card;
        make_move(here.board, move);
        play_home(here.board, reading_.autoplay);
        settle(here);
        return true;
    }

    // Take out of the writer's cells what is no longer in any.
    void settle(Position& here) const {
        for (Card& card : here.cells) {
            const auto& cells = here.board.cells;
            if (std::find(cells.begin(), cells.end(), card) == cells.end()) card = NO_CARD;
        }
        if (reading_.nth) {
            std::stable_partition(here.cells.begin(), here.cells.end(),
                                  [](Card card) { return card != NO_CARD; });
        }
    }

    static std::size_t cell_of(const Position& here, Word word) {
        if (word.target != 'r') return CELL_NAMES.find(word.target);
        const auto empty = std::find(here.cells.begin(), here.cells.end(), NO_CARD);
        return static_cast<std::size_t>(empty - here.cells.begin());
    }

    static Place place_of(const Board& board, Card card) {
        const auto cell = std::find(board.cells.begin(), board.cells.end(), card);
        return static_cast<Place>(FIRST_CELL + (cell - board.cells.begin()));
    }

    // The moves that a written one can mean; none, with a reason, where it can mean nothing.
    std::size_t meanings(const Position& here, Word word, std::array<Move, 16>& moves,
                         std::string& reason) const {
        Place source = static_cast<Place>(word.source - '1');
        if (!is_column(word.source)) {
            const Card card = here.cells[CELL_NAMES.find(word.source)];
            if (card == NO_CARD) return reason = "the cell is empty", 0;
            source = place_of(here.board, card);
        }
        if (is_column(word.target)) return to_column(here.board, source, word, moves);
        return upwards(here, source, word, moves, reason);
    }

    std::size_t upwards(const Position& here, Place source, Word word, std::array<Move, 16>& moves,
                        std::string& reason) const {
        const std::size_t cell = cell_of(here, word);
        const bool there = cell < static_cast<std::size_t>(here.board.cell_count);
        if (word.target == 'h' || (word.target == 'f' && !there)) {
            return moves[0] = {source, HOME, 1}, 1;
        }
        if (!there) return reason = "there is no such cell", 0;
        if (here.cells[cell] != NO_CARD) return reason = "the cell is taken", 0;
        return moves[0] = {source, place_of(here.board, NO_CARD), 1}, 1;
    }

    std::size_t to_column(const Board& board, Place source, Word word,
                          std::array<Move, 16>& moves) const {
        const auto target = static_cast<Place>(word.target - '1');
        const auto move = [&](int cards) {
            return Move{source, target, static_cast<std::uint8_t>(cards)};
        };
        if (word.cards > 0) return moves[0] = move(word.cards), 1;
        if (source >= FIRST_CELL || source == target || board.columns[source].size == 0) {
            return moves[0] = move(1), 1;
        }
        if (board.columns[target].size > 0)
            return moves[0] = move(fitting(board, source, target)), 1;
        const int most = fullest(board, source, target);
        if (reading_.counts != Counts::any) {
            return moves[0] = move(reading_.counts == Counts::one ? 1 : most), 1;
        }
        for (int i = 0; i < most; ++i) {
            const int cards = reading_.autoplay == Autoplay::none ? i + 1 : most - i;
            moves[static_cast<std::size_t>(i)] = move(cards);
        }
        return static_cast<std::size_t>(most);
    }

    // How many cards must go to an occupied column; 1 where none fits, to be refused.
    static int fitting(const Board& board, Place source, Place target) {
        const Column& from = board.columns[source];
        const Card parent = card_at(board, target);
        const int count = rank_of(parent) - rank_of(card_at(board, source));
        const bool fits = count >= 1 && count <= from.size &&
                          fits_on(from.cards[static_cast<std::size_t>(from.size - count)], parent);
        return fits ? count : 1;
    }

    // As many cards as can go to an empty column.
    static int fullest(const Board& board, Place source, Place target) {
        int most = 1;
        while (!why_illegal(board, {source, target, static_cast<std::uint8_t>(most + 1)})) ++most;
        return most;
    }

    const std::vector<Word>& words_;
    const Reading reading_;
    int& tries_;
    Best& best_;
};

std::vector<Reading> readings_of(const std::vector<Word>& words, bool macroxue) {
    using enum Autoplay;
    using enum Counts;
    if (macroxue) {
        std::vector<Reading> readings;
        for (const Autoplay kind : {max, horne, none, fcpro}) {
            readings.push_back({kind, most, true, true});
            readings.push_back({kind, most, true, false});
        }
        for (const Autoplay kind : {max, horne, none, fcpro}) {
            readings.push_back({kind, any, true, true});
        }
        return readings;
    }
    const auto homes =
        static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](Word word) {
            return word.target == 'h' || word.target == 'f';
        }));
    std::vector<Reading> written = {{none, one}, {none, any}};
    std::vector<Reading> left_out = {{horne, most},
                                     {fcpro, most},
                                     {max, most},
                                     {horne, most, false, true},
                                     {fcpro, most, false, true},
                                     {max, most, false, true}};
    const bool all_written = homes == DECK_SIZE || homes * 4 > words.size();
    std::vector<Reading>& first = all_written ? written : left_out;
    const std::vector<Reading>& second = all_written ? left_out : written;
    first.insert(first.end(), second.begin(), second.end());
    first.insert(first.end(), {{horne, any}, {fcpro, any}, {max, any}});
    return first;
}

}  // namespace

LineVerdict check_line(std::string_view line, int cells) {
    LineVerdict verdict;
    const auto number = take_number(line);
    if (!number) return verdict.reason = "not a number and a colon", verdict;
    verdict.number = *number;
    std::vector<Word> words;
    for (line = without_spaces(line); !line.empty(); line = without_spaces(line)) {
        const auto word = take_word(line);
        if (!word) return verdict.reason = "not a move: " + std::string(line.substr(0, 8)), verdict;
        if (words.size() == MOST_WORDS) return verdict.reason = "too many moves", verdict;
        words.push_back(*word);
        verdict.counted |= word->cards > 0;
        verdict.macroxue |= word->target == 'r';
    }
    if (words.empty()) return verdict.reason = "no moves", verdict;
    Best best;
    int tries = MOST_TRIES;
    const Board start = lay_out(deal_cards(*number), cells);
    for (const Reading& reading : readings_of(words, verdict.macroxue)) {
        Player(words, reading, tries, best).play(start);
        if (best.wins()) break;
    }
    verdict.readable = true;
    verdict.won = best.won;
    verdict.autoplay = best.reading.autoplay;
    verdict.words = static_cast<int>(words.size());
    verdict.done = best.done;
    verdict.cards_left = best.cards_left;
    verdict.reason = best.reason;
    return verdict;
}

}  // namespace freecell
