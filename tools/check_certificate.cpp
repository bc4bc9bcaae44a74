// Checks a certificate that a win is a shortest one (docs/shortest.md has the form). It shares no
// code with the search: rules, bound and tables are written anew here, plainly, to be read.
//
//   check_certificate FILE...
//
// First the line is replayed and counted. Then "no win has fewer moves" is repeated: all positions
// with (moves made + lower bound) <= length - 1 are listed, level by level, and none of them is
// won. How many there are and their checksum must be those of the certificate.
//
// The lower bound is the cost of the same game with unlimited cells, where a card leaves its column
// only by going home (free) or because its unit (a run in order; a single card in the count
// "cards") is taken off for a cost of one. Nothing is left out but positions in which a card could
// go home that is safe by Raymond's rule: it goes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

const std::string RANKS = "A23456789TJQK", SUITS = "CDHS", PLACES = "12345678abcdefgkh";
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

struct Position {
    std::array<Pile, COLUMNS> columns;
    Pile cells;  // the cards in cells; their places do not matter
    std::array<int, 4> homes{};
    std::size_t cell_count = 4;

    bool is_won() const { return homes == std::array{13, 13, 13, 13}; }

    // The form that the checksum is made of: order of columns and cells is not seen.
    std::string text() const {
        Pile sorted = cells;
        std::ranges::sort(sorted);
        std::vector<std::string> piles;
        for (const Pile& column : columns) {
            if (column.empty()) continue;
            std::string& pile = piles.emplace_back();
            for (const Card card : column) pile += name(card);
        }
        std::ranges::sort(piles);
        std::string out;
        for (const int home : homes) out += std::to_string(home) + ' ';
        out.back() = '|';
        for (const Card card : sorted) out += name(card);
        for (const std::string& pile : piles) out += '|' + pile;
        return out;
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

struct Certificate {
    std::map<std::string, std::string> fields;
    Position start;
    Pile cells;  // by their places, -1 where empty

    std::string at(const std::string& field) const {
        if (!fields.contains(field)) refuse("no line \"" + field + ":\"");
        return fields.at(field);
    }
};

// The cards of a line; -1 for "-", nothing.
Pile read_cards(const std::string& line) {
    Pile cards;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const auto rank = RANKS.find(word[0]), suit = SUITS.find(word.back());
        if (word != "-" && (rank > 12 || suit > 3)) refuse("not a card: " + word);
        cards.push_back(static_cast<std::int8_t>(word == "-" ? -1 : 4 * rank + suit));
    }
    return cards;
}

Certificate read_certificate(std::istream& in) {
    Certificate read;
    std::string line;
    std::getline(in, line);
    if (line != "freecell shortest win, certificate 1") refuse("not a certificate of version 1");
    while (std::getline(in, line)) {
        const std::size_t colon = line.find(": ");
        if (colon > line.size()) refuse("not a line: " + line);
        read.fields[line.substr(0, colon)] = line.substr(colon + 2);
    }
    for (int i = 0; i < COLUMNS; ++i) {
        read.start.columns[i] = read_cards(read.at("column " + std::to_string(i + 1)));
        std::erase(read.start.columns[i], -1);
    }
    std::istringstream homes(read.at("homes"));
    for (int& home : read.start.homes) homes >> home;
    read.cells = read.start.cells = read_cards(read.at("cells"));
    read.start.cell_count = read.cells.size();
    std::erase(read.start.cells, -1);
    return read;
}

void check_cards(const Position& start) {
    std::vector<int> seen(start.cells.begin(), start.cells.end());
    for (const Pile& pile : start.columns) seen.insert(seen.end(), pile.begin(), pile.end());
    for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < start.homes[suit]; ++rank) seen.push_back(4 * rank + suit);
    }
    std::ranges::sort(seen);
    if (std::ranges::adjacent_find(seen) != seen.end() || seen.size() != 52)
        refuse("the board has not each of the 52 cards once");
    if (start.cell_count > 8) refuse("there are at most 8 cells");
}

// Replays the line; returns how many moves it has that are not home. Cells are physical here, so
// that "a" names the same card as for the writer.
long replay(const Certificate& certificate, bool single) {
    Position position = certificate.start;
    Pile cells = certificate.cells;
    long made = 0;
    std::istringstream words(certificate.at("moves"));
    for (std::string word; words >> word;) {
        const auto fail = [&] { refuse("the move " + word + " is not legal"); };
        if (word.size() != 2 && (word.size() != 4 || word[2] != 'v')) fail();
        const std::size_t source = PLACES.find(word[0]), target = PLACES.find(word[1]);
        if (source >= COLUMNS + cells.size() || target > PLACES.size()) fail();
        Move move{std::min(static_cast<int>(source), CELL),
                  std::min(static_cast<int>(target), CELL), 1, -1};
        if (word.size() == 4) move.count = std::stoi(word.substr(3), nullptr, 16);
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
void refute(const Certificate& certificate, bool single, long most) {
    Bound bound(single);
    std::unordered_set<std::string> seen;
    std::uint64_t checksum = 0;
    const auto is_new = [&](const Position& position, long made) {
        const std::string text = position.text();
        if (seen.contains(text) || made + bound.of(position) > most) return false;
        if (position.is_won()) refuse("there is a shorter win");
        seen.insert(text);
        checksum += fnv1a(text);
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
    std::array<char, 17> sum{};
    std::snprintf(sum.data(), sum.size(), "%016llx", static_cast<unsigned long long>(checksum));
    const std::string size = std::to_string(seen.size());
    if (size != certificate.at("positions")) refuse("the refutation has " + size + " positions");
    if (certificate.at("checksum") != sum.data())
        refuse("the checksum is " + std::string(sum.data()));
}

void check(std::istream& in) {
    const Certificate certificate = read_certificate(in);
    const std::string count = certificate.at("count");
    if (count != "moves" && count != "cards") refuse("no such count: " + count);
    const bool single = count == "cards";
    check_cards(certificate.start);
    long home = 52;
    for (const int cards : certificate.start.homes) home -= cards;
    const long length = std::stol(certificate.at("length")) - (single ? home : 0);
    if (replay(certificate, single) != length) refuse("the length is wrong");
    refute(certificate, single, length - 1);
}

}  // namespace

int main(int argc, char** argv) {
    int status = 0;
    for (int i = 1; i < argc; ++i) {
        try {
            std::ifstream file(argv[i]);
            check(file);
            std::cout << argv[i] << ": confirmed\n";
        } catch (const std::exception& error) {
            std::cout << argv[i] << ": rejected: " << error.what() << '\n';
            status = 1;
        }
    }
    return status;
}
