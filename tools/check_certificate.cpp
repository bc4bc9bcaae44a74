// Checks certificates of both kinds (docs/proofs.md describes them): that a board cannot be won,
// and that a win is a shortest one. It shares no code with the search: rules, games, bound and
// tables are written anew here, plainly, to be read.
//
//   check_certificate FILE...
//
// It prints what it confirmed, or why it refused: then the exit status is 1.
//
// A BOARD THAT CANNOT BE WON. What is proved: no sequence of legal moves sends all cards home. All
// positions of an easier game are listed and none of them is won; how many there are, and their
// checksum, must be those of the certificate. The easier game:
//
// - A card of a column is fixed while it and all cards behind it lie where they started, up to the
//   last card that does not fit on the one behind it (fit: one rank lower and of the other colour).
//   All other cards are loose: those in cells, those that were moved, and those at the front of a
//   column that lie in order from the start.
// - A loose card is known by its rank and colour alone (two such cards are twins), unless the
//   certificate says that twins of this rank and colour are distinguished; then its suit is known.
// - Cards move one by one: from the front of a column or from a cell onto a column whose front card
//   it fits on, or into an empty column; from a column into an empty cell. What moves is loose
//   then.
// - A card goes home as the next of a suit if it may be that card: a fixed card as itself, a loose
//   card whose suit is known as itself, another loose card as either card of its rank and colour
//   that is not fixed anywhere. When a fixed card leaves, the cards of its column that now lie in
//   order at the front become loose. No card moves by itself.
//
// Why an easier game without a win means that the real one has none: forget the suits of loose
// cards that are not distinguished, and every position of the real game becomes one of the easier
// game, and every move a move. Moves between columns and cells ask for rank and colour only; a run
// is moved card by card; a card that goes home is the next of its suit and, if it is loose, not
// fixed anywhere. So a win of the real game would be a win of the easier one, and that has none. (A
// win of the easier game would prove nothing: a card may have gone home as its twin.)
//
// A SHORTEST WIN. What is proved: the line is legal, wins, has the length that the certificate
// says, and no win is shorter. The line is replayed and counted. Then "no win has fewer moves" is
// repeated: all positions with (moves made + lower bound) <= length - 1 are listed, level by level,
// and none of them is won. How many there are and their checksum must be those of the certificate.
//
// The lower bound is the cost of the same game with unlimited cells, where a card leaves its column
// only by going home (free) or because its unit (a run in order; a single card in the unit
// "cards") is taken off for a cost of one. Nothing is left out but positions in which a card could
// go home that is safe by Raymond's rule: it goes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

const std::string RANKS = "A23456789TJQK", SUITS = "CDHS", PLACES = "12345678abcdefgkh";
const std::string COUNTS = "23456789abcd";  // of a run that moves
constexpr int COLUMNS = 8;

using Card = int;  // 4 * rank + suit
constexpr auto rank_of = [](Card card) { return card / 4; };
constexpr auto suit_of = [](Card card) { return card % 4; };
constexpr auto is_red = [](Card card) { return suit_of(card) == 1 || suit_of(card) == 2; };
bool fits(Card card, Card under) {
    return rank_of(card) + 1 == rank_of(under) && is_red(card) != is_red(under);
}
const auto name = [](Card card) { return std::string{RANKS[rank_of(card)], SUITS[suit_of(card)]}; };

constexpr auto refuse = [](const std::string& why) { throw std::runtime_error(why); };

using Pile = std::vector<std::int8_t>;  // from the back card to the front card

// A position as text, which the checksum is made of: homes, cells, columns that are not empty.
std::string joined(const auto& homes, const auto& cells, std::vector<std::string> columns) {
    std::string text;
    for (const int home : homes) text += std::to_string(home) + ' ';
    text.back() = '|';
    for (const std::string& card : cells) text += card;
    std::ranges::sort(columns);
    for (const std::string& column : columns) text += column.empty() ? "" : '|' + column;
    return text;
}

