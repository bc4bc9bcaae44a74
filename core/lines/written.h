// Moves as people write them, and what a text leaves open about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/autoplay.h"
#include "rules/board.h"

namespace freecell {

// Two characters: columns 1-8, cells a-g and k, `h` or `f` home, `r` any cell; and how many cards.
struct WrittenMove {
    static constexpr std::uint8_t UNSAID = 255;

    char source = 0;
    char target = 0;
    std::uint8_t cards = UNSAID;
};

// What sort of text the moves are from; the text shows it, the readings of it are tried by playing.
enum class TextKind : std::uint8_t {
    STANDARD,  // two characters a move, nothing else known
    FCPRO,     // a file of FreeCell Pro
    MACROXUE,  // `r` for a cell
    EXACT,     // every move written out and every number of cards but 1 stated: sentences, records
};

enum class Counts : std::uint8_t { ONE, MOST, ANY };

// One way to understand written moves.
struct Reading {
    Autoplay autoplay = Autoplay::NONE;
    Counts counts =
        Counts::ONE;        // how many cards go to an empty column where the text leaves it open
    bool nth = false;       // a cell's letter counts the cards in cells, in the order they came
    bool at_start = false;  // cards go home by themselves before the first move too
};

constexpr bool is_column(char character) {
    return character >= '1' && character <= '8';
}

// Which cell a letter names, in the order of CELL_NAMES; MAX_CELLS where it names none.
constexpr std::size_t cell_index(char letter) {
    if (letter >= 'a' && letter <= 'g') return static_cast<std::size_t>(letter - 'a');
    return letter == 'k' ? MAX_CELLS - 1 : MAX_CELLS;
}
static_assert([] {
    for (std::size_t i = 0; i < CELL_NAMES.size(); ++i) {
        if (cell_index(CELL_NAMES[i]) != i) return false;
    }
    return true;
}());

constexpr bool is_cell(char character) {
    return cell_index(character) < MAX_CELLS;
}

// Whether these are characters that a move can be written with.
bool is_written_move(WrittenMove move);

// The move at the front of a text, which is then taken off it; capitals are as good.
std::optional<WrittenMove> take_written_move(std::string_view& text);

// The ways to read a text, the likely ones first and the long searches last.
std::vector<Reading> readings_of(std::span<const WrittenMove> line, TextKind kind, int cards_home);

}  // namespace freecell
