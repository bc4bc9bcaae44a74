// Whether boards can be won, by looking at every position: slow, and sharing no code with the core.
//
//   plain_verdicts MOST < BOARDS
//
// A board is a line: the number of cells, the four homes, and then `|` before the cards in cells
// and before each column, from back to front. Cards are numbers, 0 for the ace of clubs to 51 for
// the king of spades. For each a line is printed: `won`, `lost` or, after MOST positions, `open`;
// and how many positions were met.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

using Cards = std::string;  // a card is a character, from '0' on

struct Board {
    std::size_t cell_count = 0;
    std::array<int, 4> homes{};
    Cards cells;
    std::array<Cards, 8> columns;

    bool is_won() const { return homes[0] + homes[1] + homes[2] + homes[3] == 52; }

    // The same text for boards that differ in the order of cells or columns alone. The homes are
    // what is not in it.
    std::string text() const {
        std::array<Cards, 8> sorted = columns;
        std::sort(sorted.begin(), sorted.end());
        std::string all = cells;
        std::sort(all.begin(), all.end());
        for (const Cards& column : sorted) all += '|' + column;
        return all;
    }
};

int number_of(char card) {
    return card - '0';
}

bool is_red(int card) {
    return card % 4 == 1 || card % 4 == 2;
}

bool fits(char letter, const Cards& column) {
    if (column.empty()) return true;
    const int card = number_of(letter), under = number_of(column.back());
    return card / 4 + 1 == under / 4 && is_red(card) != is_red(under);
}

// Everything that can be done with a card that was taken from its place.
void place(Board board, char card, bool from_cell, std::vector<Board>& found) {
    for (Cards& column : board.columns) {
        if (!fits(card, column)) continue;
        column.push_back(card);
        found.push_back(board);
        column.pop_back();
    }
    if (!from_cell && board.cells.size() < board.cell_count) {
        board.cells.push_back(card);
        found.push_back(board);
        board.cells.pop_back();
    }
    const int number = number_of(card);
    int& home = board.homes[static_cast<std::size_t>(number % 4)];
    if (home == number / 4) {  // last, so that it is expanded first
        ++home;
        found.push_back(board);
    }
}

std::vector<Board> after_one_card(const Board& board) {
    std::vector<Board> found;
    for (std::size_t i = 0; i < board.cells.size(); ++i) {
        Board rest = board;
        rest.cells.erase(i, 1);
        place(rest, board.cells[i], true, found);
    }
    for (std::size_t i = 0; i < board.columns.size(); ++i) {
        if (board.columns[i].empty()) continue;
        Board rest = board;
        rest.columns[i].pop_back();
        place(rest, board.columns[i].back(), false, found);
    }
    return found;
}

Board read(const std::string& line) {
    std::istringstream words(line);
    Board board;
    words >> board.cell_count;
    for (int& home : board.homes) words >> home;
    std::string word;
    std::size_t bars = 0;
    while (words >> word) {
        if (word == "|") {
            ++bars;
        } else {
            Cards& to = bars == 1 ? board.cells : board.columns.at(bars - 2);
            to += static_cast<char>('0' + std::stoi(word));
        }
    }
    return board;
}

const char* decide(const Board& start, std::size_t most, std::unordered_set<std::string>& seen) {
    std::vector<Board> waiting{start};
    seen = {start.text()};
    while (!waiting.empty()) {
        const Board board = waiting.back();
        waiting.pop_back();
        if (board.is_won()) return "won";
        for (Board& next : after_one_card(board)) {
            if (seen.insert(next.text()).second) waiting.push_back(std::move(next));
        }
        if (seen.size() > most) return "open";
    }
    return "lost";
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const std::size_t most = std::stoul(arguments[1]);
    std::unordered_set<std::string> seen;
    for (std::string line; std::getline(std::cin, line);) {
        const char* verdict = decide(read(line), most, seen);
        std::printf("%s %zu\n", verdict, seen.size());
        std::fflush(stdout);
    }
}