struct Position {
    std::array<Pile, COLUMNS> columns;
    Pile cells;  // the cards in cells; their places do not matter
    std::array<int, 4> homes{};
    std::size_t cell_count = 4;

    bool is_won() const { return homes == std::array{13, 13, 13, 13}; }

    std::string text() const {
        std::array<std::string, 52> sorted;
        for (const Card card : cells) sorted[card] = name(card);
        std::vector<std::string> piles(COLUMNS);
        for (int i = 0; i < COLUMNS; ++i) {
            for (const Card card : columns[i]) piles[i] += name(card);
        }
        return joined(homes, sorted, std::move(piles));
    }
};

std::uint64_t fnv1a(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

// --- the rules ---

struct Move {
    int source, target;  // columns 0..7, then CELL, then HOME
    int count;
    Card card;  // the one that moves, of a run the front card
};
constexpr int CELL = 8, HOME = 9;

int run_length(const Pile& column) {
    const int size = static_cast<int>(column.size());
    int length = std::min(size, 1);
    while (length < size && fits(column[size - length], column[size - length - 1])) ++length;
    return length;
}

// The longest run that the room allows: (empty cells + 1) doubled for each other empty column.
int room(const Position& position, int target) {
    int most = static_cast<int>(position.cell_count - position.cells.size()) + 1;
    for (int i = 0; i < COLUMNS; ++i) most *= i != target && position.columns[i].empty() ? 2 : 1;
    return most;
}

// For a card that is where the move takes it from.
bool is_legal(const Position& position, const Move& move) {
    if (move.count < 1 || move.source == move.target) return false;
    if (move.count > 1 && std::max(move.source, move.target) >= CELL) return false;
    if (move.target == HOME) return position.homes[suit_of(move.card)] == rank_of(move.card);
    if (move.target == CELL) return position.cells.size() < position.cell_count;
    Card base = move.card;
    if (move.source != CELL) {
        const Pile& source = position.columns[move.source];
        if (move.count > std::min(run_length(source), room(position, move.target))) return false;
        base = source[source.size() - static_cast<std::size_t>(move.count)];
    }
    const Pile& target = position.columns[move.target];
    return target.empty() || fits(base, target.back());
}

void make(Position& position, const Move& move) {
    Pile& source = move.source == CELL ? position.cells : position.columns[move.source];
    if (move.source == CELL) std::swap(*std::ranges::find(source, move.card), source.back());
    const Pile hand(source.end() - move.count, source.end());
    source.resize(source.size() - hand.size());
    if (move.target == HOME) return void(++position.homes[suit_of(move.card)]);
    Pile& target = move.target == CELL ? position.cells : position.columns[move.target];
    target.insert(target.end(), hand.begin(), hand.end());
}

std::vector<Move> moves_of(const Position& position, bool home, bool single) {
    std::vector<Move> moves;
    const auto from = [&](int source, Card card, int most) {
        for (int target = home ? HOME : 0; target < (home ? HOME + 1 : HOME); ++target) {
            for (int count = 1; count <= most; ++count) {
                const Move move{source, target, count, card};
                if (is_legal(position, move)) moves.push_back(move);
            }
        }
    };
    for (int i = 0; i < COLUMNS; ++i) {
        const Pile& column = position.columns[i];
        if (!column.empty()) from(i, column.back(), single ? 1 : run_length(column));
    }
    for (const Card card : position.cells) from(CELL, card, 1);
    return moves;
}

// Raymond's rule: aces and twos; a card whose smaller neighbours of the other colour are home; or
// one for which they could go home themselves, and so could what might lie on them.
bool is_safe(const Position& position, Card card) {
    const int rank = rank_of(card);
    if (rank <= 1) return true;
    const auto& homes = position.homes;
    const int others = is_red(card) ? std::min(homes[0], homes[3]) : std::min(homes[1], homes[2]);
    return others >= rank || (others >= rank - 1 && homes[3 - suit_of(card)] >= rank - 2);
}

void play_safe(Position& position) {
    for (;;) {
        const std::vector<Move> home = moves_of(position, true, true);
        const auto safe = std::ranges::find_if(
            home, [&](const Move& move) { return is_safe(position, move.card); });
        if (safe == home.end()) return;
        make(position, *safe);
    }
}

// --- the lower bound ---

class Bound {
  public:
    explicit Bound(bool single) : single_(single) {}

    int of(const Position& position) { return relaxed(position.columns, position.homes); }

  private:
    using Piles = std::array<Pile, COLUMNS>;

    int unit(const Pile& pile) const { return single_ ? 1 : run_length(pile); }
    void take_off(Pile& pile) const { pile.erase(pile.end() - unit(pile), pile.end()); }

    // Whether a card of the front unit lies above a lower card of its own suit.
    bool is_doomed(const Pile& pile) const {
        const auto first = pile.end() - unit(pile);
        return std::any_of(first, pile.end(), [&](Card above) {
            return std::any_of(pile.begin(), first, [&](Card below) {
                return suit_of(below) == suit_of(above) && below < above;
            });
        });
    }

    static int column_with(const Piles& piles, Card card) {
        int at = 0;
        while (at < COLUMNS && std::ranges::find(piles[at], card) == piles[at].end()) ++at;
        return at;
    }

    int relaxed(Piles piles, std::array<int, 4> homes) {
        int cost = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (Pile& pile : piles) {
                for (; !pile.empty() && is_doomed(pile); ++cost) take_off(pile);
            }
            for (int suit = 0; suit < 4; ++suit) {
                while (homes[suit] < 13) {
                    const Card card = 4 * homes[suit] + suit;
                    const int at = column_with(piles, card);
                    if (at < COLUMNS && piles[at].back() != card) break;
                    if (at < COLUMNS) piles[at].pop_back();
                    ++homes[suit];
                    changed = true;
                }
            }
        }
        return cost + chosen(piles, homes);
    }

    // No card can go home and no front unit must go: the next card of some suit has to be dug out.
    int chosen(const Piles& piles, const std::array<int, 4>& homes) {
        std::string key;
        for (const Pile& pile : piles) key.append(pile.begin(), pile.end()) += '\x7f';
        if (key.size() == COLUMNS) return 0;
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        int fewest = 52;
        for (int suit = 0; suit < 4; ++suit) {
            if (homes[suit] == 13) continue;
            Piles then = piles;
            int taken = 0;
            const Card card = 4 * homes[suit] + suit;
            Pile& pile = then[column_with(piles, card)];
            for (; std::ranges::find(pile, card) != pile.end() && pile.back() != card; ++taken)
                take_off(pile);
            fewest = std::min(fewest, taken + relaxed(then, homes));
        }
        return known_[key] = fewest;
    }

    bool single_;
    std::unordered_map<std::string, int> known_;
};

