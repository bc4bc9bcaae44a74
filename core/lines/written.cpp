#include "lines/written.h"

#include <algorithm>

namespace freecell {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool goes_home(char target) {
    return target == 'h' || target == 'f';
}

std::vector<Reading> macroxue_readings() {
    constexpr Autoplay KINDS[] = {Autoplay::MAX, Autoplay::HORNE, Autoplay::NONE, Autoplay::FCPRO};
    std::vector<Reading> readings;
    for (const Autoplay kind : KINDS) {
        for (const bool at_start : {true, false}) {
            readings.push_back({kind, Counts::MOST, true, at_start});
        }
    }
    for (const Autoplay kind : KINDS) readings.push_back({kind, Counts::ANY, true, true});
    return readings;
}

}  // namespace

bool is_written_move(WrittenMove move) {
    const bool from = is_column(move.source) || is_cell(move.source);
    const bool to =
        is_column(move.target) || is_cell(move.target) || move.target == 'h' || move.target == 'r';
    return from && to;
}

std::optional<WrittenMove> take_written_move(std::string_view& text) {
    if (text.size() < 2) return std::nullopt;
    WrittenMove move{lower(text[0]), lower(text[1])};
    // A cell's card goes to a column or home, never to a cell.
    const bool known = is_column(move.source) ? is_written_move(move)
                                              : is_cell(move.source) && (is_column(move.target) ||
                                                                         goes_home(move.target));
    if (!known) return std::nullopt;
    text.remove_prefix(2);
    if (text.empty() || lower(text[0]) != 'v') return move;
    constexpr std::string_view DIGITS = "0123456789abcdef";
    const std::size_t cards = text.size() < 2 ? 0 : DIGITS.find(lower(text[1]));
    if (cards == std::string_view::npos || cards == 0) return std::nullopt;
    move.cards = static_cast<std::uint8_t>(cards);
    text.remove_prefix(2);
    return move;
}

std::vector<Reading> readings_of(std::span<const WrittenMove> line, TextKind kind, int cards_home) {
    if (kind == TextKind::EXACT) return {Reading{}};
    if (kind == TextKind::MACROXUE) return macroxue_readings();
    std::array kinds = {Autoplay::HORNE, Autoplay::FCPRO, Autoplay::MAX};
    if (kind == TextKind::FCPRO) std::swap(kinds[0], kinds[1]);
    std::vector<Reading> written = {{Autoplay::NONE, Counts::ONE}, {Autoplay::NONE, Counts::ANY}};
    std::vector<Reading> left_out;
    for (const bool at_start : {false, true}) {
        for (const Autoplay each : kinds) left_out.push_back({each, Counts::MOST, false, at_start});
    }
    const auto homes = static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](WrittenMove word) { return goes_home(word.target); }));
    const bool all_written =
        homes + static_cast<std::size_t>(cards_home) == DECK_SIZE || homes * 4 > line.size();
    std::vector<Reading>& first = all_written ? written : left_out;
    const std::vector<Reading>& second = all_written ? left_out : written;
    first.insert(first.end(), second.begin(), second.end());
    for (const Autoplay each : kinds) first.push_back({each, Counts::ANY});
    return first;
}

}  // namespace freecell
