// Checks puzzles, and shares no code with what made them: rules, dealing and search are its own.
//
//   check_puzzles FILE [FIRST [COUNT]]
//
// reads lines `DEAL SHARE MOVES WIN...` as in src/freecell/puzzles.txt and checks of each puzzle
// that
//
//   - the moves are legal, two thirds of the cards are in play, and no card can go home;
//   - at least eight moves are legal that lead to different positions;
//   - every WIN is legal, wins, and begins with a move of its own: these moves are the answers;
//   - after every other move there is no win: all positions are searched, card by card;
//   - after an answer no win takes fewer than five moves, runs counting one and moves home nothing.
//
// It prints how many puzzles, losing moves and positions there were; status 1 and a line for each
// puzzle in which something is wrong.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

constexpr int CELLS = 4, COLUMNS = 8;
constexpr std::size_t MOST_POSITIONS = 20'000'000;  // of one puzzle

int rank_of(int card) {
    return card / 4;
}
bool fits(int card, int onto) {
    const auto red = [](int each) { return each % 4 == 1 || each % 4 == 2; };
    return rank_of(card) + 1 == rank_of(onto) && red(card) != red(onto);
}

// Cells keep their places while a line is played; a key sorts columns and cells.
struct Table {
    std::array<std::string, COLUMNS> columns;
    std::array<int, CELLS> cells{-1, -1, -1, -1};
    std::array<int, 4> homes{};

    bool won() const { return homes == std::array<int, 4>{13, 13, 13, 13}; }
    int cards_home() const { return homes[0] + homes[1] + homes[2] + homes[3]; }
    bool goes_home(int card) const { return homes[card % 4] == rank_of(card); }

    std::string key() const {
        std::array<std::string, COLUMNS> sorted = columns;
        std::sort(sorted.begin(), sorted.end());
        std::array<int, CELLS> held = cells;
        std::sort(held.begin(), held.end());
        std::string text;
        for (const int home : homes) text += static_cast<char>(home + 1);
        for (const int card : held) text += static_cast<char>(card + 2);
        for (const std::string& column : sorted) text += '\x7f' + column;
        return text;
    }
};

Table dealt(std::uint32_t number) {
    std::vector<int> deck(52);
    for (int card = 0; card < 52; ++card) deck[card] = card;
    Table table;
    for (int dealt = 0; !deck.empty(); ++dealt) {
        number = (number * 214013u + 2531011u) & 0x7fffffffu;
        std::swap(deck[(number >> 16) % deck.size()], deck.back());
        table.columns[dealt % COLUMNS] += static_cast<char>(deck.back());
        deck.pop_back();
    }
    return table;
}

// A player's move: places are columns 0..7, cells 8..11 and 12 for home.
struct Move {
    int source, target, count;
};
constexpr int HOME = 12;

int taken_from(const Table& table, int source) {
    if (source >= COLUMNS) return table.cells[source - COLUMNS];
    return table.columns[source].empty() ? -1 : table.columns[source].back();
}

bool is_run(const std::string& column, std::size_t count) {
    if (count > column.size()) return false;
    for (std::size_t i = column.size() - count + 1; i < column.size(); ++i) {
        if (!fits(column[i], column[i - 1])) return false;
    }
    return true;
}

bool is_legal(const Table& table, const Move& move) {
    const int card = taken_from(table, move.source);
    if (card < 0 || move.source == move.target || move.count < 1) return false;
    if (move.target == HOME) return move.count == 1 && table.goes_home(card);
    if (move.target >= COLUMNS) {
        return move.count == 1 && move.source < COLUMNS && table.cells[move.target - COLUMNS] < 0;
    }
    if (move.source >= COLUMNS && move.count != 1) return false;
    std::size_t room = 1;
    for (const int cell : table.cells) room += cell < 0;
    for (int column = 0; column < COLUMNS; ++column) {
        if (table.columns[column].empty() && column != move.target) room *= 2;
    }
    const auto count = static_cast<std::size_t>(move.count);
    if (count > room) return false;
    int base = card;
    if (move.source < COLUMNS) {
        const std::string& column = table.columns[move.source];
        if (!is_run(column, count)) return false;
        base = column[column.size() - count];
    }
    const std::string& onto = table.columns[move.target];
    return onto.empty() || fits(base, onto.back());
}

Table after(Table table, const Move& move) {
    std::string moved(1, static_cast<char>(taken_from(table, move.source)));
    if (move.source >= COLUMNS) {
        table.cells[move.source - COLUMNS] = -1;
    } else {
        std::string& column = table.columns[move.source];
        moved = column.substr(column.size() - static_cast<std::size_t>(move.count));
        column.resize(column.size() - moved.size());
    }
    if (move.target == HOME) {
        ++table.homes[moved[0] % 4];
    } else if (move.target >= COLUMNS) {
        table.cells[move.target - COLUMNS] = moved[0];
    } else {
        table.columns[move.target] += moved;
    }
    return table;
}

// All legal moves; `most` is the longest run: 1 for the search card by card.
std::vector<Move> moves_of(const Table& table, int most) {
    std::vector<Move> moves;
    for (int source = 0; source < HOME; ++source) {
        if (taken_from(table, source) < 0) continue;
        for (int target = 0; target <= HOME; ++target) {
            for (int count = 1; count <= most; ++count) {
                if (is_legal(table, {source, target, count})) {
                    moves.push_back({source, target, count});
                }
            }
        }
    }
    return moves;
}