// --- the certificate ---

constexpr auto IMPOSSIBLE = "freecell impossible, certificate 1";
constexpr auto SHORTEST = "freecell shortest win, certificate 1";
constexpr std::size_t MOST_BYTES = 100'000;

std::vector<std::string> fields_of(const std::string& kind) {
    if (kind != IMPOSSIBLE && kind != SHORTEST) refuse("not a certificate of version 1");
    std::vector<std::string> names{"unit", "length", "homes", "cells"};
    if (kind == IMPOSSIBLE) names = {"distinguished", "homes", "cells"};
    for (int i = 1; i <= COLUMNS; ++i) names.push_back("column " + std::to_string(i));
    if (kind == SHORTEST) names.push_back("moves");
    names.insert(names.end(), {"positions", "checksum"});
    return names;
}

// The words of a value; one space between two of them, none elsewhere.
std::vector<std::string> words_of(const std::string& value) {
    std::vector<std::string> words;
    std::istringstream in(value + ' ');
    for (std::string word; std::getline(in, word, ' ');) words.push_back(word);
    return words;
}

struct Certificate {
    std::string kind;
    std::string heading;  // all lines above "positions"
    std::vector<std::string> names, values;
    Position start;
    Pile cells;  // by their places, -1 where empty

    const std::string& at(const std::string& field) const {
        return values[std::ranges::find(names, field) - names.begin()];
    }
    void inexact(const std::string& field) const {
        refuse(field + ": not in the exact form of a certificate: " + at(field));
    }
    std::uint64_t number(const std::string& field) const {
        const std::string& value = at(field);
        const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
        if (!digits || value.empty() || value.size() > 18) inexact(field);
        if (value != std::to_string(std::stoull(value))) inexact(field);
        return std::stoull(value);
    }
    // The cards of a field; -1 for "-", nothing.
    Pile cards(const std::string& field) const {
        Pile found;
        for (const std::string& word : words_of(at(field))) {
            int card = 51;
            while (card >= 0 && word != name(card)) --card;
            if (card < 0 && word != "-") inexact(field);
            found.push_back(static_cast<std::int8_t>(card));
        }
        return found;
    }
};

// The lines as fields: each is there once, in its place, and none that is not known.
Certificate read_fields(const std::string& text) {
    Certificate read;
    std::istringstream in(text);
    std::string line;
    std::getline(in, read.kind);
    const std::vector<std::string> known = fields_of(read.kind);
    const auto has = [](const auto& all, const auto& one) {
        return std::ranges::find(all, one) != all.end();
    };
    if (text.size() > MOST_BYTES) refuse("too long for a certificate");
    if (text.back() != '\n') refuse("the last line does not end: the certificate is cut off");
    while (std::getline(in, line)) {
        const std::size_t colon = std::min(line.find(": "), line.size());
        const std::string field = line.substr(0, colon);
        if (colon == line.size() || !has(known, field)) refuse("unknown field: " + line);
        if (has(read.names, field)) refuse("the field " + field + " is there twice");
        read.names.push_back(field);
        read.values.push_back(line.substr(colon + 2));
    }
    for (const std::string& field : known) {
        if (!has(read.names, field)) refuse("the field " + field + " is missing");
    }
    if (read.names != known) refuse("the fields are out of order");
    read.heading = text.substr(0, text.find("\npositions: ") + 1);
    return read;
}

void read_board(Certificate& read) {
    const std::vector<std::string> homes = words_of(read.at("homes"));
    if (homes.size() != 4) read.inexact("homes");
    for (std::size_t suit = 0; suit < homes.size(); ++suit) {
        int& home = read.start.homes[suit];
        while (home <= 13 && homes[suit] != std::to_string(home)) ++home;
        if (home > 13) read.inexact("homes");
    }
    for (int i = 0; i < COLUMNS; ++i) {
        const std::string field = "column " + std::to_string(i + 1);
        Pile& column = read.start.columns[i];
        column = read.cards(field);
        if (column == Pile{-1}) column.clear();
        if (std::ranges::find(column, -1) != column.end()) read.inexact(field);
    }
    if (read.at("cells") != "none") read.cells = read.cards("cells");
    if (read.cells.size() > 8) read.inexact("cells");
    read.start.cells = read.cells;
    read.start.cell_count = read.cells.size();
    std::erase(read.start.cells, -1);
}

// The positions that were listed, compared with what the certificate says.
class Listing {
  public:
    explicit Listing(const Certificate& certificate)
        : certificate_(certificate), most_(certificate.number("positions")) {}

    bool has(const std::string& text) const { return texts_.contains(text); }
    void add(const std::string& text) {
        if (texts_.size() == most_) refuse("there are more positions than it claims");
        texts_.insert(text);
        sum_ += fnv1a(text);
    }

    void compare(const std::string& heading) const {
        const std::string size = std::to_string(texts_.size());
        if (texts_.size() != most_)
            refuse("it claims " + std::to_string(most_) + " positions, and there are " + size);
        const std::uint64_t total = sum_ + (heading.empty() ? 0 : fnv1a(heading));
        std::array<char, 17> sum{};
        std::snprintf(sum.data(), sum.size(), "%016llx", static_cast<unsigned long long>(total));
        if (certificate_.at("checksum") != sum.data())
            refuse("the checksum is " + std::string(sum.data()));
    }