Table with_all_home(Table table) {
    for (bool moved = true; moved;) {
        moved = false;
        for (int source = 0; source < HOME; ++source) {
            if (!is_legal(table, {source, HOME, 1})) continue;
            table = after(table, {source, HOME, 1});
            moved = true;
        }
    }
    return table;
}

std::vector<Move> read_moves(const std::string& text) {
    const std::string places = "12345678abcdh";
    std::vector<Move> moves;
    for (std::size_t at = 0; at + 1 < text.size();) {
        Move move{static_cast<int>(places.find(text[at])),
                  static_cast<int>(places.find(text[at + 1])), 1};
        at += 2;
        if (at + 1 < text.size() && text[at] == 'v') {
            move.count = std::stoi(text.substr(at + 1, 1), nullptr, 16);
            at += 2;
        }
        moves.push_back(move);
    }
    return moves;
}

// Plays a line, with all cards home that can go before and after each move; false where it cannot.
bool play(Table& table, const std::vector<Move>& moves) {
    table = with_all_home(table);
    for (const Move& move : moves) {
        if (move.source > HOME || move.target > HOME || !is_legal(table, move)) return false;
        table = with_all_home(after(table, move));
    }
    return true;
}

class Checker {
  public:
    std::size_t losing = 0, positions = 0;

    // What is wrong with a puzzle; nothing where all is right.
    std::string check(const std::string& line) {
        std::istringstream words(line);
        std::uint32_t number;
        int share;
        std::string moves, win;
        if (!(words >> number >> share >> moves)) return "not a puzzle";
        if (moves == "-") moves.clear();  // the position is the deal itself
        Table table = dealt(number);
        if (!play(table, read_moves(moves))) return "an illegal move before the position";
        if (52 - table.cards_home() < 35) return "fewer than two thirds of the cards in play";
        std::vector<std::pair<std::string, Table>> children;
        for (const Move& move : moves_of(table, 13)) {
            if (move.target == HOME) return "a card can go home";
            const Table child = after(table, move);
            const std::string key = child.key();
            const bool known = std::any_of(children.begin(), children.end(),
                                           [&](const auto& each) { return each.first == key; });
            if (!known) children.emplace_back(key, child);
        }
        if (children.size() < 8) return "fewer than eight moves";
        std::vector<std::string> answers;
        while (words >> win) {
            const std::string problem = check_win(table, read_moves(win), answers);
            if (!problem.empty()) return problem;
        }
        if (answers.empty()) return "no answer";
        return check_losses(children, answers);
    }

  private:
    std::string check_win(Table table, const std::vector<Move>& win,
                          std::vector<std::string>& answers) const {
        if (win.empty() || !is_legal(table, win[0])) return "an illegal answer";
        const Table first = after(table, win[0]);
        const std::string key = first.key();
        if (std::find(answers.begin(), answers.end(), key) != answers.end()) {
            return "an answer twice";
        }
        answers.push_back(key);
        if (!play(table, win) || !table.won()) return "a line that does not win";
        std::array<std::unordered_set<std::string>, 5> met;
        if (wins_within(first, 4, met)) return "a win of fewer than five moves";
        return "";
    }

    // Whether this many moves, and any number of moves home, win.
    bool wins_within(const Table& table, int left,
                     std::array<std::unordered_set<std::string>, 5>& met) const {
        if (table.won()) return true;
        if (!met[left].insert(table.key()).second) return false;
        for (const Move& move : moves_of(table, 13)) {
            const int cost = move.target == HOME ? 0 : 1;
            if (cost <= left && wins_within(after(table, move), left - cost, met)) return true;
        }
        return false;
    }

    // Searches all that can be reached after any of the other moves: no position of it may be won.
    std::string check_losses(const std::vector<std::pair<std::string, Table>>& children,
                             const std::vector<std::string>& answers) {
        std::unordered_set<std::string> met;
        std::vector<Table> open;
        for (const auto& [key, child] : children) {
            if (std::find(answers.begin(), answers.end(), key) != answers.end()) continue;
            ++losing;
            if (met.insert(key).second) open.push_back(child);
        }
        while (!open.empty()) {
            const Table table = open.back();
            open.pop_back();
            if (table.won()) return "a win after a move that should lose";
            if (met.size() > MOST_POSITIONS) return "too many positions to decide";
            for (const Move& move : moves_of(table, 1)) {
                Table child = after(table, move);
                if (met.insert(child.key()).second) open.push_back(std::move(child));
            }
        }
        positions += met.size();
        return "";
    }
};

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: check_puzzles FILE [FIRST [COUNT]]\n");
        return 2;
    }
    std::ifstream file(arguments[1]);
    if (!file) {
        std::fprintf(stderr, "%s: cannot be read\n", arguments[1]);
        return 1;
    }
    const std::size_t first = count > 2 ? std::stoul(arguments[2]) : 1;
    const std::size_t most = count > 3 ? std::stoul(arguments[3]) : ~std::size_t{0};
    Checker checker;
    std::size_t number = 0, checked = 0, bad = 0;
    for (std::string line; std::getline(file, line);) {
        if (++number < first || checked >= most) continue;
        ++checked;
        const std::string problem = checker.check(line);
        if (problem.empty()) continue;
        ++bad;
        std::printf("puzzle %zu: %s\n", number, problem.c_str());
    }
    std::printf("%zu puzzles, %zu wrong; %zu losing moves, %zu positions searched\n", checked, bad,
                checker.losing, checker.positions);
    return bad == 0 ? 0 : 1;
}