  private:
    const Certificate& certificate_;
    std::unordered_set<std::string> texts_;
    std::uint64_t most_, sum_ = 0;
};

void check_cards(const Position& start) {
    Pile seen = start.cells;
    for (const Pile& pile : start.columns) seen.insert(seen.end(), pile.begin(), pile.end());
    for (std::int8_t card = 0; card < 52; ++card) {
        if (rank_of(card) < start.homes[suit_of(card)]) seen.push_back(card);
    }
    std::ranges::sort(seen);
    if (std::ranges::adjacent_find(seen) != seen.end() || seen.size() != 52)
        refuse("the board does not have each of the 52 cards once");
}

// --- a board that cannot be won ---

// A card as one byte: fixed (the card itself), loose with its suit (64 + card), or loose with rank
// and colour alone (128 + 2 * rank + 1 if red).
using Code = char8_t;
constexpr Code LOOSE = 64, FACE = 128;

class EasierGame {
  public:
    explicit EasierGame(const Certificate& certificate) : cell_count_(certificate.cells.size()) {
        const std::string ranks = "a23456789tjqk";
        for (Card card = 0; card < 52; ++card) {
            names_[card] = name(card);
            names_[LOOSE + card] = {ranks[rank_of(card)], "cdhs"[suit_of(card)]};
            if (card < 26) names_[FACE + card] = {ranks[card / 2], "br"[card % 2]};
        }
        read_distinguished(certificate);
        for (const Pile& column : certificate.start.columns) {
            loosen(start_.columns.emplace_back(column.begin(), column.end()));
        }
        for (const Card card : certificate.start.cells) start_.cells += loose(card);
        for (int suit = 0; suit < 4; ++suit) start_.homes[suit] += certificate.start.homes[suit];
    }

    // Lists all positions; none may be won.
    void list(Listing& listing) {
        std::vector<State> waiting;
        const auto meet = [&](State& state) {
            std::erase(state.columns, std::u8string());
            const std::string form = text(state);
            if (listing.has(form)) return;
            listing.add(form);
            waiting.push_back(state);
        };
        meet(start_);
        while (!waiting.empty()) {
            const State state = std::move(waiting.back());
            waiting.pop_back();
            if (state.homes == std::u8string(4, 13))
                refuse("the easier game can be won, so nothing is proved");
            each_child(state, meet);
        }
    }

  private:
    struct State {
        std::u8string homes = std::u8string(4, 0);
        std::u8string cells;
        std::vector<std::u8string> columns;  // those that are not empty
    };

    static int rank(Code code) { return code < FACE ? code % LOOSE / 4 : (code - FACE) / 2; }
    static bool red(Code code) { return code < FACE ? is_red(code % LOOSE) : code % 2 == 1; }
    static bool may_lie_on(Code code, Code under) {
        return rank(code) + 1 == rank(under) && red(code) != red(under);
    }
    Code loose(int card) const {  // one that is loose already stays as it is
        if (card >= LOOSE) return static_cast<Code>(card);
        const int face = 2 * rank_of(card) + is_red(card);
        return static_cast<Code>(distinguished_[face] ? LOOSE + card : FACE + face);
    }

    void read_distinguished(const Certificate& certificate) {
        const std::string& value = certificate.at("distinguished");
        distinguished_.fill(value == "all");
        if (value == "all" || value == "none") return;
        int next = 0;  // the first face that may follow
        for (const std::string& word : words_of(value)) {
            while (next < 26 && word != names_[FACE + next]) ++next;
            if (next == 26) certificate.inexact("distinguished");
            distinguished_[next++] = true;
        }
        if (std::ranges::count(distinguished_, true) == 26) certificate.inexact("distinguished");
    }

    // A column of fixed cards: those in order at its front become loose.
    void loosen(std::u8string& column) const {
        std::size_t at = column.size();
        while (at > 1 && may_lie_on(column[at - 1], column[at - 2])) --at;
        for (at = at == 1 ? 0 : at; at < column.size(); ++at) column[at] = loose(column[at]);
    }

    template <class Meet>
    void each_child(const State& state, const Meet& meet) const {
        for (std::size_t i = 0; i < state.columns.size(); ++i) {
            State left = state;
            std::u8string& column = left.columns[i];
            const Code code = column.back();
            column.pop_back();
            if (code < LOOSE) loosen(column);
            send_home(state, left, code, meet);
            if (state.cells.size() < cell_count_) {
                State child = left;
                child.cells += loose(code);
                meet(child);
            }
            lay(left, loose(code), i, meet);
        }
        for (std::size_t i = 0; i < state.cells.size(); ++i) {
            State left = state;
            left.cells.erase(i, 1);
            send_home(state, left, state.cells[i], meet);
            lay(left, state.cells[i], COLUMNS, meet);
        }
    }

    // Onto each column that it fits on but the one it came from, and into an empty one.
    template <class Meet>
    static void lay(const State& left, Code code, std::size_t from, const Meet& meet) {
        for (std::size_t i = 0; i < left.columns.size(); ++i) {
            if (i == from || !may_lie_on(code, left.columns[i].back())) continue;
            State child = left;
            child.columns[i] += code;
            meet(child);
        }
        const bool frees = from < COLUMNS && left.columns[from].empty();
        if (left.columns.size() == COLUMNS && !frees) return;
        State child = left;
        child.columns.emplace_back(1, code);
        meet(child);
    }

    template <class Meet>
    static void send_home(const State& before, const State& left, Code code, const Meet& meet) {
        for (int suit = 0; suit < 4; ++suit) {
            const Card card = 4 * rank(code) + suit;
            const bool may_be = code < FACE ? code % LOOSE == card
                                            : is_red(card) == red(code) && !is_fixed(before, card);
            if (before.homes[suit] != rank(code) || !may_be) continue;
            State child = left;
            ++child.homes[suit];
            meet(child);
        }
    }

    static bool is_fixed(const State& state, Card card) {
        return std::ranges::any_of(state.columns, [&](const std::u8string& column) {
            return column.find(static_cast<Code>(card)) < column.size();
        });
    }

    // Without the order of columns and cells: positions are the same when their texts are.
    std::string text(const State& state) const {
        std::vector<std::string> cells, columns(state.columns.size());
        for (const Code code : state.cells) cells.push_back(names_[code]);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            for (const Code code : state.columns[i]) columns[i] += names_[code];
        }
        std::ranges::sort(cells);
        return joined(state.homes, cells, std::move(columns));
    }

    std::array<std::string, 256> names_;  // of all codes
    std::size_t cell_count_;
    std::array<bool, 26> distinguished_{};
    State start_;
};

// --- a shortest win ---

// Replays the line; returns how many moves it has that are not home. Cells are physical here, so
// that "a" names the same card as for the writer.
long replay(const Certificate& certificate, bool single) {
    Position position = certificate.start;
    Pile cells = certificate.cells;
    long made = 0;
    const std::string& line = certificate.at("moves");
    for (const std::string& word : line == "none" ? std::vector<std::string>{} : words_of(line)) {
        const auto fail = [&] { refuse("the move " + word + " is not legal"); };
        if (word.size() != 2 && (word.size() != 4 || word[2] != 'v' || COUNTS.find(word[3]) > 12))
            fail();
        const std::size_t source = PLACES.find(word[0]), target = PLACES.find(word[1]);
        if (source >= COLUMNS + cells.size() || target > PLACES.size()) fail();
        Move move{std::min(static_cast<int>(source), CELL),
                  std::min(static_cast<int>(target), CELL), 1, -1};
        if (word.size() == 4) move.count = 2 + static_cast<int>(COUNTS.find(word[3]));
        if (word[1] == 'h') move.target = HOME;
        if (move.source == CELL) move.card = std::exchange(cells[source - COLUMNS], -1);
        const Pile& from = position.columns[source % COLUMNS];
        if (move.source != CELL && !from.empty()) move.card = from.back();
        if (move.card < 0 || (single && move.count > 1) || !is_legal(position, move)) fail();
        make(position, move);
        if (move.target == CELL) {
            if (target >= COLUMNS + cells.size() || cells[target - COLUMNS] >= 0) fail();
            cells[target - COLUMNS] = static_cast<std::int8_t>(move.card);
        }
        made += move.target != HOME;
    }
    if (!position.is_won()) refuse("the line does not win");
    return made;
}

// Lists the positions of the refutation; none may be won.
void refute(const Certificate& certificate, bool single, long most, Listing& listing) {
    Bound bound(single);
    const auto is_new = [&](const Position& position, long made) {
        const std::string text = position.text();
        if (listing.has(text) || made + bound.of(position) > most) return false;
        if (position.is_won()) refuse("there is a shorter win");
        listing.add(text);
        return true;
    };
    Position root = certificate.start;
    play_safe(root);
    std::vector<Position> level, next;
    long made = 0;
    const auto add = [&](const Position& from, bool home, std::vector<Position>& to) {
        for (const Move& move : moves_of(from, home, single)) {
            Position child = from;
            make(child, move);
            play_safe(child);
            if (is_new(child, home ? made : made + 1)) to.push_back(child);
        }
    };
    if (is_new(root, 0)) level.push_back(root);
    for (; !level.empty(); ++made, level.swap(next), next.clear()) {
        for (std::size_t i = 0; i < level.size(); ++i) add(Position(level[i]), true, level);
        for (const Position& position : level) add(position, false, next);
    }
}

// --- what is confirmed ---

std::string check_impossible(const Certificate& certificate) {
    Listing listing(certificate);
    EasierGame(certificate).list(listing);
    listing.compare(certificate.heading);
    return "the board cannot be won: none of the " + certificate.at("positions") +
           " positions of the easier game is won; twins distinguished: " +
           certificate.at("distinguished");
}

std::string check_shortest(const Certificate& certificate) {
    const std::string& unit = certificate.at("unit");
    if (unit != "moves" && unit != "cards") certificate.inexact("unit");
    const bool single = unit == "cards";
    long home = 52;
    for (const int cards : certificate.start.homes) home -= cards;
    const long length = static_cast<long>(certificate.number("length")) - (single ? home : 0);
    if (replay(certificate, single) != length) refuse("the length is wrong");
    Listing listing(certificate);
    refute(certificate, single, length - 1, listing);
    listing.compare("");
    return "the line wins in " + certificate.at("length") +
           (single ? " moves of single cards" : " moves, those home not counted,") +
           " and no win has fewer: none of the " + certificate.at("positions") +
           " positions that a shorter win could pass is won";
}

std::string check(const std::string& text) {
    Certificate certificate = read_fields(text);
    read_board(certificate);
    check_cards(certificate.start);
    return std::to_string(certificate.cells.size()) + " cells: " +
           (certificate.kind == IMPOSSIBLE ? check_impossible : check_shortest)(certificate);
}

}  // namespace

int main(int argc, char** argv) {
    int status = argc < 2 ? 2 : 0;
    if (argc < 2) std::cerr << "expected: check_certificate FILE...\n";
    for (int i = 1; i < argc; ++i) {
        try {
            std::ifstream file(argv[i], std::ios::binary);
            if (!file) refuse("cannot be read");
            std::string text(MOST_BYTES + 1, ' ');
            file.read(text.data(), static_cast<std::streamsize>(text.size()));
            text.resize(static_cast<std::size_t>(file.gcount()));
            const std::string confirmed = check(text);
            std::cout << argv[i] << ": confirmed: " << confirmed << std::endl;
        } catch (const std::exception& error) {
            std::cout << argv[i] << ": refused: " << error.what() << std::endl;
            status = 1;
        }
    }
    return status;
}
